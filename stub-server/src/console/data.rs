//! What the pages show, as it crosses from the server to the browser. No database types here.

use leptos::server_fn::{
    codec::JsonEncoding,
    error::{FromServerFnError, ServerFnErrorErr},
};
use serde::{Deserialize, Serialize};

/// Why a page has nothing to show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ConsoleError {
    #[error("not found")]
    NotFound,
    #[error("no access to this facility")]
    Locked,
    #[error("the console could not be reached")]
    Unavailable,
}

impl FromServerFnError for ConsoleError {
    type Encoder = JsonEncoding;

    // What the transport says is no text for a page.
    fn from_server_fn_error(_: ServerFnErrorErr) -> Self {
        Self::Unavailable
    }
}

/// Whether the signed-in user may enter a facility.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    Open,
    Locked,
}

/// A line of the facilities list. Of a locked facility only the name is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacilityRow {
    pub key: String,
    pub name: String,
    pub access: Access,
    pub counts: Option<FacilityCounts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacilityCounts {
    pub levels: u64,
    pub records: u64,
    pub panoramas: u64,
    pub findings: u64,
    pub open_findings: u64,
}

/// The facility that a page belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facility {
    pub key: String,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OverviewData {
    pub facility: Facility,
    pub counts: FacilityCounts,
    pub levels: Vec<LevelRow>,
    pub latest: Vec<RecordRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelRow {
    pub id: String,
    pub name: String,
    pub elevation: f64,
    pub panoramas: u64,
    pub findings: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordRow {
    pub id: String,
    pub captured_at: String,
    pub panoramas: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelData {
    pub facility: Facility,
    pub level: LevelRow,
    pub panoramas: Page<PanoramaRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CapturesData {
    pub facility: Facility,
    pub records: Vec<RecordRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordData {
    pub facility: Facility,
    pub record: RecordRow,
    pub panoramas: Page<PanoramaRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanoramaRow {
    pub id: String,
    pub level: String,
    pub captured_at: String,
    pub position: [f64; 3],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PanoramaData {
    pub facility: Facility,
    pub id: String,
    pub title: String,
    pub summary: String,
    pub thumbnail_url: String,
    pub level_id: String,
    pub level: String,
    pub record_id: String,
    pub captured_at: String,
    pub position: [f64; 3],
    pub findings: Vec<FindingRow>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingsData {
    pub facility: Facility,
    pub findings: Page<FindingRow>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingRow {
    pub id: String,
    pub number: u64,
    pub title: String,
    pub status: String,
    pub priority: String,
    pub level: String,
    pub raised_at: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingData {
    pub facility: Facility,
    pub finding: FindingRow,
    pub level_id: String,
    /// Further fields in reading order: what they are called and what they say.
    pub details: Vec<(String, String)>,
    pub pano_id: Option<String>,
}

/// One page of a longer list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page<T> {
    pub rows: Vec<T>,
    /// From 1.
    pub number: u64,
    pub total: u64,
}

impl<T> Page<T> {
    /// Rows on a page.
    pub const SIZE: u64 = 50;

    /// A page that exists: the first always does, the others only with rows.
    #[cfg(feature = "ssr")]
    pub fn checked(rows: Vec<T>, number: u64, total: u64) -> Result<Self, ConsoleError> {
        if number == 0 || (number > 1 && rows.is_empty()) {
            return Err(ConsoleError::NotFound);
        }
        Ok(Self {
            rows,
            number,
            total,
        })
    }

    pub fn last(&self) -> u64 {
        self.total.div_ceil(Self::SIZE).max(1)
    }
}

//! What the tools take. The schemas that clients see are made from these types.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::site::{calendar::Day, embedding::fnv};

/// `search_photos`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SearchPhotos {
    /// Key of the project to search.
    #[serde(default)]
    pub facility_key: String,
    /// What the photos should show, in a few plain words, such as "workers without a hard hat".
    pub query: String,
    /// Photos on a page, 1 to 50. The default is 10.
    #[schemars(range(min = 1, max = 50))]
    pub limit: Option<usize>,
    /// `next_cursor` of the page before, with all other arguments unchanged.
    pub cursor: Option<String>,
    /// Only photos on this level.
    pub level_id: Option<String>,
    /// Only photos of this record (one visit).
    pub record_id: Option<String>,
    /// Only photos taken on this day or later, YYYY-MM-DD.
    pub date_from: Option<String>,
    /// Only photos taken on this day or earlier, YYYY-MM-DD.
    pub date_to: Option<String>,
    /// Only photos of these panoramas.
    pub within_ids: Option<Vec<String>>,
}

/// `query_data`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueryData {
    /// Key of the project to query.
    #[serde(default)]
    pub facility_key: String,
    /// One question about panoramas, findings, records, levels or elements, in English, such as
    /// "How many panoramas are on level L3?", "How many open findings per level?" or "List all
    /// panoramas taken in April 2026".
    pub question: String,
    /// Rows on a page of a list. Without it the whole list is one page.
    #[schemars(range(min = 1, max = 3000))]
    pub limit: Option<usize>,
    /// `next_cursor` of the page before, with the same question and limit.
    pub cursor: Option<String>,
}

/// `list_findings`, `list_elements`, `list_captures`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    /// Key of the project.
    #[serde(default)]
    pub facility_key: String,
    /// Only on this level.
    pub level_id: Option<String>,
    /// Only from this day on, YYYY-MM-DD.
    pub date_from: Option<String>,
    /// Only until this day, YYYY-MM-DD.
    pub date_to: Option<String>,
    /// Only with this status. Findings: open, in_review, closed. Elements: planned, in_progress,
    /// installed.
    pub status: Option<String>,
    /// Only of this kind. Findings: observation, issue, punch item. Elements: column, wall, slab,
    /// beam, door, window, duct, pipe, stair.
    pub kind: Option<String>,
    /// Entries on a page, 1 to 200. The default is 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
    /// `next_cursor` of the page before, with all other arguments unchanged.
    pub cursor: Option<String>,
}

/// `list_projects`
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Projects {
    /// Key of the project the user is in; it does not restrict the list.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the interface: every tool takes it")]
    pub facility_key: String,
    /// Entries on a page, 1 to 200. The default is 50.
    #[schemars(range(min = 1, max = 200))]
    pub limit: Option<usize>,
    /// `next_cursor` of the page before.
    pub cursor: Option<String>,
}

/// A place in a result: for one request only, and nothing about how it is computed.
#[derive(Deserialize, Serialize)]
pub struct Cursor {
    request: u64,
    offset: usize,
}

impl Cursor {
    /// The cursor for an offset in the result of a request.
    pub fn encode(request: &str, offset: usize) -> String {
        let cursor = Self {
            request: fnv(request),
            offset,
        };
        URL_SAFE_NO_PAD.encode(serde_json::json!(cursor).to_string())
    }

    /// The offset, where the cursor belongs to this request; the start where there is none.
    pub fn decode(cursor: Option<&str>, request: &str) -> Result<usize, &'static str> {
        let Some(cursor) = cursor else { return Ok(0) };
        let bytes = URL_SAFE_NO_PAD.decode(cursor).unwrap_or_default();
        match serde_json::from_slice::<Self>(&bytes) {
            Ok(cursor) if cursor.request == fnv(request) => Ok(cursor.offset),
            _ => Err("The cursor does not belong to this request."),
        }
    }
}

/// An inclusive range of days; text that is no day is an error for people.
pub fn days(
    from: Option<String>,
    to: Option<String>,
) -> Result<(Option<String>, Option<String>), &'static str> {
    let bad = |day: &Option<String>| day.as_deref().is_some_and(|day| Day::parse(day).is_none());
    if bad(&from) || bad(&to) {
        return Err("Dates must be written as YYYY-MM-DD.");
    }
    Ok((from, to))
}

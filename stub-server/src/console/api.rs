//! The server functions: what the browser may ask, and who may ask it. Each checks the user's
//! access to the facility before it reads anything else.

use leptos::prelude::*;

use super::data::{
    CapturesData, ConsoleError, FacilityRow, FindingData, FindingsData, LevelData, OverviewData,
    PanoramaData, RecordData,
};
#[cfg(feature = "ssr")]
use super::store::Store;

#[cfg(feature = "ssr")]
fn store() -> Result<Store, ConsoleError> {
    use_context::<Store>().ok_or(ConsoleError::Unavailable)
}

#[server(prefix = "/console/api", endpoint = "facilities")]
pub async fn facilities() -> Result<Vec<FacilityRow>, ConsoleError> {
    store()?.facilities().await
}

#[server(prefix = "/console/api", endpoint = "overview")]
pub async fn overview(facility: String) -> Result<OverviewData, ConsoleError> {
    store()?.overview(&facility).await
}

#[server(prefix = "/console/api", endpoint = "level")]
pub async fn level(facility: String, level: String, page: u64) -> Result<LevelData, ConsoleError> {
    store()?.level(&facility, &level, page).await
}

#[server(prefix = "/console/api", endpoint = "captures")]
pub async fn captures(facility: String) -> Result<CapturesData, ConsoleError> {
    store()?.captures(&facility).await
}

#[server(prefix = "/console/api", endpoint = "record")]
pub async fn record(
    facility: String,
    record: String,
    page: u64,
) -> Result<RecordData, ConsoleError> {
    store()?.record(&facility, &record, page).await
}

#[server(prefix = "/console/api", endpoint = "panorama")]
pub async fn panorama(facility: String, panorama: String) -> Result<PanoramaData, ConsoleError> {
    store()?.panorama(&facility, &panorama).await
}

#[server(prefix = "/console/api", endpoint = "findings")]
pub async fn findings(facility: String, page: u64) -> Result<FindingsData, ConsoleError> {
    store()?.findings(&facility, page).await
}

#[server(prefix = "/console/api", endpoint = "finding")]
pub async fn finding(facility: String, finding: String) -> Result<FindingData, ConsoleError> {
    store()?.finding(&facility, &finding).await
}

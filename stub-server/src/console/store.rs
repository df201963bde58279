//! Reads the site database for the pages. Every read of a facility begins with whether the user
//! may enter it; what lies behind a locked door is not even counted.

mod findings;
mod lists;

use std::sync::Arc;

use sqlx::SqlitePool;

use super::data::{
    Access, ConsoleError, Facility, FacilityCounts, FacilityRow, LevelRow, OverviewData,
    PanoramaData, RecordRow,
};
use crate::site::{Site, SiteError};

/// Makes the short-lived address of a panorama's preview.
pub type Preview = Arc<dyn Fn(&str) -> String + Send + Sync>;

/// What the server functions read from.
#[derive(Clone)]
pub struct Store {
    site: Site,
    preview: Preview,
}

const LATEST_RECORDS: usize = 5;

impl Store {
    pub fn new(site: Site, preview: Preview) -> Self {
        Self { site, preview }
    }

    fn pool(&self) -> &SqlitePool {
        self.site.pool()
    }

    /// The facility, if it exists and the user may enter.
    async fn enter(&self, key: &str) -> Result<Facility, ConsoleError> {
        let facility = self
            .site
            .facility(key)
            .await?
            .ok_or(ConsoleError::NotFound)?;
        if !facility.is_open() {
            return Err(ConsoleError::Locked);
        }
        Ok(Facility {
            key: facility.key,
            name: facility.name,
        })
    }

    pub async fn facilities(&self) -> Result<Vec<FacilityRow>, ConsoleError> {
        let mut rows = Vec::new();
        for facility in self.site.facilities().await? {
            let (access, counts) = if facility.is_open() {
                (Access::Open, Some(self.counts(&facility.key).await?))
            } else {
                (Access::Locked, None)
            };
            rows.push(FacilityRow {
                key: facility.key,
                name: facility.name,
                access,
                counts,
            });
        }
        Ok(rows)
    }

    pub async fn overview(&self, key: &str) -> Result<OverviewData, ConsoleError> {
        let facility = self.enter(key).await?;
        let mut latest = self.records(key).await?;
        latest.truncate(LATEST_RECORDS);
        Ok(OverviewData {
            counts: self.counts(key).await?,
            levels: self.levels(key).await?,
            latest,
            facility,
        })
    }

    async fn counts(&self, key: &str) -> Result<FacilityCounts, ConsoleError> {
        let sql = "SELECT \
            (SELECT COUNT(*) FROM levels WHERE facility_key = ?1), \
            (SELECT COUNT(*) FROM records WHERE facility_key = ?1), \
            (SELECT COUNT(*) FROM panoramas WHERE facility_key = ?1), \
            (SELECT COUNT(*) FROM findings WHERE facility_key = ?1), \
            (SELECT COUNT(*) FROM findings WHERE facility_key = ?1 AND status = 'open')";
        let (levels, records, panoramas, findings, open): (i64, i64, i64, i64, i64) =
            sqlx::query_as(sql).bind(key).fetch_one(self.pool()).await?;
        Ok(FacilityCounts {
            levels: count(levels),
            records: count(records),
            panoramas: count(panoramas),
            findings: count(findings),
            open_findings: count(open),
        })
    }

    /// From below.
    async fn levels(&self, key: &str) -> Result<Vec<LevelRow>, ConsoleError> {
        let sql = "SELECT l.id, l.name, l.elevation, \
            (SELECT COUNT(*) FROM panoramas p WHERE p.facility_key = ?1 AND p.level_id = l.id), \
            (SELECT COUNT(*) FROM findings f WHERE f.facility_key = ?1 AND f.level_id = l.id) \
            FROM levels l WHERE l.facility_key = ?1 ORDER BY l.ordinal";
        let rows: Vec<(String, String, f64, i64, i64)> =
            sqlx::query_as(sql).bind(key).fetch_all(self.pool()).await?;
        let row = |(id, name, elevation, panoramas, findings)| LevelRow {
            id,
            name,
            elevation,
            panoramas: count(panoramas),
            findings: count(findings),
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Newest first.
    async fn records(&self, key: &str) -> Result<Vec<RecordRow>, ConsoleError> {
        let sql = "SELECT r.id, r.captured_at, \
            (SELECT COUNT(*) FROM panoramas p WHERE p.record_id = r.id) \
            FROM records r WHERE r.facility_key = ?1 ORDER BY r.number DESC";
        let rows: Vec<(String, String, i64)> =
            sqlx::query_as(sql).bind(key).fetch_all(self.pool()).await?;
        let row = |(id, captured_at, panoramas)| RecordRow {
            id,
            captured_at,
            panoramas: count(panoramas),
        };
        Ok(rows.into_iter().map(row).collect())
    }

    pub async fn panorama(&self, key: &str, id: &str) -> Result<PanoramaData, ConsoleError> {
        let facility = self.enter(key).await?;
        let sql = "SELECT p.id, p.title, p.summary, p.level_id, l.name AS level, p.record_id, \
            p.captured_at, p.x, p.y, p.z FROM panoramas p JOIN levels l ON l.id = p.level_id \
            WHERE p.facility_key = ?1 AND p.id = ?2";
        let row: Option<PanoramaRecord> = sqlx::query_as(sql)
            .bind(key)
            .bind(id)
            .fetch_optional(self.pool())
            .await?;
        let row = row.ok_or(ConsoleError::NotFound)?;
        Ok(PanoramaData {
            facility,
            thumbnail_url: (self.preview)(&row.id),
            findings: self.findings_in(&row.id).await?,
            id: row.id,
            title: row.title,
            summary: row.summary,
            level_id: row.level_id,
            level: row.level,
            record_id: row.record_id,
            captured_at: row.captured_at,
            position: [row.x, row.y, row.z],
        })
    }
}

#[derive(sqlx::FromRow)]
struct PanoramaRecord {
    id: String,
    title: String,
    summary: String,
    level_id: String,
    level: String,
    record_id: String,
    captured_at: String,
    x: f64,
    y: f64,
    z: f64,
}

fn count(value: i64) -> u64 {
    value.try_into().unwrap_or_default()
}

impl From<sqlx::Error> for ConsoleError {
    fn from(error: sqlx::Error) -> Self {
        tracing::error!(%error, "the site database does not answer");
        Self::Unavailable
    }
}

impl From<SiteError> for ConsoleError {
    fn from(error: SiteError) -> Self {
        tracing::error!(%error, "the site database does not answer");
        Self::Unavailable
    }
}

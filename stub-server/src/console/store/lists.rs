//! Panoramas by level and by record, page by page.

use super::{Store, count};
use crate::console::data::{CapturesData, ConsoleError, LevelData, Page, PanoramaRow, RecordData};

/// What a list of panoramas is limited to. Each has its own statement, so that no SQL is built.
#[derive(Clone, Copy)]
enum Within {
    Level,
    Record,
}

type PanoramaFields = (String, String, String, f64, f64, f64);

impl Store {
    pub async fn captures(&self, key: &str) -> Result<CapturesData, ConsoleError> {
        let facility = self.enter(key).await?;
        Ok(CapturesData {
            records: self.records(key).await?,
            facility,
        })
    }

    pub async fn level(&self, key: &str, id: &str, page: u64) -> Result<LevelData, ConsoleError> {
        let facility = self.enter(key).await?;
        let levels = self.levels(key).await?;
        let level = levels.into_iter().find(|level| level.id == id);
        let level = level.ok_or(ConsoleError::NotFound)?;
        let panoramas = self.panoramas(key, Within::Level, id, page).await?;
        Ok(LevelData {
            facility,
            level,
            panoramas,
        })
    }

    pub async fn record(&self, key: &str, id: &str, page: u64) -> Result<RecordData, ConsoleError> {
        let facility = self.enter(key).await?;
        let records = self.records(key).await?;
        let record = records.into_iter().find(|record| record.id == id);
        let record = record.ok_or(ConsoleError::NotFound)?;
        let panoramas = self.panoramas(key, Within::Record, id, page).await?;
        Ok(RecordData {
            facility,
            record,
            panoramas,
        })
    }

    /// In the order in which they were taken.
    async fn panoramas(
        &self,
        key: &str,
        within: Within,
        id: &str,
        number: u64,
    ) -> Result<Page<PanoramaRow>, ConsoleError> {
        let (total, rows) = match within {
            Within::Level => (
                "SELECT COUNT(*) FROM panoramas WHERE facility_key = ?1 AND level_id = ?2",
                "SELECT p.id, l.name, p.captured_at, p.x, p.y, p.z FROM panoramas p \
                 JOIN levels l ON l.id = p.level_id WHERE p.facility_key = ?1 AND p.level_id = ?2 \
                 ORDER BY p.captured_at, p.id LIMIT ?3 OFFSET ?4",
            ),
            Within::Record => (
                "SELECT COUNT(*) FROM panoramas WHERE facility_key = ?1 AND record_id = ?2",
                "SELECT p.id, l.name, p.captured_at, p.x, p.y, p.z FROM panoramas p \
                 JOIN levels l ON l.id = p.level_id WHERE p.facility_key = ?1 AND p.record_id = ?2 \
                 ORDER BY p.captured_at, p.id LIMIT ?3 OFFSET ?4",
            ),
        };
        let total: i64 = sqlx::query_scalar(total)
            .bind(key)
            .bind(id)
            .fetch_one(self.pool())
            .await?;
        let (limit, offset) = bounds(number);
        let rows: Vec<PanoramaFields> = sqlx::query_as(rows)
            .bind(key)
            .bind(id)
            .bind(limit)
            .bind(offset)
            .fetch_all(self.pool())
            .await?;
        let row = |(id, level, captured_at, x, y, z)| PanoramaRow {
            id,
            level,
            captured_at,
            position: [x, y, z],
        };
        Page::checked(rows.into_iter().map(row).collect(), number, count(total))
    }
}

/// `LIMIT` and `OFFSET` of a page.
pub fn bounds(number: u64) -> (i64, i64) {
    let before = number.saturating_sub(1).saturating_mul(Page::<()>::SIZE);
    (
        i64::try_from(Page::<()>::SIZE).unwrap_or(i64::MAX),
        i64::try_from(before).unwrap_or(i64::MAX),
    )
}

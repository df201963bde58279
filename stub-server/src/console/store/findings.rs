//! Findings: all of a facility, one, and those that a panorama shows.

use super::{Store, count, lists::bounds};
use crate::console::{
    data::{ConsoleError, FindingData, FindingRow, FindingsData, Page},
    format::{date, label},
};

const FINDING: &str = "SELECT f.id, f.number, f.title, f.summary, f.status, f.priority, f.kind, \
    f.trade, f.assignee, f.due_on, f.raised_at, f.level_id, l.name AS level, f.pano_id \
    FROM findings f JOIN levels l ON l.id = f.level_id ";

#[derive(sqlx::FromRow)]
struct FindingRecord {
    id: String,
    number: i64,
    title: String,
    summary: String,
    status: String,
    priority: String,
    kind: String,
    trade: String,
    assignee: String,
    due_on: String,
    raised_at: String,
    level_id: String,
    level: String,
    pano_id: String,
}

impl FindingRecord {
    fn row(self) -> FindingRow {
        FindingRow {
            id: self.id,
            number: count(self.number),
            title: self.title,
            status: self.status,
            priority: self.priority,
            level: self.level,
            raised_at: self.raised_at,
        }
    }

    fn details(&self) -> Vec<(String, String)> {
        [
            ("What it is", self.summary.clone()),
            ("Kind", label(&self.kind)),
            ("Trade", self.trade.clone()),
            ("Assignee", self.assignee.clone()),
            ("Due", date(&self.due_on)),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }
}

impl Store {
    /// The newest first.
    pub async fn findings(&self, key: &str, number: u64) -> Result<FindingsData, ConsoleError> {
        let facility = self.enter(key).await?;
        let total: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM findings WHERE facility_key = ?1")
                .bind(key)
                .fetch_one(self.pool())
                .await?;
        let sql = "WHERE f.facility_key = ?1 ORDER BY f.number DESC LIMIT ?2 OFFSET ?3";
        let (limit, offset) = bounds(number);
        let rows: Vec<FindingRecord> = sqlx::query_as(statement(sql))
            .bind(key)
            .bind(limit)
            .bind(offset)
            .fetch_all(self.pool())
            .await?;
        let rows = rows.into_iter().map(FindingRecord::row).collect();
        Ok(FindingsData {
            facility,
            findings: Page::checked(rows, number, count(total))?,
        })
    }

    pub async fn finding(&self, key: &str, id: &str) -> Result<FindingData, ConsoleError> {
        let facility = self.enter(key).await?;
        let found: Option<FindingRecord> =
            sqlx::query_as(statement("WHERE f.facility_key = ?1 AND f.id = ?2"))
                .bind(key)
                .bind(id)
                .fetch_optional(self.pool())
                .await?;
        let found = found.ok_or(ConsoleError::NotFound)?;
        Ok(FindingData {
            facility,
            level_id: found.level_id.clone(),
            details: found.details(),
            pano_id: Some(found.pano_id.clone()).filter(|id| !id.is_empty()),
            finding: found.row(),
        })
    }

    /// Those that a panorama shows. The panorama's facility has been entered before.
    pub(super) async fn findings_in(&self, pano_id: &str) -> Result<Vec<FindingRow>, ConsoleError> {
        let rows: Vec<FindingRecord> =
            sqlx::query_as(statement("WHERE f.pano_id = ?1 ORDER BY f.number"))
                .bind(pano_id)
                .fetch_all(self.pool())
                .await?;
        Ok(rows.into_iter().map(FindingRecord::row).collect())
    }
}

/// Made of constants only.
fn statement(rest: &'static str) -> sqlx::AssertSqlSafe<String> {
    sqlx::AssertSqlSafe(format!("{FINDING}{rest}"))
}

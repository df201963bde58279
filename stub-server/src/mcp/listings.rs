//! The four list tools: findings, elements, captures, projects. Plain lists with a full count.

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, QueryBuilder, Sqlite};

use super::{
    answer::{Answer, Page, list_accounting},
    arguments::{Cursor, Listing, Projects, days},
    data::object,
    service::SiteTools,
};
use crate::site::SiteError;

const LIMIT: usize = 50;
const MOST: usize = 200;

/// What is listed.
#[derive(Clone, Copy)]
pub enum List {
    /// Findings.
    Findings,
    /// Elements of the building model.
    Elements,
    /// Captures.
    Captures,
}

impl List {
    fn tool(self) -> &'static str {
        match self {
            Self::Findings => "list_findings",
            Self::Elements => "list_elements",
            Self::Captures => "list_captures",
        }
    }

    fn subject(self) -> &'static str {
        match self {
            Self::Findings => "findings",
            Self::Elements => "elements",
            Self::Captures => "captures",
        }
    }

    fn select(self) -> &'static str {
        match self {
            Self::Findings => {
                "SELECT t.id AS finding_id, t.number, t.title, t.summary, t.status, t.priority, \
                 t.kind, t.trade, t.hazard, t.assignee, t.due_on, t.raised_at, \
                 t.raised_at AS captured_at, t.facility_key, f.review_key, t.record_id, t.pano_id, \
                 t.level_id, l.name AS level_name, t.x, t.y, t.z FROM findings t \
                 JOIN facilities f ON f.key = t.facility_key JOIN levels l ON l.id = t.level_id \
                 WHERE t.facility_key = "
            }
            Self::Elements => {
                "SELECT t.id AS element_id, t.element_guid, t.bim_id, t.category, t.name AS title, \
                 t.status, t.facility_key, f.review_key, t.level_id, l.name AS level_name, \
                 t.x, t.y, t.z FROM elements t \
                 JOIN facilities f ON f.key = t.facility_key JOIN levels l ON l.id = t.level_id \
                 WHERE t.facility_key = "
            }
            Self::Captures => {
                "SELECT t.id AS record_id, t.number, 'Capture of ' || substr(t.captured_at, 1, 10) \
                 AS title, t.captured_at, t.facility_key, f.review_key, \
                 (SELECT COUNT(*) FROM panoramas p WHERE p.record_id = t.id) AS panoramas \
                 FROM records t JOIN facilities f ON f.key = t.facility_key WHERE t.facility_key = "
            }
        }
    }

    fn time(self) -> Option<&'static str> {
        match self {
            Self::Findings => Some("t.raised_at"),
            Self::Captures => Some("t.captured_at"),
            Self::Elements => None,
        }
    }

    fn kind(self) -> Option<&'static str> {
        match self {
            Self::Findings => Some("t.kind"),
            Self::Elements => Some("t.category"),
            Self::Captures => None,
        }
    }

    fn order(self) -> &'static str {
        match self {
            Self::Findings | Self::Captures => " ORDER BY t.number DESC",
            Self::Elements => " ORDER BY t.id",
        }
    }

    /// A filter that this list does not have, if one was given: ignoring it would answer another
    /// question.
    fn refuses(self, wanted: &Listing) -> Option<&'static str> {
        match self {
            Self::Elements if wanted.date_from.is_some() || wanted.date_to.is_some() => {
                Some("Elements have no date.")
            }
            Self::Captures if wanted.status.is_some() || wanted.kind.is_some() => {
                Some("Captures have neither status nor kind.")
            }
            _ => None,
        }
    }
}

impl SiteTools {
    /// Answers `list_findings`, `list_elements` and `list_captures`.
    pub(super) async fn list(&self, list: List, wanted: Listing) -> Result<Answer, SiteError> {
        let facility = match self.enter(&wanted.facility_key).await? {
            Ok(facility) => facility,
            Err(answer) => return Ok(answer),
        };
        if let Some(text) = list.refuses(&wanted) {
            return Ok(Answer::prose(text));
        }
        let request = format!(
            "{} {} {:?} {:?} {:?} {:?} {:?}",
            list.tool(),
            facility.key,
            wanted.level_id,
            wanted.date_from,
            wanted.date_to,
            wanted.status,
            wanted.kind
        );
        let offset = match Cursor::decode(wanted.cursor.as_deref(), &request) {
            Ok(offset) => offset,
            Err(text) => return Ok(Answer::prose(text)),
        };
        let (from, to) = match days(wanted.date_from, wanted.date_to) {
            Ok(days) => days,
            Err(text) => return Ok(Answer::prose(text)),
        };
        let mut query = QueryBuilder::<Sqlite>::new(list.select());
        query.push_bind(facility.key);
        if let Some(level) = wanted.level_id {
            match list {
                List::Captures => {
                    query.push(
                        " AND EXISTS (SELECT 1 FROM panoramas p JOIN levels l ON l.id = p.level_id \
                         WHERE p.record_id = t.id AND ",
                    );
                    query.push_bind(level).push(" IN (l.id, l.name))");
                }
                _ => {
                    query
                        .push(" AND ")
                        .push_bind(level)
                        .push(" IN (l.id, l.name)");
                }
            }
        }
        for (column, relation, value) in [(list.time(), ">=", from), (list.time(), "<=", to)] {
            if let (Some(column), Some(day)) = (column, value) {
                query
                    .push(format!(" AND substr({column}, 1, 10) {relation} "))
                    .push_bind(day);
            }
        }
        for (column, value) in [
            (Some("t.status"), wanted.status),
            (list.kind(), wanted.kind),
        ] {
            if let (Some(column), Some(value)) = (column, value) {
                query.push(format!(" AND {column} = ")).push_bind(value);
            }
        }
        query.push(list.order());
        let rows = query.build().fetch_all(self.site.pool()).await?;
        let page = Page::of(
            rows.len(),
            offset,
            wanted.limit.unwrap_or(LIMIT).clamp(1, MOST),
        );
        let shown = rows.iter().skip(page.offset).take(page.returned);
        let entries = shown
            .map(|row| object(row).map(Value::Object))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(page_of(
            list.tool(),
            list.subject(),
            rows.len(),
            &page,
            &request,
            entries,
        ))
    }

    /// Answers `list_projects`.
    pub(super) async fn list_projects(&self, wanted: Projects) -> Result<Answer, SiteError> {
        let offset = match Cursor::decode(wanted.cursor.as_deref(), "list_projects") {
            Ok(offset) => offset,
            Err(text) => return Ok(Answer::prose(text)),
        };
        let sql = "SELECT f.key AS facility_key, f.name AS title, f.review_key, \
             (SELECT COUNT(*) FROM levels c WHERE c.facility_key = f.key) AS levels, \
             (SELECT COUNT(*) FROM records c WHERE c.facility_key = f.key) AS captures, \
             (SELECT COUNT(*) FROM panoramas c WHERE c.facility_key = f.key) AS panoramas, \
             (SELECT COUNT(*) FROM findings c WHERE c.facility_key = f.key) AS findings \
             FROM facilities f WHERE f.entry = 'open' ORDER BY f.ordinal";
        let rows = sqlx::query(AssertSqlSafe(sql))
            .fetch_all(self.site.pool())
            .await?;
        let page = Page::of(
            rows.len(),
            offset,
            wanted.limit.unwrap_or(LIMIT).clamp(1, MOST),
        );
        let shown = rows.iter().skip(page.offset).take(page.returned);
        let entries = shown
            .map(|row| object(row).map(Value::Object))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(page_of(
            "list_projects",
            "projects",
            rows.len(),
            &page,
            "list_projects",
            entries,
        ))
    }
}

fn page_of(
    tool: &str,
    subject: &str,
    total: usize,
    page: &Page,
    request: &str,
    entries: Vec<Value>,
) -> Answer {
    let mut text = format!("Showing {} of {total} {subject}\n", entries.len());
    for entry in &entries {
        let field = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
        text.push_str(&format!(
            "\n- {} {} {}",
            field("title"),
            field("level_name"),
            field("status")
        ));
    }
    Answer::Accounted {
        text,
        accounting: list_accounting(tool, subject, total, page, |next| {
            Cursor::encode(request, next)
        }),
        structured: json!({ subject: entries }),
    }
}

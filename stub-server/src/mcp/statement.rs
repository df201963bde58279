//! The SQL that answers a question. Values in it come from the database or from fixed lists, except
//! days, which are numbers by then.

use std::fmt::Write as _;

use super::question::{Filters, Group, Question, Shape, Subject, Which};

/// The row limit of list statements.
pub const CAP: usize = 3_000;

/// Where in the site the question is asked; names are resolved.
pub struct Scope<'a> {
    /// The facility's key.
    pub facility: &'a str,
    /// The id of the level that was named.
    pub level: Option<String>,
}

impl Subject {
    /// The noun of the accounting.
    pub fn name(self) -> &'static str {
        match self {
            Self::Panoramas => "panoramas",
            Self::Findings => "findings",
            Self::Records => "records",
            Self::Levels => "levels",
            Self::Elements => "elements",
        }
    }

    fn time(self) -> &'static str {
        match self {
            Self::Findings => "t.raised_at",
            _ => "t.captured_at",
        }
    }

    fn columns(self) -> &'static str {
        match self {
            Self::Panoramas => {
                "t.id AS pano_id, t.facility_key, f.review_key, t.record_id, t.level_id, \
                 l.name AS level_name, t.captured_at, t.x, t.y, t.z, t.title"
            }
            Self::Findings => {
                "t.id AS finding_id, t.number, t.title, t.status, t.priority, t.kind, t.trade, \
                 t.assignee, t.due_on, t.raised_at, t.raised_at AS captured_at, t.facility_key, \
                 f.review_key, t.record_id, t.level_id, l.name AS level_name, t.pano_id, \
                 t.x, t.y, t.z"
            }
            Self::Records => {
                "t.id AS record_id, t.number, t.captured_at, t.facility_key, f.review_key, \
                 'Capture of ' || substr(t.captured_at, 1, 10) AS title, \
                 (SELECT COUNT(*) FROM panoramas p WHERE p.record_id = t.id) AS panoramas"
            }
            Self::Levels => {
                "t.id AS level_id, t.name AS level_name, 'Level ' || t.name AS title, \
                 t.facility_key, f.review_key, t.elevation, t.ceiling"
            }
            Self::Elements => {
                "t.id AS element_id, t.element_guid, t.bim_id, t.category, t.name AS title, \
                 t.status, t.facility_key, f.review_key, t.level_id, l.name AS level_name, \
                 t.x, t.y, t.z"
            }
        }
    }

    fn source(self) -> String {
        let level = match self {
            Self::Records | Self::Levels => "",
            _ => " JOIN levels l ON l.id = t.level_id",
        };
        format!(
            "{} t JOIN facilities f ON f.key = t.facility_key{level}",
            self.name()
        )
    }

    fn order(self) -> &'static str {
        match self {
            Self::Panoramas => "t.captured_at, t.id",
            Self::Findings | Self::Records => "t.number",
            Self::Levels => "t.ordinal",
            Self::Elements => "t.id",
        }
    }
}

impl Group {
    fn key(self, subject: Subject) -> String {
        match self {
            Self::Level => "l.name".to_owned(),
            Self::Record => "t.record_id".to_owned(),
            Self::Month => format!("substr({}, 1, 7)", subject.time()),
            Self::Status => "t.status".to_owned(),
            Self::Priority => "t.priority".to_owned(),
            Self::Trade => "t.trade".to_owned(),
            Self::Category => "t.category".to_owned(),
        }
    }

    fn order(self) -> &'static str {
        match self {
            Self::Level => "MIN(l.ordinal)",
            _ => "1",
        }
    }
}

/// The statement for a question, with the row limit where it is a list.
pub fn write(question: &Question, scope: &Scope<'_>) -> String {
    let Question {
        subject,
        shape,
        filters,
    } = question;
    let source = subject.source();
    let condition = condition(*subject, filters, scope);
    match shape {
        Shape::Count => format!("SELECT COUNT(*) AS value FROM {source} WHERE {condition}"),
        Shape::Average(group) => format!(
            "SELECT AVG(n) AS value FROM (SELECT COUNT(*) AS n FROM {source} WHERE {condition} GROUP BY {})",
            group.key(*subject)
        ),
        Shape::Grouped(group) => format!(
            "SELECT {} AS \"group\", COUNT(*) AS value FROM {source} WHERE {condition} GROUP BY 1 ORDER BY {}",
            group.key(*subject),
            group.order()
        ),
        Shape::List => format!(
            "SELECT {} FROM {source} WHERE {condition} ORDER BY {} LIMIT {CAP}",
            subject.columns(),
            subject.order()
        ),
    }
}

fn condition(subject: Subject, filters: &Filters, scope: &Scope<'_>) -> String {
    let mut sql = format!("t.facility_key = {}", quoted(scope.facility));
    // Writing into a string cannot fail.
    if let Some(level) = &scope.level {
        let _ = write!(sql, " AND t.level_id = {}", quoted(level));
    }
    if let Some(record) = &filters.record {
        let by_number = |order: &str| {
            format!(
                "(SELECT id FROM records WHERE facility_key = {} ORDER BY number {order} LIMIT 1)",
                quoted(scope.facility)
            )
        };
        let id = match record {
            Which::Latest => by_number("DESC"),
            Which::First => by_number("ASC"),
            Which::Id(id) => quoted(id),
        };
        let _ = write!(sql, " AND t.record_id = {id}");
    }
    if let Some(from) = filters.from {
        let _ = write!(sql, " AND substr({}, 1, 10) >= '{from}'", subject.time());
    }
    if let Some(to) = filters.to {
        let _ = write!(sql, " AND substr({}, 1, 10) <= '{to}'", subject.time());
    }
    for (column, value) in [
        ("status", filters.status),
        ("priority", filters.priority),
        ("hazard", filters.hazard),
        ("category", filters.category),
    ] {
        if let Some(value) = value {
            let _ = write!(sql, " AND t.{column} = {}", quoted(value));
        }
    }
    sql
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

//! `query_data`: a question to SQL, the SQL to rows, the rows to an answer. Lists are cut at the row
//! limit, and then say that the limit is all there is. Pages ask the question again: nothing pins
//! the statement from one page to the next.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use sqlx::{AssertSqlSafe, Column, Row, TypeInfo, ValueRef, sqlite::SqliteRow};

use super::{
    answer::{Answer, Page, list_accounting},
    arguments::{Cursor, QueryData},
    question::{Question, Shape},
    service::SiteTools,
    statement::{self, CAP, Scope},
};
use crate::site::SiteError;

impl SiteTools {
    /// Answers `query_data`.
    pub(super) async fn query_data(&self, wanted: QueryData) -> Result<Answer, SiteError> {
        let facility = match self.enter(&wanted.facility_key).await? {
            Ok(facility) => facility,
            Err(answer) => return Ok(answer),
        };
        let Some(question) = Question::read(&wanted.question, &facility.name) else {
            return Ok(Answer::prose(
                "I could not translate this question into a query. I can count, group, average and \
                 list panoramas, findings, records, levels and elements.",
            ));
        };
        let level = match &question.filters.level {
            None => None,
            Some(name) => match self.level(&facility.key, name).await? {
                Some(id) => Some(id),
                None => return Ok(Answer::prose("This project has no such level.")),
            },
        };
        let scope = Scope {
            facility: &facility.key,
            level,
        };
        let sql = statement::write(&question, &scope);
        match question.shape {
            Shape::List => self.list_rows(&question, &sql, &wanted).await,
            _ => self.numbers(&question, &sql).await,
        }
    }

    async fn level(&self, facility: &str, name: &str) -> Result<Option<String>, SiteError> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM levels WHERE facility_key = ?1 AND (lower(name) = ?2 OR lower(id) = ?2)",
        )
        .bind(facility)
        .bind(name)
        .fetch_optional(self.site.pool())
        .await?)
    }

    async fn list_rows(
        &self,
        question: &Question,
        sql: &str,
        wanted: &QueryData,
    ) -> Result<Answer, SiteError> {
        let request = format!("{} {}", wanted.facility_key, wanted.question);
        let offset = match Cursor::decode(wanted.cursor.as_deref(), &request) {
            Ok(offset) => offset,
            Err(text) => return Ok(Answer::prose(text)),
        };
        let rows = sqlx::query(AssertSqlSafe(sql))
            .fetch_all(self.site.pool())
            .await?;
        let limit = wanted.limit.unwrap_or(CAP).clamp(1, CAP);
        let page = Page::of(rows.len(), offset, limit);
        let shown = rows.get(offset..offset + page.returned).unwrap_or_default();
        let accounting = list_accounting(
            "query_data",
            question.subject.name(),
            rows.len(),
            &page,
            |next| Cursor::encode(&request, next),
        );
        answer(sql, shown, accounting)
    }

    async fn numbers(&self, question: &Question, sql: &str) -> Result<Answer, SiteError> {
        let rows = sqlx::query(AssertSqlSafe(sql))
            .fetch_all(self.site.pool())
            .await?;
        let mut accounting = Map::from_iter([
            ("tool".to_owned(), json!("query_data")),
            ("subject".to_owned(), json!(question.subject.name())),
        ]);
        let kind = match question.shape {
            Shape::Grouped(_) => "grouped",
            Shape::Average(_) => {
                accounting.insert("aggregate".to_owned(), json!("avg"));
                "aggregate"
            }
            Shape::Count | Shape::List => {
                accounting.insert("aggregate".to_owned(), json!("count"));
                "aggregate"
            }
        };
        accounting.insert("kind".to_owned(), json!(kind));
        accounting.insert("returned".to_owned(), json!(rows.len()));
        accounting.insert("total".to_owned(), json!(rows.len()));
        accounting.insert("has_more".to_owned(), json!(false));
        answer(sql, &rows, accounting)
    }
}

fn answer(
    sql: &str,
    rows: &[SqliteRow],
    accounting: Map<String, Value>,
) -> Result<Answer, SiteError> {
    let objects = rows.iter().map(object).collect::<Result<Vec<_>, _>>()?;
    let columns: Vec<Value> = rows.first().map(columns).transpose()?.unwrap_or_default();
    Ok(Answer::Accounted {
        text: table(&columns, &objects),
        accounting,
        structured: json!({ "sql": sql, "columns": columns, "rows": objects }),
    })
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// A row as an object; coordinates become one position.
pub fn object(row: &SqliteRow) -> Result<Map<String, Value>, SiteError> {
    let mut object = Map::new();
    let mut position = Vec::new();
    for column in row.columns() {
        let value = value(row, column.ordinal())?;
        if AXES.contains(&column.name()) {
            position.push(value);
        } else {
            object.insert(column.name().to_owned(), value);
        }
    }
    if position.len() == AXES.len() {
        object.insert("position".to_owned(), Value::Array(position));
    }
    Ok(object)
}

fn kind(row: &SqliteRow, ordinal: usize) -> Result<String, SiteError> {
    let raw = row.try_get_raw(ordinal)?;
    let info = raw.type_info();
    Ok(if raw.is_null() {
        "NULL".to_owned()
    } else {
        info.name().to_owned()
    })
}

fn value(row: &SqliteRow, ordinal: usize) -> Result<Value, SiteError> {
    Ok(match kind(row, ordinal)?.as_str() {
        "NULL" => Value::Null,
        "INTEGER" => json!(row.try_get::<i64, _>(ordinal)?),
        "REAL" => json!(row.try_get::<f64, _>(ordinal)?),
        _ => json!(row.try_get::<String, _>(ordinal)?),
    })
}

fn columns(row: &SqliteRow) -> Result<Vec<Value>, SiteError> {
    let mut columns = Vec::new();
    for column in row.columns() {
        let kind = match kind(row, column.ordinal())?.as_str() {
            "INTEGER" => "integer",
            "REAL" => "number",
            _ => "text",
        };
        match column.name() {
            "x" => columns.push(json!({ "name": "position", "type": "point" })),
            "y" | "z" => {}
            name => columns.push(json!({ "name": name, "type": kind })),
        }
    }
    Ok(columns)
}

fn table(columns: &[Value], rows: &[Map<String, Value>]) -> String {
    let names: Vec<&str> = columns
        .iter()
        .filter_map(|column| column.get("name")?.as_str())
        .collect();
    let mut text = String::from("Query executed successfully.\n\n");
    if names.is_empty() {
        text.push_str("No rows.");
        return text;
    }
    // Writing into a string cannot fail.
    let _ = writeln!(text, "| {} |", names.join(" | "));
    let _ = writeln!(text, "|{}", " --- |".repeat(names.len()));
    for row in rows {
        text.push('|');
        for name in &names {
            match row.get(*name) {
                Some(Value::String(cell)) => {
                    let _ = write!(text, " {cell} |");
                }
                Some(cell) => {
                    let _ = write!(text, " {cell} |");
                }
                None => text.push_str("  |"),
            }
        }
        text.push('\n');
    }
    text
}

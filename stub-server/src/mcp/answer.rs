//! How a tool answers: with accounting in the text block's `_meta` and structured content, or in
//! plain prose without either.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject, TextContent};
use serde_json::{Map, Value, json};

/// What a tool says.
pub enum Answer {
    /// A result that is accounted for.
    Accounted {
        /// For people and models.
        text: String,
        /// What was counted.
        accounting: Map<String, Value>,
        /// The result itself.
        structured: Value,
    },
    /// Prose. Whether it is a failure, only its words say.
    Prose(String),
}

impl Answer {
    /// Prose.
    pub fn prose(text: impl Into<String>) -> Self {
        Self::Prose(text.into())
    }

    /// As the protocol has it.
    pub fn into_result(self) -> CallToolResult {
        match self {
            Self::Prose(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Self::Accounted {
                text,
                accounting,
                structured,
            } => {
                let mut block = TextContent::new(text);
                let mut meta = MetaObject::new();
                meta.0
                    .insert("accounting".to_owned(), Value::Object(accounting));
                block.meta = Some(meta);
                let mut result = CallToolResult::success(vec![ContentBlock::Text(block)]);
                result.structured_content = Some(structured);
                result
            }
        }
    }
}

/// Which part of a list is on a page.
pub struct Page {
    /// Where it begins.
    pub offset: usize,
    /// How many are on it.
    pub returned: usize,
    /// Where the next one begins.
    pub next: Option<usize>,
}

impl Page {
    /// The page of `limit` at `offset` of a list of `total`.
    pub fn of(total: usize, offset: usize, limit: usize) -> Self {
        let returned = limit.min(total.saturating_sub(offset));
        let end = offset + returned;
        Self {
            offset,
            returned,
            next: (end < total).then_some(end),
        }
    }
}

/// The accounting of a list whose total is known.
pub fn list_accounting(
    tool: &str,
    subject: &str,
    total: usize,
    page: &Page,
    cursor: impl Fn(usize) -> String,
) -> Map<String, Value> {
    let mut accounting = Map::from_iter([
        ("tool".to_owned(), json!(tool)),
        ("subject".to_owned(), json!(subject)),
        ("kind".to_owned(), json!("list")),
        ("returned".to_owned(), json!(page.returned)),
        ("total".to_owned(), json!(total)),
        ("has_more".to_owned(), json!(page.next.is_some())),
    ]);
    if let Some(next) = page.next {
        accounting.insert("next_cursor".to_owned(), json!(cursor(next)));
    }
    accounting
}

//! Tells an answer from a failure that is dressed as one, by the absence of a result envelope. The
//! error's text is never read. Where in doubt a payload is read as an answer: a false alarm would
//! suppress a real one.

use crate::upstream::contracts::{Role, ToolContract};
use serde_json::Value;

/// A mark of a real result. Any one of them clears a payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The tool answers in prose, so that prose is no failure.
    ProseTool,
    /// The upstream attached an envelope: `_meta` on a block, or structured content.
    Envelope,
    /// There is a list of findings, even an empty one.
    Findings,
}

/// The first mark that clears the payload; `None` is a disguised failure.
pub fn cleared_by(contract: &ToolContract, result: &Value) -> Option<Mark> {
    if contract.role == Role::Plain {
        return Some(Mark::ProseTool);
    }
    if has_envelope(result) {
        return Some(Mark::Envelope);
    }
    let items = contract
        .items
        .as_ref()
        .and_then(|items| result.pointer(&items.at));
    items
        .filter(|items| items.is_array())
        .map(|_| Mark::Findings)
}

/// Whether the upstream says of itself that the call failed.
pub fn is_declared(result: &Value) -> bool {
    result.get("isError").and_then(Value::as_bool) == Some(true)
}

fn has_envelope(result: &Value) -> bool {
    let meta = |block: &Value| {
        block
            .get("_meta")
            .and_then(Value::as_object)
            .is_some_and(|meta| !meta.is_empty())
    };
    let blocks = result.get("content").and_then(Value::as_array);
    blocks.is_some_and(|blocks| blocks.iter().any(meta))
        || result
            .get("structuredContent")
            .is_some_and(|content| !is_prose_wrapper(content))
}

/// `{"result": "<string>"}` is what frameworks wrap any string in, error prose included.
fn is_prose_wrapper(content: &Value) -> bool {
    match content {
        Value::Object(fields) if fields.is_empty() => true,
        Value::Object(fields) => {
            fields.len() == 1 && fields.get("result").is_some_and(Value::is_string)
        }
        Value::Null => true,
        _ => false,
    }
}

/// The shape of a payload for a log line: never its content.
pub fn fingerprint(result: &Value) -> String {
    let Some(blocks) = result.get("content").and_then(Value::as_array) else {
        return "no content".to_owned();
    };
    let kinds: Vec<&str> = blocks
        .iter()
        .map(|block| match block.get("type").and_then(Value::as_str) {
            Some("text") => "text",
            Some("image") => "image",
            Some("audio") => "audio",
            Some("resource_link") => "resource_link",
            Some("resource") => "resource",
            _ => "other",
        })
        .collect();
    let meta_keys = blocks
        .iter()
        .filter_map(|block| block.get("_meta")?.as_object())
        .map(|meta| meta.len());
    format!(
        "blocks={} kinds={} meta_keys={} structured={}",
        blocks.len(),
        kinds.join(","),
        meta_keys.sum::<usize>(),
        result.get("structuredContent").is_some()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::upstream::contracts::Contracts;
    use serde_json::json;

    fn search() -> ToolContract {
        let text = include_str!("../../contracts/site-search.toml");
        Contracts::parse(text)
            .unwrap()
            .get("search_photos")
            .unwrap()
            .clone()
    }

    #[test]
    fn error_prose_with_status_200_is_a_failure() {
        let result = json!({"isError": false, "content": [{"type": "text", "text": "502"}]});
        assert_eq!(cleared_by(&search(), &result), None);
        assert_eq!(cleared_by(&search(), &json!({})), None);
    }

    #[test]
    fn a_wrapped_string_is_no_envelope() {
        let result = json!({"content": [], "structuredContent": {"result": "Search API error"}});
        assert_eq!(cleared_by(&search(), &result), None);
    }

    #[test]
    fn an_envelope_clears_a_result_without_findings() {
        let result =
            json!({"content": [{"type": "text", "text": "", "_meta": {"accounting": {}}}]});
        assert_eq!(cleared_by(&search(), &result), Some(Mark::Envelope));
    }

    #[test]
    fn the_fingerprint_has_no_content() {
        let result = json!({"content": [{"type": "text", "text": "secret", "_meta": {"a": 1}}]});
        assert_eq!(
            fingerprint(&result),
            "blocks=1 kinds=text meta_keys=1 structured=false"
        );
    }
}

//! Reads a Messages request into a [`Conversation`], refusing what the provider refuses.

use serde_json::Value;

use super::{Refusal, cache};
use crate::scripted_model::conversation::{Author, Call, Conversation, Message, Part};

#[derive(Debug)]
pub struct Request {
    pub model: String,
    pub stream: bool,
    pub conversation: Conversation,
}

impl Request {
    pub fn read(body: &str) -> Result<Self, Refusal> {
        let body: Value = serde_json::from_str(body).map_err(|error| {
            Refusal::invalid(format!("The request body is not valid JSON: {error}"))
        })?;
        let model = required(&body, "model", Value::as_str)?.to_owned();
        let max_tokens = required(&body, "max_tokens", Value::as_u64)?;
        if max_tokens == 0 {
            return Err(Refusal::invalid(
                "max_tokens: must be greater than or equal to 1",
            ));
        }
        cache::check(&body).map_err(|error| Refusal::invalid(error.to_string()))?;
        let messages = required(&body, "messages", Value::as_array)?;
        if messages.is_empty() {
            return Err(Refusal::invalid(
                "messages: at least one message is required",
            ));
        }
        check_results(messages)?;
        let messages = messages
            .iter()
            .enumerate()
            .map(message)
            .collect::<Result<Vec<_>, Refusal>>()?;
        let tools = body
            .get("tools")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let conversation = Conversation {
            system: text_of(body.get("system")),
            tools: tools
                .filter_map(|tool| tool.get("name").and_then(Value::as_str))
                .map(str::to_owned)
                .collect(),
            messages,
        };
        let stream = body.get("stream").and_then(Value::as_bool).unwrap_or(false);
        Ok(Self {
            model,
            stream,
            conversation,
        })
    }
}

fn required<'a, T>(
    body: &'a Value,
    field: &str,
    read: impl Fn(&'a Value) -> Option<T>,
) -> Result<T, Refusal> {
    body.get(field)
        .and_then(read)
        .ok_or_else(|| Refusal::invalid(format!("{field}: Field required")))
}

fn message((index, value): (usize, &Value)) -> Result<Message, Refusal> {
    let author = match value.get("role").and_then(Value::as_str) {
        Some("user") => Author::User,
        Some("assistant") => Author::Assistant,
        _ => {
            return Err(Refusal::invalid(format!(
                "messages.{index}.role: Input should be 'user' or 'assistant'"
            )));
        }
    };
    let parts = match value.get("content") {
        Some(Value::String(text)) => vec![Part::Text(text.clone())],
        Some(Value::Array(blocks)) => blocks.iter().filter_map(part).collect(),
        _ => {
            return Err(Refusal::invalid(format!(
                "messages.{index}.content: Field required"
            )));
        }
    };
    Ok(Message { author, parts })
}

fn part(block: &Value) -> Option<Part> {
    let text = |field: &str| {
        block
            .get(field)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    match block.get("type").and_then(Value::as_str)? {
        "text" => Some(Part::Text(text("text"))),
        "tool_use" => Some(Part::Call(Call {
            tool: text("name"),
            input: block.get("input").cloned().unwrap_or_default(),
        })),
        "tool_result" => Some(Part::Result),
        _ => None,
    }
}

/// Every tool call must be answered in the very next message.
fn check_results(messages: &[Value]) -> Result<(), Refusal> {
    for (index, message) in messages.iter().enumerate() {
        let next = messages.get(index + 1);
        for id in ids(Some(message), "tool_use", "id") {
            if !ids(next, "tool_result", "tool_use_id").any(|answered| answered == id) {
                return Err(Refusal::invalid(format!(
                    "messages.{index}: `tool_use` ids were found without `tool_result` blocks \
                     immediately after: {id}."
                )));
            }
        }
    }
    Ok(())
}

fn ids<'a>(
    message: Option<&'a Value>,
    kind: &'a str,
    field: &'a str,
) -> impl Iterator<Item = &'a str> {
    message
        .and_then(|message| message.get("content"))
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter(move |block| block.get("type").is_some_and(|found| found == kind))
        .filter_map(move |block| block.get(field).and_then(Value::as_str))
}

fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(blocks)) => {
            let texts: Vec<&str> = blocks
                .iter()
                .filter_map(|block| block.get("text").and_then(Value::as_str))
                .collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

//! Reads a Chat Completions request into a [`Conversation`], refusing what the provider refuses.

use serde_json::Value;

use super::Refusal;
use crate::scripted_model::conversation::{Author, Call, Conversation, Message, Part};

#[derive(Debug)]
pub struct Request {
    pub model: String,
    pub stream: bool,
    pub include_usage: bool,
    pub conversation: Conversation,
}

impl Request {
    pub fn read(body: &str) -> Result<Self, Refusal> {
        let body: Value = serde_json::from_str(body)
            .map_err(|error| Refusal::invalid(format!("The body is not valid JSON: {error}")))?;
        let missing = |field| Refusal::invalid(format!("Missing required parameter: '{field}'."));
        let model = body
            .get("model")
            .and_then(Value::as_str)
            .ok_or_else(|| missing("model"))?;
        let messages = body
            .get("messages")
            .and_then(Value::as_array)
            .ok_or_else(|| missing("messages"))?;
        check_results(messages)?;
        let flag = |pointer| {
            body.pointer(pointer)
                .and_then(Value::as_bool)
                .unwrap_or(false)
        };
        let tools = body
            .get("tools")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let mut conversation = Conversation {
            tools: tools
                .filter_map(|tool| tool.pointer("/function/name").and_then(Value::as_str))
                .map(str::to_owned)
                .collect(),
            ..Conversation::default()
        };
        for message in messages {
            take(message, &mut conversation)?;
        }
        Ok(Self {
            model: model.to_owned(),
            stream: flag("/stream"),
            include_usage: flag("/stream_options/include_usage"),
            conversation,
        })
    }
}

fn take(message: &Value, conversation: &mut Conversation) -> Result<(), Refusal> {
    let text = text_of(message.get("content"));
    match message.get("role").and_then(Value::as_str) {
        Some("system" | "developer") => {
            if !conversation.system.is_empty() {
                conversation.system.push('\n');
            }
            conversation.system.push_str(&text);
        }
        Some("user") => conversation.messages.push(Message {
            author: Author::User,
            parts: vec![Part::Text(text)],
        }),
        Some("assistant") => {
            let mut parts = Vec::new();
            if !text.is_empty() {
                parts.push(Part::Text(text));
            }
            parts.extend(calls(message).map(call).map(Part::Call));
            conversation.messages.push(Message {
                author: Author::Assistant,
                parts,
            });
        }
        Some("tool") => conversation.messages.push(Message {
            author: Author::User,
            parts: vec![Part::Result],
        }),
        _ => return Err(Refusal::invalid("Invalid value for 'role'.")),
    }
    Ok(())
}

fn calls(message: &Value) -> impl Iterator<Item = &Value> {
    message
        .get("tool_calls")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

fn call(call: &Value) -> Call {
    let text = |pointer| {
        call.pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    Call {
        tool: text("/function/name").to_owned(),
        input: serde_json::from_str(text("/function/arguments")).unwrap_or_default(),
    }
}

/// Every tool call must be answered by a tool message before anyone else speaks.
fn check_results(messages: &[Value]) -> Result<(), Refusal> {
    for (index, message) in messages.iter().enumerate() {
        let answers: Vec<&str> = messages
            .iter()
            .skip(index + 1)
            .take_while(|next| next.get("role").is_some_and(|role| role == "tool"))
            .filter_map(|next| next.get("tool_call_id").and_then(Value::as_str))
            .collect();
        for id in calls(message).filter_map(|call| call.get("id").and_then(Value::as_str)) {
            if !answers.contains(&id) {
                return Err(Refusal::invalid(format!(
                    "An assistant message with 'tool_calls' must be followed by tool messages \
                     responding to each 'tool_call_id'. Missing: {id}"
                )));
            }
        }
    }
    Ok(())
}

fn text_of(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(parts)) => {
            let texts: Vec<&str> = parts
                .iter()
                .filter_map(|part| part.get("text").and_then(Value::as_str))
                .collect();
            texts.join("\n")
        }
        _ => String::new(),
    }
}

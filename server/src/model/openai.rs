//! OpenAI-compatible Chat Completions, streaming: also llama.cpp, vLLM and gateways.

use crate::config::model::RoleConfig;
use crate::model::anthropic::parse_arguments;
use crate::model::sse;
use crate::model::{
    ContentBlock, Model, ModelError, ModelEvent, ModelMessage, ModelRequest, ModelRole,
    ModelStream, StopReason,
};
use async_trait::async_trait;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// A model behind a Chat Completions API.
pub struct OpenAi {
    http: reqwest::Client,
    config: RoleConfig,
}

impl OpenAi {
    /// An adapter for one role.
    pub fn new(http: reqwest::Client, config: RoleConfig) -> Self {
        Self { http, config }
    }
}

#[async_trait]
impl Model for OpenAi {
    async fn stream(
        &self,
        request: ModelRequest,
        deadline: Instant,
    ) -> Result<ModelStream, ModelError> {
        let mut call = self
            .http
            .post(self.config.endpoint())
            .json(&body(&self.config, &request));
        // Local servers often have no key.
        let key = self.config.api_key.reveal();
        if !key.is_empty() {
            call = call.bearer_auth(key);
        }
        let first_byte = Duration::from_secs(self.config.first_byte_seconds);
        let events = sse::post(call, first_byte, deadline).await?;
        Ok(sse::events_of(events, Reader::default()))
    }
}

/// A request's body.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    stream_options: Value,
    messages: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
}

fn body<'a>(config: &'a RoleConfig, request: &ModelRequest) -> Body<'a> {
    let system: Vec<&str> = request
        .system
        .iter()
        .map(|block| block.text.as_str())
        .collect();
    let mut messages = vec![json!({"role": "system", "content": system.join("\n\n")})];
    messages.extend(request.messages.iter().flat_map(message));
    let tools = request.tools.iter().map(|tool| {
        json!({"type": "function", "function": {"name": tool.name,
            "description": tool.description, "parameters": tool.input_schema}})
    });
    Body {
        model: &config.model,
        max_tokens: request.max_tokens.unwrap_or(config.max_tokens),
        stream: true,
        stream_options: json!({"include_usage": true}),
        messages,
        tools: tools.collect(),
    }
}

/// One message of ours is one of theirs, but each tool result is a message of its own.
fn message(message: &ModelMessage) -> Vec<Value> {
    let role = match message.role {
        ModelRole::User => "user",
        ModelRole::Assistant => "assistant",
    };
    let mut text = String::new();
    let mut calls = Vec::new();
    let mut messages = Vec::new();
    for block in &message.content {
        match block {
            ContentBlock::Text { text: more } => text.push_str(more),
            ContentBlock::ToolUse { id, name, input } => {
                let arguments = Value::Object(input.clone()).to_string();
                calls.push(json!({"id": id, "type": "function",
                    "function": {"name": name, "arguments": arguments}}));
            }
            ContentBlock::ToolResult { id, text, .. } => {
                messages.push(json!({"role": "tool", "tool_call_id": id, "content": text}));
            }
        }
    }
    if !calls.is_empty() {
        messages.push(json!({"role": role, "content": text, "tool_calls": calls}));
    } else if !text.is_empty() {
        messages.push(json!({"role": role, "content": text}));
    }
    messages
}

/// A tool call whose arguments are still coming.
#[derive(Debug, Default)]
struct OpenCall {
    id: String,
    name: String,
    arguments: String,
}

/// Reads the chunks of one answer.
#[derive(Debug, Default)]
pub(super) struct Reader {
    open: BTreeMap<u64, OpenCall>,
    finished: bool,
    ended: bool,
}

impl sse::Reader for Reader {
    fn event(&mut self, data: &str) -> Result<Vec<ModelEvent>, ModelError> {
        if data.trim() == "[DONE]" {
            self.ended = true;
            return if self.finished {
                Ok(Vec::new())
            } else {
                Err(ModelError::Truncated)
            };
        }
        let chunk: Value = serde_json::from_str(data).map_err(|_| ModelError::Malformed)?;
        if chunk.get("error").is_some_and(|error| !error.is_null()) {
            return Err(ModelError::MidStream);
        }
        let mut events = Vec::new();
        if let Some(choice) = chunk.pointer("/choices/0") {
            self.choice(choice, &mut events)?;
        }
        if let Some(usage) = chunk.get("usage").filter(|usage| usage.is_object()) {
            let field = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or_default();
            events.push(ModelEvent::Usage {
                input: field("prompt_tokens"),
                output: field("completion_tokens"),
            });
        }
        Ok(events)
    }

    fn has_ended(&self) -> bool {
        self.ended
    }

    /// Some servers leave `[DONE]` out; a finish reason is as good.
    fn may_end(&self) -> bool {
        self.finished
    }
}

impl Reader {
    fn choice(&mut self, choice: &Value, events: &mut Vec<ModelEvent>) -> Result<(), ModelError> {
        let text = choice
            .pointer("/delta/content")
            .and_then(Value::as_str)
            .unwrap_or_default();
        if !text.is_empty() {
            events.push(ModelEvent::TextDelta(text.to_owned()));
        }
        let fragments = choice
            .pointer("/delta/tool_calls")
            .and_then(Value::as_array);
        for fragment in fragments.into_iter().flatten() {
            self.fragment(fragment);
        }
        let reason = choice
            .get("finish_reason")
            .and_then(Value::as_str)
            .unwrap_or_default();
        // An empty reason is a quirk of some servers, not a reason.
        if reason.is_empty() || self.finished {
            return Ok(());
        }
        self.finished = true;
        let reason = match reason {
            "stop" => StopReason::EndTurn,
            "length" => StopReason::MaxTokens,
            "tool_calls" => StopReason::ToolUse,
            "content_filter" => StopReason::Refusal,
            _ => StopReason::Other,
        };
        // Arguments that were cut off are not a call.
        if !reason.cuts_off() {
            for (_, call) in std::mem::take(&mut self.open) {
                let arguments = parse_arguments(&call.arguments)?;
                events.push(ModelEvent::ToolCall {
                    id: call.id,
                    name: call.name,
                    arguments,
                });
            }
        }
        events.push(ModelEvent::Stop(reason));
        Ok(())
    }

    /// Some servers number nothing: then a new id or name begins a call, and the rest is the last one's.
    fn position(&self, fragment: &Value) -> u64 {
        let text = |pointer: &str| {
            let text = fragment.pointer(pointer).and_then(Value::as_str);
            text.filter(|text| !text.is_empty())
        };
        let last = self.open.last_key_value();
        let next = last.map_or(0, |(index, _)| index.saturating_add(1));
        let known = match (text("/id"), text("/function/name")) {
            (Some(id), _) => self.open.iter().find(|(_, call)| call.id == id),
            (None, Some(_)) => None,
            (None, None) => last,
        };
        known.map_or(next, |(index, _)| *index)
    }

    /// Name and id come in a call's first fragment only.
    fn fragment(&mut self, fragment: &Value) {
        let index = fragment
            .get("index")
            .and_then(Value::as_u64)
            .unwrap_or_else(|| self.position(fragment));
        let call = self.open.entry(index).or_default();
        let text = |pointer: &str| fragment.pointer(pointer).and_then(Value::as_str);
        if let Some(id) = text("/id").filter(|_| call.id.is_empty()) {
            call.id = id.to_owned();
        }
        if let Some(name) = text("/function/name").filter(|_| call.name.is_empty()) {
            call.name = name.to_owned();
        }
        call.arguments
            .push_str(text("/function/arguments").unwrap_or_default());
    }
}

#[cfg(test)]
mod tests;

//! Anthropic Messages, streaming.

use crate::config::model::RoleConfig;
use crate::model::sse;
use crate::model::{
    ContentBlock, Model, ModelError, ModelEvent, ModelMessage, ModelRequest, ModelRole,
    ModelStream, StopReason,
};
use async_trait::async_trait;
use http::HeaderValue;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// The version of the protocol.
const VERSION: &str = "2023-06-01";

/// A model behind the Messages API.
pub struct Anthropic {
    http: reqwest::Client,
    config: RoleConfig,
}

impl Anthropic {
    /// An adapter for one role.
    pub fn new(http: reqwest::Client, config: RoleConfig) -> Self {
        Self { http, config }
    }
}

#[async_trait]
impl Model for Anthropic {
    async fn stream(
        &self,
        request: ModelRequest,
        deadline: Instant,
    ) -> Result<ModelStream, ModelError> {
        // Configuration has checked that it fits.
        let mut key =
            HeaderValue::from_str(self.config.api_key.reveal()).map_err(|_| ModelError::Client)?;
        key.set_sensitive(true);
        let request = self
            .http
            .post(self.config.endpoint())
            .header("x-api-key", key)
            .header("anthropic-version", VERSION)
            .json(&body(&self.config, &request));
        let first_byte = Duration::from_secs(self.config.first_byte_seconds);
        let events = sse::post(request, first_byte, deadline).await?;
        Ok(sse::events_of(events, Reader::default()))
    }
}

/// A request's body.
#[derive(Serialize)]
struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    stream: bool,
    system: Vec<Value>,
    messages: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Value>,
}

fn body<'a>(config: &'a RoleConfig, request: &ModelRequest) -> Body<'a> {
    let system = request.system.iter().map(|block| {
        if block.cache {
            let breakpoint = json!({"type": "ephemeral"});
            json!({"type": "text", "text": block.text, "cache_control": breakpoint})
        } else {
            json!({"type": "text", "text": block.text})
        }
    });
    let tools = request.tools.iter().map(|tool| {
        json!({"name": tool.name, "description": tool.description,
            "input_schema": tool.input_schema})
    });
    Body {
        model: &config.model,
        max_tokens: request.max_tokens.unwrap_or(config.max_tokens),
        stream: true,
        system: system.collect(),
        messages: request.messages.iter().map(message).collect(),
        tools: tools.collect(),
    }
}

fn message(message: &ModelMessage) -> Value {
    let content = message.content.iter().map(|block| match block {
        ContentBlock::Text { text } => json!({"type": "text", "text": text}),
        ContentBlock::ToolUse { id, name, input } => {
            json!({"type": "tool_use", "id": id, "name": name, "input": input})
        }
        ContentBlock::ToolResult { id, text, is_error } => json!({
            "type": "tool_result", "tool_use_id": id, "content": text, "is_error": is_error
        }),
    });
    let role = match message.role {
        ModelRole::User => "user",
        ModelRole::Assistant => "assistant",
    };
    json!({"role": role, "content": content.collect::<Vec<_>>()})
}

/// A tool call whose arguments are still coming.
#[derive(Debug, Default)]
struct OpenCall {
    id: String,
    name: String,
    arguments: String,
}

/// Reads the events of one answer.
#[derive(Debug, Default)]
pub(super) struct Reader {
    open: BTreeMap<u64, OpenCall>,
    closed: Vec<OpenCall>,
    input: u64,
    output: u64,
    ended: bool,
}

impl sse::Reader for Reader {
    fn event(&mut self, data: &str) -> Result<Vec<ModelEvent>, ModelError> {
        let event: Value = serde_json::from_str(data).map_err(|_| ModelError::Malformed)?;
        let index = event
            .get("index")
            .and_then(Value::as_u64)
            .unwrap_or_default();
        Ok(match event.get("type").and_then(Value::as_str) {
            Some("message_start") => self.usage(event.pointer("/message/usage")),
            Some("content_block_start") => {
                self.block_start(index, event.get("content_block"));
                Vec::new()
            }
            Some("content_block_delta") => self.delta(index, event.get("delta")),
            Some("content_block_stop") => {
                self.closed.extend(self.open.remove(&index));
                Vec::new()
            }
            Some("message_delta") => {
                let mut events = self.usage(event.get("usage"));
                let reason = event.pointer("/delta/stop_reason").and_then(Value::as_str);
                if let Some(reason) = reason.map(stop_reason) {
                    events.extend(self.calls(reason)?);
                    events.push(ModelEvent::Stop(reason));
                }
                events
            }
            // A call without a reason to stop may be half of one.
            Some("message_stop") if !self.closed.is_empty() => return Err(ModelError::Malformed),
            Some("message_stop") => {
                self.ended = true;
                Vec::new()
            }
            Some("error") => return Err(ModelError::MidStream),
            // `ping`, and whatever is added later.
            _ => Vec::new(),
        })
    }

    fn has_ended(&self) -> bool {
        self.ended
    }
}

impl Reader {
    fn usage(&mut self, usage: Option<&Value>) -> Vec<ModelEvent> {
        let Some(usage) = usage else {
            return Vec::new();
        };
        let field = |name: &str| usage.get(name).and_then(Value::as_u64);
        let read = [
            "input_tokens",
            "cache_read_input_tokens",
            "cache_creation_input_tokens",
        ];
        let input = read
            .into_iter()
            .filter_map(field)
            .fold(0, u64::saturating_add);
        self.input = self.input.max(input);
        self.output = field("output_tokens")
            .unwrap_or(self.output)
            .max(self.output);
        vec![ModelEvent::Usage {
            input: self.input,
            output: self.output,
        }]
    }

    fn block_start(&mut self, index: u64, block: Option<&Value>) {
        let text = |name: &str| {
            block
                .and_then(|block| block.get(name))
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        if text("type") == "tool_use" {
            let call = OpenCall {
                id: text("id").to_owned(),
                name: text("name").to_owned(),
                arguments: String::new(),
            };
            self.open.insert(index, call);
        }
    }

    fn delta(&mut self, index: u64, delta: Option<&Value>) -> Vec<ModelEvent> {
        let text = |name: &str| {
            delta
                .and_then(|delta| delta.get(name))
                .and_then(Value::as_str)
        };
        if let Some(text) = text("text").filter(|text| !text.is_empty()) {
            return vec![ModelEvent::TextDelta(text.to_owned())];
        }
        if let (Some(call), Some(part)) = (self.open.get_mut(&index), text("partial_json")) {
            call.arguments.push_str(part);
        }
        Vec::new()
    }

    /// Only a block that was closed is a call, and not if the model was stopped in it: a limit closes
    /// the block that it cuts off, and arguments of which nothing came would pass for none.
    fn calls(&mut self, reason: StopReason) -> Result<Vec<ModelEvent>, ModelError> {
        let calls = std::mem::take(&mut self.closed);
        if reason.cuts_off() {
            return Ok(Vec::new());
        }
        let calls = calls.into_iter().map(|call| {
            Ok(ModelEvent::ToolCall {
                arguments: parse_arguments(&call.arguments)?,
                id: call.id,
                name: call.name,
            })
        });
        calls.collect()
    }
}

/// Arguments, complete or not at all; a tool without arguments sends nothing.
pub(super) fn parse_arguments(text: &str) -> Result<Map<String, Value>, ModelError> {
    if text.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_str(text).map_err(|_| ModelError::Malformed)
}

fn stop_reason(reason: &str) -> StopReason {
    match reason {
        "end_turn" => StopReason::EndTurn,
        "max_tokens" | "model_context_window_exceeded" => StopReason::MaxTokens,
        "stop_sequence" => StopReason::StopSequence,
        "tool_use" => StopReason::ToolUse,
        "refusal" => StopReason::Refusal,
        _ => StopReason::Other,
    }
}

#[cfg(test)]
mod tests;

//! Both protocols from bytes to events, and a request's retries and limits against a scripted server.

use super::*;
use crate::config::model::RoleConfig;
use crate::model::{ModelMessage, ModelRequest, StopReason, anthropic, openai};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

mod decoding;
mod requests;

const SECRET: &str = "words of the provider";

const ANTHROPIC: &str = r#"event: message_start
data: {"type":"message_start","message":{"id":"m1","usage":{"input_tokens":12,"output_tokens":1}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}

event: ping
data: {"type":"ping"}

: keep-alive

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Größe 크레인 🏗"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t1","name":"search","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\":"}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"\"헬멧\"}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":30}}

event: message_stop
data: {"type":"message_stop"}

"#;

const OPENAI: &str = r#"data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}

data: {"choices":[{"index":0,"delta":{"content":"Größe 크레인 🏗"}}]}

: keep-alive

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"t1","type":"function","function":{"name":"search","arguments":"{\"q\":"}}]}}]}

data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"헬멧\"}"}}]}}]}

data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}

data: {"choices":[],"usage":{"prompt_tokens":12,"completion_tokens":30}}

data: [DONE]

"#;

type Outcome = Vec<Result<ModelEvent, ModelError>>;

fn text() -> ModelEvent {
    ModelEvent::TextDelta("Größe 크레인 🏗".into())
}

/// What follows the text in both recordings, apart from usage.
fn call_and_stop() -> [ModelEvent; 2] {
    let arguments = serde_json::json!({"q": "헬멧"});
    let call = ModelEvent::ToolCall {
        id: "t1".into(),
        name: "search".into(),
        arguments: arguments.as_object().unwrap().clone(),
    };
    [call, ModelEvent::Stop(StopReason::ToolUse)]
}

fn config(provider: &str, base_url: &str) -> RoleConfig {
    let config = serde_json::json!({"provider": provider, "api_key": "the-key", "model": "m",
        "base_url": base_url, "first_byte_seconds": 30});
    serde_json::from_value(config).unwrap()
}

fn later() -> Instant {
    Instant::now() + Duration::from_secs(30)
}

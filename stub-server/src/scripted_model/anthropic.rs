//! The Anthropic Messages protocol: reads a request, refuses what the real provider refuses, and
//! writes the reply as its stream of events.

mod cache;
mod reading;

use std::convert::Infallible;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::{Stream, StreamExt, stream};
use serde_json::{Value, json};

use self::reading::Request;
use super::{
    ModelConfig,
    exchange::{ENDLESS, Ending, Reply, fingerprint, pieces, reply, tokens},
    mode::Mode,
};

/// A refusal in the provider's shape.
#[derive(Debug)]
struct Refusal {
    status: StatusCode,
    kind: &'static str,
    message: String,
}

impl Refusal {
    fn invalid(message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            message: message.into(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = json!({ "type": self.kind, "message": self.message });
        let body = json!({ "type": "error", "error": error, "request_id": "req_stub" });
        (self.status, Json(body)).into_response()
    }
}

pub async fn messages(
    State(config): State<ModelConfig>,
    headers: HeaderMap,
    body: String,
) -> Response {
    answer(&config, &headers, &body, Mode::Obedient).unwrap_or_else(IntoResponse::into_response)
}

pub async fn messages_in_mode(
    State(config): State<ModelConfig>,
    Path(mode): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let answered = mode
        .parse()
        .map_err(|error: super::mode::UnknownMode| Refusal {
            status: StatusCode::NOT_FOUND,
            kind: "not_found_error",
            message: error.to_string(),
        })
        .and_then(|mode| answer(&config, &headers, &body, mode));
    answered.unwrap_or_else(IntoResponse::into_response)
}

fn answer(
    config: &ModelConfig,
    headers: &HeaderMap,
    body: &str,
    mode: Mode,
) -> Result<Response, Refusal> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    if header("x-api-key") != Some(&*config.key) {
        return Err(Refusal {
            status: StatusCode::UNAUTHORIZED,
            kind: "authentication_error",
            message: "invalid x-api-key".to_owned(),
        });
    }
    if header("anthropic-version").is_none() {
        return Err(Refusal::invalid("anthropic-version: header is required"));
    }
    if mode == Mode::Overloaded {
        return Err(Refusal {
            status: StatusCode::from_u16(529).unwrap_or(StatusCode::SERVICE_UNAVAILABLE),
            kind: "overloaded_error",
            message: "Overloaded".to_owned(),
        });
    }
    let request = Request::read(body)?;
    let reply = reply(&request.conversation, mode);
    let turn = Turn::new(&request, &reply);
    if !request.stream {
        return Ok(Json(turn.whole(&reply)).into_response());
    }
    let stream = paced(turn.events(reply), config.pace);
    Ok(Sse::new(stream)
        .keep_alive(KeepAlive::default())
        .into_response())
}

fn paced(
    events: impl Iterator<Item = Value> + Send + 'static,
    pace: std::time::Duration,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    stream::iter(events).then(move |event| async move {
        if event
            .get("type")
            .is_some_and(|kind| kind == "content_block_delta")
        {
            tokio::time::sleep(pace).await;
        }
        let kind = event
            .get("type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        Ok(Event::default().event(kind).data(event.to_string()))
    })
}

/// What all events of one reply share.
struct Turn {
    id: String,
    model: String,
    input_tokens: usize,
    output_tokens: usize,
    stop_reason: &'static str,
}

impl Turn {
    fn new(request: &Request, reply: &Reply) -> Self {
        let output: usize = reply.text.len()
            + reply
                .calls
                .iter()
                .map(|call| call.input.to_string().len())
                .sum::<usize>();
        let stop_reason = match reply.ending {
            Ending::CutOff => "max_tokens",
            _ if reply.calls.is_empty() => "end_turn",
            _ => "tool_use",
        };
        Self {
            id: fingerprint(&request.conversation),
            model: request.model.clone(),
            input_tokens: tokens(request.conversation.chars()),
            output_tokens: tokens(output),
            stop_reason,
        }
    }

    fn message(&self, content: Vec<Value>, stop_reason: Option<&str>, output: usize) -> Value {
        json!({
            "id": format!("msg_{}", self.id),
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": content,
            "stop_reason": stop_reason,
            "stop_sequence": null,
            "usage": {
                "input_tokens": self.input_tokens,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
                "output_tokens": output,
            },
        })
    }

    fn call_id(&self, index: usize) -> String {
        format!("toolu_{}{index:02}", self.id)
    }

    fn whole(&self, reply: &Reply) -> Value {
        let text = (!reply.text.is_empty()).then(|| json!({ "type": "text", "text": reply.text }));
        let calls = reply.calls.iter().enumerate().map(|(index, call)| {
            json!({ "type": "tool_use", "id": self.call_id(index), "name": call.tool, "input": call.input })
        });
        let content = text.into_iter().chain(calls).collect();
        self.message(content, Some(self.stop_reason), self.output_tokens)
    }

    fn events(self, reply: Reply) -> Box<dyn Iterator<Item = Value> + Send> {
        let mut events = vec![
            json!({ "type": "message_start", "message": self.message(Vec::new(), None, 1) }),
            json!({ "type": "ping" }),
        ];
        let mut index = 0;
        if !reply.text.is_empty() {
            events.push(json!({
                "type": "content_block_start", "index": 0,
                "content_block": { "type": "text", "text": "" },
            }));
            events.extend(pieces(&reply.text).iter().map(|piece| text_delta(piece)));
            match reply.ending {
                Ending::Endless => {
                    let more = std::iter::repeat_with(|| pieces(ENDLESS))
                        .flatten()
                        .map(|piece| text_delta(&piece));
                    return Box::new(events.into_iter().chain(more));
                }
                Ending::Failure => {
                    events.push(json!({
                        "type": "error",
                        "error": { "type": "overloaded_error", "message": "Overloaded" },
                    }));
                    return Box::new(events.into_iter());
                }
                Ending::Complete | Ending::CutOff => {}
            }
            events.push(json!({ "type": "content_block_stop", "index": 0 }));
            index = 1;
        }
        for (number, call) in reply.calls.iter().enumerate() {
            let index = index + number;
            events.push(json!({
                "type": "content_block_start", "index": index,
                "content_block": {
                    "type": "tool_use", "id": self.call_id(number), "name": call.tool, "input": {},
                },
            }));
            // The provider opens with an empty fragment.
            events.push(input_delta(index, ""));
            events.extend(
                pieces(&call.input.to_string())
                    .iter()
                    .map(|p| input_delta(index, p)),
            );
            events.push(json!({ "type": "content_block_stop", "index": index }));
        }
        events.push(json!({
            "type": "message_delta",
            "delta": { "stop_reason": self.stop_reason, "stop_sequence": null },
            "usage": { "output_tokens": self.output_tokens },
        }));
        events.push(json!({ "type": "message_stop" }));
        Box::new(events.into_iter())
    }
}

fn text_delta(piece: &str) -> Value {
    json!({
        "type": "content_block_delta", "index": 0,
        "delta": { "type": "text_delta", "text": piece },
    })
}

fn input_delta(index: usize, piece: &str) -> Value {
    json!({
        "type": "content_block_delta", "index": index,
        "delta": { "type": "input_json_delta", "partial_json": piece },
    })
}

//! The OpenAI-compatible Chat Completions protocol: unnamed `data:` chunks, tool-call fragments
//! keyed by index, a usage chunk when asked for, `[DONE]` at the end.

mod reading;

use std::convert::Infallible;

use axum::{
    Json,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{
        IntoResponse, Response, Sse,
        sse::{Event, KeepAlive},
    },
};
use futures_util::{StreamExt, stream};
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
    code: Option<&'static str>,
    message: String,
}

impl Refusal {
    fn invalid(message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            kind: "invalid_request_error",
            code: None,
            message: message.into(),
        }
    }

    fn body(&self) -> Value {
        json!({
            "error": {
                "message": self.message, "type": self.kind, "param": null, "code": self.code,
            }
        })
    }

    fn overloaded() -> Self {
        Self {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "server_error",
            code: Some("overloaded"),
            message: "The engine is currently overloaded, please try again later".to_owned(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body())).into_response()
    }
}

pub async fn completions(
    State(config): State<ModelConfig>,
    headers: HeaderMap,
    body: String,
) -> Response {
    answer(&config, &headers, &body, Mode::Obedient).unwrap_or_else(IntoResponse::into_response)
}

pub async fn completions_in_mode(
    State(config): State<ModelConfig>,
    Path(mode): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let answered = mode
        .parse()
        .map_err(|error: super::mode::UnknownMode| Refusal {
            status: StatusCode::NOT_FOUND,
            kind: "invalid_request_error",
            code: Some("not_found"),
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
    let bearer = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bearer "));
    if bearer != Some(&*config.key) {
        return Err(Refusal {
            status: StatusCode::UNAUTHORIZED,
            kind: "invalid_request_error",
            code: Some("invalid_api_key"),
            message: "Incorrect API key provided.".to_owned(),
        });
    }
    if mode == Mode::Overloaded {
        return Err(Refusal::overloaded());
    }
    let request = Request::read(body)?;
    let reply = reply(&request.conversation, mode);
    let turn = Turn::new(&request, &reply);
    if !request.stream {
        return Ok(Json(turn.whole(&reply)).into_response());
    }
    let pace = config.pace;
    let stream = stream::iter(turn.chunks(reply)).then(move |chunk| async move {
        tokio::time::sleep(pace).await;
        Ok::<_, Infallible>(Event::default().data(chunk))
    });
    Ok(Sse::new(stream)
        .keep_alive(KeepAlive::default())
        .into_response())
}

/// What all chunks of one reply share.
struct Turn {
    id: String,
    model: String,
    include_usage: bool,
    usage: Value,
    finish_reason: &'static str,
}

impl Turn {
    fn new(request: &Request, reply: &Reply) -> Self {
        let prompt = tokens(request.conversation.chars());
        let completion = tokens(
            reply.text.len()
                + reply
                    .calls
                    .iter()
                    .map(|call| call.input.to_string().len())
                    .sum::<usize>(),
        );
        let finish_reason = match reply.ending {
            Ending::CutOff => "length",
            _ if reply.calls.is_empty() => "stop",
            _ => "tool_calls",
        };
        Self {
            id: fingerprint(&request.conversation),
            model: request.model.clone(),
            include_usage: request.include_usage,
            usage: json!({
                "prompt_tokens": prompt,
                "completion_tokens": completion,
                "total_tokens": prompt + completion,
            }),
            finish_reason,
        }
    }

    fn call_id(&self, index: usize) -> String {
        format!("call_{}{index:02}", self.id)
    }

    fn whole(&self, reply: &Reply) -> Value {
        let calls: Vec<Value> = reply
            .calls
            .iter()
            .enumerate()
            .map(|(index, call)| {
                json!({
                    "id": self.call_id(index), "type": "function",
                    "function": { "name": call.tool, "arguments": call.input.to_string() },
                })
            })
            .collect();
        let mut message = json!({ "role": "assistant", "content": reply.text });
        if let (false, Some(object)) = (calls.is_empty(), message.as_object_mut()) {
            object.insert("content".to_owned(), Value::Null);
            object.insert("tool_calls".to_owned(), Value::Array(calls));
        }
        json!({
            "id": format!("chatcmpl-{}", self.id),
            "object": "chat.completion",
            "created": 0,
            "model": self.model,
            "choices": [{ "index": 0, "message": message, "finish_reason": self.finish_reason }],
            "usage": self.usage,
        })
    }

    fn chunk(&self, choices: Value, usage: Option<&Value>) -> String {
        let mut chunk = json!({
            "id": format!("chatcmpl-{}", self.id),
            "object": "chat.completion.chunk",
            "created": 0,
            "model": self.model,
            "choices": choices,
        });
        if let (true, Some(object)) = (self.include_usage, chunk.as_object_mut()) {
            object.insert("usage".to_owned(), usage.cloned().unwrap_or(Value::Null));
        }
        chunk.to_string()
    }

    fn delta(&self, delta: Value, finish_reason: Option<&str>) -> String {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": finish_reason });
        self.chunk(json!([choice]), None)
    }

    fn chunks(self, reply: Reply) -> Box<dyn Iterator<Item = String> + Send> {
        let mut chunks = vec![self.delta(json!({ "role": "assistant", "content": "" }), None)];
        let content = |piece: &String| self.delta(json!({ "content": piece }), None);
        chunks.extend(pieces(&reply.text).iter().map(content));
        match reply.ending {
            Ending::Endless => {
                let more = std::iter::repeat_with(|| pieces(ENDLESS)).flatten();
                let more = more.map(move |piece| self.delta(json!({ "content": piece }), None));
                return Box::new(chunks.into_iter().chain(more));
            }
            Ending::Failure => {
                chunks.push(Refusal::overloaded().body().to_string());
                return Box::new(chunks.into_iter());
            }
            Ending::Complete | Ending::CutOff => {}
        }
        for (index, call) in reply.calls.iter().enumerate() {
            // Id and name come in the first fragment only.
            chunks.push(self.fragment(json!({
                "index": index, "id": self.call_id(index), "type": "function",
                "function": { "name": call.tool, "arguments": "" },
            })));
            let arguments = call.input.to_string();
            chunks.extend(pieces(&arguments).iter().map(|piece| {
                self.fragment(json!({ "index": index, "function": { "arguments": piece } }))
            }));
        }
        chunks.push(self.delta(json!({}), Some(self.finish_reason)));
        if self.include_usage {
            chunks.push(self.chunk(json!([]), Some(&self.usage)));
        }
        chunks.push("[DONE]".to_owned());
        Box::new(chunks.into_iter())
    }

    fn fragment(&self, call: Value) -> String {
        self.delta(json!({ "tool_calls": [call] }), None)
    }
}

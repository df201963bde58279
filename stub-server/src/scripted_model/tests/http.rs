use std::time::Duration;

use futures_util::StreamExt;
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use tokio_util::task::TaskTracker;

use crate::scripted_model::{ModelConfig, router};

struct Model {
    url: String,
    _serving: TaskTracker,
}

impl Model {
    async fn start() -> Self {
        let config = ModelConfig {
            key: "stub-key".into(),
            pace: Duration::ZERO,
        };
        let app = axum::Router::new().nest("/model", router(config));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/model", listener.local_addr().unwrap());
        let serving = TaskTracker::new();
        serving.spawn(async move { axum::serve(listener, app).await });
        Self {
            url,
            _serving: serving,
        }
    }

    async fn messages(&self, path: &str, body: &Value) -> Response {
        Client::new()
            .post(format!("{}{path}", self.url))
            .header("x-api-key", "stub-key")
            .header("anthropic-version", "2023-06-01")
            .json(body)
            .send()
            .await
            .unwrap()
    }

    async fn completions(&self, path: &str, body: &Value) -> Response {
        let request = Client::new()
            .post(format!("{}{path}", self.url))
            .bearer_auth("stub-key");
        request.json(body).send().await.unwrap()
    }
}

fn planner_request() -> Value {
    json!({
        "model": "scripted", "max_tokens": 512, "stream": true,
        "system": [{ "type": "text", "text": "[role planner]\nPlan the calls." }],
        "tools": [
            { "name": "search_photos", "input_schema": { "type": "object" } },
            { "name": "query_data", "input_schema": { "type": "object" } },
        ],
        "messages": [{ "role": "user", "content": "How many panoramas does this project have?" }],
    })
}

fn responder_request() -> Value {
    json!({
        "model": "scripted", "max_tokens": 512, "stream": true,
        "system": "[role responder]\nNarrate.",
        "messages": [{ "role": "user", "content":
            "[locale en]\n[question] How many panoramas does this project have?\n[anchor exact call=1 tool=query_data slot=n1 subject=panoramas] Say it." }],
    })
}

/// Named events and their data, in order.
async fn events(response: Response) -> Vec<(String, Value)> {
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.unwrap();
    text.split("\n\n")
        .filter(|block| !block.trim().is_empty())
        .map(|block| {
            let field = |name: &str| {
                block
                    .lines()
                    .find_map(|line| line.strip_prefix(name))
                    .unwrap_or_default()
                    .trim()
            };
            let data = field("data:");
            (
                field("event:").to_owned(),
                serde_json::from_str(data).unwrap_or_else(|_| json!(data)),
            )
        })
        .collect()
}

fn kinds(events: &[(String, Value)]) -> Vec<&str> {
    let mut kinds: Vec<&str> = events.iter().map(|(kind, _)| kind.as_str()).collect();
    kinds.dedup();
    kinds
}

fn joined(events: &[(String, Value)], pointer: &str) -> String {
    events
        .iter()
        .filter_map(|(_, data)| data.pointer(pointer)?.as_str())
        .collect()
}

#[tokio::test]
async fn a_tool_call_streams_as_fragments_of_its_input() {
    let model = Model::start().await;
    let events = events(model.messages("/v1/messages", &planner_request()).await).await;
    assert_eq!(
        kinds(&events),
        [
            "message_start",
            "ping",
            "content_block_start",
            "content_block_delta",
            "content_block_stop",
            "message_delta",
            "message_stop",
        ]
    );
    let fragments = joined(&events, "/delta/partial_json");
    let input: Value = serde_json::from_str(&fragments).unwrap();
    assert_eq!(
        input,
        json!({ "question": "How many panoramas does this project have?" })
    );
    assert_eq!(joined(&events, "/delta/stop_reason"), "tool_use");
    assert!(events.len() > 10, "the input came in too few pieces");
}

#[tokio::test]
async fn prose_streams_in_pieces_with_cumulative_usage() {
    let model = Model::start().await;
    let events = events(model.messages("/v1/messages", &responder_request()).await).await;
    assert_eq!(
        joined(&events, "/delta/text"),
        "This project has **{n1}** panoramas."
    );
    assert_eq!(joined(&events, "/delta/stop_reason"), "end_turn");
    let first = events[0]
        .1
        .pointer("/message/usage/output_tokens")
        .and_then(Value::as_u64);
    let last = events[events.len() - 2]
        .1
        .pointer("/usage/output_tokens")
        .and_then(Value::as_u64);
    assert!(first < last, "{first:?} {last:?}");
}

#[tokio::test]
async fn the_same_request_gets_the_same_bytes() {
    let model = Model::start().await;
    let first = model
        .messages("/v1/messages", &responder_request())
        .await
        .text()
        .await
        .unwrap();
    let second = model
        .messages("/v1/messages", &responder_request())
        .await
        .text()
        .await
        .unwrap();
    assert_eq!(first, second);
}

#[tokio::test]
async fn without_streaming_the_message_comes_whole() {
    let model = Model::start().await;
    let mut request = planner_request();
    request["stream"] = json!(false);
    let message: Value = model
        .messages("/v1/messages", &request)
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(message["content"][0]["name"], "query_data");
    assert_eq!(message["stop_reason"], "tool_use");
}

#[tokio::test]
async fn a_wrong_key_is_refused_in_the_providers_shape() {
    let model = Model::start().await;
    let response = Client::new()
        .post(format!("{}/v1/messages", model.url))
        .header("x-api-key", "wrong")
        .header("anthropic-version", "2023-06-01")
        .json(&responder_request())
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"]["type"], "authentication_error");
}

#[tokio::test]
async fn five_cache_breakpoints_are_refused_and_four_are_not() {
    let model = Model::start().await;
    let block = json!({ "type": "text", "text": "x", "cache_control": { "type": "ephemeral" } });
    for (count, status) in [(4, StatusCode::OK), (5, StatusCode::BAD_REQUEST)] {
        let mut request = responder_request();
        request["system"] = json!(vec![block.clone(); count]);
        assert_eq!(
            model.messages("/v1/messages", &request).await.status(),
            status,
            "{count}"
        );
    }
}

#[tokio::test]
async fn an_hour_after_five_minutes_is_refused() {
    let model = Model::start().await;
    let mut request = planner_request();
    request["tools"][1]["cache_control"] = json!({ "type": "ephemeral" });
    request["system"][0]["cache_control"] = json!({ "type": "ephemeral", "ttl": "1h" });
    let response = model.messages("/v1/messages", &request).await;
    assert_eq!(response.status(), StatusCode::BAD_REQUEST);
    request["tools"][1]["cache_control"] = json!({ "type": "ephemeral", "ttl": "1h" });
    request["system"][0]["cache_control"] = json!({ "type": "ephemeral" });
    assert_eq!(
        model.messages("/v1/messages", &request).await.status(),
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_tool_call_without_its_result_is_refused() {
    let model = Model::start().await;
    let mut request = planner_request();
    let call = json!({ "type": "tool_use", "id": "toolu_1", "name": "query_data", "input": {} });
    request["messages"] = json!([
        { "role": "user", "content": "How many?" },
        { "role": "assistant", "content": [call] },
        { "role": "user", "content": "Well?" },
    ]);
    assert_eq!(
        model.messages("/v1/messages", &request).await.status(),
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn an_error_can_come_behind_a_success_status() {
    let model = Model::start().await;
    let response = model
        .messages("/mode/error_mid_stream/v1/messages", &responder_request())
        .await;
    assert_eq!(response.status(), StatusCode::OK);
    let events = events(response).await;
    assert_eq!(events.last().map(|(kind, _)| kind.as_str()), Some("error"));
    assert!(!joined(&events, "/delta/text").is_empty());
}

#[tokio::test]
async fn a_cut_reply_says_so_in_its_stop_reason() {
    let model = Model::start().await;
    let response = model
        .messages("/mode/stops_mid_sentence/v1/messages", &responder_request())
        .await;
    let events = events(response).await;
    assert_eq!(joined(&events, "/delta/stop_reason"), "max_tokens");
    assert_eq!(joined(&events, "/delta/text"), "This project has *");
}

#[tokio::test]
async fn overload_is_529_and_an_unknown_mode_is_404() {
    let model = Model::start().await;
    let response = model
        .messages("/mode/overloaded/v1/messages", &responder_request())
        .await;
    assert_eq!(response.status().as_u16(), 529);
    let response = model
        .messages("/mode/nonsense/v1/messages", &responder_request())
        .await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_reply_that_never_ends_outlives_any_answer() {
    let model = Model::start().await;
    for (path, openai) in [
        ("/mode/never_ends/v1/messages", false),
        ("/mode/never_ends/v1/chat/completions", true),
    ] {
        let response = if openai {
            model.completions(path, &responder_request()).await
        } else {
            model.messages(path, &responder_request()).await
        };
        let mut bytes = response.bytes_stream();
        let mut received = 0;
        while received < 100_000 {
            received += bytes.next().await.unwrap().unwrap().len();
        }
    }
}

#[tokio::test]
async fn chat_completions_stream_fragments_usage_and_done() {
    let model = Model::start().await;
    let tool = |name| json!({ "type": "function", "function": { "name": name, "parameters": {} } });
    let request = json!({
        "model": "scripted", "stream": true, "stream_options": { "include_usage": true },
        "tools": [tool("query_data")],
        "messages": [
            { "role": "system", "content": "[role planner]\nPlan." },
            { "role": "user", "content": "How many panoramas does this project have?" },
        ],
    });
    let events = events(model.completions("/v1/chat/completions", &request).await).await;
    let arguments = joined(&events, "/choices/0/delta/tool_calls/0/function/arguments");
    let arguments: Value = serde_json::from_str(&arguments).unwrap();
    assert_eq!(
        arguments,
        json!({ "question": "How many panoramas does this project have?" })
    );
    assert_eq!(
        joined(&events, "/choices/0/delta/tool_calls/0/function/name"),
        "query_data"
    );
    assert_eq!(joined(&events, "/choices/0/finish_reason"), "tool_calls");
    let usage = &events[events.len() - 2].1;
    assert_eq!(usage["choices"], json!([]));
    assert!(usage["usage"]["total_tokens"].as_u64() > Some(0));
    assert_eq!(
        events.last().map(|(_, data)| data.clone()),
        Some(json!("[DONE]"))
    );
}

#[tokio::test]
async fn chat_completions_check_the_bearer() {
    let model = Model::start().await;
    let response = Client::new()
        .post(format!("{}/v1/chat/completions", model.url))
        .bearer_auth("wrong")
        .json(&json!({ "model": "scripted", "messages": [] }))
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["error"]["code"], "invalid_api_key");
}

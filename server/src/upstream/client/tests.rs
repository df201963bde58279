//! The client against a scripted server: what it sends, and what it makes of every kind of answer.

use super::*;
use crate::config::secret::Secret;
use crate::entitlement::permit;
use crate::upstream::AuthMode;
use crate::upstream::contracts::Contracts;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use beacon_shared::capability::Tier;
use futures_util::stream;
use http::HeaderMap;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::future::{IntoFuture, pending};
use std::sync::Mutex as Lock;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

mod answers;
mod limits;
mod sessions;

const BEARER: &str = "service-token";
const SECRET: &str = "words of the upstream";

/// A request as the server got it.
struct Seen {
    headers: HeaderMap,
    body: Value,
}

impl Seen {
    fn method(&self) -> &str {
        self.body["method"].as_str().unwrap_or_default()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// An answer to this request.
    fn message(&self, result: &str) -> String {
        format!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#,
            self.body["id"]
        )
    }

    fn json(&self, result: &str) -> Response {
        json_body(self.message(result))
    }
}

fn json_body(body: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, "application/json")], body.into()).into_response()
}

fn event_stream(body: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, "text/event-stream")], body.into()).into_response()
}

/// How a body is sent.
type Shape = fn(Body) -> Response;

type Script = dyn Fn(&Seen) -> Option<Response> + Send + Sync;

/// A server. What its script leaves open is answered as the protocol says: each handshake gets a new
/// session, each call gets `{}`.
struct Peer {
    url: Url,
    seen: Arc<Lock<Vec<Seen>>>,
}

#[derive(Clone)]
struct Shared {
    script: Arc<Script>,
    seen: Arc<Lock<Vec<Seen>>>,
}

impl Peer {
    async fn start(script: impl Fn(&Seen) -> Option<Response> + Send + Sync + 'static) -> Self {
        let seen = Arc::default();
        let shared = Shared {
            script: Arc::new(script),
            seen: Arc::clone(&seen),
        };
        let app = axum::Router::new().fallback(answer).with_state(shared);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        TaskTracker::new().spawn(axum::serve(listener, app).into_future());
        Self {
            url: url.parse().unwrap(),
            seen,
        }
    }

    fn client(&self) -> McpClient {
        self.client_that_reads(1_000_000)
    }

    fn client_that_reads(&self, max_response_bytes: usize) -> McpClient {
        let config = json!({"url": self.url, "contracts": ".", "call_timeout_seconds": 30,
            "max_response_bytes": max_response_bytes,
            "auth": {"mode": "service", "token": BEARER}});
        McpClient::new(&serde_json::from_value(config).unwrap()).unwrap()
    }

    fn methods(&self) -> Vec<String> {
        let seen = self.seen.lock().unwrap();
        seen.iter().map(|seen| seen.method().to_owned()).collect()
    }

    fn count(&self, method: &str) -> usize {
        self.methods().iter().filter(|seen| *seen == method).count()
    }
}

async fn answer(State(shared): State<Shared>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, 1_000_000).await.unwrap();
    let seen = Seen {
        headers: parts.headers,
        body: serde_json::from_slice(&body).unwrap(),
    };
    let scripted = (shared.script)(&seen);
    let response = scripted.unwrap_or_else(|| match seen.method() {
        "initialize" => {
            let earlier = shared.seen.lock().unwrap();
            let handshakes = earlier.iter().filter(|seen| seen.method() == "initialize");
            let session = format!("session-{}", handshakes.count() + 1);
            let mut response = seen.json(r#"{"protocolVersion":"2025-06-18","capabilities":{}}"#);
            let headers = response.headers_mut();
            headers.insert("mcp-session-id", session.parse().unwrap());
            response
        }
        "notifications/initialized" => http::StatusCode::ACCEPTED.into_response(),
        _ => seen.json("{}"),
    });
    shared.seen.lock().unwrap().push(seen);
    response
}

fn auth(bearer: &str) -> CallAuth {
    CallAuth::for_caller(&AuthMode::Service(Secret::new(bearer)), "")
}

fn permitted() -> Permitted<ToolCall> {
    let contracts = include_str!("../../../contracts/site-search.toml");
    let contracts = Contracts::parse(contracts).unwrap();
    let arguments = json!({"facility_key": "fac-a", "query": "크레인 crane"});
    let call = ToolCall {
        call_id: "c1".into(),
        tool: "search_photos".into(),
        arguments: arguments.as_object().unwrap().clone(),
    };
    permit(&contracts, &BTreeSet::from([Tier::Enterprise]), call).unwrap()
}

fn later() -> Instant {
    Instant::now() + Duration::from_secs(30)
}

/// The result of one call, as text.
async fn call(client: &McpClient) -> Result<String, UpstreamError> {
    let result = client.call(&permitted(), &auth(BEARER), later()).await?;
    Ok(String::from_utf8(result.bytes.to_vec()).unwrap())
}

/// Answers every call so.
async fn peer_that_answers(answer: impl Fn(&Seen) -> Response + Send + Sync + 'static) -> Peer {
    Peer::start(move |seen| (seen.method() == "tools/call").then(|| answer(seen))).await
}

/// A body that says one thing again and again and never ends.
fn drip(words: &'static str) -> Body {
    Body::from_stream(stream::unfold((), move |()| async move {
        tokio::time::sleep(Duration::from_millis(5)).await;
        Some((Ok::<_, Infallible>(words), ()))
    }))
}

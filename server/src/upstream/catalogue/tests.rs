use super::*;
use crate::upstream::AuthMode;
use axum::Json;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::future::{IntoFuture, pending};
use tokio_util::task::TaskTracker;

/// Shows each bearer one tool, of the bearer's name; `slow` waits for ever.
async fn upstream(headers: HeaderMap, Json(request): Json<Value>) -> Response {
    let bearer = headers["authorization"].to_str().unwrap();
    let name = bearer.strip_prefix("Bearer ").unwrap().to_owned();
    let result = match request["method"].as_str().unwrap() {
        "initialize" => json!({"protocolVersion": "2025-11-25"}),
        "tools/list" if name == "slow" => pending().await,
        "tools/list" => json!({"tools": [{"name": name}]}),
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    Json(json!({"jsonrpc": "2.0", "id": request["id"], "result": result})).into_response()
}

async fn catalogue() -> Catalogue {
    let app = axum::Router::new().fallback(upstream);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let config = json!({"url": format!("http://{}", listener.local_addr().unwrap()),
        "contracts": "", "auth": {"mode": "pass_through"}});
    TaskTracker::new().spawn(axum::serve(listener, app).into_future());
    let config = serde_json::from_value(config).unwrap();
    Catalogue::new(McpClient::new(&config).unwrap())
}

fn auth(bearer: &str) -> CallAuth {
    CallAuth::for_caller(&AuthMode::PassThrough, bearer)
}

fn within(duration: Duration) -> Instant {
    Instant::now() + duration
}

#[tokio::test]
async fn a_bearer_sees_its_own_listing() {
    let catalogue = catalogue().await;
    for bearer in ["one", "two", "one"] {
        let deadline = within(Duration::from_secs(10));
        let tools = catalogue.tools(&auth(bearer), deadline).await.unwrap();
        assert_eq!(tools[0].name, bearer);
    }
}

#[tokio::test]
async fn listings_are_kept_for_a_limited_number_of_bearers() {
    let catalogue = catalogue().await;
    for n in 0..=MAX_LISTINGS {
        let auth = auth(&format!("bearer-{n}"));
        let deadline = within(Duration::from_secs(10));
        catalogue.tools(&auth, deadline).await.unwrap();
        assert!(catalogue.listed().len() <= MAX_LISTINGS);
    }
}

#[tokio::test]
async fn turns_that_wait_for_one_listing_each_end_at_their_own_deadline() {
    let catalogue = catalogue().await;
    let started = Instant::now();
    let waiting = (0..5).map(|_| async {
        let deadline = within(Duration::from_millis(200));
        catalogue.tools(&auth("slow"), deadline).await.err()
    });
    for error in futures_util::future::join_all(waiting).await {
        assert_eq!(error, Some(UpstreamError::TimedOut));
    }
    assert!(started.elapsed() < Duration::from_millis(900));
}

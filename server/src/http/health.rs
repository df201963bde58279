//! Whether the process lives, and whether it may be sent requests.

use crate::http::App;
use crate::http::problem::Rejection;
use axum::extract::State;
use axum::http::StatusCode;

/// The process lives.
pub async fn live() -> &'static str {
    "ok"
}

/// The process takes requests: its store answers, and it is not about to end. The upstream and the
/// models are outside; that they are down is an answer that users get, not a reason to get none.
pub async fn ready(State(app): State<App>) -> Result<&'static str, Rejection> {
    let unavailable =
        |detail: &str| Rejection::new(StatusCode::SERVICE_UNAVAILABLE, "not_ready", detail);
    if app.draining.is_cancelled() {
        return Err(unavailable("The server is about to stop."));
    }
    app.store
        .ping()
        .await
        .map_err(|_| unavailable("The store does not answer."))?;
    Ok("ok")
}

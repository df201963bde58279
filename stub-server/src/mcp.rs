//! The MCP server of the site: tools that search its photos and query its data, over streamable
//! HTTP. It wants a service bearer; who the user is, it does not know.
//!
//! Its answers have the habits of the real ones: accounting beside the text, a row cap that hides
//! itself, failures that look like answers. Beacon has to see through these; nothing here helps it.

mod answer;
mod arguments;
mod data;
mod listings;
mod photos;
mod prose;
mod question;
mod service;
mod statement;

use std::sync::Arc;

use aws_lc_rs::constant_time::verify_slices_are_equal;
use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio_util::sync::CancellationToken;

use crate::{site::Site, thumbnails::Signer};
use service::SiteTools;

/// The route `/mcp`.
pub fn router(site: Site, signer: Signer, token: &str, stopping: CancellationToken) -> Router {
    let tools = SiteTools::new(site, signer);
    let mut config = StreamableHttpServerConfig::default();
    config.cancellation_token = stopping;
    let service = StreamableHttpService::new(
        move || Ok(tools.clone()),
        Arc::new(LocalSessionManager::default()),
        // A bearer is wanted, so that a rebound name gains nothing: any host name will do.
        config.disable_allowed_hosts(),
    );
    Router::new()
        .route_service("/mcp", service)
        .layer(from_fn_with_state(Arc::<str>::from(token), bearer))
}

async fn bearer(State(token): State<Arc<str>>, request: Request, next: Next) -> Response {
    if is_allowed(request.headers(), &token) {
        return next.run(request).await;
    }
    (
        StatusCode::UNAUTHORIZED,
        [(header::WWW_AUTHENTICATE, "Bearer")],
    )
        .into_response()
}

fn is_allowed(headers: &HeaderMap, token: &str) -> bool {
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    let bearer = given
        .and_then(|value| value.strip_prefix("Bearer "))
        .unwrap_or_default();
    verify_slices_are_equal(bearer.as_bytes(), token.as_bytes()).is_ok()
}

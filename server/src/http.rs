//! The HTTP side: routes, limits, problem bodies, the SSE writer. Thin: it reads a request, asks the
//! room that knows, and writes the answer.

pub mod auth;
pub mod health;
pub mod problem;
pub mod runs;
pub mod sessions;
pub mod turns;

use crate::config::{Config, ConfigError, ServerConfig, TurnConfig};
use crate::conversation::store::Store;
use crate::identity::Verifier;
use crate::model;
use crate::orchestrator::Engine;
use crate::upstream::catalogue::Catalogue;
use crate::upstream::contracts::Contracts;
use crate::upstream::{AuthMode, McpClient};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::routing::{get, post};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_http::cors::CorsLayer;

/// What every request works with.
#[derive(Clone)]
pub struct App {
    /// Whose tokens are accepted.
    pub verifier: Arc<Verifier>,
    /// Conversations.
    pub store: Store,
    /// Turns.
    pub engine: Arc<Engine>,
    /// The runs that are under way; drained before the process ends.
    pub runs: TaskTracker,
    /// Cancelled when the process is asked to end.
    pub draining: CancellationToken,
    /// How the upstream is authenticated to.
    pub call_auth: AuthMode,
    /// Limits of a turn.
    pub limits: TurnConfig,
    /// How often a quiet stream says that it lives.
    pub keep_alive: Duration,
}

impl App {
    /// Puts the rooms together as the configuration says.
    ///
    /// # Errors
    /// The key whose value cannot be used.
    pub async fn assemble(config: &Config) -> Result<Self, ConfigError> {
        let contracts = Contracts::load(&config.upstream.contracts)
            .map_err(|error| ConfigError::new("upstream.contracts", error.to_string()))?;
        let store = Store::open(&config.store.sqlite)
            .await
            .map_err(|error| ConfigError::new("store.sqlite", error.to_string()))?;
        runs::end_interrupted(&store)
            .await
            .map_err(|error| ConfigError::new("store.sqlite", error.to_string()))?;
        let client = McpClient::new(&config.upstream)
            .map_err(|error| ConfigError::new("upstream", error.to_string()))?;
        let verifier = Verifier::new(&config.identity)
            .map_err(|error| ConfigError::new("identity", error.to_string()))?;
        let engine = Engine {
            contracts,
            catalogue: Catalogue::new(client),
            planner: model::from_config(&config.model.planner)
                .map_err(|error| ConfigError::new("model.planner", error.to_string()))?,
            responder: model::from_config(&config.model.responder)
                .map_err(|error| ConfigError::new("model.responder", error.to_string()))?,
            limits: config.turn.clone(),
        };
        Ok(Self {
            verifier: Arc::new(verifier),
            store,
            engine: Arc::new(engine),
            runs: TaskTracker::new(),
            draining: CancellationToken::new(),
            call_auth: AuthMode::from(&config.upstream.auth),
            limits: config.turn.clone(),
            keep_alive: Duration::from_secs(config.server.keep_alive_seconds),
        })
    }
}

/// All routes.
pub fn router(app: App, config: &ServerConfig) -> Router {
    let origins: Vec<HeaderValue> = config
        .allowed_origins
        .iter()
        .filter_map(|origin| origin.parse().ok())
        .collect();
    let cors = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            HeaderName::from_static("last-event-id"),
        ])
        .max_age(Duration::from_secs(3600));
    Router::new()
        .route("/v1/sessions", post(sessions::create))
        .route("/v1/sessions/{id}", get(sessions::read))
        .route("/v1/sessions/{id}/turns", post(turns::send))
        .route("/health/live", get(health::live))
        .route("/health/ready", get(health::ready))
        .fallback(problem::not_found)
        .method_not_allowed_fallback(problem::method_not_allowed)
        .layer(DefaultBodyLimit::max(config.max_body_bytes))
        .layer(cors)
        .with_state(app)
}

//! The scripted model: a **stand-in** for a language model, so that the demo and the tests run
//! without a key, without a network and with the same answer every time.
//!
//! It speaks two real provider protocols (Anthropic Messages, OpenAI-compatible Chat Completions)
//! and decides only from what stands in the request: as planner by keyword rules on the question,
//! as responder by the anchors it was given. It knows neither Beacon's code nor the site database,
//! it cannot reason, and an answer of its own is no evidence of how a real model behaves.
//!
//! `…/mode/<mode>/v1/…` selects a misbehaviour on purpose; see [`Mode`].

mod anthropic;
mod conversation;
mod exchange;
mod mode;
mod openai;
mod planner;
mod responder;
mod sentences;
mod vocabulary;

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use axum::{Router, routing::post};

pub use mode::Mode;

/// What the endpoint needs to know to serve.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    /// The only key that is accepted, as `x-api-key` or as bearer.
    pub key: Arc<str>,
    /// The pause between two stream events; it makes streaming visible.
    pub pace: Duration,
}

impl ModelConfig {
    /// A configuration that accepts `key` and streams at reading speed.
    pub fn new(key: impl Into<Arc<str>>) -> Self {
        Self {
            key: key.into(),
            pace: Duration::from_millis(14),
        }
    }
}

/// The model's routes, to be nested under `/model`.
pub fn router(config: ModelConfig) -> Router {
    Router::new()
        .route("/v1/messages", post(anthropic::messages))
        .route(
            "/mode/{mode}/v1/messages",
            post(anthropic::messages_in_mode),
        )
        .route("/v1/chat/completions", post(openai::completions))
        .route(
            "/mode/{mode}/v1/chat/completions",
            post(openai::completions_in_mode),
        )
        .with_state(config)
}

//! The model port: a request goes in, a stream of events comes out. Two providers' protocols behind
//! it, on one SSE decoder. Knows nothing of what is asked, or why.

pub mod anthropic;
pub mod openai;
pub mod sse;

use crate::config::model::{Provider, RoleConfig};
use async_trait::async_trait;
use futures_util::stream::BoxStream;
use serde_json::{Map, Value};
use std::time::Duration;
use tokio::time::Instant;

/// Events of one answer.
pub type ModelStream = BoxStream<'static, Result<ModelEvent, ModelError>>;

/// A model.
#[async_trait]
pub trait Model: Send + Sync {
    /// Asks. Dropping the stream closes the connection.
    ///
    /// # Errors
    /// If the provider cannot be reached or refuses.
    async fn stream(
        &self,
        request: ModelRequest,
        deadline: Instant,
    ) -> Result<ModelStream, ModelError>;
}

/// What a model is asked.
#[derive(Debug, Clone, Default)]
pub struct ModelRequest {
    /// The rules, stable part first.
    pub system: Vec<SystemBlock>,
    /// The conversation.
    pub messages: Vec<ModelMessage>,
    /// What it may call.
    pub tools: Vec<ToolDefinition>,
    /// How much it may write; the configured limit, if absent.
    pub max_tokens: Option<u32>,
}

/// A part of the rules.
#[derive(Debug, Clone)]
pub struct SystemBlock {
    /// The text.
    pub text: String,
    /// Whether the prefix up to here is worth caching.
    pub cache: bool,
}

/// Who said something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelRole {
    /// The user, or a tool.
    User,
    /// The model.
    Assistant,
}

/// One message.
#[derive(Debug, Clone)]
pub struct ModelMessage {
    /// Who said it.
    pub role: ModelRole,
    /// What was said.
    pub content: Vec<ContentBlock>,
}

impl ModelMessage {
    /// Text of the user.
    pub fn user(text: String) -> Self {
        Self {
            role: ModelRole::User,
            content: vec![ContentBlock::Text { text }],
        }
    }

    /// Text of the model.
    pub fn assistant(text: String) -> Self {
        Self {
            role: ModelRole::Assistant,
            content: vec![ContentBlock::Text { text }],
        }
    }
}

/// A part of a message.
#[derive(Debug, Clone)]
pub enum ContentBlock {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A call that the model made.
    ToolUse {
        /// The provider's identifier.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments.
        input: Map<String, Value>,
    },
    /// What became of a call.
    ToolResult {
        /// The provider's identifier of the call.
        id: String,
        /// The note.
        text: String,
        /// Whether the call failed.
        is_error: bool,
    },
}

/// A tool as the model sees it.
#[derive(Debug, Clone)]
pub struct ToolDefinition {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The JSON schema of its arguments.
    pub input_schema: Value,
}

/// Something that happens while a model answers.
#[derive(Debug, Clone, PartialEq)]
pub enum ModelEvent {
    /// More text.
    TextDelta(String),
    /// A call, its arguments complete.
    ToolCall {
        /// The provider's identifier.
        id: String,
        /// The tool.
        name: String,
        /// Its arguments.
        arguments: Map<String, Value>,
    },
    /// What the request has used so far: a running total, not an addition.
    Usage {
        /// Tokens read.
        input: u64,
        /// Tokens written.
        output: u64,
    },
    /// The model has ended, for this reason.
    Stop(StopReason),
}

/// Why a model ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// It had said everything.
    EndTurn,
    /// It may not write more.
    MaxTokens,
    /// It wrote a stop sequence.
    StopSequence,
    /// It wants calls made.
    ToolUse,
    /// It refuses.
    Refusal,
    /// A reason that this reader does not know.
    Other,
}

impl StopReason {
    /// Whether what the model was writing last may be half of what it would have written.
    pub(crate) fn cuts_off(self) -> bool {
        matches!(self, Self::MaxTokens | Self::Refusal)
    }
}

/// What can go wrong with a model. No provider's text is in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// No connection, or it broke before the answer.
    #[error("the provider cannot be reached")]
    Unreachable,
    /// The provider answered with an error status.
    #[error("the provider answered with status {status}")]
    Status {
        /// The status.
        status: u16,
        /// How long it asks to wait.
        retry_after: Option<Duration>,
    },
    /// An error in the middle of the stream.
    #[error("the provider reported an error in mid-stream")]
    MidStream,
    /// The stream ended or broke without its terminal event.
    #[error("the provider's stream ended early")]
    Truncated,
    /// The stream is not what the protocol says, or longer than any answer.
    #[error("the provider's stream is malformed")]
    Malformed,
    /// Nothing came for as long as is waited for the first byte; the deadline has not passed.
    #[error("the provider is silent")]
    Silent,
    /// The deadline has passed.
    #[error("the provider did not answer in time")]
    TimedOut,
    /// The HTTP client could not be made.
    #[error("the HTTP client could not be made")]
    Client,
}

/// The adapter that a role's configuration asks for.
///
/// # Errors
/// If the HTTP client cannot be made.
pub fn from_config(config: &RoleConfig) -> Result<Box<dyn Model>, ModelError> {
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|_| ModelError::Client)?;
    Ok(match config.provider {
        Provider::Anthropic => Box::new(anthropic::Anthropic::new(http, config.clone())),
        Provider::OpenAi => Box::new(openai::OpenAi::new(http, config.clone())),
    })
}

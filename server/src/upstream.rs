//! The upstream: an MCP server of another team. A thin client, because adjudication needs what client
//! libraries hide: the original bytes, the status, a bearer per call, cancellation on drop.
//!
//! | module | what it does |
//! |---|---|
//! | [`contracts`] | what each tool means |
//! | [`envelope`] | the arguments of a call |
//! | [`catalogue`] | what the upstream offers |
//! | [`client`] | the protocol: sessions, requests, answers |
//! | [`answer`] | one answer's bytes, JSON or SSE, within limits |

mod answer;
pub mod catalogue;
pub mod client;
pub mod contracts;
pub mod envelope;

pub use client::McpClient;

use crate::config::secret::Secret;
use crate::config::upstream::UpstreamAuth;
use serde_json::Value;

/// A tool as the upstream describes it.
#[derive(Debug, Clone)]
pub struct ToolDescription {
    /// Its name.
    pub name: String,
    /// What it is for, in the upstream's words.
    pub description: String,
    /// The JSON schema of its arguments.
    pub input_schema: Value,
}

/// The answer to a call.
#[derive(Debug)]
pub struct RawResult {
    /// The JSON of `result`, byte for byte as it came.
    pub bytes: bytes::Bytes,
}

/// What can go wrong with a request. No text of the upstream is in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UpstreamError {
    /// No connection, or it broke.
    #[error("the upstream cannot be reached")]
    Unreachable,
    /// The deadline has passed.
    #[error("the upstream did not answer in time")]
    TimedOut,
    /// The credentials were refused.
    #[error("the upstream refused the credentials")]
    Unauthorized,
    /// An error status.
    #[error("the upstream answered with status {0}")]
    HttpStatus(u16),
    /// A protocol error.
    #[error("the upstream answered with error {0}")]
    Rpc(i64),
    /// More bytes than are read.
    #[error("the upstream's answer is larger than {0} bytes")]
    TooLarge(usize),
    /// Not what the protocol says.
    #[error("the upstream's answer is malformed")]
    Malformed,
    /// The stream ended without an answer.
    #[error("the upstream's stream ended without an answer")]
    StreamEnded,
    /// The tool listing does not end.
    #[error("the upstream's tool listing does not end")]
    EndlessListing,
    /// The HTTP client could not be made.
    #[error("the HTTP client could not be made")]
    Client,
}

/// How Beacon authenticates to the upstream.
#[derive(Debug, Clone)]
pub enum AuthMode {
    /// With a token of its own.
    Service(Secret),
    /// With the user's token, of which the upstream is an audience.
    PassThrough,
}

impl From<&UpstreamAuth> for AuthMode {
    fn from(auth: &UpstreamAuth) -> Self {
        match auth {
            UpstreamAuth::Service { token } => Self::Service(token.clone()),
            UpstreamAuth::PassThrough => Self::PassThrough,
        }
    }
}

/// The bearer of one call.
#[derive(Debug, Clone)]
pub struct CallAuth(Secret);

impl CallAuth {
    /// What the upstream is shown on behalf of a caller with this token.
    pub fn for_caller(mode: &AuthMode, bearer: &str) -> Self {
        match mode {
            AuthMode::Service(token) => Self(token.clone()),
            AuthMode::PassThrough => Self(Secret::new(bearer)),
        }
    }

    fn bearer(&self) -> &str {
        self.0.reveal()
    }
}

//! The MCP server: where it is, how to authenticate, what to allow it.

use crate::config::secret::{NOT_A_HEADER, Secret};
use crate::config::{ConfigError, within};
use serde::Deserialize;
use std::path::PathBuf;
use url::Url;

/// The longest that one call may be given, in seconds.
const MAX_CALL_TIMEOUT_SECONDS: u64 = 600;

/// The MCP server.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpstreamConfig {
    /// Its endpoint.
    pub url: Url,
    /// The folder of tool contracts.
    pub contracts: PathBuf,
    /// How Beacon authenticates to it.
    pub auth: UpstreamAuth,
    /// Seconds for one call, whatever progress it reports.
    #[serde(default = "call_timeout_seconds")]
    pub call_timeout_seconds: u64,
    /// The largest answer, in bytes; ten photo descriptions are over a million.
    #[serde(default = "max_response_bytes")]
    pub max_response_bytes: usize,
}

fn call_timeout_seconds() -> u64 {
    20
}

fn max_response_bytes() -> usize {
    16 * 1024 * 1024
}

/// How Beacon authenticates to the MCP server.
#[derive(Debug, Clone, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case", deny_unknown_fields)]
pub enum UpstreamAuth {
    /// With a token of its own.
    Service {
        /// The token.
        token: Secret,
    },
    /// With the user's token. Only for a server that is an audience of it.
    PassThrough,
}

impl UpstreamConfig {
    /// Checks what types cannot.
    ///
    /// # Errors
    /// The key at fault.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if !matches!(self.url.scheme(), "http" | "https") {
            return Err(ConfigError::new(
                "upstream.url",
                "must be an http or https address",
            ));
        }
        if !self.contracts.is_dir() {
            let problem = format!("no folder {}", self.contracts.display());
            return Err(ConfigError::new("upstream.contracts", problem));
        }
        if let UpstreamAuth::Service { token } = &self.auth {
            let key = "upstream.auth.token";
            if token.reveal().is_empty() {
                return Err(ConfigError::new(key, "must not be empty"));
            }
            if !token.fits_a_header() {
                return Err(ConfigError::new(key, NOT_A_HEADER));
            }
        }
        within(
            "upstream.call_timeout_seconds",
            self.call_timeout_seconds,
            MAX_CALL_TIMEOUT_SECONDS,
        )?;
        if self.max_response_bytes == 0 {
            return Err(ConfigError::new(
                "upstream.max_response_bytes",
                "must be at least 1",
            ));
        }
        Ok(())
    }
}

//! The models: one for planning, one for writing answers.

use crate::config::secret::{NOT_A_HEADER, Secret};
use crate::config::{ConfigError, within};
use serde::Deserialize;
use url::Url;

/// The longest wait for a model's first byte, in seconds.
const MAX_FIRST_BYTE_SECONDS: u64 = 600;

/// Both models.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelConfig {
    /// Decides which tools to call.
    pub planner: RoleConfig,
    /// Writes the answer.
    pub responder: RoleConfig,
}

/// One model.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleConfig {
    /// Which protocol it speaks.
    pub provider: Provider,
    /// The address that the protocol's path is put after; the provider's own, if absent.
    pub base_url: Option<Url>,
    /// The provider's key; may be empty for a local server.
    pub api_key: Secret,
    /// The model's name at the provider.
    pub model: String,
    /// How much it may write, in tokens.
    #[serde(default = "max_tokens")]
    pub max_tokens: u32,
    /// Seconds until the answer's first byte.
    #[serde(default = "first_byte_seconds")]
    pub first_byte_seconds: u64,
}

fn max_tokens() -> u32 {
    1_024
}

fn first_byte_seconds() -> u64 {
    20
}

/// The protocols that Beacon speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// Anthropic Messages: `{base_url}/v1/messages`.
    Anthropic,
    /// OpenAI-compatible Chat Completions: `{base_url}/chat/completions`.
    OpenAi,
}

impl RoleConfig {
    /// Where requests go.
    pub fn endpoint(&self) -> String {
        let (default, path) = match self.provider {
            Provider::Anthropic => ("https://api.anthropic.com", "/v1/messages"),
            Provider::OpenAi => ("https://api.openai.com/v1", "/chat/completions"),
        };
        let base = self.base_url.as_ref().map_or(default, Url::as_str);
        format!("{}{path}", base.trim_end_matches('/'))
    }
}

impl ModelConfig {
    /// Checks what types cannot.
    ///
    /// # Errors
    /// The key at fault.
    pub fn validate(&self) -> Result<(), ConfigError> {
        for (role, config) in [("planner", &self.planner), ("responder", &self.responder)] {
            let key = |name: &str| format!("model.{role}.{name}");
            if config.model.is_empty() {
                return Err(ConfigError::new(key("model"), "must not be empty"));
            }
            if config.max_tokens == 0 {
                return Err(ConfigError::new(key("max_tokens"), "must be at least 1"));
            }
            let first_byte = key("first_byte_seconds");
            within(
                &first_byte,
                config.first_byte_seconds,
                MAX_FIRST_BYTE_SECONDS,
            )?;
            if !config.api_key.fits_a_header() {
                return Err(ConfigError::new(key("api_key"), NOT_A_HEADER));
            }
            if config.provider == Provider::Anthropic && config.api_key.reveal().is_empty() {
                return Err(ConfigError::new(key("api_key"), "must not be empty"));
            }
        }
        Ok(())
    }
}

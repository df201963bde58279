//! Configuration: `beacon.toml` plus environment, checked at start.
//!
//! Every key can be overridden by `BEACON_<SECTION>__<KEY>`, e.g. `BEACON_SERVER__LISTEN`. A key that
//! does not exist, has the wrong type or an unusable value is an error that names it.

pub mod identity;
pub mod model;
pub mod secret;
pub mod upstream;

use crate::config::identity::IdentityConfig;
use crate::config::model::ModelConfig;
use crate::config::upstream::UpstreamConfig;
use figment::Figment;
use figment::error::Kind;
use figment::providers::{Env, Format, Serialized, Toml};
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The longest deadline, and the longest silence, in seconds.
const MAX_SECONDS: u64 = 3600;

/// The whole configuration.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The HTTP side.
    #[serde(default)]
    pub server: ServerConfig,
    /// Where conversations are kept.
    #[serde(default)]
    pub store: StoreConfig,
    /// Whose tokens are accepted.
    pub identity: IdentityConfig,
    /// The MCP server.
    pub upstream: UpstreamConfig,
    /// The models.
    pub model: ModelConfig,
    /// Limits of a turn.
    #[serde(default)]
    pub turn: TurnConfig,
}

/// The HTTP side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ServerConfig {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// The origins of the host applications that may call this server from a browser.
    pub allowed_origins: Vec<String>,
    /// The largest request body, in bytes.
    pub max_body_bytes: usize,
    /// Seconds between keep-alive comments on a quiet stream; proxies often cut at 30 to 60.
    pub keep_alive_seconds: u64,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 4000)),
            allowed_origins: Vec::new(),
            max_body_bytes: 256 * 1024,
            keep_alive_seconds: 15,
        }
    }
}

/// Where conversations are kept.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StoreConfig {
    /// The SQLite file.
    pub sqlite: PathBuf,
}

impl Default for StoreConfig {
    fn default() -> Self {
        Self {
            sqlite: PathBuf::from("beacon.sqlite"),
        }
    }
}

/// Limits of a turn.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TurnConfig {
    /// How often the planner may ask for calls; each round costs a model call before the first word.
    pub max_rounds: u32,
    /// How many calls go out in one round; what is beyond is not planned.
    pub max_calls_per_round: usize,
    /// Seconds for the whole turn.
    pub deadline_seconds: u64,
    /// The longest message, in bytes of UTF-8.
    pub max_message_bytes: usize,
    /// How many earlier turns the models are shown.
    pub history_turns: u32,
}

impl Default for TurnConfig {
    fn default() -> Self {
        Self {
            max_rounds: 4,
            max_calls_per_round: 4,
            deadline_seconds: 60,
            max_message_bytes: 8 * 1024,
            history_turns: 6,
        }
    }
}

/// Configuration that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{key}: {problem}")]
pub struct ConfigError {
    /// The key, dotted.
    pub key: String,
    /// What is wrong with it, and what is expected.
    pub problem: String,
}

impl ConfigError {
    /// An error about one key.
    pub fn new(key: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            problem: problem.into(),
        }
    }
}

impl Config {
    /// Reads the file, if it is given, and the environment over it.
    ///
    /// # Errors
    /// The first key that is at fault.
    pub fn load(file: Option<&Path>) -> Result<Self, ConfigError> {
        let mut figment = Figment::new();
        if let Some(file) = file {
            if !file.is_file() {
                return Err(ConfigError::new(
                    "--config",
                    format!("no file {}", file.display()),
                ));
            }
            figment = figment.merge(Toml::file_exact(file));
        }
        let variables = Env::prefixed("BEACON_").filter(is_section).split("__");
        let mut figment = figment.merge(variables.clone());
        // A variable is read as a number where it looks like one, and `007` would become 7.
        for (key, value) in variables.iter() {
            if is_secret(key.as_str()) {
                figment = figment.merge(Serialized::default(key.as_str(), value.trim()));
            }
        }
        Self::extract(figment)
    }

    fn extract(figment: Figment) -> Result<Self, ConfigError> {
        let config: Self = figment.extract().map_err(|error| named(&error))?;
        config.validate()?;
        Ok(config)
    }

    fn validate(&self) -> Result<(), ConfigError> {
        if let Some(origin) = self
            .server
            .allowed_origins
            .iter()
            .find(|origin| !is_origin(origin))
        {
            return Err(ConfigError::new(
                "server.allowed_origins",
                format!("{origin:?} is not an origin such as https://viewer.example.com"),
            ));
        }
        let positive = [
            ("server.max_body_bytes", self.server.max_body_bytes as u64),
            ("turn.max_rounds", u64::from(self.turn.max_rounds)),
            (
                "turn.max_calls_per_round",
                self.turn.max_calls_per_round as u64,
            ),
            ("turn.max_message_bytes", self.turn.max_message_bytes as u64),
        ];
        if let Some((key, _)) = positive.into_iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::new(key, "must be at least 1"));
        }
        within(
            "server.keep_alive_seconds",
            self.server.keep_alive_seconds,
            MAX_SECONDS,
        )?;
        within(
            "turn.deadline_seconds",
            self.turn.deadline_seconds,
            MAX_SECONDS,
        )?;
        self.identity.validate()?;
        self.upstream.validate()?;
        self.model.validate()
    }
}

/// Only variables that name a section and a key are configuration.
fn is_section(name: &figment::value::UncasedStr) -> bool {
    name.as_str().contains("__")
}

/// Whether this key's value is a [`secret::Secret`].
fn is_secret(key: &str) -> bool {
    matches!(key.rsplit('.').next(), Some("token" | "api_key"))
}

/// A number of seconds, from 1 to its limit.
fn within(key: &str, seconds: u64, limit: u64) -> Result<(), ConfigError> {
    if seconds == 0 {
        return Err(ConfigError::new(key, "must be at least 1"));
    }
    if seconds > limit {
        return Err(ConfigError::new(key, format!("must be at most {limit}")));
    }
    Ok(())
}

fn is_origin(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| url.origin().ascii_serialization() == text)
}

fn named(error: &figment::Error) -> ConfigError {
    let mut key = error.path.join(".");
    let field = match &error.kind {
        Kind::UnknownField(field, _) => Some(field.as_str()),
        Kind::MissingField(field) => Some(field.as_ref()),
        _ => None,
    };
    if let Some(field) = field.filter(|field| !key.ends_with(field)) {
        let dot = if key.is_empty() { "" } else { "." };
        key = format!("{key}{dot}{field}");
    }
    let source = error
        .metadata
        .as_ref()
        .and_then(|metadata| metadata.source.as_ref());
    let source = source
        .map(|source| format!(" (in {source})"))
        .unwrap_or_default();
    if key.is_empty() {
        key = "beacon.toml".into();
    }
    ConfigError {
        key,
        problem: format!("{}{source}", one_line(&error.kind.to_string())),
    }
}

/// A parser's message on one line, without the lines of the file that it quotes: a key may be in them.
fn one_line(text: &str) -> String {
    let quoted = |line: &&str| {
        !line
            .trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ')
            .starts_with('|')
    };
    text.lines()
        .filter(quoted)
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

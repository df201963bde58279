//! Whose tokens are accepted.

use crate::config::ConfigError;
use serde::Deserialize;
use std::collections::BTreeMap;
use url::Url;

/// The token families and the limits of their tokens.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdentityConfig {
    /// The families, by name.
    pub families: BTreeMap<String, FamilyConfig>,
    /// Seconds that clocks may differ.
    #[serde(default = "leeway_seconds")]
    pub leeway_seconds: u64,
    /// The longest lifetime of a token, in seconds, from `iat` to `exp`.
    #[serde(default = "max_lifetime_seconds")]
    pub max_lifetime_seconds: u64,
    /// Seconds after which keys are fetched again.
    #[serde(default = "jwks_fresh_seconds")]
    pub jwks_fresh_seconds: u64,
}

fn leeway_seconds() -> u64 {
    30
}

fn max_lifetime_seconds() -> u64 {
    24 * 3600
}

fn jwks_fresh_seconds() -> u64 {
    300
}

/// One token family: everything that a token of it must match.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyConfig {
    /// The exact `iss`.
    pub issuer: String,
    /// The `aud`.
    pub audience: String,
    /// The header's `typ`, so that no token of another family passes as one of this.
    pub typ: String,
    /// Where the keys are.
    pub jwks_url: Url,
}

impl IdentityConfig {
    /// Checks what types cannot.
    ///
    /// # Errors
    /// The key at fault.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.families.is_empty() {
            return Err(ConfigError::new(
                "identity.families",
                "at least one is needed",
            ));
        }
        let mut issuers = Vec::new();
        for (name, family) in &self.families {
            let key = |field: &str| format!("identity.families.{name}.{field}");
            let required = [
                ("issuer", &family.issuer),
                ("audience", &family.audience),
                ("typ", &family.typ),
            ];
            if let Some((field, _)) = required.iter().find(|(_, value)| value.is_empty()) {
                return Err(ConfigError::new(key(field), "must not be empty"));
            }
            if !matches!(family.jwks_url.scheme(), "http" | "https") {
                return Err(ConfigError::new(
                    key("jwks_url"),
                    "must be an http or https address",
                ));
            }
            if issuers.contains(&&family.issuer) {
                return Err(ConfigError::new(
                    key("issuer"),
                    "two families have this issuer",
                ));
            }
            issuers.push(&family.issuer);
        }
        Ok(())
    }
}

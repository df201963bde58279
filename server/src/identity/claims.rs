//! The claims that are read. Declared fields, so that a claim that comes twice is an error.

use jsonwebtoken::errors::{Error, ErrorKind};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

/// How far in the future a token may end at all: 100 years, in seconds.
const ABSURD: u64 = 100 * 365 * 24 * 3600;

/// The claims of a platform token.
#[derive(Debug, Clone, Deserialize)]
pub struct Claims {
    /// The issuer; a list is refused.
    pub iss: String,
    /// Who.
    pub sub: String,
    /// When it was issued, in seconds since the epoch.
    pub iat: u64,
    /// When it ends.
    pub exp: u64,
    /// The licence tiers.
    #[serde(default)]
    pub tiers: Vec<String>,
    /// The facilities; all, if absent. `null` is not absent.
    #[serde(default, deserialize_with = "named")]
    pub facilities: Option<BTreeSet<String>>,
}

impl Claims {
    /// Checks what the library leaves to us.
    ///
    /// # Errors
    /// The claim at fault.
    pub fn check(&self, now: u64, leeway: u64, max_lifetime: u64) -> Result<(), &'static str> {
        if self.sub.trim().is_empty() {
            return Err("sub");
        }
        if self.iat > now.saturating_add(leeway) {
            return Err("iat");
        }
        if self.exp <= self.iat
            || self.exp > now.saturating_add(ABSURD)
            || self.exp - self.iat > max_lifetime
        {
            return Err("exp");
        }
        Ok(())
    }
}

fn named<'de, D: Deserializer<'de>>(claim: D) -> Result<Option<BTreeSet<String>>, D::Error> {
    BTreeSet::deserialize(claim).map(Some)
}

/// Seconds since the epoch.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// What did not hold, as a word.
pub fn reason(error: &Error) -> &'static str {
    match error.kind() {
        ErrorKind::InvalidSignature => "signature",
        ErrorKind::ExpiredSignature => "exp",
        ErrorKind::ImmatureSignature => "nbf",
        ErrorKind::InvalidIssuer => "iss",
        ErrorKind::InvalidAudience => "aud",
        ErrorKind::InvalidSubject => "sub",
        ErrorKind::InvalidAlgorithm => "alg",
        _ => "claims",
    }
}

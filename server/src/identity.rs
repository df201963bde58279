//! Identity: whose token is this? Verifies RS256 tokens against the keys of their family. Decides
//! nothing about what the caller may do.

pub mod claims;
pub mod jwks;

use crate::config::identity::{FamilyConfig, IdentityConfig};
use crate::identity::claims::Claims;
use crate::identity::jwks::Jwks;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use beacon_shared::capability::Tier;
use jsonwebtoken::{Algorithm, Validation};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The longest token that is looked at, in bytes.
const MAX_TOKEN_BYTES: usize = 8 * 1024;

/// A verified caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Principal {
    /// The token family.
    pub family: String,
    /// The issuer.
    pub issuer: String,
    /// The subject.
    pub subject: String,
    /// The tiers that the token names; tiers that are not known are left out.
    pub tiers: BTreeSet<Tier>,
    /// The facilities that the caller may enter; all, if the token does not say.
    pub facilities: Option<BTreeSet<String>>,
}

/// Why a token is not accepted. No part of the token is in it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuthError {
    /// Longer than a token may be.
    #[error("the token has more than {MAX_TOKEN_BYTES} bytes")]
    TooLong,
    /// Not a token.
    #[error("the token is malformed")]
    Malformed,
    /// No family has this issuer.
    #[error("no token family has this issuer")]
    UnknownIssuer,
    /// The header is not what the family's tokens have.
    #[error("the token's header is not that of its family: {0}")]
    Header(&'static str),
    /// No key of the family has this id.
    #[error("no key for this token")]
    UnknownKey,
    /// The signature or a registered claim does not hold.
    #[error("the token does not hold: {0}")]
    Invalid(&'static str),
    /// The keys cannot be had.
    #[error("the keys cannot be fetched")]
    KeysUnavailable,
    /// The HTTP client could not be made.
    #[error("the HTTP client could not be made")]
    Client,
}

/// Verifies tokens.
pub struct Verifier {
    families: BTreeMap<String, Family>,
    leeway: u64,
    max_lifetime: u64,
}

struct Family {
    name: String,
    config: FamilyConfig,
    keys: Jwks,
}

/// What of the header is read before the signature is checked.
#[derive(Deserialize)]
struct Header {
    alg: String,
    typ: Option<String>,
    kid: Option<String>,
    jku: Option<serde::de::IgnoredAny>,
    x5u: Option<serde::de::IgnoredAny>,
    jwk: Option<serde::de::IgnoredAny>,
    crit: Option<serde::de::IgnoredAny>,
}

/// What of the claims is read before the signature is checked: only to choose the family.
#[derive(Deserialize)]
struct Unverified {
    iss: String,
}

impl Verifier {
    /// A verifier; no keys are fetched yet.
    ///
    /// # Errors
    /// If the HTTP client cannot be made.
    pub fn new(config: &IdentityConfig) -> Result<Self, AuthError> {
        // The crate has no default backend; a second call finds it in place.
        let _ = jsonwebtoken::crypto::aws_lc::DEFAULT_PROVIDER.install_default();
        let mut families = BTreeMap::new();
        for (name, family) in &config.families {
            let fresh = Duration::from_secs(config.jwks_fresh_seconds);
            let keys = Jwks::new(family.jwks_url.clone(), fresh)?;
            let entry = Family {
                name: name.clone(),
                config: family.clone(),
                keys,
            };
            families.insert(family.issuer.clone(), entry);
        }
        Ok(Self {
            families,
            leeway: config.leeway_seconds,
            max_lifetime: config.max_lifetime_seconds,
        })
    }

    /// Verifies a bearer.
    ///
    /// # Errors
    /// Why it is not accepted.
    pub async fn verify(&self, bearer: &str) -> Result<Principal, AuthError> {
        if bearer.len() > MAX_TOKEN_BYTES {
            return Err(AuthError::TooLong);
        }
        let (header, unverified) = peek(bearer)?;
        let family = self
            .families
            .get(&unverified.iss)
            .ok_or(AuthError::UnknownIssuer)?;
        check_header(&header, &family.config)?;
        let key = family.keys.key(header.kid.as_deref()).await?;
        let data = jsonwebtoken::decode::<Claims>(bearer, &key, &self.validation(&family.config))
            .map_err(|error| AuthError::Invalid(claims::reason(&error)))?;
        let claims = data.claims;
        claims
            .check(claims::now(), self.leeway, self.max_lifetime)
            .map_err(AuthError::Invalid)?;
        Ok(Principal {
            family: family.name.clone(),
            issuer: claims.iss,
            subject: claims.sub,
            tiers: claims
                .tiers
                .iter()
                .filter_map(|tier| Tier::from_claim(tier))
                .collect(),
            facilities: claims.facilities,
        })
    }

    fn validation(&self, family: &FamilyConfig) -> Validation {
        let mut validation = Validation::new(Algorithm::RS256);
        validation.leeway = self.leeway;
        validation.validate_nbf = true;
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        validation.set_issuer(&[&family.issuer]);
        validation.set_audience(&[&family.audience]);
        validation
    }
}

fn peek(bearer: &str) -> Result<(Header, Unverified), AuthError> {
    let mut parts = bearer.split('.');
    let (Some(header), Some(claims), Some(_), None) =
        (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(AuthError::Malformed);
    };
    Ok((part(header)?, part(claims)?))
}

fn part<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, AuthError> {
    let bytes = URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|_| AuthError::Malformed)?;
    serde_json::from_slice(&bytes).map_err(|_| AuthError::Malformed)
}

/// Keys come from configuration only: a header that brings or names one is refused, never followed.
fn check_header(header: &Header, family: &FamilyConfig) -> Result<(), AuthError> {
    if header.alg != "RS256" {
        return Err(AuthError::Header("alg"));
    }
    if header.typ.as_deref() != Some(family.typ.as_str()) {
        return Err(AuthError::Header("typ"));
    }
    let refused = [
        ("jku", header.jku.is_some()),
        ("x5u", header.x5u.is_some()),
        ("jwk", header.jwk.is_some()),
        ("crit", header.crit.is_some()),
    ];
    match refused.into_iter().find(|(_, present)| *present) {
        Some((name, _)) => Err(AuthError::Header(name)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;

//! The platform's token issuer: signs the tokens with which the demo's user comes to Beacon, and
//! publishes the key that verifies them. The key lives as long as the process.
//!
//! On request it issues tokens that must be refused; see [`Fault`].

mod signing;

use std::sync::{Arc, OnceLock};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Query, State},
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{clock, site::calendar::rfc3339};
pub use signing::KeyError;
use signing::SigningKey;

const AUDIENCE: &str = "beacon";
const TYPE: &str = "beacon-platform+jwt";
const LIFETIME: i64 = 900;

/// The issuer. Clones share the key.
#[derive(Clone)]
pub struct Issuer(Arc<Inner>);

struct Inner {
    url: String,
    facilities: Vec<String>,
    key: SigningKey,
    stranger: OnceLock<SigningKey>,
}

/// What is wrong with a token on purpose.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It has expired.
    Expired,
    /// Another key signed it, under the published key's id.
    WrongKey,
    /// It is for somebody else.
    WrongAudience,
    /// It begins later.
    NotYetValid,
}

#[derive(Deserialize)]
struct Options {
    fault: Option<Fault>,
}

/// What a host may ask for; whatever is absent is the demo user's.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TokenRequest {
    sub: Option<String>,
    ttl_seconds: Option<i64>,
    facilities: Option<Vec<String>>,
    tiers: Option<Vec<String>>,
}

/// A signed token.
#[derive(Serialize)]
pub struct Issued {
    /// The compact JWS.
    pub token: String,
    /// RFC 3339.
    pub expires_at: String,
}

impl Issuer {
    /// An issuer with a new key. `facilities` are those that the demo user may enter.
    ///
    /// # Errors
    /// If no key can be generated.
    pub fn new(public_url: &str, facilities: Vec<String>) -> Result<Self, KeyError> {
        Ok(Self(Arc::new(Inner {
            url: format!("{public_url}/issuer"),
            facilities,
            key: SigningKey::generate()?,
            stranger: OnceLock::new(),
        })))
    }

    fn issue(&self, request: TokenRequest, fault: Option<Fault>) -> Result<Issued, KeyError> {
        let now = clock::unix_seconds();
        let lifetime = request.ttl_seconds.unwrap_or(LIFETIME);
        let (issued, from) = match fault {
            Some(Fault::Expired) => (
                now - 2 * lifetime.max(LIFETIME),
                now - 2 * lifetime.max(LIFETIME),
            ),
            Some(Fault::NotYetValid) => (now, now + LIFETIME / 2),
            _ => (now, now),
        };
        let expires = issued + lifetime;
        let audience = match fault {
            Some(Fault::WrongAudience) => "somebody-else",
            _ => AUDIENCE,
        };
        let claims = json!({
            "iss": self.0.url,
            "aud": audience,
            "sub": request.sub.as_deref().unwrap_or("user-demo"),
            "name": "Demo User",
            "iat": issued,
            "nbf": from,
            "exp": expires,
            "tiers": request.tiers.unwrap_or_else(|| vec!["enterprise".to_owned()]),
            "facilities": request.facilities.as_ref().unwrap_or(&self.0.facilities),
        });
        let header = json!({ "alg": "RS256", "typ": TYPE, "kid": self.0.key.id() });
        let key = match fault {
            Some(Fault::WrongKey) => self.stranger()?,
            _ => &self.0.key,
        };
        Ok(Issued {
            token: key.sign(&header, &claims)?,
            expires_at: rfc3339(expires),
        })
    }

    fn stranger(&self) -> Result<&SigningKey, KeyError> {
        if let Some(key) = self.0.stranger.get() {
            return Ok(key);
        }
        let key = SigningKey::generate()?;
        Ok(self.0.stranger.get_or_init(|| key))
    }
}

/// The issuer's routes, to be nested under `/issuer`.
pub fn router(issuer: Issuer) -> Router {
    Router::new()
        .route("/.well-known/jwks.json", get(jwks))
        .route("/token", post(token))
        .with_state(issuer)
}

async fn jwks(State(issuer): State<Issuer>) -> Json<Value> {
    Json(json!({ "keys": [issuer.0.key.public()] }))
}

async fn token(
    State(issuer): State<Issuer>,
    Query(options): Query<Options>,
    body: Bytes,
) -> Response {
    let request = if body.is_empty() {
        Ok(TokenRequest::default())
    } else {
        serde_json::from_slice(&body)
    };
    let Ok(request) = request else {
        return (StatusCode::BAD_REQUEST, "the body is no token request").into_response();
    };
    match issuer.issue(request, options.fault) {
        Ok(issued) => ([("cache-control", "no-store")], Json(issued)).into_response(),
        Err(error) => {
            tracing::error!(%error, "no token");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

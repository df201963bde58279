//! Who asks: the bearer of a request, verified.

use crate::conversation::Owner;
use crate::http::App;
use crate::http::problem::Rejection;
use crate::identity::{AuthError, Principal};
use crate::upstream::CallAuth;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};

/// A verified caller.
#[derive(Debug)]
pub struct Caller {
    /// Who.
    pub principal: Principal,
    /// What the upstream is shown on their behalf.
    pub call_auth: CallAuth,
}

impl Caller {
    /// Whose sessions they may see.
    pub fn owner(&self) -> Owner {
        Owner {
            family: self.principal.family.clone(),
            issuer: self.principal.issuer.clone(),
            subject: self.principal.subject.clone(),
        }
    }

    /// Whether they may enter a facility.
    ///
    /// # Errors
    /// If not.
    pub fn may_enter(&self, facility_key: &str) -> Result<(), Rejection> {
        let allowed = self
            .principal
            .facilities
            .as_ref()
            .is_none_or(|facilities| facilities.contains(facility_key));
        if allowed {
            return Ok(());
        }
        Err(Rejection::new(
            StatusCode::FORBIDDEN,
            "facility_forbidden",
            "You may not enter this facility. Choose one that your account has access to.",
        )
        .field("facility_key"))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Rejection> {
        let header = parts
            .headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.to_str().ok());
        let bearer = header
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
        let Some((_, bearer)) = bearer else {
            return Err(unauthorized(
                "Send a bearer token in the Authorization header.",
            ));
        };
        let principal = app
            .verifier
            .verify(bearer)
            .await
            .map_err(|error| rejection(&error))?;
        let call_auth = CallAuth::for_caller(&app.call_auth, bearer);
        Ok(Self {
            principal,
            call_auth,
        })
    }
}

fn rejection(error: &AuthError) -> Rejection {
    tracing::info!(%error, "a token was not accepted");
    match error {
        AuthError::KeysUnavailable => Rejection::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "keys_unavailable",
            "Tokens cannot be verified right now. Try again in a moment.",
        ),
        _ => unauthorized("The token is not valid (any more). Ask its issuer for a new one."),
    }
}

fn unauthorized(detail: &str) -> Rejection {
    Rejection::new(StatusCode::UNAUTHORIZED, "invalid_token", detail)
}

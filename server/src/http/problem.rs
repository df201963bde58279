//! Errors before the stream: RFC 9457 problem bodies that say what happened and what to do.

use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use beacon_shared::api::Problem;

/// A request that is answered with a problem.
#[derive(Debug)]
pub struct Rejection(Box<Problem>);

impl Rejection {
    /// A problem of this kind; `detail` says what happened this time, and what to do.
    pub fn new(status: StatusCode, code: &str, detail: impl Into<String>) -> Self {
        Self(Box::new(Problem {
            kind: format!("urn:beacon:problem:{code}"),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            code: code.to_owned(),
            field: None,
            limit: None,
        }))
    }

    /// Names the field at fault.
    pub fn field(mut self, field: &str) -> Self {
        self.0.field = Some(field.to_owned());
        self
    }

    /// Names the limit that was passed.
    pub fn limit(mut self, limit: u64) -> Self {
        self.0.limit = Some(limit);
        self
    }

    /// A session that does not exist, or is somebody else's: the same answer.
    pub fn no_session() -> Self {
        Self::new(
            StatusCode::NOT_FOUND,
            "session_not_found",
            "There is no such session. Start a new one with POST /v1/sessions.",
        )
    }

    /// A fault of ours. The cause goes to the log, not to the caller.
    pub fn internal(cause: &dyn std::error::Error) -> Self {
        tracing::error!(%cause, "a request failed");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong here. Trying again may help.",
        )
    }
}

/// Every path that takes a parameter takes a session's: one that cannot be read is none of ours.
impl From<PathRejection> for Rejection {
    fn from(_: PathRejection) -> Self {
        Self::no_session()
    }
}

impl From<JsonRejection> for Rejection {
    fn from(rejection: JsonRejection) -> Self {
        let status = rejection.status();
        let code = match status {
            StatusCode::PAYLOAD_TOO_LARGE => "body_too_large",
            StatusCode::UNSUPPORTED_MEDIA_TYPE => "json_expected",
            _ => "invalid_body",
        };
        Self::new(status, code, rejection.body_text())
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let status =
            StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, axum::Json(&*self.0)).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Bearer error=\"invalid_token\"");
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

/// No such route.
pub async fn not_found() -> Rejection {
    Rejection::new(
        StatusCode::NOT_FOUND,
        "not_found",
        "There is nothing at this address.",
    )
}

/// The route exists, for another method.
pub async fn method_not_allowed() -> Rejection {
    Rejection::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "method_not_allowed",
        "This address does not answer to this method.",
    )
}

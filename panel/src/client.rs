//! Beacon's HTTP API over `fetch`: sessions and turns.
//!
//! A bearer token is asked of the host for each request. After a 401 the host is asked once for a
//! new one, however many requests wait for it, and the request is sent once more; a second 401 is
//! the user's to solve.

use crate::host::{HostAdapter, TokenFreshness};
use beacon_shared::api::{CreateSession, SendTurn, SessionHead, SessionView};
use beacon_shared::id::SessionId;
use beacon_shared::locale::Locale;
use beacon_shared::read::{self, Read};
use beacon_shared::write;
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};
use gloo_net::http::{Method, Request, RequestBuilder, Response};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// Why a request came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClientError {
    /// The host has no token, or a new one was refused too.
    Unauthorized,
    /// No answer came: no network, or the server is away.
    Network,
    /// The server refused.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The problem's code; empty where the body was none.
        code: String,
    },
    /// The answer made no sense.
    Malformed,
}

type Renewal = Shared<LocalBoxFuture<'static, Option<String>>>;

/// Talks to one server on behalf of one host.
pub struct Client {
    base: String,
    host: Rc<dyn HostAdapter>,
    renewal: RefCell<Option<Renewal>>,
}

impl Client {
    /// A client for the server at that address.
    pub fn new(server_url: &str, host: Rc<dyn HostAdapter>) -> Self {
        let base = server_url.trim_end_matches('/').to_owned();
        Self {
            base,
            host,
            renewal: RefCell::new(None),
        }
    }

    /// `POST /v1/sessions`
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn create_session(
        &self,
        facility_key: String,
        locale: Locale,
    ) -> Result<SessionHead, ClientError> {
        let body = write::create_session(&CreateSession {
            facility_key,
            locale,
        });
        let response = self
            .request(Method::POST, "/v1/sessions", Some(body), None)
            .await?;
        read(&text(response).await?)
    }

    /// `GET /v1/sessions/{id}`
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn session(&self, id: &SessionId) -> Result<SessionView, ClientError> {
        let path = format!("/v1/sessions/{}", path_segment(id.as_str()));
        read(&text(self.request(Method::GET, &path, None, None).await?).await?)
    }

    /// `POST /v1/sessions/{id}/turns`: sends a message and opens its stream.
    ///
    /// # Errors
    /// See [`ClientError`].
    pub async fn open_turn(
        &self,
        id: &SessionId,
        turn: &SendTurn,
        abort: &web_sys::AbortSignal,
    ) -> Result<Chunks, ClientError> {
        let path = format!("/v1/sessions/{}/turns", path_segment(id.as_str()));
        let response = self
            .request(
                Method::POST,
                &path,
                Some(write::send_turn(turn)),
                Some(abort),
            )
            .await?;
        let body = response.body().ok_or(ClientError::Malformed)?;
        let reader = body
            .get_reader()
            .dyn_into()
            .map_err(|_| ClientError::Malformed)?;
        Ok(Chunks(reader))
    }

    async fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        abort: Option<&web_sys::AbortSignal>,
    ) -> Result<Response, ClientError> {
        let token = self.host.auth_token(TokenFreshness::Cached).await;
        let token = token.ok_or(ClientError::Unauthorized)?;
        let response = self
            .send(&method, path, body.clone(), abort, &token)
            .await?;
        if response.status() != 401 {
            return accepted(response).await;
        }
        let token = self.renewed().await.ok_or(ClientError::Unauthorized)?;
        let response = self.send(&method, path, body, abort, &token).await?;
        if response.status() == 401 {
            return Err(ClientError::Unauthorized);
        }
        accepted(response).await
    }

    async fn send(
        &self,
        method: &Method,
        path: &str,
        body: Option<String>,
        abort: Option<&web_sys::AbortSignal>,
        token: &str,
    ) -> Result<Response, ClientError> {
        let request = RequestBuilder::new(&format!("{}{path}", self.base))
            .method(method.clone())
            .header("authorization", &format!("Bearer {token}"))
            .abort_signal(abort);
        let request: Result<Request, _> = match body {
            Some(body) => request
                .header("content-type", "application/json")
                .body(body),
            None => request.build(),
        };
        let request = request.map_err(|_| ClientError::Malformed)?;
        request.send().await.map_err(|_| ClientError::Network)
    }

    /// One renewal, shared by all requests that wait for it.
    async fn renewed(&self) -> Option<String> {
        let renewal = self
            .renewal
            .borrow_mut()
            .get_or_insert_with(|| self.host.auth_token(TokenFreshness::Renewed).shared())
            .clone();
        let token = renewal.await;
        self.renewal.borrow_mut().take();
        token
    }
}

/// A response's body as the network brings it.
pub struct Chunks(web_sys::ReadableStreamDefaultReader);

impl Chunks {
    /// The next chunk; `None` at the end. A stream that breaks has ended, too.
    pub async fn next(&self) -> Option<Vec<u8>> {
        let result = JsFuture::from(self.0.read()).await.ok()?;
        let value = js_sys::Reflect::get(&result, &"value".into()).ok()?;
        let bytes: js_sys::Uint8Array = value.dyn_into().ok()?;
        Some(bytes.to_vec())
    }
}

async fn accepted(response: Response) -> Result<Response, ClientError> {
    if response.ok() {
        return Ok(response);
    }
    let status = response.status();
    let body = response.text().await.unwrap_or_default();
    Err(ClientError::Refused {
        status,
        code: problem_code(&body),
    })
}

async fn text(response: Response) -> Result<String, ClientError> {
    response.text().await.map_err(|_| ClientError::Network)
}

fn read<T: Read>(body: &str) -> Result<T, ClientError> {
    read::document(body).ok_or(ClientError::Malformed)
}

fn problem_code(body: &str) -> String {
    let problem = read::parse(body);
    let code = problem.as_ref().and_then(|problem| problem.get("code"));
    code.and_then(|code| code.as_str())
        .unwrap_or_default()
        .to_owned()
}

/// An identifier as one segment of a path. Identifiers are opaque: a host may hand in any.
fn path_segment(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for byte in id.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_never_leaves_its_segment() {
        assert_eq!(path_segment("0196-ab_C"), "0196-ab_C");
        assert_eq!(path_segment("../x?y#z"), "%2E%2E%2Fx%3Fy%23z");
        assert_eq!(path_segment("ü"), "%C3%BC");
    }

    #[test]
    fn a_problem_is_read_by_its_code_and_anything_else_has_none() {
        let body = r#"{"type":"urn:beacon:problem:run_under_way","title":"Conflict","status":409,
            "detail":"This message is being answered already.","code":"run_under_way"}"#;
        assert_eq!(problem_code(body), "run_under_way");
        assert_eq!(problem_code("<html>Bad Gateway</html>"), "");
    }
}

//! The MCP protocol over streamable HTTP, in the era that has sessions (2025-11-25 and before): a
//! session is opened by `initialize`, and opened again when the upstream has forgotten it.

use crate::config::upstream::UpstreamConfig;
use crate::entitlement::{Permitted, ToolCall};
use crate::upstream::{CallAuth, RawResult, ToolDescription, UpstreamError, answer};
use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout_at};
use url::Url;

/// The version that Beacon asks for.
const VERSION: &str = "2025-11-25";
/// How many pages of tools are read.
const MAX_TOOL_PAGES: usize = 20;
/// How many sessions are kept; one for each bearer.
const MAX_SESSIONS: usize = 256;

/// A client of one MCP server.
pub struct McpClient {
    http: reqwest::Client,
    url: Url,
    call_timeout: Duration,
    max_bytes: usize,
    next_id: AtomicU64,
    sessions: std::sync::Mutex<HashMap<String, Slot>>,
}

/// One bearer's session, if it is open.
type Slot = Arc<Mutex<Option<Session>>>;

/// What `initialize` agreed on.
#[derive(Debug, Clone)]
struct Session {
    id: Option<String>,
    version: String,
}

#[derive(Deserialize)]
struct Initialized {
    #[serde(rename = "protocolVersion")]
    version: String,
}

#[derive(Deserialize)]
struct ToolPage {
    tools: Vec<ListedTool>,
    #[serde(rename = "nextCursor")]
    next_cursor: Option<String>,
}

#[derive(Deserialize)]
struct ListedTool {
    name: String,
    #[serde(default)]
    description: String,
    #[serde(rename = "inputSchema", default)]
    input_schema: Value,
}

impl McpClient {
    /// A client; nothing is sent yet.
    ///
    /// # Errors
    /// If the HTTP client cannot be made.
    pub fn new(config: &UpstreamConfig) -> Result<Self, UpstreamError> {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|_| UpstreamError::Client)?;
        Ok(Self {
            http,
            url: config.url.clone(),
            call_timeout: Duration::from_secs(config.call_timeout_seconds),
            max_bytes: config.max_response_bytes,
            next_id: AtomicU64::new(1),
            sessions: std::sync::Mutex::default(),
        })
    }

    /// Every tool on offer.
    ///
    /// # Errors
    /// If the upstream cannot be asked; a listing is complete or not there.
    pub async fn list_tools(
        &self,
        auth: &CallAuth,
        deadline: Instant,
    ) -> Result<Vec<ToolDescription>, UpstreamError> {
        let mut tools = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..MAX_TOOL_PAGES {
            let params = cursor
                .as_ref()
                .map_or_else(|| json!({}), |c| json!({"cursor": c}));
            let page = self.request("tools/list", params, auth, deadline).await?;
            let page: ToolPage =
                serde_json::from_slice(&page).map_err(|_| UpstreamError::Malformed)?;
            tools.extend(page.tools.into_iter().map(|tool| ToolDescription {
                name: tool.name,
                description: tool.description,
                input_schema: tool.input_schema,
            }));
            // An empty cursor is a cursor; one that comes back does not advance.
            match page.next_cursor {
                None => return Ok(tools),
                next if next == cursor => return Err(UpstreamError::EndlessListing),
                next => cursor = next,
            }
        }
        Err(UpstreamError::EndlessListing)
    }

    /// Makes a call that the enforcement point has allowed.
    ///
    /// # Errors
    /// If there is no result.
    pub async fn call(
        &self,
        call: &Permitted<ToolCall>,
        auth: &CallAuth,
        deadline: Instant,
    ) -> Result<RawResult, UpstreamError> {
        let ToolCall {
            tool, arguments, ..
        } = call.get();
        let params = json!({"name": tool, "arguments": arguments});
        let bytes = self.request("tools/call", params, auth, deadline).await?;
        Ok(RawResult { bytes })
    }

    /// One request in the bearer's session. A session that the upstream has forgotten is opened again,
    /// once.
    async fn request(
        &self,
        method: &str,
        params: Value,
        auth: &CallAuth,
        deadline: Instant,
    ) -> Result<Bytes, UpstreamError> {
        let deadline = deadline.min(Instant::now() + self.call_timeout);
        let attempt = async {
            let session = self.session(auth).await?;
            match self.post(method, &params, auth, Some(&session)).await {
                Err(UpstreamError::HttpStatus(404)) if session.id.is_some() => {
                    self.forget(auth, &session).await;
                    let session = self.session(auth).await?;
                    self.post(method, &params, auth, Some(&session)).await
                }
                other => other,
            }
        };
        timeout_at(deadline, attempt)
            .await
            .unwrap_or(Err(UpstreamError::TimedOut))
    }

    fn slot(&self, auth: &CallAuth) -> Slot {
        let mut slots = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= MAX_SESSIONS && !slots.contains_key(auth.bearer()) {
            slots.clear();
        }
        Arc::clone(slots.entry(auth.bearer().to_owned()).or_default())
    }

    /// The bearer's session, opened if there is none. Held across the exchange, so that several calls
    /// at once open one; another bearer does not wait for it.
    async fn session(&self, auth: &CallAuth) -> Result<Session, UpstreamError> {
        let slot = self.slot(auth);
        let mut open = slot.lock().await;
        if let Some(session) = open.as_ref() {
            return Ok(session.clone());
        }
        let params = json!({"protocolVersion": VERSION, "capabilities": {},
            "clientInfo": {"name": "beacon", "version": env!("CARGO_PKG_VERSION")}});
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let body = json!({"jsonrpc": "2.0", "id": id, "method": "initialize", "params": params});
        let response = self.send(&body, auth, None).await?;
        let session_id = response.headers().get("mcp-session-id");
        let session_id = session_id
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned);
        let answer = answer::read(response, id, self.max_bytes).await?;
        let agreed: Initialized =
            serde_json::from_slice(&answer).map_err(|_| UpstreamError::Malformed)?;
        let session = Session {
            id: session_id,
            version: agreed.version,
        };
        let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.send(&done, auth, Some(&session)).await?;
        *open = Some(session.clone());
        Ok(session)
    }

    async fn forget(&self, auth: &CallAuth, session: &Session) {
        let slot = self.slot(auth);
        let mut open = slot.lock().await;
        if open.as_ref().is_some_and(|known| known.id == session.id) {
            *open = None;
        }
    }

    async fn post(
        &self,
        method: &str,
        params: &Value,
        auth: &CallAuth,
        session: Option<&Session>,
    ) -> Result<Bytes, UpstreamError> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let body = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let response = self.send(&body, auth, session).await?;
        answer::read(response, id, self.max_bytes).await
    }

    async fn send(
        &self,
        body: &Value,
        auth: &CallAuth,
        session: Option<&Session>,
    ) -> Result<reqwest::Response, UpstreamError> {
        let mut request = self
            .http
            .post(self.url.clone())
            .header(ACCEPT, "application/json, text/event-stream")
            .header(CONTENT_TYPE, "application/json")
            .bearer_auth(auth.bearer())
            .body(body.to_string());
        if let Some(session) = session {
            request = request.header("mcp-protocol-version", &session.version);
            if let Some(id) = &session.id {
                request = request.header("mcp-session-id", id);
            }
        }
        let response = request
            .send()
            .await
            .map_err(|_| UpstreamError::Unreachable)?;
        match response.status() {
            status if status.is_success() => Ok(response),
            StatusCode::UNAUTHORIZED => Err(UpstreamError::Unauthorized),
            status => Err(UpstreamError::HttpStatus(status.as_u16())),
        }
    }
}

#[cfg(test)]
mod tests;

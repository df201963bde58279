//! A stub on a free port, and a bare MCP client.

use std::path::PathBuf;

use beacon_stub::{settings::Settings, stub};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::OnceCell};
use tokio_util::task::TaskTracker;

pub struct World {
    pub url: String,
    pub http: reqwest::Client,
    session: OnceCell<String>,
}

/// One tool result, taken apart.
pub struct Answer {
    pub result: Value,
}

impl Answer {
    pub fn text(&self) -> &str {
        self.result["content"][0]["text"].as_str().unwrap()
    }

    pub fn accounting(&self) -> &Value {
        &self.result["content"][0]["_meta"]["accounting"]
    }

    pub fn rows(&self) -> &Vec<Value> {
        self.result["structuredContent"]["rows"].as_array().unwrap()
    }

    pub fn photos(&self) -> Vec<&str> {
        let photos = self.result["structuredContent"]["photos"]
            .as_array()
            .unwrap();
        photos
            .iter()
            .map(|photo| photo["pano_id"].as_str().unwrap())
            .collect()
    }

    /// Plain prose: nothing structured, and no failure in form.
    pub fn is_bare_prose(&self) -> bool {
        let blocks = self.result["content"].as_array().unwrap();
        blocks.len() == 1
            && blocks[0].get("_meta").is_none()
            && self.result.get("structuredContent").is_none()
            && self.result["isError"] == json!(false)
    }
}

pub fn database() -> PathBuf {
    // Shared by all tests: whoever comes first builds it.
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("site.sqlite")
}

impl World {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let settings = Settings::for_tests(listener.local_addr().unwrap().port(), database());
        let url = settings.public_url.clone();
        TaskTracker::new().spawn(async move {
            stub::serve(settings, listener, std::future::pending())
                .await
                .unwrap();
        });
        Self {
            url,
            http: reqwest::Client::new(),
            session: OnceCell::new(),
        }
    }

    pub async fn call(&self, tool: &str, arguments: Value) -> Answer {
        let params = json!({ "name": tool, "arguments": arguments });
        let reply = self.request("tools/call", params).await;
        Answer {
            result: reply
                .get("result")
                .cloned()
                .unwrap_or_else(|| panic!("{reply}")),
        }
    }

    pub async fn request(&self, method: &str, params: Value) -> Value {
        let session = self.session.get_or_init(|| self.initialize()).await;
        let message = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let body = self
            .post(&message, Some(session))
            .await
            .text()
            .await
            .unwrap();
        message_of(&body)
    }

    async fn initialize(&self) -> String {
        let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {},
            "clientInfo": { "name": "contract", "version": "1" },
        } });
        let reply = self.post(&hello, None).await;
        let session = reply.headers()["mcp-session-id"]
            .to_str()
            .unwrap()
            .to_owned();
        let done = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        self.post(&done, Some(&session)).await;
        session
    }

    async fn post(&self, message: &Value, session: Option<&String>) -> reqwest::Response {
        let mut request = self
            .http
            .post(format!("{}/mcp", self.url))
            .bearer_auth("test-token")
            .header("accept", "application/json, text/event-stream")
            .json(message);
        if let Some(session) = session {
            request = request.header("mcp-session-id", session);
            request = request.header("mcp-protocol-version", "2025-11-25");
        }
        request.send().await.unwrap().error_for_status().unwrap()
    }

    pub async fn get(&self, path: &str) -> reqwest::Response {
        self.http
            .get(format!("{}{path}", self.url))
            .send()
            .await
            .unwrap()
    }
}

/// The JSON-RPC message in a body, which is an event stream.
fn message_of(body: &str) -> Value {
    body.lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .find_map(|data| serde_json::from_str(data.trim()).ok())
        .unwrap_or_else(|| panic!("no message in {body}"))
}

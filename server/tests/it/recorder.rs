//! Stands between the server and something outside, passes everything on, and keeps what was sent.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::response::Response;
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio_util::task::TaskTracker;

#[derive(Clone)]
pub struct Recorder {
    url: String,
    target: Arc<Mutex<String>>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Recorder {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let recorder = Self {
            url: format!("http://{}", listener.local_addr().unwrap()),
            target: Arc::default(),
            requests: Arc::default(),
        };
        let router = Router::new().fallback(pass_on).with_state(recorder.clone());
        TaskTracker::new().spawn(async { axum::serve(listener, router).await.unwrap() });
        recorder
    }

    pub fn stand_before_the_responder(&self, config: &mut toml::Table) {
        self.stand_before(&mut config["model"]["responder"]["base_url"]);
    }

    pub fn stand_before_the_upstream(&self, config: &mut toml::Table) {
        self.stand_before(&mut config["upstream"]["url"]);
    }

    /// Puts this recorder's address in the place of a URL's origin.
    fn stand_before(&self, url: &mut toml::Value) {
        let target: url::Url = url.as_str().unwrap().parse().unwrap();
        *self.target.lock().unwrap() = target.origin().ascii_serialization();
        *url = format!("{}{}", self.url, target.path()).into();
    }

    /// The bodies that were sent, in order.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

async fn pass_on(State(recorder): State<Recorder>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let text = String::from_utf8_lossy(&body).into_owned();
    recorder.requests.lock().unwrap().push(text);
    let url = format!("{}{}", recorder.target.lock().unwrap(), head.uri);
    let mut headers = head.headers;
    headers.remove("host");
    let answer = reqwest::Client::new()
        .request(head.method, url)
        .headers(headers)
        .body(body)
        .send()
        .await
        .unwrap();
    let mut response = Response::builder().status(answer.status());
    for name in ["content-type", "mcp-session-id"] {
        if let Some(value) = answer.headers().get(name) {
            response = response.header(name, value);
        }
    }
    response
        .body(Body::from_stream(answer.bytes_stream()))
        .unwrap()
}

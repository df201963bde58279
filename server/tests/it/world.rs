//! A stub and a server on free ports, and what a panel does with them.

use beacon_server::config::Config;
use beacon_server::http::{self, App};
use beacon_shared::api::StoredFrame;
use beacon_shared::count::Counts;
use beacon_shared::frame::{Frame, References, ToolOutcome};
use beacon_shared::frame_order::FrameOrder;
use beacon_shared::inline::Inline;
use beacon_stub::settings::Settings;
use beacon_stub::stub;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::path::PathBuf;
use tokio::net::TcpListener;
use tokio_util::task::TaskTracker;

/// Everything that runs; it ends with the test's process.
pub struct World {
    pub stub_url: String,
    pub beacon_url: String,
    pub http: reqwest::Client,
    _folder: tempfile::TempDir,
}

/// What came back for one question.
#[derive(Debug)]
pub struct Answer {
    pub frames: Vec<Frame>,
    pub raw: Vec<StoredFrame>,
}

impl World {
    pub async fn start() -> Self {
        Self::start_with(|_| {}).await
    }

    /// A world whose server's configuration was changed.
    pub async fn start_with(change: impl FnOnce(&mut toml::Table)) -> Self {
        let stub_listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = stub_listener.local_addr().unwrap().port();
        let database = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("site.sqlite");
        let settings = Settings::for_tests(port, database);
        let stub_url = settings.public_url.clone();
        let stub_listener = stub_listener.into_std().unwrap();
        // A process of its own in all but name: nothing is shared but the loopback.
        std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(async {
                let listener = TcpListener::from_std(stub_listener).unwrap();
                stub::serve(settings, listener, std::future::pending())
                    .await
                    .unwrap();
            });
        });

        let folder = tempfile::tempdir().unwrap();
        let config = configuration(&stub_url, folder.path(), change);
        let app = App::assemble(&config).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let beacon_url = format!("http://{}", listener.local_addr().unwrap());
        let router = http::router(app, &config.server);
        TaskTracker::new().spawn(async { axum::serve(listener, router).await.unwrap() });
        let world = Self {
            stub_url,
            beacon_url,
            http: reqwest::Client::new(),
            _folder: folder,
        };
        // The stub answers once its site database is there.
        world
            .http
            .get(format!("{}/healthz", world.stub_url))
            .send()
            .await
            .unwrap();
        world
    }

    /// A token of the demo user; `options` and `query` as the issuer takes them.
    pub async fn token_with(&self, query: &str, options: Value) -> String {
        let url = format!("{}/issuer/token{query}", self.stub_url);
        let answer = self.http.post(url).json(&options).send().await.unwrap();
        let answer: Value = answer.error_for_status().unwrap().json().await.unwrap();
        answer["token"].as_str().unwrap().to_owned()
    }

    pub async fn token(&self) -> String {
        self.token_with("", json!({})).await
    }

    pub async fn post(&self, path: &str, token: &str, body: &Value) -> reqwest::Response {
        let url = format!("{}{path}", self.beacon_url);
        self.http
            .post(url)
            .bearer_auth(token)
            .json(body)
            .send()
            .await
            .unwrap()
    }

    pub async fn get(&self, path: &str, token: &str) -> reqwest::Response {
        let url = format!("{}{path}", self.beacon_url);
        self.http.get(url).bearer_auth(token).send().await.unwrap()
    }

    pub async fn session(&self, token: &str, facility: &str) -> String {
        let answer = self
            .post("/v1/sessions", token, &json!({"facility_key": facility}))
            .await;
        assert_eq!(answer.status(), 201);
        let head: Value = answer.json().await.unwrap();
        head["session_id"].as_str().unwrap().to_owned()
    }

    /// Asks in a new session.
    pub async fn ask(&self, facility: &str, question: &str) -> Answer {
        let token = self.token().await;
        let session = self.session(&token, facility).await;
        self.ask_in(&token, &session, question, "k1").await
    }

    pub async fn ask_in(&self, token: &str, session: &str, question: &str, key: &str) -> Answer {
        let body = json!({"message": question, "idempotency_key": key});
        let path = format!("/v1/sessions/{session}/turns");
        let response = self.post(&path, token, &body).await;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Answer::read(response).await
    }
}

/// The demo's configuration, pointed at this stub.
fn configuration(
    stub_url: &str,
    folder: &std::path::Path,
    change: impl FnOnce(&mut toml::Table),
) -> Config {
    let demo = include_str!("../../beacon.demo.toml").replace("http://localhost:4100", stub_url);
    let mut table: toml::Table = demo.parse().unwrap();
    table["store"]["sqlite"] = folder.join("beacon.sqlite").to_str().unwrap().into();
    let contracts = concat!(env!("CARGO_MANIFEST_DIR"), "/contracts");
    table["upstream"]["contracts"] = contracts.into();
    table["upstream"]["auth"]["token"] = "test-token".into();
    change(&mut table);
    let file = folder.join("beacon.toml");
    std::fs::write(&file, table.to_string()).unwrap();
    Config::load(Some(&file)).unwrap()
}

impl Answer {
    /// Reads a stream to its end. The order of its frames is checked on the way.
    async fn read(response: reqwest::Response) -> Self {
        let mut events = Box::pin(sse_stream::SseByteStream::new(response.bytes_stream()));
        let mut order = FrameOrder::default();
        let (mut frames, mut raw) = (Vec::new(), Vec::new());
        while let Some(event) = events.next().await {
            let event = event.unwrap();
            let (Some(kind), Some(data)) = (event.event, event.data) else {
                continue;
            };
            let seq = event
                .id
                .unwrap()
                .rsplit_once(':')
                .unwrap()
                .1
                .parse()
                .unwrap();
            let frame = Frame::decode(&kind, &data).unwrap().unwrap();
            order.accept(&frame).unwrap();
            frames.push(frame);
            raw.push(StoredFrame {
                seq,
                event: kind,
                data: serde_json::from_str(&data).unwrap(),
            });
        }
        order.eof().unwrap();
        Self { frames, raw }
    }

    /// The prose, numbers as they are shown, citations as `(n)`.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for frame in &self.frames {
            let Frame::Delta(delta) = frame else { continue };
            for inline in &delta.inlines {
                match inline {
                    Inline::Text { text: more }
                    | Inline::Strong { text: more }
                    | Inline::Emphasis { text: more }
                    | Inline::Code { text: more }
                    | Inline::Number { text: more, .. } => text.push_str(more),
                    Inline::Cite { number } => text.push_str(&format!("({number})")),
                }
            }
        }
        text
    }

    pub fn references(&self) -> Vec<&References> {
        let references = self.frames.iter().filter_map(|frame| match frame {
            Frame::References(references) => Some(references.as_ref()),
            _ => None,
        });
        references.collect()
    }

    /// The accounting of the only call.
    pub fn counts(&self) -> &Counts {
        let [references] = self.references()[..] else {
            panic!("not one references frame: {:?}", self.frames)
        };
        &references.counts
    }

    pub fn outcomes(&self) -> Vec<ToolOutcome> {
        let outcomes = self.frames.iter().filter_map(|frame| match frame {
            Frame::ToolEnd(end) => Some(end.outcome),
            _ => None,
        });
        outcomes.collect()
    }

    pub fn last(&self) -> &Frame {
        self.frames.last().unwrap()
    }
}

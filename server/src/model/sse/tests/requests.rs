use super::*;
use crate::model::Model;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, StatusCode};
use std::future::{IntoFuture, pending};
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;

/// A provider that gives each request the next answer; the last one again and again.
struct Provider {
    url: String,
    /// Made with the provider, because making a client can take longer than a short deadline.
    model: Box<dyn Model>,
    seen: Arc<Mutex<Vec<(Instant, HeaderMap)>>>,
}

type Script = dyn Fn(usize) -> Response + Send + Sync;

#[derive(Clone)]
struct Shared {
    script: Arc<Script>,
    seen: Arc<Mutex<Vec<(Instant, HeaderMap)>>>,
}

impl Provider {
    /// The script is given the number of the request, from 1.
    async fn start(script: impl Fn(usize) -> Response + Send + Sync + 'static) -> Self {
        let seen = Arc::default();
        let shared = Shared {
            script: Arc::new(script),
            seen: Arc::clone(&seen),
        };
        let app = axum::Router::new().fallback(answer).with_state(shared);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        TaskTracker::new().spawn(axum::serve(listener, app).into_future());
        let model = crate::model::from_config(&config("anthropic", &url)).unwrap();
        Self { url, model, seen }
    }

    async fn ask(&self, deadline: Instant) -> Result<ModelStream, ModelError> {
        self.model.stream(question(), deadline).await
    }

    fn requests(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

async fn answer(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    let number = {
        let mut seen = shared.seen.lock().unwrap();
        seen.push((Instant::now(), headers));
        seen.len()
    };
    let response = (shared.script)(number);
    if response.status() == StatusCode::CONTINUE {
        // Held until the client goes away.
        pending::<()>().await;
    }
    response
}

fn question() -> ModelRequest {
    ModelRequest {
        messages: vec![ModelMessage::user("hi".into())],
        ..ModelRequest::default()
    }
}

fn event_stream(body: impl Into<Body>) -> Response {
    ([("content-type", "text/event-stream")], body.into()).into_response()
}

fn refusal(status: u16, retry_after: Option<&str>) -> Response {
    let mut response = (StatusCode::from_u16(status).unwrap(), SECRET).into_response();
    if let Some(after) = retry_after {
        let headers = response.headers_mut();
        headers.insert("retry-after", after.parse().unwrap());
    }
    response
}

/// The error of a provider that always refuses so, and how many requests it got.
async fn refused(status: u16, retry_after: Option<&'static str>) -> (ModelError, usize) {
    let provider = Provider::start(move |_| refusal(status, retry_after)).await;
    let Err(error) = provider.ask(later()).await else {
        panic!("it refuses");
    };
    assert!(!format!("{error} {error:?}").contains(SECRET));
    (error, provider.requests())
}

#[tokio::test]
async fn each_protocol_sends_its_key_and_reads_its_answer() {
    let provider =
        Provider::start(|number| event_stream(if number == 1 { ANTHROPIC } else { OPENAI })).await;
    for name in ["anthropic", "openai"] {
        let model = crate::model::from_config(&config(name, &provider.url)).unwrap();
        let stream = model.stream(question(), later()).await.unwrap();
        let outcome: Outcome = stream.collect().await;
        assert!(outcome.contains(&Ok(text())), "{name}");
        assert!(outcome.iter().all(Result::is_ok), "{name}");
    }
    let seen = provider.seen.lock().unwrap();
    assert_eq!(seen[0].1["x-api-key"], "the-key");
    assert_eq!(seen[0].1["anthropic-version"], "2023-06-01");
    assert_eq!(seen[1].1["authorization"], "Bearer the-key");
}

#[tokio::test]
async fn an_overloaded_provider_is_asked_again() {
    let provider = Provider::start(|number| match number {
        1 => refusal(529, None),
        2 => refusal(500, None),
        _ => event_stream(ANTHROPIC),
    })
    .await;
    let stream = provider.ask(later()).await.unwrap();
    let outcome: Outcome = stream.collect().await;
    assert!(outcome.contains(&Ok(text())));
    let seen = provider.seen.lock().unwrap();
    let times: Vec<Instant> = seen.iter().map(|(time, _)| *time).collect();
    let [first, second, third] = times[..] else {
        panic!("three requests");
    };
    assert!(second - first >= FIRST_WAIT);
    assert!(third - second >= FIRST_WAIT * 2);
}

#[tokio::test]
async fn retries_have_a_budget() {
    for status in [500, 503, 529] {
        let (error, requests) = refused(status, None).await;
        let retry_after = None;
        let expected = ModelError::Status {
            status,
            retry_after,
        };
        assert_eq!(error, expected);
        assert_eq!(requests, 3);
    }
}

#[tokio::test]
async fn what_would_be_refused_again_is_not_asked_again() {
    for status in [400, 401, 404, 429] {
        let (error, requests) = refused(status, None).await;
        let retry_after = None;
        let expected = ModelError::Status {
            status,
            retry_after,
        };
        assert_eq!(error, expected);
        assert_eq!(requests, 1, "{status}");
    }
    let (_, requests) = refused(400, Some("1")).await;
    assert_eq!(requests, 1, "no date makes a bad request good");
}

#[tokio::test]
async fn retry_after_is_a_floor_of_the_wait() {
    let provider = Provider::start(|number| match number {
        1 => refusal(429, Some("1")),
        _ => event_stream(ANTHROPIC),
    })
    .await;
    let begun = Instant::now();
    drop(provider.ask(later()).await.unwrap());
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!(provider.requests(), 2);

    let asks = |seconds| ModelError::Status {
        status: 529,
        retry_after: Some(Duration::from_secs(seconds)),
    };
    let wait = Duration::from_secs(2);
    assert_eq!(retry_pause(&asks(1), wait), Some(wait));
    assert_eq!(retry_pause(&asks(3), wait), Some(Duration::from_secs(3)));
}

#[tokio::test]
async fn a_wait_that_goes_past_the_deadline_is_not_begun() {
    for after in ["31", "3600", "18446744073709551615"] {
        let begun = Instant::now();
        let (error, requests) = refused(429, Some(after)).await;
        assert!(matches!(error, ModelError::Status { status: 429, .. }));
        assert_eq!(requests, 1, "{after}");
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

#[tokio::test]
async fn those_who_were_refused_together_do_not_come_back_together() {
    let wait = Duration::from_millis(400);
    let waits: Vec<Duration> = (0..64).map(|_| jittered(wait)).collect();
    assert!(
        waits
            .iter()
            .all(|jittered| (wait..wait * 3 / 2).contains(jittered))
    );
    assert!(waits.iter().any(|jittered| jittered != &waits[0]));
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let model = crate::model::from_config(&config("openai", &url)).unwrap();
    let error = model.stream(question(), later()).await.err();
    assert_eq!(error, Some(ModelError::Unreachable));
}

#[tokio::test]
async fn a_provider_that_does_not_begin_is_silent_until_the_deadline_has_passed() {
    let provider = Provider::start(|_| StatusCode::CONTINUE.into_response()).await;
    let deadline = Instant::now() + Duration::from_millis(100);
    assert_eq!(
        provider.ask(deadline).await.err(),
        Some(ModelError::TimedOut)
    );
    let mut config = config("anthropic", &provider.url);
    config.first_byte_seconds = 1;
    let model = crate::model::from_config(&config).unwrap();
    let begun = Instant::now();
    let error = model.stream(question(), later()).await.err();
    assert_eq!(error, Some(ModelError::Silent));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// Text, then `words` again and again, or silence where there are none.
fn stalled(words: &'static str, alive: Option<mpsc::Sender<()>>) -> Response {
    let head: String = ANTHROPIC.split_inclusive("\n\n").take(5).collect();
    let head = stream::once(async move { Ok::<_, Infallible>(Bytes::from(head)) });
    let tail = stream::unfold(alive, move |alive| async move {
        if words.is_empty() {
            pending::<()>().await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        Some((Ok(Bytes::from(words)), alive))
    });
    event_stream(Body::from_stream(head.chain(tail)))
}

#[tokio::test]
async fn a_deadline_that_passes_in_mid_stream_is_timed_out_and_not_truncated() {
    let ping = "data: {\"type\":\"ping\"}\n\n";
    for words in ["", ": keep-alive\n\n", ping, "data: line"] {
        let provider = Provider::start(move |_| stalled(words, None)).await;
        let begun = Instant::now();
        let stream = provider.ask(begun + Duration::from_secs(1)).await;
        let outcome: Outcome = stream.unwrap().collect().await;
        assert!(outcome.contains(&Ok(text())), "{words}");
        assert_eq!(outcome.last(), Some(&Err(ModelError::TimedOut)), "{words}");
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

#[tokio::test]
async fn dropping_the_stream_closes_the_connection() {
    for words in ["", ": keep-alive\n\n"] {
        let (alive, mut closed) = mpsc::channel(1);
        let alive = Mutex::new(Some(alive));
        let provider = Provider::start(move |_| stalled(words, alive.lock().unwrap().take())).await;
        let mut stream = provider.ask(later()).await.unwrap();
        stream.next().await.unwrap().unwrap();
        assert!(closed.try_recv() == Err(mpsc::error::TryRecvError::Empty));
        drop(stream);
        let gone = tokio::time::timeout(Duration::from_secs(5), closed.recv()).await;
        assert_eq!(gone, Ok(None), "the provider sees it go");
    }
}

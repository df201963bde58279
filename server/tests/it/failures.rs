//! What is outside fails: the turn says so, within its deadline, and invents nothing.

use crate::world::{Answer, World};
use beacon_shared::frame::{ErrorCode, Frame, ToolOutcome, TurnOutcome};
use beacon_shared::inline::Inline;
use std::time::{Duration, Instant};

const HARD_HATS: &str = "Show me photos of workers without a hard hat";

/// An address where nobody listens.
fn nobody() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

fn failure(answer: &Answer) -> (ErrorCode, bool) {
    match answer.last() {
        Frame::Error(failure) => (failure.code, failure.retryable),
        other => panic!("no error frame: {other:?}"),
    }
}

#[tokio::test]
async fn a_failure_dressed_as_an_answer_is_a_failure() {
    let world = World::start().await;
    let answer = world.ask("fac-outage", HARD_HATS).await;
    assert_eq!(answer.outcomes(), [ToolOutcome::Failed]);
    assert_eq!(answer.references().len(), 0);
    let text = answer.text();
    assert!(
        !text.is_empty() && !text.contains(|c: char| c.is_ascii_digit()),
        "{text}"
    );
    let Frame::Done(done) = answer.last() else {
        panic!("{:?}", answer.last())
    };
    assert_eq!(done.outcome, TurnOutcome::Answered);
}

#[tokio::test]
async fn an_upstream_that_cannot_be_reached_ends_the_turn_in_time() {
    let url = nobody();
    let world = World::start_with(|config| config["upstream"]["url"] = url.into()).await;
    let started = Instant::now();
    let answer = world.ask("fac-a", HARD_HATS).await;
    assert_eq!(failure(&answer), (ErrorCode::UpstreamUnavailable, true));
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "well within the turn's deadline"
    );
}

#[tokio::test]
async fn an_upstream_that_refuses_our_credentials_is_not_an_empty_site() {
    let world =
        World::start_with(|config| config["upstream"]["auth"]["token"] = "wrong".into()).await;
    let answer = world.ask("fac-a", HARD_HATS).await;
    assert_eq!(failure(&answer), (ErrorCode::UpstreamUnavailable, true));
}

#[tokio::test]
async fn a_model_that_cannot_be_reached_ends_the_turn_and_keeps_the_message() {
    let url = nobody();
    let world = World::start_with(|config| {
        config["model"]["planner"]["base_url"] = url.into();
    })
    .await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let answer = world.ask_in(&token, &session, HARD_HATS, "k1").await;
    assert_eq!(failure(&answer), (ErrorCode::ModelUnavailable, true));
    let path = format!("/v1/sessions/{session}");
    let view: serde_json::Value = world.get(&path, &token).await.json().await.unwrap();
    assert_eq!(view["turns"][0]["message"], HARD_HATS);
    assert_eq!(view["turns"][0]["frames"], serde_json::json!(answer.raw));
}

/// A world whose responder misbehaves in this way.
async fn with_responder(mode: &str) -> World {
    World::start_with(|config| {
        let base = config["model"]["responder"]["base_url"]
            .as_str()
            .unwrap()
            .to_owned();
        config["model"]["responder"]["base_url"] = format!("{base}/mode/{mode}").into();
    })
    .await
}

#[tokio::test]
async fn a_model_that_stops_in_mid_sentence_has_not_answered() {
    let cases = [
        ("stops_mid_sentence", ErrorCode::ModelTruncated),
        ("error_mid_stream", ErrorCode::ModelUnavailable),
    ];
    for (mode, code) in cases {
        let world = with_responder(mode).await;
        let answer = world.ask("fac-a", HARD_HATS).await;
        assert_eq!(failure(&answer), (code, true), "{mode}");
        assert!(
            !answer.text().is_empty(),
            "{mode}: what was written is kept"
        );
    }
}

#[tokio::test]
async fn a_slot_that_does_not_exist_is_not_shown() {
    let world = with_responder("unknown_slots").await;
    let text = world.ask("fac-a", HARD_HATS).await.text();
    assert!(text.contains("at least 189"), "{text}");
    assert!(!text.contains(['{', '}']), "{text}");
}

#[tokio::test]
async fn the_counts_do_not_change_when_the_model_counts_for_itself() {
    let honest = World::start().await.ask("fac-a", HARD_HATS).await;
    let world = with_responder("counts_what_it_sees").await;
    let answer = world.ask("fac-a", HARD_HATS).await;
    assert_eq!(answer.counts(), honest.counts());
    let graded: Vec<&Inline> = answer
        .frames
        .iter()
        .filter_map(|frame| match frame {
            Frame::Delta(delta) => Some(&delta.inlines),
            _ => None,
        })
        .flatten()
        .filter(|inline| matches!(inline, Inline::Number { .. }))
        .collect();
    for inline in graded {
        let Inline::Number { text, .. } = inline else {
            continue;
        };
        assert!(["at least 189", "10"].contains(&text.as_str()), "{text}");
    }
}

#[tokio::test]
async fn a_reader_that_goes_away_does_not_stop_the_run() {
    let world = World::start().await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let body = serde_json::json!({"message": HARD_HATS, "idempotency_key": "k1"});
    let path = format!("/v1/sessions/{session}/turns");
    drop(world.post(&path, &token, &body).await);
    let path = format!("/v1/sessions/{session}");
    let started = Instant::now();
    loop {
        let view: serde_json::Value = world.get(&path, &token).await.json().await.unwrap();
        let frames = view["turns"][0]["frames"].as_array().unwrap();
        if let Some(last) = frames.last() {
            assert_eq!(last["event"], "done");
            break;
        }
        assert!(
            started.elapsed() < Duration::from_secs(30),
            "the run was not stored"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_model_that_never_ends_is_ended_by_the_deadline() {
    let world = World::start_with(|config| {
        let base = config["model"]["responder"]["base_url"]
            .as_str()
            .unwrap()
            .to_owned();
        config["model"]["responder"]["base_url"] = format!("{base}/mode/never_ends").into();
        let turn = serde_json::json!({"deadline_seconds": 2});
        config.insert("turn".into(), toml::Value::try_from(turn).unwrap());
    })
    .await;
    let started = Instant::now();
    let answer = world.ask("fac-a", HARD_HATS).await;
    assert_eq!(failure(&answer), (ErrorCode::DeadlineExceeded, true));
    assert!(started.elapsed() < Duration::from_secs(10));
}

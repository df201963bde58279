//! Bad input is answered with a problem that names the field and the limit.

use crate::world::World;
use serde_json::{Value, json};

/// Reads a problem, and checks that it is one.
async fn problem(response: reqwest::Response) -> (u16, Value) {
    assert_eq!(
        response.headers()["content-type"],
        "application/problem+json"
    );
    let status = response.status().as_u16();
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["status"], status);
    (status, body)
}

#[tokio::test]
async fn a_token_that_does_not_hold_is_answered_401_with_a_challenge() {
    let world = World::start().await;
    let body = json!({"facility_key": "fac-a"});
    let mut tokens = vec![String::new(), "a.b.c".to_owned()];
    for fault in ["expired", "wrong_key", "wrong_audience", "not_yet_valid"] {
        tokens.push(
            world
                .token_with(&format!("?fault={fault}"), json!({}))
                .await,
        );
    }
    for token in tokens {
        let response = world.post("/v1/sessions", &token, &body).await;
        assert!(
            response.headers()["www-authenticate"]
                .to_str()
                .unwrap()
                .starts_with("Bearer")
        );
        let (status, body) = problem(response).await;
        assert_eq!((status, &body["code"]), (401, &json!("invalid_token")));
    }
    let url = format!("{}/v1/sessions", world.beacon_url);
    let without = world.http.post(url).json(&body).send().await.unwrap();
    assert_eq!(problem(without).await.0, 401);
}

#[tokio::test]
async fn a_facility_that_the_user_may_not_enter_is_refused() {
    let world = World::start().await;
    let token = world.token().await;
    let body = json!({"facility_key": "fac-closed"});
    let (status, body) = problem(world.post("/v1/sessions", &token, &body).await).await;
    assert_eq!((status, &body["field"]), (403, &json!("facility_key")));
}

#[tokio::test]
async fn a_body_that_cannot_be_read_names_the_field() {
    let world = World::start().await;
    let token = world.token().await;
    for (body, named) in [
        (json!({}), "facility_key"),
        (json!({"facility_key": 7}), "facility_key"),
        (json!({"facility_key": "a", "colour": "red"}), "colour"),
    ] {
        let (status, body) = problem(world.post("/v1/sessions", &token, &body).await).await;
        assert_eq!(status, 422);
        assert!(body["detail"].as_str().unwrap().contains(named), "{body}");
    }
}

#[tokio::test]
async fn a_message_is_taken_up_to_its_limit() {
    let world = World::start_with(|config| {
        config.insert(
            "turn".into(),
            toml::Value::try_from(json!({"max_message_bytes": 20})).unwrap(),
        );
    })
    .await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let path = format!("/v1/sessions/{session}/turns");
    for (length, status) in [(0, 400), (1, 200), (19, 200), (20, 200), (21, 400)] {
        let key = format!("k{length}");
        let body = json!({"message": "x".repeat(length), "idempotency_key": key});
        let response = world.post(&path, &token, &body).await;
        assert_eq!(response.status().as_u16(), status, "{length} bytes");
        if status == 400 {
            let (_, body) = problem(response).await;
            assert_eq!(
                (&body["field"], &body["limit"]),
                (&json!("message"), &json!(20))
            );
        }
    }
}

#[tokio::test]
async fn an_idempotency_key_is_taken_up_to_its_limit() {
    let world = World::start().await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let path = format!("/v1/sessions/{session}/turns");
    for (length, status) in [(0, 400), (128, 200), (129, 400)] {
        let body = json!({"message": "hello", "idempotency_key": "k".repeat(length)});
        let response = world.post(&path, &token, &body).await;
        assert_eq!(response.status().as_u16(), status, "{length} bytes");
    }
}

#[tokio::test]
async fn a_body_over_the_limit_is_refused() {
    let world = World::start().await;
    let token = world.token().await;
    let body = json!({"facility_key": "x".repeat(300 * 1024)});
    let (status, body) = problem(world.post("/v1/sessions", &token, &body).await).await;
    assert_eq!((status, &body["code"]), (413, &json!("body_too_large")));
}

#[tokio::test]
async fn a_session_of_somebody_else_answers_like_one_that_does_not_exist() {
    let world = World::start().await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let other = world.token_with("", json!({"sub": "user-other"})).await;
    let body = json!({"message": "hello", "idempotency_key": "k"});
    let mut answers = Vec::new();
    for id in [session.as_str(), "no-such-session"] {
        let read = world.get(&format!("/v1/sessions/{id}"), &other).await;
        let sent = world
            .post(&format!("/v1/sessions/{id}/turns"), &other, &body)
            .await;
        answers.push((read.status(), read.text().await.unwrap()));
        answers.push((sent.status(), sent.text().await.unwrap()));
    }
    assert_eq!(answers[0].0, 404);
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[1], answers[3]);
}

#[tokio::test]
async fn a_session_id_that_is_no_text_is_a_session_that_does_not_exist() {
    let world = World::start().await;
    let token = world.token().await;
    let body = json!({"message": "hello", "idempotency_key": "k"});
    let read = world.get("/v1/sessions/%FF", &token).await;
    let sent = world.post("/v1/sessions/%FF/turns", &token, &body).await;
    for response in [read, sent] {
        let (status, body) = problem(response).await;
        assert_eq!((status, &body["code"]), (404, &json!("session_not_found")));
    }
}

#[tokio::test]
async fn an_idempotency_key_with_another_message_is_not_answered_with_the_first() {
    let world = World::start().await;
    let token = world.token().await;
    let session = world.session(&token, "fac-a").await;
    let first = world.ask_in(&token, &session, "hello", "k1").await;
    let again = world.ask_in(&token, &session, "hello", "k1").await;
    assert_eq!(first.raw, again.raw);
    let body = json!({"message": "goodbye", "idempotency_key": "k1"});
    let path = format!("/v1/sessions/{session}/turns");
    let (status, body) = problem(world.post(&path, &token, &body).await).await;
    assert_eq!((status, &body["field"]), (409, &json!("idempotency_key")));
}

#[tokio::test]
async fn an_address_or_method_that_does_not_exist_is_a_problem_too() {
    let world = World::start().await;
    let token = world.token().await;
    assert_eq!(
        problem(world.get("/v2/sessions", &token).await).await.0,
        404
    );
    assert_eq!(
        problem(world.get("/v1/sessions", &token).await).await.0,
        405
    );
}

#[tokio::test]
async fn a_host_of_another_origin_is_not_let_in_by_its_browser() {
    let world = World::start().await;
    let preflight = |origin: String| {
        let url = format!("{}/v1/sessions", world.beacon_url);
        world
            .http
            .request(reqwest::Method::OPTIONS, url)
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header(
                "access-control-request-headers",
                "authorization,content-type",
            )
            .send()
    };
    let own = preflight(world.stub_url.clone()).await.unwrap();
    assert_eq!(
        own.headers()["access-control-allow-origin"],
        world.stub_url.as_str()
    );
    let other = preflight("https://evil.example".into()).await.unwrap();
    assert!(!other.headers().contains_key("access-control-allow-origin"));
}

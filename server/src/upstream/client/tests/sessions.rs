use super::*;

#[tokio::test]
async fn a_call_is_preceded_by_one_handshake() {
    let peer = Peer::start(|_| None).await;
    let client = peer.client();
    call(&client).await.unwrap();
    call(&client).await.unwrap();
    let handshake = ["initialize", "notifications/initialized"];
    assert_eq!(peer.methods()[..2], handshake);
    assert_eq!(peer.methods()[2..], ["tools/call", "tools/call"]);

    let seen = peer.seen.lock().unwrap();
    let [hello, ready, first, second] = seen.as_slice() else {
        panic!("four requests");
    };
    assert_eq!(hello.body["params"]["protocolVersion"], VERSION);
    assert_eq!(hello.body["params"]["clientInfo"]["name"], "beacon");
    assert_eq!(hello.header("mcp-session-id"), None);
    assert_eq!(hello.header("mcp-protocol-version"), None);
    assert!(ready.body.get("id").is_none(), "a notification has no id");
    for request in [ready, first, second] {
        assert_eq!(request.header("mcp-session-id"), Some("session-1"));
        let agreed = request.header("mcp-protocol-version");
        assert_eq!(agreed, Some("2025-06-18"), "as agreed, not as asked");
    }
    for request in seen.iter() {
        let accepted = Some("application/json, text/event-stream");
        assert_eq!(request.header("accept"), accepted);
        assert_eq!(request.header("content-type"), Some("application/json"));
        assert_eq!(request.body["jsonrpc"], "2.0");
    }
    let arguments = json!({"facility_key": "fac-a", "query": "크레인 crane"});
    let params = json!({"name": "search_photos", "arguments": arguments});
    assert_eq!(first.body["params"], params);
    assert_ne!(first.body["id"], second.body["id"]);
}

#[tokio::test]
async fn every_request_carries_the_bearer_of_its_call_in_a_session_of_its_own() {
    let peer = Peer::start(|_| None).await;
    let client = peer.client();
    for bearer in ["one", "two", "one"] {
        let auth = CallAuth::for_caller(&AuthMode::PassThrough, bearer);
        client.call(&permitted(), &auth, later()).await.unwrap();
    }
    let seen = peer.seen.lock().unwrap();
    let sent = seen
        .iter()
        .map(|seen| seen.header("authorization").unwrap());
    let one = "Bearer one";
    let two = "Bearer two";
    assert_eq!(
        sent.collect::<Vec<_>>(),
        [one, one, one, two, two, two, one]
    );
    let sessions = seen.iter().filter(|seen| seen.method() == "tools/call");
    let sessions = sessions.map(|seen| seen.header("mcp-session-id").unwrap());
    let expected = ["session-1", "session-2", "session-1"];
    assert_eq!(sessions.collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn calls_at_once_open_one_session() {
    let peer = Peer::start(|_| None).await;
    let client = peer.client();
    let calls = (0..8).map(|_| call(&client));
    for result in futures_util::future::join_all(calls).await {
        result.unwrap();
    }
    assert_eq!(peer.count("initialize"), 1);
    assert_eq!(peer.count("tools/call"), 8);
}

#[tokio::test]
async fn a_handshake_that_hangs_holds_up_only_its_own_bearer() {
    let peer = Peer::start(|seen| {
        let hangs = seen.header("authorization") == Some("Bearer slow");
        hangs.then(|| {
            json_body(Body::from_stream(stream::pending::<
                Result<Bytes, Infallible>,
            >()))
        })
    })
    .await;
    let client = peer.client();
    let permitted = permitted();
    let auth = auth("slow");
    let slow = client.call(&permitted, &auth, later());
    tokio::select! {
        biased;
        _ = slow => panic!("it hangs"),
        result = async {
            while peer.count("initialize") == 0 {
                tokio::task::yield_now().await;
            }
            call(&client).await
        } => assert_eq!(result.unwrap(), "{}"),
    }
}

#[tokio::test]
async fn a_session_that_was_forgotten_is_opened_again() {
    let peer = Peer::start(|seen| {
        let forgotten =
            seen.method() == "tools/call" && seen.header("mcp-session-id") == Some("session-1");
        forgotten.then(|| (http::StatusCode::NOT_FOUND, SECRET).into_response())
    })
    .await;
    let client = peer.client();
    assert_eq!(call(&client).await.unwrap(), "{}");
    assert_eq!(call(&client).await.unwrap(), "{}");
    assert_eq!(peer.count("initialize"), 2);
    assert_eq!(peer.count("tools/call"), 3, "one failed");
}

#[tokio::test]
async fn a_session_is_opened_again_only_once() {
    let peer = peer_that_answers(|_| http::StatusCode::NOT_FOUND.into_response()).await;
    let error = call(&peer.client()).await.unwrap_err();
    assert_eq!(error, UpstreamError::HttpStatus(404));
    assert_eq!(peer.count("initialize"), 2);
    assert_eq!(peer.count("tools/call"), 2);
}

#[tokio::test]
async fn a_server_without_sessions_is_sent_none() {
    let peer = Peer::start(|seen| {
        let hello = seen.method() == "initialize";
        hello.then(|| seen.json(r#"{"protocolVersion":"2025-11-25"}"#))
    })
    .await;
    call(&peer.client()).await.unwrap();
    let seen = peer.seen.lock().unwrap();
    assert!(
        seen.iter()
            .all(|seen| seen.header("mcp-session-id").is_none())
    );
}

#[tokio::test]
async fn a_refused_bearer_is_unauthorized_at_the_handshake_and_later() {
    for method in ["initialize", "notifications/initialized", "tools/call"] {
        let peer = Peer::start(move |seen| {
            let challenge = [("www-authenticate", "Bearer")];
            let refusal = (http::StatusCode::UNAUTHORIZED, challenge, SECRET);
            (seen.method() == method).then(|| refusal.into_response())
        })
        .await;
        let error = call(&peer.client()).await.unwrap_err();
        assert_eq!(error, UpstreamError::Unauthorized, "{method}");
        assert_eq!(peer.count(method), 1, "not tried again");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed_with_the_bearer() {
    let peer = peer_that_answers(|_| {
        let to = [("location", "/elsewhere")];
        (http::StatusCode::TEMPORARY_REDIRECT, to).into_response()
    })
    .await;
    let error = call(&peer.client()).await.unwrap_err();
    assert_eq!(error, UpstreamError::HttpStatus(307));
    assert_eq!(peer.count("tools/call"), 1);
}

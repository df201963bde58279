use super::*;
use futures_util::StreamExt;

/// Spacing, order, escapes, a number's digits, and a key that comes twice: none of it is normalised.
const RESULT: &str =
    r#"{ "content" : [],"z":1.00,"a":"\u00e9é", "a":12345678901234567890123, "_meta":{} }"#;

#[tokio::test]
async fn the_bytes_of_a_result_are_kept_as_json_and_as_a_stream() {
    let peer = peer_that_answers(|seen| seen.json(RESULT)).await;
    assert_eq!(call(&peer.client()).await.unwrap(), RESULT);
    let peer = peer_that_answers(|seen| {
        event_stream(format!(
            "event: message\ndata: {}\n\n",
            seen.message(RESULT)
        ))
    })
    .await;
    assert_eq!(call(&peer.client()).await.unwrap(), RESULT);
}

#[tokio::test]
async fn the_kind_of_an_answer_is_read_without_regard_to_case_and_parameters() {
    let peer = peer_that_answers(|seen| {
        let body = format!("data: {}\n\n", seen.message("{}"));
        let kind = [("content-type", "Text/Event-Stream; charset=utf-8")];
        (kind, body).into_response()
    })
    .await;
    assert_eq!(call(&peer.client()).await.unwrap(), "{}");
}

#[tokio::test]
async fn what_comes_before_the_answer_is_not_the_answer() {
    let before = [
        "id: 1\nretry: 100\ndata:\n\n",
        "id: 2\n\n",
        ": a comment\n\n",
        "event: ping\ndata: 2026-04-14\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":1}}\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"id\":\"theirs-1\",\"method\":\"ping\"}\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"id\":999999,\"result\":{\"of\":\"another\"}}\n\n",
        "data: {\"jsonrpc\":\"2.0\",\"id\":999999,\"error\":{\"code\":1,\"message\":\"another\"}}\n\n",
    ];
    for ending in ["\n", "\r\n", "\r"] {
        let before = before.concat();
        let peer = peer_that_answers(move |seen| {
            let body = format!("\u{feff}{before}data: {}\n\n", seen.message(RESULT));
            event_stream(body.replace('\n', ending))
        })
        .await;
        assert_eq!(call(&peer.client()).await.unwrap(), RESULT, "{ending:?}");
    }
}

#[tokio::test]
async fn a_stream_may_stay_open_after_the_answer() {
    let peer = peer_that_answers(|seen| {
        let answer = format!("data: {}\n\n", seen.message("{}"));
        let first = stream::once(async move { Ok::<_, Infallible>(answer) });
        let body = first.chain(stream::pending());
        event_stream(Body::from_stream(body))
    })
    .await;
    assert_eq!(call(&peer.client()).await.unwrap(), "{}");
}

#[tokio::test]
async fn a_stream_without_an_answer_is_an_error() {
    for body in ["", "id: 1\ndata:\n\n", ": comment\n\n", "data: {\"id\":"] {
        let peer = peer_that_answers(move |_| event_stream(body)).await;
        let error = call(&peer.client()).await.unwrap_err();
        assert_eq!(error, UpstreamError::StreamEnded, "{body}");
    }
}

/// An answer that is none, given a JSON-RPC error.
type Failing = fn(String) -> Response;

#[tokio::test]
async fn an_error_is_known_by_its_code_and_nothing_of_its_text_is_kept() {
    let rpc = |seen: &Seen| {
        let id = &seen.body["id"];
        let error = json!({"code": -32602, "message": SECRET, "data": {"more": SECRET}});
        json!({"jsonrpc": "2.0", "id": id, "error": error}).to_string()
    };
    let answers: [(Failing, UpstreamError); 5] = [
        (|rpc| json_body(rpc), UpstreamError::Rpc(-32602)),
        (
            |rpc| event_stream(format!("data: {rpc}\n\n")),
            UpstreamError::Rpc(-32602),
        ),
        (
            |_| (http::StatusCode::BAD_GATEWAY, SECRET).into_response(),
            UpstreamError::HttpStatus(502),
        ),
        (|_| json_body(SECRET), UpstreamError::Malformed),
        (
            |_| event_stream(format!("data: {SECRET}\n\n")),
            UpstreamError::Malformed,
        ),
    ];
    for (answer, expected) in answers {
        let peer = peer_that_answers(move |seen| answer(rpc(seen))).await;
        let error = call(&peer.client()).await.unwrap_err();
        assert_eq!(error, expected);
        assert!(!format!("{error} {error:?}").contains(SECRET));
    }
}

#[tokio::test]
async fn an_answer_to_another_request_is_no_answer() {
    let peer = peer_that_answers(|_| json_body(r#"{"jsonrpc":"2.0","id":999999,"result":{}}"#));
    let error = call(&peer.await.client()).await.unwrap_err();
    assert_eq!(error, UpstreamError::Malformed);
}

/// Offers one tool a page; `next` gives the cursor that follows a cursor.
async fn peer_with_pages(
    next: impl Fn(Option<&str>) -> Option<String> + Send + Sync + 'static,
) -> Peer {
    Peer::start(move |seen| {
        let cursor = seen.body["params"]["cursor"].as_str();
        let name = format!("after {}", cursor.unwrap_or("nothing"));
        let tool = json!({"name": name, "inputSchema": {"type": "object"}, "title": "unknown key"});
        let mut page = json!({"tools": [tool]});
        if let Some(next) = next(cursor) {
            page["nextCursor"] = next.into();
        }
        (seen.method() == "tools/list").then(|| seen.json(&page.to_string()))
    })
    .await
}

#[tokio::test]
async fn every_page_of_the_listing_is_read_and_an_empty_cursor_is_a_cursor() {
    let peer = peer_with_pages(|cursor| match cursor {
        None => Some(String::new()),
        Some("") => Some("last".into()),
        Some(_) => None,
    })
    .await;
    let tools = peer.client().list_tools(&auth(BEARER), later()).await;
    let tools = tools.unwrap();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, ["after nothing", "after ", "after last"]);
    assert_eq!(tools[0].input_schema, json!({"type": "object"}));
    assert_eq!(tools[0].description, "");
}

#[tokio::test]
async fn a_listing_that_does_not_advance_or_end_is_an_error() {
    let repeated = peer_with_pages(|_| Some("again".into())).await;
    let error = repeated.client().list_tools(&auth(BEARER), later()).await;
    assert_eq!(error.unwrap_err(), UpstreamError::EndlessListing);
    assert_eq!(repeated.count("tools/list"), 2);

    let endless = peer_with_pages(|cursor| Some(format!("{}x", cursor.unwrap_or_default()))).await;
    let error = endless.client().list_tools(&auth(BEARER), later()).await;
    assert_eq!(error.unwrap_err(), UpstreamError::EndlessListing);
    assert_eq!(endless.count("tools/list"), MAX_TOOL_PAGES);
}

use super::*;

/// An answer with this result, and how many bytes it has.
type Measured = fn(&Seen, &str) -> (usize, Response);

/// A stream of one answer.
fn streamed(seen: &Seen, result: &str) -> String {
    format!(": comment\n\ndata: {}\n\n", seen.message(result))
}

#[tokio::test]
async fn an_answer_is_read_up_to_the_cap_and_not_a_byte_further() {
    let result = format!(r#"{{"text":"{}"}}"#, "x".repeat(10_000));
    let shapes: [Measured; 2] = [
        |seen, result| (seen.message(result).len(), seen.json(result)),
        |seen, result| {
            let body = streamed(seen, result);
            (body.len(), event_stream(body))
        },
    ];
    for shape in shapes {
        let length = Arc::new(AtomicU64::new(0));
        let peer = {
            let (result, length) = (result.clone(), Arc::clone(&length));
            peer_that_answers(move |seen| {
                let (bytes, response) = shape(seen, &result);
                length.store(bytes as u64, Ordering::Relaxed);
                response
            })
            .await
        };
        call(&peer.client()).await.unwrap();
        let exact = usize::try_from(length.load(Ordering::Relaxed)).unwrap();
        let read = call(&peer.client_that_reads(exact)).await;
        assert_eq!(read.unwrap(), result);
        let error = call(&peer.client_that_reads(exact - 1)).await.unwrap_err();
        assert_eq!(error, UpstreamError::TooLarge(exact - 1));
    }
}

#[tokio::test]
async fn a_body_without_end_is_an_error_at_the_cap() {
    let bodies: [(&str, Shape); 4] = [
        (" ", json_body),
        ("data: endless line", event_stream),
        (": endless comment", event_stream),
        ("data:\n\n", event_stream),
    ];
    for (words, shape) in bodies {
        let peer = peer_that_answers(move |_| {
            let flood = stream::repeat_with(|| Ok::<_, Infallible>(words.repeat(1_000)));
            shape(Body::from_stream(flood))
        })
        .await;
        let error = call(&peer.client_that_reads(500_000)).await.unwrap_err();
        assert_eq!(error, UpstreamError::TooLarge(500_000), "{words}");
    }
}

#[tokio::test]
async fn a_server_that_drips_is_timed_out_whatever_it_says() {
    let progress = "data: {\"method\":\"notifications/progress\",\"params\":{}}\n\n";
    let bodies: [(&str, Shape); 3] = [
        (" ", json_body),
        (": still here\n\n", event_stream),
        (progress, event_stream),
    ];
    for (words, shape) in bodies {
        let peer = peer_that_answers(move |_| shape(drip(words))).await;
        let client = peer.client();
        let begun = Instant::now();
        let deadline = begun + Duration::from_millis(200);
        let result = client.call(&permitted(), &auth(BEARER), deadline).await;
        assert_eq!(result.unwrap_err(), UpstreamError::TimedOut, "{words}");
        assert!(begun.elapsed() >= Duration::from_millis(200));
        assert!(begun.elapsed() < Duration::from_secs(10));
    }
}

#[tokio::test]
async fn the_configured_timeout_holds_where_the_deadline_is_far() {
    let peer = peer_that_answers(|_| event_stream(drip(": still here\n\n"))).await;
    let mut client = peer.client();
    client.call_timeout = Duration::from_millis(100);
    let begun = Instant::now();
    assert_eq!(call(&client).await.unwrap_err(), UpstreamError::TimedOut);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[tokio::test]
async fn nobody_there_is_unreachable() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut peer = Peer::start(|_| None).await;
    peer.url = format!("http://{}/mcp", listener.local_addr().unwrap())
        .parse()
        .unwrap();
    drop(listener);
    let error = call(&peer.client()).await.unwrap_err();
    assert_eq!(error, UpstreamError::Unreachable);
}

/// The body says when it is being read, and its sender goes when it does.
async fn dropping_a_call_closes_its_connection(
    shape: impl Fn(mpsc::Sender<()>) -> Response + Send + Sync + 'static,
) {
    let (alive, mut closed) = mpsc::channel(1);
    let alive = Lock::new(Some(alive));
    let peer = peer_that_answers(move |_| {
        let alive = alive.lock().unwrap().take();
        shape(alive.unwrap())
    })
    .await;
    let client = peer.client();
    tokio::select! {
        result = call(&client) => panic!("it does not end: {result:?}"),
        begun = closed.recv() => assert_eq!(begun, Some(())),
    }
    let gone = async { while closed.recv().await.is_some() {} };
    let gone = tokio::time::timeout(Duration::from_secs(5), gone).await;
    assert!(gone.is_ok(), "the server sees it go");
}

#[tokio::test]
async fn dropping_a_call_closes_a_silent_stream() {
    dropping_a_call_closes_its_connection(|alive| {
        let body = stream::once(async move {
            alive.send(()).await.unwrap();
            pending::<()>().await;
            drop(alive);
            Ok::<_, Infallible>("")
        });
        event_stream(Body::from_stream(body))
    })
    .await;
}

#[tokio::test]
async fn dropping_a_call_closes_a_stream_that_is_being_read() {
    dropping_a_call_closes_its_connection(|alive| {
        let body = stream::unfold(alive, |alive| async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let _ = alive.try_send(());
            Some((Ok::<_, Infallible>(": still here\n\n"), alive))
        });
        event_stream(Body::from_stream(body))
    })
    .await;
}

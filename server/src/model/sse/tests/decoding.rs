use super::*;

type Chunk = Result<Bytes, Infallible>;

/// A body in these pieces, and whatever the protocol makes of it.
async fn anthropic(body: impl Stream<Item = Chunk> + Send + 'static) -> Outcome {
    let events = decode(body, later());
    events_of(events, anthropic::Reader::default())
        .collect()
        .await
}

async fn openai(body: impl Stream<Item = Chunk> + Send + 'static) -> Outcome {
    let events = decode(body, later());
    events_of(events, openai::Reader::default()).collect().await
}

fn pieces(pieces: &[&[u8]]) -> impl Stream<Item = Chunk> + Send + 'static {
    let pieces = pieces.iter().map(|piece| Ok(Bytes::copy_from_slice(piece)));
    stream::iter(pieces.collect::<Vec<_>>())
}

fn expected_anthropic() -> Outcome {
    let usage = |output| ModelEvent::Usage { input: 12, output };
    let [call, stop] = call_and_stop();
    [usage(1), text(), usage(30), call, stop].map(Ok).to_vec()
}

fn expected_openai() -> Outcome {
    let usage = ModelEvent::Usage {
        input: 12,
        output: 30,
    };
    let [call, stop] = call_and_stop();
    [text(), call, stop, usage].map(Ok).to_vec()
}

/// As it is, with each line ending, and with a byte order mark.
fn variants(recording: &str) -> Vec<Vec<u8>> {
    let mut variants: Vec<Vec<u8>> = ["\n", "\r\n", "\r"]
        .map(|ending| recording.replace('\n', ending).into_bytes())
        .into();
    variants.push(format!("\u{feff}{recording}").into_bytes());
    variants
}

#[tokio::test]
async fn an_anthropic_stream_means_the_same_wherever_it_is_split() {
    for recording in variants(ANTHROPIC) {
        for at in 0..=recording.len() {
            let (head, tail) = recording.split_at(at);
            let outcome = anthropic(pieces(&[head, tail])).await;
            assert_eq!(outcome, expected_anthropic(), "split at {at}");
        }
        let bytes: Vec<&[u8]> = recording.chunks(1).collect();
        assert_eq!(anthropic(pieces(&bytes)).await, expected_anthropic());
    }
}

#[tokio::test]
async fn an_openai_stream_means_the_same_wherever_it_is_split() {
    for recording in variants(OPENAI) {
        for at in 0..=recording.len() {
            let (head, tail) = recording.split_at(at);
            let outcome = openai(pieces(&[head, tail])).await;
            assert_eq!(outcome, expected_openai(), "split at {at}");
        }
        let bytes: Vec<&[u8]> = recording.chunks(1).collect();
        assert_eq!(openai(pieces(&bytes)).await, expected_openai());
    }
}

/// Events of the whole, then `Truncated` and nothing more.
fn assert_truncated(outcome: &[Result<ModelEvent, ModelError>], whole: &Outcome, at: usize) {
    let (last, before) = outcome.split_last().unwrap();
    assert_eq!(last, &Err(ModelError::Truncated), "cut at {at}");
    assert!(whole.starts_with(before), "cut at {at}");
}

#[tokio::test]
async fn a_stream_that_ends_without_its_terminal_event_is_truncated() {
    let whole = expected_anthropic();
    for at in 0..ANTHROPIC.len() {
        let outcome = anthropic(pieces(&[&ANTHROPIC.as_bytes()[..at]])).await;
        assert_truncated(&outcome, &whole, at);
    }
    let whole = expected_openai();
    let finish = OPENAI.find("finish_reason").unwrap();
    let finished = finish + OPENAI[finish..].find("\n\n").unwrap() + 2;
    for at in 0..OPENAI.len() {
        let outcome = openai(pieces(&[&OPENAI.as_bytes()[..at]])).await;
        if at < finished {
            assert_truncated(&outcome, &whole, at);
        } else {
            // A finish reason is as good as `[DONE]`.
            assert!(whole.starts_with(&outcome) && outcome.len() >= 3);
        }
    }
}

#[tokio::test]
async fn a_connection_that_breaks_has_cut_the_answer_off() {
    let head = ANTHROPIC
        .split_inclusive("\n\n")
        .take(5)
        .collect::<String>();
    let broken = stream::iter([Ok(Bytes::from(head)), Err("reset")]);
    let events = decode(broken, later());
    let outcome: Outcome = events_of(events, anthropic::Reader::default())
        .collect()
        .await;
    assert_truncated(&outcome, &expected_anthropic(), 0);
    assert!(outcome.contains(&Ok(text())));
}

#[tokio::test]
async fn an_error_in_mid_stream_ends_the_stream_without_its_text() {
    let head = ANTHROPIC
        .split_inclusive("\n\n")
        .take(5)
        .collect::<String>();
    let error = format!(
        "event: error\ndata: {{\"type\":\"error\",\"error\":{{\"type\":\"overloaded_error\",\"message\":\"{SECRET}\"}}}}\n\n"
    );
    let outcome = anthropic(pieces(&[
        head.as_bytes(),
        error.as_bytes(),
        b"data: {}\n\n",
    ]))
    .await;
    assert_eq!(outcome.last(), Some(&Err(ModelError::MidStream)));
    assert_eq!(outcome.len(), 3, "usage and text before it, nothing after");
    assert!(!format!("{outcome:?}").contains(SECRET));

    let head = OPENAI.split_inclusive("\n\n").take(2).collect::<String>();
    let error = format!("data: {{\"error\":{{\"message\":\"{SECRET}\"}}}}\n\n");
    let rest = OPENAI.as_bytes();
    let outcome = openai(pieces(&[head.as_bytes(), error.as_bytes(), rest])).await;
    assert_eq!(outcome, [Ok(text()), Err(ModelError::MidStream)]);
}

#[tokio::test]
async fn what_is_not_the_protocol_is_malformed_and_not_repeated() {
    let not_json = format!("data: {SECRET}\n\n");
    let cut_call = ANTHROPIC.replace(r#"\"헬멧\"}"#, SECRET);
    let not_utf8 = b"data: \xff\xfe\n\n";
    for body in [not_json.as_bytes(), cut_call.as_bytes(), not_utf8] {
        let outcome = anthropic(pieces(&[body])).await;
        assert_eq!(outcome.last(), Some(&Err(ModelError::Malformed)));
        let error = outcome.last().unwrap().as_ref().unwrap_err();
        assert!(!format!("{error} {error:?}").contains(SECRET));
    }
}

#[tokio::test]
async fn nothing_is_read_after_the_terminal_event() {
    let first = stream::iter([Ok(Bytes::from(ANTHROPIC))]);
    let body = first.chain(stream::pending());
    assert_eq!(anthropic(body).await, expected_anthropic());
}

#[tokio::test]
async fn a_body_without_end_is_an_error_at_the_cap() {
    let piece = 64 * 1024;
    for words in [
        "data: an endless line ",
        ": an endless comment ",
        "x",
        "\n",
        "data:\n",
    ] {
        let taken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&taken);
        let chunk = Bytes::from(words.repeat(piece / words.len()));
        let endless = stream::repeat_with(move || {
            count.fetch_add(chunk.len(), Ordering::Relaxed);
            Ok(chunk.clone())
        });
        let outcome = anthropic(endless).await;
        assert_eq!(outcome, [Err(ModelError::Malformed)], "{words}");
        let taken = taken.load(Ordering::Relaxed);
        assert!(taken <= MAX_STREAM_BYTES + piece, "{words}: took {taken}");
    }
}

#[tokio::test]
async fn a_body_that_never_waits_does_not_outrun_the_deadline() {
    let flood = stream::repeat_with(|| Ok::<_, Infallible>(Bytes::from("data: {}\n\n")));
    let events = decode(flood, Instant::now() + Duration::from_millis(5));
    let outcome: Vec<_> = events.collect().await;
    let last = outcome.last().map(|last| last.as_ref().unwrap_err());
    assert_eq!(last, Some(&ModelError::TimedOut));
}

use super::*;
use beacon_shared::api::StoredFrame;
use serde_json::{Value, json};

fn card(number: u32, id: &str) -> Value {
    json!({"number": number, "title": "Worker", "target":
        {"kind": "panorama", "id": id, "facility_key": "fac-a"}})
}

fn references(call: &str, cards: &[Value]) -> (&'static str, Value) {
    let counts = json!({"subject": "photos", "scope": {"facility_key": "fac-a"}, "returned": 10,
        "displayed": cards.len(), "total": {"value": 189, "bound": "at_least"}, "has_more": true,
        "grade": "lower_bound"});
    let body = json!({"call_id": call, "source": "search_photos", "counts": counts,
        "citations": cards, "more": null});
    ("references", body)
}

fn text(block: u32, text: &str) -> (&'static str, Value) {
    let inlines = json!([{"type": "text", "text": text}]);
    (
        "delta",
        json!({"block": block, "kind": "paragraph", "inlines": inlines}),
    )
}

fn start() -> (&'static str, Value) {
    let body = json!({"run_id": "r1", "session_id": "s", "turn": 1, "protocol_version": 1,
        "locale": "en"});
    ("start", body)
}

fn plan(calls: &[&str]) -> (&'static str, Value) {
    let steps: Vec<Value> = calls
        .iter()
        .map(|id| json!({"call_id": id, "tool": "search_photos", "title": "Search photos"}))
        .collect();
    ("plan", json!({"round": 1, "steps": steps}))
}

fn tool_start(call: &str) -> (&'static str, Value) {
    (
        "tool_start",
        json!({"call_id": call, "tool": "search_photos"}),
    )
}

fn tool_end(call: &str, outcome: &str) -> (&'static str, Value) {
    (
        "tool_end",
        json!({"call_id": call, "outcome": outcome, "duration_ms": 5}),
    )
}

fn done(outcome: &str) -> (&'static str, Value) {
    (
        "done",
        json!({"outcome": outcome, "usage": {"input_tokens": 1, "output_tokens": 1}}),
    )
}

fn search() -> Vec<(&'static str, Value)> {
    vec![
        start(),
        plan(&["c1"]),
        tool_start("c1"),
        tool_end("c1", "answered"),
        references("c1", &[card(1, "p1"), card(2, "p2")]),
        text(0, "There are "),
        text(0, "some."),
        text(1, "More."),
        done("answered"),
    ]
}

fn read(frames: &[(&'static str, Value)]) -> (Turn, TurnReader) {
    let mut turn = Turn::default();
    let mut reader = TurnReader::default();
    for (seq, (event, data)) in frames.iter().enumerate() {
        reader.event(&mut turn, event, &format!("r1:{seq}"), &data.to_string());
    }
    (turn, reader)
}

#[test]
fn a_search_becomes_calls_cards_and_blocks() {
    let (turn, _) = read(&search());
    assert_eq!(
        turn.calls[0].status,
        CallStatus::Ended(ToolOutcome::Answered)
    );
    assert_eq!(
        turn.cards().map(|card| card.number).collect::<Vec<_>>(),
        [1, 2]
    );
    assert_eq!(turn.plain_text(), "There are some.\nMore.");
    assert_eq!(turn.ending, Some(Ending::Done(TurnOutcome::Answered)));
}

#[test]
fn a_reload_shows_what_was_shown() {
    let frames = search().into_iter().enumerate();
    let view = TurnView {
        turn: 1,
        run_id: RunId::new("r1"),
        message: "?".into(),
        created_at: "2026-12-01T00:00:00Z".into(),
        frames: frames
            .map(|(seq, (event, data))| StoredFrame {
                seq: seq as u64,
                event: event.into(),
                data,
            })
            .collect(),
    };
    assert_eq!(stored(&view), read(&search()).0);
}

#[test]
fn a_stream_that_ends_anywhere_before_its_terminal_frame_is_interrupted_and_kept() {
    let frames = search();
    for length in 0..frames.len() - 1 {
        let (mut turn, mut reader) = read(&frames[..length]);
        let before = turn.plain_text();
        reader.eof(&mut turn);
        assert_eq!(
            turn.ending,
            Some(Ending::Interrupted),
            "after {length} frames"
        );
        assert_eq!(turn.plain_text(), before);
        assert!(
            turn.calls
                .iter()
                .all(|call| matches!(call.status, CallStatus::Ended(_) | CallStatus::Abandoned))
        );
    }
}

#[test]
fn a_frame_of_another_run_is_ignored() {
    let (mut turn, mut reader) = read(&search()[..6]);
    let (event, data) = text(0, "from elsewhere");
    assert_eq!(
        reader.event(&mut turn, event, "r2:6", &data.to_string()),
        Read::Ignored
    );
    assert_eq!(
        reader.event(&mut turn, event, "r1:6", &data.to_string()),
        Read::Taken
    );
    assert_eq!(turn.plain_text(), "There are from elsewhere");
}

#[test]
fn frames_out_of_order_and_malformed_frames_end_the_turn_as_interrupted() {
    let (turn, _) = read(&[start(), plan(&["c1"]), tool_start("c9")]);
    assert_eq!(turn.ending, Some(Ending::Interrupted));
    assert_eq!(turn.calls[0].status, CallStatus::Abandoned);
    let (turn, _) = read(&[start(), ("delta", json!({"nonsense": 1}))]);
    assert_eq!(turn.ending, Some(Ending::Interrupted));
}

#[test]
fn an_unknown_frame_changes_nothing() {
    let (turn, _) = read(&[start(), ("weather", json!({})), text(0, "Fine.")]);
    assert_eq!(turn.ending, None);
    assert_eq!(turn.plain_text(), "Fine.");
}

#[test]
fn nothing_changes_a_turn_that_has_ended() {
    let (mut turn, mut reader) = read(&search());
    let before = turn.clone();
    let (event, data) = text(2, "late");
    assert_eq!(
        reader.event(&mut turn, event, "r1:9", &data.to_string()),
        Read::Ignored
    );
    reader.eof(&mut turn);
    TurnReader::stop(&mut turn);
    assert_eq!(turn, before);
}

#[test]
fn stopping_keeps_what_was_said_and_never_marks_a_call_as_done() {
    let (mut turn, _) = read(&search()[..3]);
    TurnReader::stop(&mut turn);
    assert_eq!(turn.ending, Some(Ending::Stopped));
    assert_eq!(turn.calls[0].status, CallStatus::Abandoned);
}

#[test]
fn one_document_has_one_card() {
    let (turn, _) = read(&[
        start(),
        plan(&["c1", "c2"]),
        tool_start("c1"),
        tool_end("c1", "answered"),
        references("c1", &[card(1, "p1"), card(2, "p2")]),
        tool_start("c2"),
        tool_end("c2", "answered"),
        references("c2", &[card(2, "p2"), card(3, "p3")]),
    ]);
    assert_eq!(
        turn.cards().map(|card| card.number).collect::<Vec<_>>(),
        [1, 2, 3]
    );
}

#[test]
fn a_marker_without_a_card_is_not_shown() {
    let inlines = json!([{"type": "cite", "number": 1}, {"type": "cite", "number": 7}]);
    let mut frames = search()[..5].to_vec();
    frames.push((
        "delta",
        json!({"block": 0, "kind": "paragraph", "inlines": inlines}),
    ));
    assert_eq!(read(&frames).0.plain_text(), "[1]");
}

#[test]
fn a_refusal_is_spoken_once() {
    let denial = json!({"capability": "photo_search", "tiers": ["analyze", "enterprise"],
        "message": "Not included."});
    let frames = [
        start(),
        plan(&["c1", "c2"]),
        ("denial", denial.clone()),
        ("denial", denial),
        text(0, "Your plan does not include this."),
        done("denied"),
    ];
    let (turn, _) = read(&frames);
    assert_eq!(turn.denials.len(), 1);
    assert!(turn.folds_prose());
}

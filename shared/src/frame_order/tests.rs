use super::*;
use crate::frame::{Done, PlanStep, ToolEnd, ToolStart, TurnOutcome, Usage};
use std::collections::HashSet;

const STATES: [State; 6] = [
    S::Idle,
    S::Started,
    S::Planned,
    S::Gathering,
    S::Narrating,
    S::Closed,
];

#[test]
fn every_state_meets_every_event_in_exactly_one_row() {
    let cells: HashSet<_> = TABLE.iter().map(|row| (row.from, row.event)).collect();
    assert_eq!(cells.len(), TABLE.len());
    for state in STATES {
        for event in Event::ALL {
            assert!(
                cells.contains(&(state, event)),
                "{state:?} x {event:?} has no row"
            );
        }
    }
}

#[test]
fn nothing_leads_out_of_closed_and_nothing_back_to_idle() {
    for row in TABLE {
        if let Ok(to) = row.to {
            assert_ne!(to, S::Idle);
            if row.from == S::Closed {
                assert_eq!(row.event, E::Eof);
            }
        }
    }
}

fn done() -> Frame {
    Frame::Done(Done {
        outcome: TurnOutcome::Answered,
        usage: Usage::default(),
    })
}

fn opened() -> FrameOrder {
    let mut order = FrameOrder::default();
    let start = r#"{"run_id":"r","session_id":"s","turn":1,"protocol_version":1,"locale":"en"}"#;
    order
        .accept(&Frame::decode("start", start).unwrap().unwrap())
        .unwrap();
    order
}

#[test]
fn a_call_that_was_not_planned_is_refused() {
    let mut order = opened();
    order
        .accept(&Frame::Plan(Plan {
            round: 1,
            steps: vec![],
        }))
        .unwrap();
    let start = Frame::ToolStart(ToolStart {
        call_id: CallId::new("c1"),
        tool: "t".into(),
    });
    assert_eq!(order.accept(&start), Err(Illegal::UnpairedCall));
    assert_eq!(order.state(), S::Planned);
}

#[test]
fn prose_waits_until_every_call_has_ended() {
    let mut order = opened();
    let call_id = CallId::new("c1");
    let step = PlanStep {
        call_id: call_id.clone(),
        tool: "t".into(),
        title: "t".into(),
    };
    order
        .accept(&Frame::Plan(Plan {
            round: 1,
            steps: vec![step],
        }))
        .unwrap();
    let start = Frame::ToolStart(ToolStart {
        call_id: call_id.clone(),
        tool: "t".into(),
    });
    order.accept(&start).unwrap();
    let delta = Frame::decode("delta", r#"{"block":0,"kind":"paragraph","inlines":[]}"#);
    let delta = delta.unwrap().unwrap();
    assert_eq!(order.accept(&delta), Err(Illegal::UnpairedCall));
    let end = ToolEnd {
        call_id,
        outcome: ToolOutcome::Failed,
        duration_ms: 1,
    };
    order.accept(&Frame::ToolEnd(end)).unwrap();
    assert_eq!(order.accept(&delta), Ok(S::Narrating));
}

#[test]
fn a_stream_ends_once() {
    let mut order = opened();
    assert_eq!(order.eof(), Err(Illegal::Unterminated));
    order.accept(&done()).unwrap();
    assert_eq!(order.accept(&done()), Err(Illegal::DuplicateTerminal));
    assert_eq!(order.eof(), Ok(S::Closed));
}

#[test]
fn prose_and_the_end_wait_for_the_references_of_what_was_found() {
    let mut order = opened();
    let call_id = CallId::new("c1");
    let step = PlanStep {
        call_id: call_id.clone(),
        tool: "t".into(),
        title: "t".into(),
    };
    order
        .accept(&Frame::Plan(Plan {
            round: 1,
            steps: vec![step],
        }))
        .unwrap();
    let start = ToolStart {
        call_id: call_id.clone(),
        tool: "t".into(),
    };
    order.accept(&Frame::ToolStart(start)).unwrap();
    assert_eq!(order.accept(&done()), Err(Illegal::UnpairedCall));
    let end = ToolEnd {
        call_id,
        outcome: ToolOutcome::Empty,
        duration_ms: 1,
    };
    order.accept(&Frame::ToolEnd(end)).unwrap();
    assert_eq!(order.accept(&done()), Err(Illegal::UnpairedCall));
    let references = r#"{"call_id":"c1","source":"t","citations":[],"more":null,"counts":
        {"subject":"photos","scope":{"facility_key":"f"},"returned":0,"displayed":0,
         "total":null,"has_more":false,"grade":"exact"}}"#;
    let references = Frame::decode("references", references).unwrap().unwrap();
    order.accept(&references).unwrap();
    assert_eq!(order.accept(&done()), Ok(S::Closed));
}

#[test]
fn a_plan_that_names_a_call_twice_leaves_nothing_behind() {
    let mut order = opened();
    let step = |id: &str| PlanStep {
        call_id: CallId::new(id),
        tool: "t".into(),
        title: "t".into(),
    };
    let twice = Frame::Plan(Plan {
        round: 1,
        steps: vec![step("c1"), step("c1")],
    });
    assert_eq!(order.accept(&twice), Err(Illegal::UnpairedCall));
    let once = Frame::Plan(Plan {
        round: 1,
        steps: vec![step("c1")],
    });
    assert_eq!(order.accept(&once), Ok(S::Planned));
}

//! One turn: the question, the calls, the answer, its evidence, its end.

use super::cards::evidence_view;
use super::element::{button, classed, element, nothing};
use super::erased::{growing, shown, words};
use super::icon::{self, live_icon};
use super::outcome::{denials, end, questions};
use super::prose::prose;
use super::tools::tools;
use crate::i18n::{self, Key};
use crate::session::{Entry, Session};
use crate::thread::{CallStatus, Ending, Turn};
use leptos::prelude::*;

pub fn turn_view(session: Session, entry: Entry) -> AnyView {
    let Entry {
        key,
        message,
        created_at,
        turn,
    } = entry;
    let time = i18n::time_of_day(session.locale(), &created_at);
    let is_final = move || {
        Some(if turn.with(has_final_numbers) {
            "true"
        } else {
            "false"
        })
    };
    let evidence = move |position| {
        let evidence = turn.with_untracked(|turn| turn.evidence.get(position).cloned());
        match evidence {
            Some(evidence) => evidence_view(session, key, evidence),
            None => nothing(),
        }
    };
    let bubble = classed("p", "bubble")
        .with("dir", "auto")
        .text(message.as_str());
    let stamp = classed("time", "stamp")
        .with("datetime", created_at)
        .text(time);
    let asked = classed("div", "asked")
        .child(
            classed("span", "unseen")
                .text(session.text(Key::You))
                .view(),
        )
        .child(bubble.view())
        .child(stamp.view());
    classed("article", "turn")
        .with("data-testid", "turn")
        .live("data-final", is_final)
        .with("aria-label", message.clone())
        .child(asked.view())
        .child(tools(session, turn))
        .child(progress(session, turn))
        .child(prose(session, turn, key))
        .child(growing(
            move || turn.with(|turn| turn.evidence.len()),
            evidence,
        ))
        .child(denials(session, turn))
        .child(questions(session, turn))
        .child(end(session, turn, message))
        .child(actions(session, turn))
        .view()
}

/// Numbers of an answer that was cut off are not final.
fn has_final_numbers(turn: &Turn) -> bool {
    !matches!(
        turn.ending,
        Some(Ending::Interrupted | Ending::Failed(_) | Ending::Stopped)
    )
}

/// What is going on while no line of its own says so.
fn unsaid(turn: &Turn) -> Option<Key> {
    let running = turn
        .calls
        .iter()
        .any(|call| call.status == CallStatus::Running);
    if turn.ending.is_some() || running || !turn.blocks.is_empty() {
        return None;
    }
    Some(if turn.evidence.is_empty() {
        Key::Thinking
    } else {
        Key::Writing
    })
}

fn progress(session: Session, turn: RwSignal<Turn>) -> AnyView {
    let word = move || turn.with(unsaid).map(|key| session.text(key));
    let line = move || {
        let dots = classed("span", "dots")
            .with("aria-hidden", "true")
            .children((0..3).map(|_| element("i").view()));
        classed("p", "progress")
            .child(dots.view())
            .child(element("span").child(words(word).into_any()).view())
            .view()
    };
    shown(move || word().is_some(), line)
}

/// What can be done with an answer.
fn actions(session: Session, turn: RwSignal<Turn>) -> AnyView {
    let copied = RwSignal::new(false);
    let offered = move || {
        turn.with(|turn| turn.ending.is_some() && !turn.blocks.is_empty() && !turn.folds_prose())
    };
    let copy = move || {
        let text = turn.with_untracked(Turn::plain_text);
        let written = window().navigator().clipboard().write_text(&text);
        leptos::task::spawn_local(async move {
            if wasm_bindgen_futures::JsFuture::from(written).await.is_ok() {
                copied.try_set(true);
            }
        });
    };
    let path = move || {
        Some(if copied.get() {
            icon::CHECK
        } else {
            icon::COPY
        })
    };
    let word = move || Some(session.text(if copied.get() { Key::Copied } else { Key::Copy }));
    let buttons = move || {
        let button = button("quiet", copy)
            .child(live_icon(words(path)))
            .child(element("span").child(words(word).into_any()).view());
        classed("div", "actions").child(button.view()).view()
    };
    shown(offered, buttons)
}

//! One line a call. Only a verdict earns a mark of success.

use super::element::classed;
use super::erased::{growing, shown, words};
use super::icon::{self, live_icon};
use crate::i18n::Key;
use crate::session::Session;
use crate::thread::{CallStatus, Turn};
use beacon_shared::frame::ToolOutcome;
use leptos::prelude::*;

pub fn tools(session: Session, turn: RwSignal<Turn>) -> AnyView {
    let count = move || turn.with(|turn| turn.calls.len());
    let line = move |position| line(session, turn, position);
    let lines = move || classed("ul", "tools").child(growing(count, line)).view();
    shown(move || count() > 0, lines)
}

fn line(session: Session, turn: RwSignal<Turn>, position: usize) -> AnyView {
    let title = turn.with_untracked(|turn| {
        turn.calls
            .get(position)
            .map(|call| call.title.clone())
            .unwrap_or_default()
    });
    let status = move || {
        turn.with(|turn| {
            turn.calls
                .get(position)
                .map_or(CallStatus::Planned, |call| call.status)
        })
    };
    let mark = classed("span", "tool-mark").child(live_icon(words(move || Some(mark(status())))));
    let title = classed("span", "tool-title")
        .with("dir", "auto")
        .text(title);
    let word = words(move || Some(session.text(word(status()))));
    classed("li", "tool")
        .with("data-testid", "tool-status")
        .live("data-outcome", move || Some(name(status())))
        .child(mark.view())
        .child(title.view())
        .child(classed("span", "tool-word").child(word.into_any()).view())
        .view()
}

const fn name(status: CallStatus) -> &'static str {
    match status {
        CallStatus::Planned => "planned",
        CallStatus::Running => "running",
        CallStatus::Abandoned => "abandoned",
        CallStatus::Ended(ToolOutcome::Answered) => "answered",
        CallStatus::Ended(ToolOutcome::Empty) => "empty",
        CallStatus::Ended(ToolOutcome::Unknown) => "unknown",
        CallStatus::Ended(ToolOutcome::Failed) => "failed",
        CallStatus::Ended(ToolOutcome::AuthExpired) => "auth_expired",
        CallStatus::Ended(ToolOutcome::Cancelled) => "cancelled",
    }
}

const fn word(status: CallStatus) -> Key {
    match status {
        CallStatus::Planned => Key::ToolPlanned,
        CallStatus::Running => Key::ToolRunning,
        CallStatus::Abandoned => Key::ToolAbandoned,
        CallStatus::Ended(ToolOutcome::Answered) => Key::ToolAnswered,
        CallStatus::Ended(ToolOutcome::Empty) => Key::ToolEmpty,
        CallStatus::Ended(ToolOutcome::Unknown) => Key::ToolUnknown,
        CallStatus::Ended(ToolOutcome::Failed) => Key::ToolFailed,
        CallStatus::Ended(ToolOutcome::AuthExpired) => Key::ToolAuthExpired,
        CallStatus::Ended(ToolOutcome::Cancelled) => Key::ToolCancelled,
    }
}

const fn mark(status: CallStatus) -> &'static str {
    match status {
        CallStatus::Planned | CallStatus::Running => icon::CLOCK,
        CallStatus::Ended(ToolOutcome::Answered) => icon::CHECK,
        CallStatus::Ended(ToolOutcome::Empty | ToolOutcome::Cancelled) | CallStatus::Abandoned => {
            icon::DASH
        }
        CallStatus::Ended(ToolOutcome::Unknown) => icon::QUESTION,
        CallStatus::Ended(ToolOutcome::Failed) => icon::ALERT,
        CallStatus::Ended(ToolOutcome::AuthExpired) => icon::LOCK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_answered_call_looks_done() {
        for outcome in [
            ToolOutcome::Empty,
            ToolOutcome::Unknown,
            ToolOutcome::Failed,
            ToolOutcome::AuthExpired,
            ToolOutcome::Cancelled,
        ] {
            let status = CallStatus::Ended(outcome);
            assert_ne!(mark(status), icon::CHECK, "{outcome:?}");
            assert_ne!(word(status), Key::ToolAnswered, "{outcome:?}");
        }
        for status in [
            CallStatus::Planned,
            CallStatus::Running,
            CallStatus::Abandoned,
        ] {
            assert_ne!(mark(status), icon::CHECK);
            assert_ne!(word(status), Key::ToolAnswered);
        }
        assert_eq!(mark(CallStatus::Ended(ToolOutcome::Answered)), icon::CHECK);
    }
}

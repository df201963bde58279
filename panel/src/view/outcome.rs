//! How a turn came out, where prose is not the right form: refusals, counter-questions, stops,
//! failures.

use super::element::{button, classed, element, nothing};
use super::erased::{growing, shown};
use super::icon::{self, icon};
use crate::i18n::{self, Key};
use crate::session::Session;
use crate::state::State;
use crate::thread::{Ending, Turn};
use beacon_shared::capability::Tier;
use beacon_shared::frame::{Denial, Question, QuestionOption, TurnOutcome};
use leptos::prelude::*;

/// The licence's refusals. The card speaks; prose that repeats it is folded away.
pub fn denials(session: Session, turn: RwSignal<Turn>) -> AnyView {
    let denial = move |position| {
        let denial = turn.with_untracked(|turn| turn.denials.get(position).cloned());
        denial.map_or_else(nothing, |denial| refusal(session, denial))
    };
    growing(move || turn.with(|turn| turn.denials.len()), denial)
}

fn refusal(session: Session, denial: Denial) -> AnyView {
    let tiers = denial
        .tiers
        .into_iter()
        .map(tier_name)
        .collect::<Vec<_>>()
        .join(", ");
    let tiers = format!("{}: {tiers}", session.text(Key::DenialTiers));
    let text = element("div")
        .child(element("h3").text(session.text(Key::DenialTitle)).view())
        .child(element("p").with("dir", "auto").text(denial.message).view())
        .child(classed("p", "refusal-tiers").text(tiers).view());
    classed("section", "refusal")
        .with("data-testid", "notice")
        .child(icon(icon::LOCK))
        .child(text.view())
        .view()
}

/// The tiers are product names: the same in every language.
const fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::View => "View",
        Tier::Inspect => "Inspect",
        Tier::Analyze => "Analyze",
        Tier::Enterprise => "Enterprise",
    }
}

/// The counter-question.
pub fn questions(session: Session, turn: RwSignal<Turn>) -> AnyView {
    let card = move || {
        let question = turn.with_untracked(|turn| turn.question.clone());
        question.map_or_else(nothing, |question| choices(session, question))
    };
    shown(move || turn.with(|turn| turn.question.is_some()), card)
}

fn choices(session: Session, question: Question) -> AnyView {
    let options = question.options.into_iter();
    let choices = classed("ul", "choices").children(options.map(|option| choice(session, option)));
    classed("section", "question")
        .child(element("p").with("dir", "auto").text(question.text).view())
        .child(choices.view())
        .view()
}

fn choice(session: Session, option: QuestionOption) -> AnyView {
    let QuestionOption {
        label,
        message,
        recommended,
    } = option;
    let word = recommended.then(|| session.text(Key::QuestionRecommended));
    let class = if recommended {
        "choice recommended"
    } else {
        "choice"
    };
    let button = button(class, move || session.send(&message))
        .flag("disabled", move || session.state.get().is_busy())
        .child(element("bdi").text(label).view())
        .child(
            classed("span", "choice-word")
                .text(word.unwrap_or_default())
                .view(),
        );
    element("li").child(button.view()).view()
}

/// What ended the turn, unless an answer did.
pub fn end(session: Session, turn: RwSignal<Turn>, message: String) -> AnyView {
    // A conversation that is loaded has failures of the past: nothing to be alarmed about.
    let role = (session.state.get_untracked() != State::Loading).then_some("alert");
    let end = move || {
        let (ending, block_message) =
            turn.with_untracked(|turn| (turn.ending.clone(), turn.block_message.clone()));
        match ending {
            None => nothing(),
            Some(Ending::Done(TurnOutcome::Blocked)) => {
                let title = session.text(Key::BlockedTitle).to_owned();
                notice(role, block_message.unwrap_or(title), Vec::new())
            }
            Some(Ending::Done(TurnOutcome::Stopped) | Ending::Stopped) => classed("p", "stopped")
                .text(session.text(Key::Stopped))
                .view(),
            Some(Ending::Done(_)) => nothing(),
            Some(Ending::Failed(failure)) => {
                let text = i18n::error(session.locale(), &failure.message_key).to_owned();
                let message = message.clone();
                let retry = failure
                    .retryable
                    .then(|| again(session, Key::Retry, message));
                notice(role, text, retry.into_iter().collect())
            }
            Some(Ending::Interrupted) => {
                let text = session.text(Key::Interrupted).to_owned();
                let again = again(session, Key::AskAgain, message.clone());
                notice(role, text, vec![load(session), again])
            }
        }
    };
    shown(move || turn.with(|turn| turn.ending.is_some()), end)
}

fn notice(role: Option<&'static str>, text: String, buttons: Vec<AnyView>) -> AnyView {
    let buttons = classed("div", "notice-buttons").children(buttons);
    let text = element("div")
        .child(element("p").with("dir", "auto").text(text).view())
        .child(buttons.view());
    classed("div", "notice bad")
        .maybe("role", role.map(str::to_owned))
        .with("data-testid", "notice")
        .child(icon(icon::ALERT))
        .child(text.view())
        .view()
}

fn again(session: Session, key: Key, message: String) -> AnyView {
    button("button", move || session.send(&message))
        .flag("disabled", move || session.state.get().is_busy())
        .child(icon(icon::RETRY))
        .text(session.text(key))
        .view()
}

/// The run goes on without us: its answer may be whole by now.
fn load(session: Session) -> AnyView {
    button("button", move || session.reload())
        .flag("disabled", move || session.state.get() != State::Failed)
        .text(session.text(Key::LoadAgain))
        .view()
}

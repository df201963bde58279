//! How a turn came out, where prose is not the right form: refusals, counter-questions, stops,
//! failures.

use super::erased::{flag, growing, shown};
use super::icon::{self, Icon};
use crate::i18n::{self, Key};
use crate::session::Session;
use crate::state::State;
use crate::thread::{Ending, Turn};
use beacon_shared::capability::Tier;
use beacon_shared::frame::{Denial, Question, QuestionOption, TurnOutcome};
use leptos::prelude::*;

/// The licence's refusals. The card speaks; prose that repeats it is folded away.
#[component]
pub fn Denials(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let denial = move |position| {
        let denial = turn.with_untracked(|turn| turn.denials.get(position).cloned());
        denial.map_or_else(|| ().into_any(), |denial| refusal(session, denial))
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
    view! {
        <section class="refusal" data-testid="notice">
            <Icon path=icon::LOCK/>
            <div>
                <h3>{session.text(Key::DenialTitle)}</h3>
                <p dir="auto">{denial.message}</p>
                <p class="refusal-tiers">{tiers}</p>
            </div>
        </section>
    }
    .into_any()
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
#[component]
pub fn Questions(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let card = move || {
        let question = turn.with_untracked(|turn| turn.question.clone());
        question.map_or_else(|| ().into_any(), |question| choices(session, question))
    };
    shown(move || turn.with(|turn| turn.question.is_some()), card)
}

fn choices(session: Session, question: Question) -> AnyView {
    let options: Vec<AnyView> = question
        .options
        .into_iter()
        .map(|option| choice(session, option))
        .collect();
    view! {
        <section class="question">
            <p dir="auto">{question.text}</p>
            <ul class="choices">{options}</ul>
        </section>
    }
    .into_any()
}

fn choice(session: Session, option: QuestionOption) -> AnyView {
    let QuestionOption {
        label,
        message,
        recommended,
    } = option;
    let word = recommended.then(|| session.text(Key::QuestionRecommended));
    view! {
        <li>
            <button
                type="button"
                class=if recommended { "choice recommended" } else { "choice" }
                disabled=flag(move || session.state.get().is_busy())
                on:click=move |_| session.send(&message)
            >
                <bdi>{label}</bdi>
                <span class="choice-word">{word}</span>
            </button>
        </li>
    }
    .into_any()
}

/// What ended the turn, unless an answer did.
#[component]
pub fn End(session: Session, turn: RwSignal<Turn>, message: String) -> impl IntoView {
    // A conversation that is loaded has failures of the past: nothing to be alarmed about.
    let role = (session.state.get_untracked() != State::Loading).then_some("alert");
    let end = move || {
        let (ending, block_message) =
            turn.with_untracked(|turn| (turn.ending.clone(), turn.block_message.clone()));
        match ending {
            None => ().into_any(),
            Some(Ending::Done(TurnOutcome::Blocked)) => {
                let title = session.text(Key::BlockedTitle).to_owned();
                notice(role, block_message.unwrap_or(title), Vec::new())
            }
            Some(Ending::Done(TurnOutcome::Stopped) | Ending::Stopped) => {
                view! { <p class="stopped">{session.text(Key::Stopped)}</p> }.into_any()
            }
            Some(Ending::Done(_)) => ().into_any(),
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
    view! {
        <div class="notice bad" role=role data-testid="notice">
            <Icon path=icon::ALERT/>
            <div>
                <p dir="auto">{text}</p>
                <div class="notice-buttons">{buttons}</div>
            </div>
        </div>
    }
    .into_any()
}

fn again(session: Session, key: Key, message: String) -> AnyView {
    view! {
        <button
            type="button"
            class="button"
            disabled=flag(move || session.state.get().is_busy())
            on:click=move |_| session.send(&message)
        >
            <Icon path=icon::RETRY/>
            {session.text(key)}
        </button>
    }
    .into_any()
}

/// The run goes on without us: its answer may be whole by now.
fn load(session: Session) -> AnyView {
    view! {
        <button
            type="button"
            class="button"
            disabled=flag(move || session.state.get() != State::Failed)
            on:click=move |_| session.reload()
        >
            {session.text(Key::LoadAgain)}
        </button>
    }
    .into_any()
}

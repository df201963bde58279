//! How a turn came out, where prose is not the right form: refusals, counter-questions, stops,
//! failures.

use super::icon::{self, Icon};
use crate::i18n::{self, Key};
use crate::session::Session;
use crate::state::State;
use crate::thread::{Ending, Turn};
use beacon_shared::capability::Tier;
use beacon_shared::frame::{Denial, QuestionOption, TurnOutcome};
use leptos::prelude::*;

/// The licence's refusals. The card speaks; prose that repeats it is folded away.
#[component]
pub fn Denials(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let denials = Memo::new(move |_| turn.with(|turn| turn.denials.clone()));
    move || {
        let card = |denial: Denial| {
            let tiers = denial
                .tiers
                .into_iter()
                .map(tier_name)
                .collect::<Vec<_>>()
                .join(", ");
            view! {
                <section class="refusal" data-testid="notice">
                    <Icon path=icon::LOCK/>
                    <div>
                        <h3>{session.text(Key::DenialTitle)}</h3>
                        <p dir="auto">{denial.message}</p>
                        <p class="refusal-tiers">{session.text(Key::DenialTiers)}": "{tiers}</p>
                    </div>
                </section>
            }
        };
        denials.get().into_iter().map(card).collect_view()
    }
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
    let question = Memo::new(move |_| turn.with(|turn| turn.question.clone()));
    move || {
        let question = question.get()?;
        let options = question
            .options
            .into_iter()
            .map(|option| choice(session, option));
        Some(view! {
            <section class="question">
                <p dir="auto">{question.text}</p>
                <ul class="choices">{options.collect_view()}</ul>
            </section>
        })
    }
}

fn choice(session: Session, option: QuestionOption) -> impl IntoView {
    let QuestionOption {
        label,
        message,
        recommended,
    } = option;
    view! {
        <li>
            <button
                type="button"
                class=if recommended { "choice recommended" } else { "choice" }
                disabled=move || session.state.get().is_busy()
                on:click=move |_| session.send(&message)
            >
                <bdi>{label}</bdi>
                {recommended.then(|| view! {
                    <span class="choice-word">{session.text(Key::QuestionRecommended)}</span>
                })}
            </button>
        </li>
    }
}

/// What ended the turn, unless an answer did.
#[component]
pub fn End(session: Session, turn: RwSignal<Turn>, message: String) -> impl IntoView {
    let ending = Memo::new(move |_| {
        turn.with(|turn| {
            turn.ending
                .clone()
                .map(|ending| (ending, turn.block_message.clone()))
        })
    });
    // A conversation that is loaded has failures of the past: nothing to be alarmed about.
    let role = (session.state.get_untracked() != State::Loading).then_some("alert");
    move || {
        let (ending, block_message) = ending.get()?;
        let message = message.clone();
        match ending {
            Ending::Done(TurnOutcome::Blocked) => {
                let title = session.text(Key::BlockedTitle).to_owned();
                Some(notice(role, block_message.unwrap_or(title), ().into_any()))
            }
            Ending::Done(TurnOutcome::Stopped) | Ending::Stopped => {
                Some(view! { <p class="stopped">{session.text(Key::Stopped)}</p> }.into_any())
            }
            Ending::Done(_) => None,
            Ending::Failed(failure) => {
                let text = i18n::error(session.locale(), &failure.message_key).to_owned();
                let retry = failure
                    .retryable
                    .then(|| again(session, Key::Retry, message));
                Some(notice(role, text, retry.into_any()))
            }
            Ending::Interrupted => {
                let text = session.text(Key::Interrupted).to_owned();
                let buttons = (load(session), again(session, Key::AskAgain, message));
                Some(notice(role, text, buttons.into_any()))
            }
        }
    }
}

fn notice(role: Option<&'static str>, text: String, buttons: AnyView) -> AnyView {
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
            disabled=move || session.state.get().is_busy()
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
            disabled=move || session.state.get() != State::Failed
            on:click=move |_| session.reload()
        >
            {session.text(Key::LoadAgain)}
        </button>
    }
    .into_any()
}

//! One turn: the question, the calls, the answer, its evidence, its end.

use super::cards::EvidenceView;
use super::erased::{growing, shown, words};
use super::icon::{self, live_icon};
use super::outcome::{Denials, End, Questions};
use super::prose::Prose;
use super::tools::Tools;
use crate::i18n::{self, Key};
use crate::session::{Entry, Session};
use crate::thread::{CallStatus, Ending, Turn};
use leptos::prelude::*;

#[component]
pub fn TurnView(session: Session, entry: Entry) -> impl IntoView {
    let Entry {
        key,
        message,
        created_at,
        turn,
    } = entry;
    let (label, asked) = (message.clone(), message.clone());
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
            Some(evidence) => view! { <EvidenceView session entry=key evidence/> }.into_any(),
            None => ().into_any(),
        }
    };
    view! {
        <article
            class="turn"
            data-testid="turn"
            data-final=words(is_final)
            aria-label=label
        >
            <div class="asked">
                <span class="unseen">{session.text(Key::You)}</span>
                <p class="bubble" dir="auto">{asked}</p>
                <time class="stamp" datetime=created_at>{time}</time>
            </div>
            <Tools session turn/>
            <Progress session turn/>
            <Prose session turn entry=key/>
            {growing(move || turn.with(|turn| turn.evidence.len()), evidence)}
            <Denials session turn/>
            <Questions session turn/>
            <End session turn message/>
            <Actions session turn/>
        </article>
    }
    .into_any()
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

#[component]
fn Progress(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let word = move || turn.with(unsaid).map(|key| session.text(key));
    let line = move || {
        view! {
            <p class="progress">
                <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
                <span>{words(word)}</span>
            </p>
        }
        .into_any()
    };
    shown(move || word().is_some(), line)
}

/// What can be done with an answer.
#[component]
fn Actions(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let copied = RwSignal::new(false);
    let offered = move || {
        turn.with(|turn| turn.ending.is_some() && !turn.blocks.is_empty() && !turn.folds_prose())
    };
    let copy = move |_| {
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
        view! {
            <div class="actions">
                <button type="button" class="quiet" on:click=copy>
                    {live_icon(words(path))}
                    <span>{words(word)}</span>
                </button>
            </div>
        }
        .into_any()
    };
    shown(offered, buttons)
}

//! One turn: the question, the calls, the answer, its evidence, its end.

use super::cards::EvidenceView;
use super::icon::{self, Icon};
use super::outcome::{Denials, End, Questions};
use super::prose::Prose;
use super::tools::Tools;
use crate::i18n::{self, Key};
use crate::session::{Entry, Session};
use crate::thread::{CallStatus, Ending, Turn};
use leptos::prelude::*;

#[component]
pub fn TurnView(session: Session, entry: Entry) -> impl IntoView {
    let turn = entry.turn;
    let time = i18n::time_of_day(session.locale(), &entry.created_at);
    let final_numbers = Memo::new(move |_| turn.with(has_final_numbers));
    let message = entry.message.clone();
    view! {
        <article
            class="turn"
            data-testid="turn"
            data-final=move || if final_numbers.get() { "true" } else { "false" }
            aria-label=entry.message
        >
            <div class="asked">
                <span class="unseen">{session.text(Key::You)}</span>
                <p class="bubble" dir="auto">{message.clone()}</p>
                <time class="stamp" datetime=entry.created_at>{time}</time>
            </div>
            <Tools session turn/>
            <Progress session turn/>
            <Prose session turn entry=entry.key/>
            <For
                each=move || 0..turn.with(|turn| turn.evidence.len())
                key=|position| *position
                children=move |position| {
                    turn.with_untracked(|turn| turn.evidence.get(position).cloned())
                        .map(|evidence| view! { <EvidenceView session entry=entry.key evidence/> })
                }
            />
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

/// What is going on while no line says so.
#[component]
fn Progress(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let word = Memo::new(move |_| {
        turn.with(|turn| {
            let running = turn
                .calls
                .iter()
                .any(|call| call.status == CallStatus::Running);
            match &turn.ending {
                None if !running && turn.blocks.is_empty() => {
                    let settled = !turn.evidence.is_empty();
                    Some(if settled { Key::Writing } else { Key::Thinking })
                }
                _ => None,
            }
        })
    });
    move || {
        let key = word.get()?;
        Some(view! {
            <p class="progress">
                <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
                {session.text(key)}
            </p>
        })
    }
}

/// What can be done with an answer.
#[component]
fn Actions(session: Session, turn: RwSignal<Turn>) -> impl IntoView {
    let copied = RwSignal::new(false);
    let offered = Memo::new(move |_| {
        turn.with(|turn| turn.ending.is_some() && !turn.blocks.is_empty() && !turn.folds_prose())
    });
    let copy = move |_| {
        let text = turn.with_untracked(Turn::plain_text);
        let written = window().navigator().clipboard().write_text(&text);
        leptos::task::spawn_local(async move {
            if wasm_bindgen_futures::JsFuture::from(written).await.is_ok() {
                copied.try_set(true);
            }
        });
    };
    let key = move || if copied.get() { Key::Copied } else { Key::Copy };
    let path = Signal::derive(move || {
        if copied.get() {
            icon::CHECK
        } else {
            icon::COPY
        }
    });
    view! {
        <Show when=move || offered.get()>
            <div class="actions">
                <button type="button" class="quiet" on:click=copy>
                    <Icon path/>
                    {move || session.text(key())}
                </button>
            </div>
        </Show>
    }
}

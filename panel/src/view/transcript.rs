//! The turns, and what stands in for them while there are none.

use super::empty::Empty;
use super::erased::{each, either, remembered, shown};
use super::follow::Follow;
use super::icon::{self, Icon};
use super::turn::TurnView;
use crate::i18n::Key;
use crate::session::Session;
use crate::state::State;
use leptos::html::Div;
use leptos::prelude::*;

#[component]
pub fn Transcript(session: Session) -> impl IntoView {
    let scroller = NodeRef::<Div>::new();
    let content = NodeRef::<Div>::new();
    let follow = Follow::new(scroller, content);
    let count = remembered(move || session.entries.with(Vec::len) as u64);
    // A message of the user's own brings the view to it.
    Effect::new(move |before: Option<u64>| {
        let now = count.get();
        if before.is_some_and(|before| now > before) {
            follow.pin();
        }
        now
    });
    let loading = move || session.state.get() == State::Loading;
    let nothing = move || {
        either(
            loading,
            move || view! { <Waiting session/> }.into_any(),
            move || view! { <Empty session/> }.into_any(),
        )
    };
    let keys = move || {
        session
            .entries
            .with(|entries| entries.iter().map(|entry| entry.key).collect())
    };
    let turn = move |key| {
        let entry = session
            .entries
            .with_untracked(|entries| entries.iter().find(|entry| entry.key == key).cloned());
        entry
            .map(|entry| view! { <TurnView session entry/> })
            .into_any()
    };
    view! {
        <div class="transcript-frame">
            <div
                class="transcript"
                data-testid="transcript"
                tabindex="0"
                role="region"
                aria-label=session.text(Key::Transcript)
                node_ref=scroller
                on:scroll=move |_| follow.scrolled()
            >
                <div class="turns" node_ref=content>
                    {shown(move || count.get() == 0, nothing)}
                    {each(keys, turn)}
                </div>
            </div>
            {shown(move || follow.missed.get(), move || latest(session, follow))}
        </div>
    }
    .into_any()
}

fn latest(session: Session, follow: Follow) -> AnyView {
    view! {
        <button type="button" class="latest" on:click=move |_| follow.pin()>
            <Icon path=icon::ARROW_DOWN/>
            {session.text(Key::Latest)}
        </button>
    }
    .into_any()
}

#[component]
fn Waiting(session: Session) -> impl IntoView {
    view! {
        <p class="waiting"><span class="spinner"></span>{session.text(Key::Loading)}</p>
    }
}

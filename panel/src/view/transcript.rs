//! The turns, and what stands in for them while there are none.

use super::empty::Empty;
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
    let count = Memo::new(move |_| session.entries.with(Vec::len));
    // A message of the user's own brings the view to it.
    Effect::new(move |before: Option<usize>| {
        let now = count.get();
        if before.is_some_and(|before| now > before) {
            follow.pin();
        }
        now
    });
    let loading = Memo::new(move |_| session.state.get() == State::Loading);
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
                    <Show when=move || count.get() == 0>
                        <Show
                            when=move || !loading.get()
                            fallback=move || view! { <Waiting session/> }
                        >
                            <Empty session/>
                        </Show>
                    </Show>
                    <For
                        each=move || session.entries.get()
                        key=|entry| entry.key
                        children=move |entry| view! { <TurnView session entry/> }
                    />
                </div>
            </div>
            <Show when=move || follow.missed.get()>
                <button type="button" class="latest" on:click=move |_| follow.pin()>
                    <Icon path=icon::ARROW_DOWN/>
                    {session.text(Key::Latest)}
                </button>
            </Show>
        </div>
    }
    .into_any()
}

#[component]
fn Waiting(session: Session) -> impl IntoView {
    view! {
        <p class="waiting"><span class="spinner"></span>{session.text(Key::Loading)}</p>
    }
}

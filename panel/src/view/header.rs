//! The panel's head: whose it is, what it is about, and the way to a new conversation.

use super::erased::{live, shown};
use super::icon::{self, Icon};
use crate::i18n::Key;
use crate::session::Session;
use leptos::prelude::*;

#[component]
pub fn Header(session: Session) -> impl IntoView {
    let has_turns = move || session.entries.with(|entries| !entries.is_empty());
    view! {
        <header class="head">
            <span class="mark"><Icon path=icon::MARK/></span>
            <div class="head-text">
                <h2>"Beacon"</h2>
                {live(move || match session.facility_name.get() {
                    Some(name) => view! { <p class="head-place" dir="auto">{name}</p> }.into_any(),
                    None => ().into_any(),
                })}
            </div>
            {shown(has_turns, move || new_thread(session))}
        </header>
    }
    .into_any()
}

fn new_thread(session: Session) -> AnyView {
    view! {
        <button
            type="button"
            class="tool-button"
            aria-label=session.text(Key::NewThread)
            title=session.text(Key::NewThread)
            on:click=move |_| session.new_thread()
        >
            <Icon path=icon::PLUS/>
        </button>
    }
    .into_any()
}

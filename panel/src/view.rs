//! What the panel looks like. Everything that came over the wire ends in text nodes and attributes;
//! nothing here parses markup.

mod cards;
mod composer;
mod empty;
mod erased;
mod follow;
mod header;
mod icon;
mod number;
mod outcome;
mod prose;
mod tools;
mod transcript;
mod turn;

use crate::i18n::Key;
use crate::session::Session;
use composer::Composer;
use erased::{live, words};
use header::Header;
use leptos::prelude::*;
use transcript::Transcript;

/// The panel.
#[component]
pub fn Panel(session: Session) -> impl IntoView {
    view! {
        <aside
            class="panel"
            data-testid="panel"
            data-state=words(move || Some(session.state.get().name()))
            aria-label=session.text(Key::PanelLabel)
            on:keydown=keep_from_host
            on:keyup=keep_from_host
            on:keypress=keep_from_host
        >
            <Header session/>
            <Transcript session/>
            <Composer session/>
            <div class="unseen" role="status" aria-live="polite">
                {live(move || session.announcement.get().into_any())}
            </div>
        </aside>
    }
}

/// Keys that are typed into the panel are not the host's hotkeys. Escape is, once nothing of the
/// panel's own took it, unless an input method means to end its composition with it.
fn keep_from_host(event: leptos::ev::KeyboardEvent) {
    if event.key() != "Escape" || is_composing(&event) {
        event.stop_propagation();
    }
}

/// Whether an input method is at work. Safari ends the composition before it sends the key, hence
/// the key code.
fn is_composing(event: &leptos::ev::KeyboardEvent) -> bool {
    const PROCESSED_BY_INPUT_METHOD: u32 = 229;
    event.is_composing() || event.key_code() == PROCESSED_BY_INPUT_METHOD
}

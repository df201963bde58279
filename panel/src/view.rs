//! What the panel looks like. Everything that came over the wire ends in text nodes and attributes;
//! nothing here parses markup.

mod cards;
mod composer;
mod element;
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
use composer::composer;
use element::{classed, element};
use erased::live;
use header::header;
use leptos::prelude::*;
use transcript::transcript;

/// The panel.
pub fn panel(session: Session) -> AnyView {
    let announcement = move || session.announcement.get().into_any();
    element("aside")
        .with("class", "panel")
        .with("data-testid", "panel")
        .live("data-state", move || Some(session.state.get().name()))
        .with("aria-label", session.text(Key::PanelLabel))
        .on("keydown", keep_from_host)
        .on("keyup", keep_from_host)
        .on("keypress", keep_from_host)
        .child(header(session))
        .child(transcript(session))
        .child(composer(session))
        .child(
            classed("div", "unseen")
                .with("role", "status")
                .with("aria-live", "polite")
                .child(live(announcement))
                .view(),
        )
        .view()
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

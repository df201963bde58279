//! The panel's head: whose it is, what it is about, and the way to a new conversation.

use super::element::{button, classed, element, nothing};
use super::erased::{live, shown};
use super::icon::{self, icon};
use crate::i18n::Key;
use crate::session::Session;
use leptos::prelude::*;

pub fn header(session: Session) -> AnyView {
    let has_turns = move || session.entries.with(|entries| !entries.is_empty());
    let place = move || match session.facility_name.get() {
        Some(name) => classed("p", "head-place")
            .with("dir", "auto")
            .text(name)
            .view(),
        None => nothing(),
    };
    let text = classed("div", "head-text")
        .child(element("h2").text("Beacon").view())
        .child(live(place));
    classed("header", "head")
        .child(classed("span", "mark").child(icon(icon::MARK)).view())
        .child(text.view())
        .child(shown(has_turns, move || new_thread(session)))
        .view()
}

fn new_thread(session: Session) -> AnyView {
    button("tool-button", move || session.new_thread())
        .with("aria-label", session.text(Key::NewThread))
        .with("title", session.text(Key::NewThread))
        .child(icon(icon::PLUS))
        .view()
}

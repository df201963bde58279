//! The turns, and what stands in for them while there are none.

use super::element::{button, classed, nothing};
use super::empty::empty;
use super::erased::{each, either, remembered, shown};
use super::follow::Follow;
use super::icon::{self, icon};
use super::turn::turn_view;
use crate::i18n::Key;
use crate::session::Session;
use crate::state::State;
use leptos::html::Div;
use leptos::prelude::*;

pub fn transcript(session: Session) -> AnyView {
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
    let nothing_yet = move || either(loading, move || waiting(session), move || empty(session));
    let keys = move || {
        session
            .entries
            .with(|entries| entries.iter().map(|entry| entry.key).collect())
    };
    let turn = move |key| {
        let entry = session
            .entries
            .with_untracked(|entries| entries.iter().find(|entry| entry.key == key).cloned());
        entry.map_or_else(nothing, |entry| turn_view(session, entry))
    };
    let turns = classed("div", "turns")
        .known_as(content)
        .child(shown(move || count.get() == 0, nothing_yet))
        .child(each(keys, turn));
    let transcript = classed("div", "transcript")
        .with("data-testid", "transcript")
        .with("tabindex", "0")
        .with("role", "region")
        .with("aria-label", session.text(Key::Transcript))
        .known_as(scroller)
        .on("scroll", move |_: web_sys::Event| follow.scrolled())
        .child(turns.view());
    classed("div", "transcript-frame")
        .child(transcript.view())
        .child(shown(
            move || follow.missed.get(),
            move || latest(session, follow),
        ))
        .view()
}

fn latest(session: Session, follow: Follow) -> AnyView {
    button("latest", move || follow.pin())
        .child(icon(icon::ARROW_DOWN))
        .text(session.text(Key::Latest))
        .view()
}

fn waiting(session: Session) -> AnyView {
    classed("p", "waiting")
        .child(classed("span", "spinner").view())
        .text(session.text(Key::Loading))
        .view()
}

//! An empty conversation: what can be asked.

use super::element::{button, classed, element};
use super::erased::either;
use super::icon::{self, icon};
use crate::i18n::Key;
use crate::session::Session;
use leptos::prelude::*;

const SUGGESTIONS: [Key; 3] = [Key::SuggestPhotos, Key::SuggestCount, Key::SuggestList];

pub fn empty(session: Session) -> AnyView {
    let no_facility = move || element("p").text(session.text(Key::NoFacility)).view();
    let mark = classed("span", "empty-mark").child(icon(icon::MARK));
    classed("div", "empty")
        .child(mark.view())
        .child(element("h3").text(session.text(Key::EmptyTitle)).view())
        .child(either(
            move || session.has_facility.get(),
            move || suggestions(session),
            no_facility,
        ))
        .view()
}

fn suggestions(session: Session) -> AnyView {
    let suggestion = |key| suggestion(session, session.text(key));
    let list = classed("ul", "suggestions")
        .with("aria-label", session.text(Key::Suggestions))
        .children(SUGGESTIONS.into_iter().map(suggestion));
    let hint = element("p").text(session.text(Key::EmptyHint));
    vec![hint.view(), list.view()].into_any()
}

fn suggestion(session: Session, text: &'static str) -> AnyView {
    let button = button("suggestion", move || session.send(text))
        .child(element("span").text(text).view())
        .child(icon(icon::ARROW_RIGHT));
    element("li").child(button.view()).view()
}

//! Where messages are written.

use super::element::{button, classed, element, nothing};
use super::erased::{either, live};
use super::icon::{self, icon};
use super::is_composing;
use crate::i18n::Key;
use crate::session::Session;
use leptos::html::Textarea;
use leptos::prelude::*;

pub fn composer(session: Session) -> AnyView {
    let field = NodeRef::<Textarea>::new();
    let send = move || {
        let message = session.draft.get_untracked();
        session.send(&message);
    };
    Effect::new(move |before: Option<u32>| {
        let count = session.focus.get();
        if let (true, Some(field)) = (before.is_some_and(|before| before != count), field.get()) {
            drop(field.focus());
        }
        count
    });
    // As high as its text; the style sheet limits it.
    Effect::new(move || {
        session.draft.track();
        let Some(field) = field.get() else { return };
        let text = session.draft.get_untracked();
        if field.value() != text {
            field.set_value(&text);
        }
        let style = web_sys::HtmlElement::style(&field);
        drop(style.set_property("height", "auto"));
        let height = format!("{}px", field.scroll_height());
        drop(style.set_property("height", &height));
    });
    let on_keydown = move |event: web_sys::KeyboardEvent| {
        if event.key() != "Enter" || event.shift_key() || is_composing(&event) {
            return;
        }
        event.prevent_default();
        send();
    };
    let on_submit = move |event: web_sys::Event| {
        event.prevent_default();
        send();
    };
    // What is typed goes into the draft; the effect above takes the draft into the field.
    let text = element("textarea")
        .with("data-testid", "composer")
        .with("rows", "1")
        .with("dir", "auto")
        .with("enterkeyhint", "send")
        .with("aria-label", session.text(Key::Composer))
        .with("placeholder", session.text(Key::Placeholder))
        .known_as(field)
        .on("input", move |event: web_sys::Event| {
            session.draft.set(event_target_value(&event));
        })
        .on("keydown", on_keydown);
    let button = either(
        move || session.state.get().is_busy(),
        move || stop_button(session),
        move || send_button(session),
    );
    let field = classed("div", "field").child(text.view()).child(button);
    classed("form", "composer")
        .on("submit", on_submit)
        .child(live(move || match session.notice.get() {
            Some(key) => notice(session, key),
            None => nothing(),
        }))
        .child(field.view())
        .view()
}

fn send_button(session: Session) -> AnyView {
    let nothing_to_send =
        move || !session.has_facility.get() || session.draft.with(|draft| draft.trim().is_empty());
    classed("button", "send")
        .with("type", "submit")
        .with("data-testid", "send")
        .with("aria-label", session.text(Key::Send))
        .with("title", session.text(Key::Send))
        .flag("disabled", nothing_to_send)
        .child(icon(icon::ARROW_UP))
        .view()
}

fn stop_button(session: Session) -> AnyView {
    button("send stop", move || session.stop())
        .with("data-testid", "stop")
        .with("aria-label", session.text(Key::Stop))
        .with("title", session.text(Key::Stop))
        .child(icon(icon::STOP))
        .view()
}

/// What went wrong outside of a turn.
fn notice(session: Session, key: Key) -> AnyView {
    let text = element("div")
        .child(element("p").text(session.text(key)).view())
        .children((key == Key::LoadFailed).then(|| reload(session)));
    let dismiss = button("tool-button", move || session.notice.set(None))
        .with("aria-label", session.text(Key::Dismiss))
        .with("title", session.text(Key::Dismiss))
        .child(icon(icon::CROSS));
    classed("div", "notice bad")
        .with("role", "alert")
        .with("data-testid", "notice")
        .child(icon(icon::ALERT))
        .child(text.view())
        .child(dismiss.view())
        .view()
}

fn reload(session: Session) -> AnyView {
    let button = button("button", move || session.reload())
        .child(icon(icon::RETRY))
        .text(session.text(Key::Retry));
    classed("div", "notice-buttons").child(button.view()).view()
}

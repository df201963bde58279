//! Where messages are written.

use super::erased::{either, flag, live};
use super::icon::{self, Icon};
use super::is_composing;
use crate::i18n::Key;
use crate::session::Session;
use leptos::html::Textarea;
use leptos::prelude::*;

#[component]
pub fn Composer(session: Session) -> impl IntoView {
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
    let on_keydown = move |event: leptos::ev::KeyboardEvent| {
        if event.key() != "Enter" || event.shift_key() || is_composing(&event) {
            return;
        }
        event.prevent_default();
        send();
    };
    view! {
        <form
            class="composer"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <Notice session/>
            <div class="field">
                <textarea
                    data-testid="composer"
                    rows="1"
                    dir="auto"
                    enterkeyhint="send"
                    aria-label=session.text(Key::Composer)
                    placeholder=session.text(Key::Placeholder)
                    node_ref=field
                    prop:value=move || session.draft.get()
                    on:input=move |event| session.draft.set(event_target_value(&event))
                    on:keydown=on_keydown
                ></textarea>
                {either(
                    move || session.state.get().is_busy(),
                    move || stop_button(session),
                    move || send_button(session),
                )}
            </div>
        </form>
    }
    .into_any()
}

fn send_button(session: Session) -> AnyView {
    let nothing_to_send =
        move || !session.has_facility.get() || session.draft.with(|draft| draft.trim().is_empty());
    view! {
        <button
            type="submit"
            class="send"
            data-testid="send"
            aria-label=session.text(Key::Send)
            title=session.text(Key::Send)
            disabled=flag(nothing_to_send)
        >
            <Icon path=icon::ARROW_UP/>
        </button>
    }
    .into_any()
}

fn stop_button(session: Session) -> AnyView {
    view! {
        <button
            type="button"
            class="send stop"
            data-testid="stop"
            aria-label=session.text(Key::Stop)
            title=session.text(Key::Stop)
            on:click=move |_| session.stop()
        >
            <Icon path=icon::STOP/>
        </button>
    }
    .into_any()
}

/// What went wrong outside of a turn.
#[component]
fn Notice(session: Session) -> impl IntoView {
    live(move || match session.notice.get() {
        Some(key) => notice(session, key),
        None => ().into_any(),
    })
}

fn notice(session: Session, key: Key) -> AnyView {
    let reload = (key == Key::LoadFailed).then(|| reload(session));
    view! {
        <div class="notice bad" role="alert" data-testid="notice">
            <Icon path=icon::ALERT/>
            <div><p>{session.text(key)}</p>{reload}</div>
            <button
                type="button"
                class="tool-button"
                aria-label=session.text(Key::Dismiss)
                title=session.text(Key::Dismiss)
                on:click=move |_| session.notice.set(None)
            >
                <Icon path=icon::CROSS/>
            </button>
        </div>
    }
    .into_any()
}

fn reload(session: Session) -> AnyView {
    view! {
        <div class="notice-buttons">
            <button type="button" class="button" on:click=move |_| session.reload()>
                <Icon path=icon::RETRY/>
                {session.text(Key::Retry)}
            </button>
        </div>
    }
    .into_any()
}

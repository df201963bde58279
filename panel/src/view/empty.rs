//! An empty conversation: what can be asked.

use super::erased::either;
use super::icon::{self, Icon};
use crate::i18n::Key;
use crate::session::Session;
use leptos::prelude::*;

const SUGGESTIONS: [Key; 3] = [Key::SuggestPhotos, Key::SuggestCount, Key::SuggestList];

#[component]
pub fn Empty(session: Session) -> impl IntoView {
    view! {
        <div class="empty">
            <span class="empty-mark"><Icon path=icon::MARK/></span>
            <h3>{session.text(Key::EmptyTitle)}</h3>
            {either(
                move || session.has_facility.get(),
                move || suggestions(session),
                move || view! { <p>{session.text(Key::NoFacility)}</p> }.into_any(),
            )}
        </div>
    }
    .into_any()
}

fn suggestions(session: Session) -> AnyView {
    let suggestions: Vec<AnyView> = SUGGESTIONS
        .into_iter()
        .map(|key| suggestion(session, session.text(key)))
        .collect();
    view! {
        <p>{session.text(Key::EmptyHint)}</p>
        <ul class="suggestions" aria-label=session.text(Key::Suggestions)>{suggestions}</ul>
    }
    .into_any()
}

fn suggestion(session: Session, text: &'static str) -> AnyView {
    view! {
        <li>
            <button type="button" class="suggestion" on:click=move |_| session.send(text)>
                <span>{text}</span>
                <Icon path=icon::ARROW_RIGHT/>
            </button>
        </li>
    }
    .into_any()
}

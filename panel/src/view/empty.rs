//! An empty conversation: what can be asked.

use super::icon::{self, Icon};
use crate::i18n::Key;
use crate::session::Session;
use leptos::prelude::*;

const SUGGESTIONS: [Key; 3] = [Key::SuggestPhotos, Key::SuggestCount, Key::SuggestList];

#[component]
pub fn Empty(session: Session) -> impl IntoView {
    let suggestions = move || {
        SUGGESTIONS
            .map(|key| {
                let text = session.text(key);
                view! {
                    <li>
                        <button type="button" class="suggestion" on:click=move |_| session.send(text)>
                            <span>{text}</span>
                            <Icon path=icon::ARROW_RIGHT/>
                        </button>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <div class="empty">
            <span class="empty-mark"><Icon path=icon::MARK/></span>
            <h3>{session.text(Key::EmptyTitle)}</h3>
            <Show
                when=move || session.has_facility.get()
                fallback=move || view! { <p>{session.text(Key::NoFacility)}</p> }
            >
                <p>{session.text(Key::EmptyHint)}</p>
                <ul class="suggestions" aria-label=session.text(Key::Suggestions)>{suggestions}</ul>
            </Show>
        </div>
    }
}

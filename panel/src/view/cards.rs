//! The evidence of one call: the count line, and cards that lead into the host.

use super::icon::{self, Icon};
use crate::host::CitationOutcome;
use crate::i18n::{self, Key};
use crate::session::{Session, Visit};
use crate::thread::Evidence;
use beacon_shared::citation::Citation;
use beacon_shared::count::Scope;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

#[component]
pub fn EvidenceView(session: Session, entry: u64, evidence: Evidence) -> impl IntoView {
    let locale = session.locale();
    let line = i18n::count_line(locale, &evidence.counts);
    let scope = narrowing(session, &evidence);
    let numbers: Vec<u32> = evidence.cards.iter().map(|card| card.number).collect();
    let cards = evidence
        .cards
        .into_iter()
        .map(|card| view! { <li><Card session entry card/></li> })
        .collect_view();
    let refused = Memo::new(move |_| {
        session.visit.with(|visit| {
            let visit = visit.as_ref()?;
            let is_ours = visit.entry == entry && numbers.contains(&visit.number);
            is_ours.then_some(visit.outcome?).and_then(refusal)
        })
    });
    view! {
        <section class="evidence">
            {line.map(|line| view! {
                <p class="count-line" data-testid="count-line">
                    <span dir="auto">{line}</span>
                    {scope.map(|scope| view! { <span class="count-scope"><bdi>{scope}</bdi></span> })}
                </p>
            })}
            <ul class="cards">{cards}</ul>
            {move || refused.get().map(|key| view! {
                <p class="notice warn" role="alert" data-testid="notice">
                    <Icon path=icon::ALERT/>
                    <span>{session.text(key)}</span>
                </p>
            })}
        </section>
    }
    .into_any()
}

fn narrowing(session: Session, evidence: &Evidence) -> Option<String> {
    let scope = &evidence.counts.scope;
    let whole = Scope {
        facility_key: scope.facility_key.clone(),
        ..Scope::default()
    };
    let level = evidence
        .cards
        .iter()
        .find(|card| card.target.level_id == scope.level_id);
    let name = level.and_then(|card| card.level.as_deref());
    (*scope != whole).then(|| i18n::scope(session.locale(), scope, name))
}

const fn refusal(outcome: CitationOutcome) -> Option<Key> {
    match outcome {
        CitationOutcome::NotFound => Some(Key::TargetGone),
        CitationOutcome::Denied => Some(Key::TargetDenied),
        CitationOutcome::Arrived | CitationOutcome::Cancelled => None,
    }
}

/// Where a card stands in the host.
const fn visit_name(visit: &Visit) -> Option<&'static str> {
    match visit.outcome {
        None => Some("opening"),
        Some(CitationOutcome::Arrived) => Some("arrived"),
        Some(CitationOutcome::NotFound | CitationOutcome::Denied) => Some("refused"),
        Some(CitationOutcome::Cancelled) => None,
    }
}

#[component]
fn Card(session: Session, entry: u64, card: Citation) -> impl IntoView {
    let Citation {
        number,
        title,
        level,
        captured_at,
        thumbnail_url,
        target,
    } = card;
    let day = captured_at
        .as_deref()
        .map(|instant| i18n::day(session.locale(), instant));
    let link = session.deep_link(&target);
    let standing = Memo::new(move |_| {
        session.visit.with(|visit| {
            let visit = visit.as_ref()?;
            (visit.entry == entry && visit.number == number).then_some(visit)?;
            visit_name(visit)
        })
    });
    let word = move || match standing.get() {
        Some("opening") => Some(session.text(Key::Opening)),
        Some("arrived") => Some(session.text(Key::InView)),
        _ => None,
    };
    let href = link.clone();
    let on_click = move |event: leptos::ev::MouseEvent| {
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key();
        if let (true, Some(link)) = (elsewhere, &link) {
            session.deep_link_followed(link, &target);
            return;
        }
        event.prevent_default();
        session.visit(entry, number, target.clone());
    };
    let is_link = href.is_some();
    view! {
        <a
            class="card"
            data-testid="card"
            data-number=number
            data-visit=move || standing.get()
            href=href
            role=(!is_link).then_some("button")
            tabindex="0"
            on:click=on_click
            on:keydown=move |event| {
                if !is_link && matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    press(&event);
                }
            }
        >
            <Picture url=thumbnail_url/>
            <span class="card-number">{number}</span>
            <span class="card-body">
                <span class="card-title" dir="auto">{title}</span>
                <span class="card-meta">
                    {level.map(|level| view! { <bdi class="card-level">{level}</bdi> })}
                    {day.map(|day| view! { <time datetime=captured_at>{day}</time> })}
                    {move || word().map(|word| view! { <span class="card-word">{word}</span> })}
                </span>
            </span>
        </a>
    }
    .into_any()
}

fn press(event: &leptos::ev::KeyboardEvent) {
    let card = event
        .current_target()
        .and_then(|card| card.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(card) = card {
        card.click();
    }
}

/// A preview, or its place: an address that has expired leaves no hole.
#[component]
fn Picture(url: Option<String>) -> impl IntoView {
    let url = url.filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    let broken = RwSignal::new(url.is_none());
    let url = StoredValue::new(url);
    view! {
        <span class="picture">
            <Show
                when=move || !broken.get()
                fallback=|| view! { <Icon path=icon::PICTURE/> }
            >
                <img
                    src=url.get_value()
                    alt=""
                    loading="lazy"
                    decoding="async"
                    on:error=move |_| broken.set(true)
                />
            </Show>
        </span>
    }
}

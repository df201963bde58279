//! The evidence of one call: the count line, and cards that lead into the host.

use super::erased::{either, live, words};
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
    let line = i18n::count_line(session.locale(), &evidence.counts);
    let line = line.map(|line| count_line(line, narrowing(session, &evidence)));
    let numbers: Vec<u32> = evidence.cards.iter().map(|card| card.number).collect();
    let cards: Vec<AnyView> = evidence
        .cards
        .into_iter()
        .map(|card| view! { <li><Card session entry card/></li> }.into_any())
        .collect();
    let refused = move || {
        session.visit.with(|visit| {
            let visit = visit.as_ref()?;
            let is_ours = visit.entry == entry && numbers.contains(&visit.number);
            is_ours.then_some(visit.outcome?).and_then(refusal)
        })
    };
    let notice = live(move || match refused() {
        Some(key) => view! {
            <p class="notice warn" role="alert" data-testid="notice">
                <Icon path=icon::ALERT/>
                <span>{session.text(key)}</span>
            </p>
        }
        .into_any(),
        None => ().into_any(),
    });
    view! { <section class="evidence">{line}<ul class="cards">{cards}</ul>{notice}</section> }
        .into_any()
}

fn count_line(line: String, scope: Option<String>) -> AnyView {
    let scope =
        scope.map(|scope| view! { <span class="count-scope"><bdi>{scope}</bdi></span> }.into_any());
    view! {
        <p class="count-line" data-testid="count-line"><span dir="auto">{line}</span>{scope}</p>
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
    let standing = move || {
        session.visit.with(|visit| {
            let visit = visit.as_ref()?;
            (visit.entry == entry && visit.number == number).then_some(visit)?;
            visit_name(visit)
        })
    };
    let word = move || match standing()? {
        "opening" => Some(session.text(Key::Opening)),
        "arrived" => Some(session.text(Key::InView)),
        _ => None,
    };
    let href = link.clone();
    let is_link = link.is_some();
    let on_click = move |event: leptos::ev::MouseEvent| {
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key();
        if let (true, Some(link)) = (elsewhere, &link) {
            session.deep_link_followed(link, &target);
            return;
        }
        event.prevent_default();
        session.visit(entry, number, target.clone());
    };
    let level = level.map(|level| view! { <bdi class="card-level">{level}</bdi> }.into_any());
    let day = day.map(|day| view! { <time datetime=captured_at>{day}</time> }.into_any());
    view! {
        <a
            class="card"
            data-testid="card"
            data-number=number.to_string()
            data-visit=words(standing)
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
            {picture(thumbnail_url)}
            <span class="card-number">{number.to_string()}</span>
            <span class="card-body">
                <span class="card-title" dir="auto">{title}</span>
                <span class="card-meta">
                    {level}
                    {day}
                    <span class="card-word">{words(word)}</span>
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
fn picture(url: Option<String>) -> AnyView {
    let url = url.filter(|url| url.starts_with("https://") || url.starts_with("http://"));
    let broken = RwSignal::new(url.is_none());
    let image = move || {
        view! {
            <img
                src=url.clone()
                alt=""
                loading="lazy"
                decoding="async"
                on:error=move |_| broken.set(true)
            />
        }
        .into_any()
    };
    let place = || view! { <Icon path=icon::PICTURE/> }.into_any();
    let picture = either(move || broken.get(), place, image);
    view! { <span class="picture">{picture}</span> }.into_any()
}

//! The evidence of one call: the count line, and cards that lead into the host.

use super::element::{classed, element, nothing};
use super::erased::{either, live, words};
use super::icon::{self, icon};
use crate::host::CitationOutcome;
use crate::i18n::{self, Key};
use crate::session::{Session, Visit};
use crate::thread::Evidence;
use beacon_shared::citation::Citation;
use beacon_shared::count::Scope;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

pub fn evidence_view(session: Session, entry: u64, evidence: Evidence) -> AnyView {
    let line = i18n::count_line(session.locale(), &evidence.counts);
    let line = line.map(|line| count_line(line, narrowing(session, &evidence)));
    let numbers: Vec<u32> = evidence.cards.iter().map(|card| card.number).collect();
    let cards = evidence
        .cards
        .into_iter()
        .map(move |card| element("li").child(card_view(session, entry, card)).view());
    let refused = move || {
        session.visit.with(|visit| {
            let visit = visit.as_ref()?;
            let is_ours = visit.entry == entry && numbers.contains(&visit.number);
            is_ours.then_some(visit.outcome?).and_then(refusal)
        })
    };
    let notice = live(move || match refused() {
        Some(key) => classed("p", "notice warn")
            .with("role", "alert")
            .with("data-testid", "notice")
            .child(icon(icon::ALERT))
            .child(element("span").text(session.text(key)).view())
            .view(),
        None => nothing(),
    });
    classed("section", "evidence")
        .children(line)
        .child(classed("ul", "cards").children(cards).view())
        .child(notice)
        .view()
}

fn count_line(line: String, scope: Option<String>) -> AnyView {
    let scope = scope.map(|scope| {
        let scope = element("bdi").text(scope);
        classed("span", "count-scope").child(scope.view()).view()
    });
    classed("p", "count-line")
        .with("data-testid", "count-line")
        .child(element("span").with("dir", "auto").text(line).view())
        .children(scope)
        .view()
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

fn card_view(session: Session, entry: u64, card: Citation) -> AnyView {
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
    let on_click = move |event: web_sys::MouseEvent| {
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key();
        if let (true, Some(link)) = (elsewhere, &link) {
            session.deep_link_followed(link, &target);
            return;
        }
        event.prevent_default();
        session.visit(entry, number, target.clone());
    };
    let on_keydown = move |event: web_sys::KeyboardEvent| {
        if !is_link && matches!(event.key().as_str(), "Enter" | " ") {
            event.prevent_default();
            press(&event);
        }
    };
    let level = level.map(|level| classed("bdi", "card-level").text(level).view());
    let day = day.map(|day| {
        let time = element("time").maybe("datetime", captured_at);
        time.text(day).view()
    });
    let word = classed("span", "card-word").child(words(word).into_any());
    let meta = classed("span", "card-meta")
        .children(level)
        .children(day)
        .child(word.view());
    let title = classed("span", "card-title")
        .with("dir", "auto")
        .text(title);
    let body = classed("span", "card-body")
        .child(title.view())
        .child(meta.view());
    classed("a", "card")
        .with("data-testid", "card")
        .with("data-number", number.to_string())
        .live("data-visit", standing)
        .maybe("href", href)
        .maybe("role", (!is_link).then(|| "button".to_owned()))
        .with("tabindex", "0")
        .on("click", on_click)
        .on("keydown", on_keydown)
        .child(picture(thumbnail_url))
        .child(
            classed("span", "card-number")
                .text(number.to_string())
                .view(),
        )
        .child(body.view())
        .view()
}

fn press(event: &web_sys::KeyboardEvent) {
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
        element("img")
            .maybe("src", url.clone())
            .with("alt", "")
            .with("loading", "lazy")
            .with("decoding", "async")
            .on("error", move |_: web_sys::Event| broken.set(true))
            .view()
    };
    let place = || icon(icon::PICTURE);
    let picture = either(move || broken.get(), place, image);
    classed("span", "picture").child(picture).view()
}

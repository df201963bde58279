//! A number that code put into the prose, and where it came from.

use super::element::{button, classed, element, nothing};
use super::erased::live;
use crate::i18n::{self, Key};
use crate::session::Session;
use crate::thread::Turn;
use beacon_shared::count::{Grade, Scope};
use leptos::prelude::*;

/// Where a number came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// The ledger's entry.
    pub id: String,
    /// What may be said of it.
    pub grade: Grade,
    /// What to call the tool.
    pub source: String,
    /// What it ranges over.
    pub scope: Scope,
    /// The scope's level, by name.
    pub level_name: Option<String>,
}

impl Provenance {
    /// Collects what the turn knows about a number's call.
    pub fn of(turn: &Turn, id: &str, grade: Grade, call_id: &str, tool: &str) -> Self {
        let call = turn.calls.iter().find(|call| call.id.as_str() == call_id);
        let evidence = turn
            .evidence
            .iter()
            .find(|evidence| evidence.call_id.as_str() == call_id);
        let scope = evidence
            .map(|evidence| evidence.counts.scope.clone())
            .unwrap_or_default();
        let level_name = evidence.and_then(|evidence| {
            let of_level = |target: &Option<String>| *target == scope.level_id;
            let card = evidence
                .cards
                .iter()
                .find(|card| of_level(&card.target.level_id));
            card.and_then(|card| card.level.clone())
        });
        Self {
            id: id.to_owned(),
            grade,
            source: call.map_or_else(|| tool.to_owned(), |call| call.title.clone()),
            scope,
            level_name,
        }
    }
}

const fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::Exact => "exact",
        Grade::LowerBound => "lower_bound",
        Grade::Shown => "shown",
        Grade::Unknown => "unknown",
    }
}

const fn grade_key(grade: Grade) -> Key {
    match grade {
        Grade::Exact => Key::GradeExact,
        Grade::LowerBound => Key::GradeLowerBound,
        Grade::Shown => Key::GradeShown,
        Grade::Unknown => Key::GradeUnknown,
    }
}

/// The number. Hovering, focusing or touching it opens its tip.
pub fn number(
    text: String,
    provenance: Provenance,
    strong: bool,
    open: RwSignal<Option<Provenance>>,
    tip_id: String,
) -> AnyView {
    let provenance = StoredValue::new(provenance);
    let is_own = move |open: &Option<Provenance>| {
        let id = open.as_ref().map(|open| open.id.as_str());
        provenance.with_value(|own| id == Some(own.id.as_str()))
    };
    let described_by = move || open.with(is_own).then(|| tip_id.clone());
    let show = move || open.set(Some(provenance.get_value()));
    let hide = move || open.set(None);
    let on_keydown = move |event: web_sys::KeyboardEvent| {
        if event.key() == "Escape" && open.with_untracked(is_own) {
            event.stop_propagation();
            hide();
        }
    };
    button(if strong { "number strong" } else { "number" }, show)
        .with("data-testid", "number")
        .with(
            "data-grade",
            grade_name(provenance.with_value(|own| own.grade)),
        )
        .live("aria-describedby", described_by)
        .on("pointerenter", move |_: web_sys::Event| show())
        .on("pointerleave", move |_: web_sys::Event| hide())
        .on("focus", move |_: web_sys::Event| show())
        .on("blur", move |_: web_sys::Event| hide())
        .on("keydown", on_keydown)
        .text(text)
        .view()
}

/// What a block's open number has to say.
pub fn tip(session: Session, open: RwSignal<Option<Provenance>>, id: String) -> AnyView {
    live(move || match open.get() {
        Some(number) => open_tip(session, number, id.clone()),
        None => nothing(),
    })
}

fn open_tip(session: Session, number: Provenance, id: String) -> AnyView {
    let scope = i18n::scope(
        session.locale(),
        &number.scope,
        number.level_name.as_deref(),
    );
    let row = |key, value: String| {
        classed("span", "tip-row")
            .child(element("span").text(session.text(key)).view())
            .child(element("bdi").text(value).view())
            .view()
    };
    let grade = classed("span", "tip-grade")
        .with("data-grade", grade_name(number.grade))
        .text(session.text(grade_key(number.grade)));
    classed("span", "tip")
        .with("role", "tooltip")
        .with("id", id)
        .child(grade.view())
        .child(row(Key::NumberFrom, number.source))
        .child(row(Key::NumberScope, scope))
        .view()
}

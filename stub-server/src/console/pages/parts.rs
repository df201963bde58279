//! Pieces that several pages share.

use leptos::prelude::*;
use leptos_router::components::A;

use crate::console::{
    data::{Facility, FindingRow, LevelRow, Page, PanoramaRow, RecordRow},
    format::{date, date_and_time, elevation, grouped, label, position},
};

/// The address of a facility's page, or of something below it.
pub fn address(facility: &Facility, below: &str) -> String {
    format!("/console/facilities/{}{below}", facility.key)
}

/// The way from all facilities down to the current page. `trail` holds what lies between.
pub fn breadcrumbs(
    facility: &Facility,
    trail: &[(&str, String)],
    here: &str,
) -> impl IntoView + use<> {
    let mut steps = vec![("Facilities".to_owned(), "/console/facilities".to_owned())];
    if facility.name != here {
        steps.push((facility.name.clone(), address(facility, "")));
    }
    steps.extend(
        trail
            .iter()
            .map(|(name, href)| ((*name).to_owned(), href.clone())),
    );
    let steps: Vec<_> = steps
        .into_iter()
        .map(|(name, href)| view! { <li><A href=href>{name}</A></li> })
        .collect();
    let here = here.to_owned();
    view! {
        <nav class="crumbs" aria-label="Breadcrumb">
            <ol>{steps}<li aria-current="page">{here}</li></ol>
        </nav>
    }
}

/// A number with its noun, as a tile.
pub fn figure(noun: &'static str, number: u64) -> impl IntoView {
    view! { <div class="figure"><dt>{noun}</dt><dd>{grouped(number)}</dd></div> }
}

/// A status or priority. The word is always there: colour is only a second channel.
pub fn tag(kind: &'static str, word: &str) -> impl IntoView + use<> {
    let class = format!("tag {kind}-{word}");
    view! { <span class=class>{label(word)}</span> }
}

/// The levels of a facility and what is on each.
pub fn levels(facility: &Facility, levels: Vec<LevelRow>) -> impl IntoView + use<> {
    let rows: Vec<_> = levels
        .into_iter()
        .map(|level| {
            let href = address(facility, &format!("/levels/{}", level.id));
            view! {
                <tr>
                    <th scope="row"><A href=href>{level.name}</A></th>
                    <td class="num">{elevation(level.elevation)}</td>
                    <td class="num">{grouped(level.panoramas)}</td>
                    <td class="num">{grouped(level.findings)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Level"</th>
                        <th scope="col" class="num">"Elevation"</th>
                        <th scope="col" class="num">"Panoramas"</th>
                        <th scope="col" class="num">"Findings"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// Captures, newest first.
pub fn records(facility: &Facility, records: Vec<RecordRow>) -> impl IntoView + use<> {
    let rows: Vec<_> = records
        .into_iter()
        .map(|record| {
            let href = address(facility, &format!("/captures/{}", record.id));
            view! {
                <tr>
                    <th scope="row"><A href=href>{date(&record.captured_at)}</A></th>
                    <td class="num">{grouped(record.panoramas)}</td>
                    <td class="id">{record.id}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Captured"</th>
                        <th scope="col" class="num">"Panoramas"</th>
                        <th scope="col">"Record"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// One page of panoramas, with the way to the others.
pub fn panoramas(
    facility: &Facility,
    base: &str,
    page: Page<PanoramaRow>,
) -> impl IntoView + use<> {
    let turner = page_turner(base, &page, "panoramas");
    let rows: Vec<_> = page
        .rows
        .into_iter()
        .map(|panorama| {
            let href = address(facility, &format!("/panoramas/{}", panorama.id));
            view! {
                <tr>
                    <th scope="row" class="id"><A href=href>{panorama.id}</A></th>
                    <td>{panorama.level}</td>
                    <td>{date_and_time(&panorama.captured_at)}</td>
                    <td class="num">{position(panorama.position)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Panorama"</th>
                        <th scope="col">"Level"</th>
                        <th scope="col">"Captured"</th>
                        <th scope="col" class="num">"Position x, y, z"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {turner}
    }
}

/// Findings as a table.
pub fn findings(facility: &Facility, findings: Vec<FindingRow>) -> impl IntoView + use<> {
    let rows: Vec<_> = findings
        .into_iter()
        .map(|finding| {
            let href = address(facility, &format!("/findings/{}", finding.id));
            view! {
                <tr>
                    <td class="num">{finding.number}</td>
                    <th scope="row"><A href=href>{finding.title}</A></th>
                    <td>{tag("status", &finding.status)}</td>
                    <td>{tag("priority", &finding.priority)}</td>
                    <td>{finding.level}</td>
                    <td>{date(&finding.raised_at)}</td>
                </tr>
            }
        })
        .collect();
    view! {
        <div class="table">
            <table>
                <thead>
                    <tr>
                        <th scope="col" class="num">"No."</th>
                        <th scope="col">"Finding"</th>
                        <th scope="col">"Status"</th>
                        <th scope="col">"Priority"</th>
                        <th scope="col">"Level"</th>
                        <th scope="col">"Raised"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

/// "1 to 50 of 1,407 panoramas", and the links to turn the page.
pub fn page_turner<T>(base: &str, page: &Page<T>, noun: &'static str) -> impl IntoView + use<T> {
    let first = (page.number - 1) * Page::<T>::SIZE + 1;
    let last = (first + Page::<T>::SIZE - 1).min(page.total);
    let link = |number: u64, text: &'static str| {
        view! { <A href=format!("{base}?page={number}")>{text}</A> }
    };
    let previous = (page.number > 1).then(|| link(page.number - 1, "Previous"));
    let next = (page.number < page.last()).then(|| link(page.number + 1, "Next"));
    let range = format!(
        "{} to {} of {} {noun}",
        grouped(first),
        grouped(last),
        grouped(page.total)
    );
    view! {
        <nav class="pages" aria-label="Pages">
            <span>{range}</span>
            {previous}
            {next}
        </nav>
    }
}

//! The findings of a facility, and one of them.

use beacon_shared::view_context::{ViewContext, ViewedAnnotation};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::A;

use super::parts::{address, breadcrumbs, findings, page_turner, tag};
use crate::console::{
    api,
    data::{FindingData, FindingsData},
    format::date,
    loading::{loaded, page_number, param},
    view,
};

#[component]
pub fn FindingsPage() -> impl IntoView {
    let (key, number) = (param("key"), page_number());
    let data = Resource::new(
        move || (key.get(), number.get()),
        |(key, number)| api::findings(key, number),
    );
    loaded(data, |data| list(data).into_any())
}

fn list(data: FindingsData) -> impl IntoView {
    let FindingsData {
        facility,
        findings: page,
    } = data;
    view::show(ViewContext {
        facility_name: Some(facility.name.clone()),
        ..ViewContext::default()
    });
    let base = address(&facility, "/findings");
    let body = if page.total == 0 {
        view! { <p class="empty">"No findings have been raised in this facility."</p> }.into_any()
    } else {
        let turner = page_turner(&base, &page, "findings");
        view! { {findings(&facility, page.rows)} {turner} }.into_any()
    };
    view! {
        <Title text=format!("Findings, {}", facility.name)/>
        {breadcrumbs(&facility, &[], "Findings")}
        <h1>"Findings"</h1>
        {body}
    }
}

#[component]
pub fn FindingPage() -> impl IntoView {
    let (key, finding) = (param("key"), param("finding"));
    let data = Resource::new(
        move || (key.get(), finding.get()),
        |(key, finding)| api::finding(key, finding),
    );
    loaded(data, |data| one(data).into_any())
}

fn one(data: FindingData) -> impl IntoView {
    let FindingData {
        facility,
        finding,
        level_id,
        details,
        pano_id,
    } = data;
    view::show(ViewContext {
        facility_name: Some(facility.name.clone()),
        level_id: Some(level_id.clone()),
        level_name: Some(finding.level.clone()),
        selected_annotation: Some(ViewedAnnotation {
            id: finding.id.clone(),
            name: finding.title.clone(),
            state: Some(finding.status.clone()),
        }),
        ..ViewContext::default()
    });
    let trail = [("Findings", address(&facility, "/findings"))];
    let facts: Vec<_> = details
        .into_iter()
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> })
        .collect();
    let seen_in = pano_id.map(|id| {
        let href = address(&facility, &format!("/panoramas/{id}"));
        view! { <div><dt>"Seen in"</dt><dd class="id"><A href=href>{id}</A></dd></div> }
    });
    let level_address = address(&facility, &format!("/levels/{level_id}"));
    view! {
        <Title text=finding.title.clone()/>
        {breadcrumbs(&facility, &trail, &format!("No. {}", finding.number))}
        <h1 data-testid="finding-title">{finding.title.clone()}</h1>
        <dl class="facts">
            <div><dt>"Status"</dt><dd>{tag("status", &finding.status)}</dd></div>
            <div><dt>"Priority"</dt><dd>{tag("priority", &finding.priority)}</dd></div>
            <div><dt>"Level"</dt><dd><A href=level_address>{finding.level.clone()}</A></dd></div>
            <div><dt>"Raised"</dt><dd>{date(&finding.raised_at)}</dd></div>
            {facts}
            {seen_in}
            <div><dt>"Finding"</dt><dd class="id">{finding.id.clone()}</dd></div>
        </dl>
    }
}

//! A facility at a glance: its figures, its levels, its latest captures.

use beacon_shared::view_context::ViewContext;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::A;

use super::parts::{address, breadcrumbs, figure, levels, records};
use crate::console::{
    api,
    data::OverviewData,
    loading::{loaded, param},
    view,
};

#[component]
pub fn OverviewPage() -> impl IntoView {
    let key = param("key");
    let overview = Resource::new(move || key.get(), api::overview);
    loaded(overview, |overview| page(overview).into_any())
}

fn page(overview: OverviewData) -> impl IntoView {
    let OverviewData {
        facility,
        counts,
        levels: on_levels,
        latest,
    } = overview;
    view::show(ViewContext {
        facility_name: Some(facility.name.clone()),
        ..ViewContext::default()
    });
    view! {
        <Title text=facility.name.clone()/>
        {breadcrumbs(&facility, &[], &facility.name)}
        <h1>{facility.name.clone()}</h1>
        <dl class="figures">
            {figure("Panoramas", counts.panoramas)}
            {figure("Levels", counts.levels)}
            {figure("Captures", counts.records)}
            {figure("Findings", counts.findings)}
            {figure("Open findings", counts.open_findings)}
        </dl>
        <h2>"Levels"</h2>
        {levels(&facility, on_levels)}
        <h2>"Latest captures"</h2>
        {records(&facility, latest)}
        <p><A href=address(&facility, "/captures")>"All captures"</A></p>
    }
}

//! One level and its panoramas.

use beacon_shared::view_context::ViewContext;
use leptos::prelude::*;
use leptos_meta::Title;

use super::parts::{address, breadcrumbs, figure, panoramas};
use crate::console::{
    api, data,
    format::elevation,
    loading::{loaded, page_number, param},
    view,
};

#[component]
pub fn LevelPage() -> impl IntoView {
    let (key, level, number) = (param("key"), param("level"), page_number());
    let data = Resource::new(
        move || (key.get(), level.get(), number.get()),
        |(key, level, number)| api::level(key, level, number),
    );
    loaded(data, |data| page(data).into_any())
}

fn page(data: data::LevelData) -> impl IntoView {
    let data::LevelData {
        facility,
        level,
        panoramas: on_level,
    } = data;
    view::show(ViewContext {
        facility_name: Some(facility.name.clone()),
        level_id: Some(level.id.clone()),
        level_name: Some(level.name.clone()),
        ..ViewContext::default()
    });
    let base = address(&facility, &format!("/levels/{}", level.id));
    let title = format!("Level {}", level.name);
    view! {
        <Title text=format!("{title}, {}", facility.name)/>
        {breadcrumbs(&facility, &[], &title)}
        <h1>{title}</h1>
        <dl class="figures">
            {figure("Panoramas", level.panoramas)}
            {figure("Findings", level.findings)}
            <div class="figure"><dt>"Elevation"</dt><dd>{elevation(level.elevation)}</dd></div>
        </dl>
        <h2>"Panoramas"</h2>
        {panoramas(&facility, &base, on_level)}
    }
}

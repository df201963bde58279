//! One panorama: what it shows, where and when it was taken.

use beacon_shared::view_context::{ViewContext, ViewedAnnotation};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::A;

use super::parts::{address, breadcrumbs, findings};
use crate::console::{
    api, data,
    format::{date, date_and_time, position},
    loading::{loaded, param},
    view,
};

#[component]
pub fn PanoramaPage() -> impl IntoView {
    let (key, pano) = (param("key"), param("pano"));
    let data = Resource::new(
        move || (key.get(), pano.get()),
        |(key, pano)| api::panorama(key, pano),
    );
    loaded(data, |data| page(data).into_any())
}

fn page(data: data::PanoramaData) -> impl IntoView {
    view::show(on_screen(&data));
    let facility = data.facility;
    let title = data.title;
    let level_address = address(&facility, &format!("/levels/{}", data.level_id));
    let trail = [(data.level.as_str(), level_address.clone())];
    let capture = date(&data.captured_at);
    let taken = date_and_time(&data.captured_at);
    let near = (!data.findings.is_empty())
        .then(|| view! { <h2>"Findings here"</h2> {findings(&facility, data.findings)} });
    view! {
        <Title text=title.clone()/>
        {breadcrumbs(&facility, &trail, &data.id)}
        <h1 data-testid="panorama-title">{title.clone()}</h1>
        <div class="detail">
            <img class="picture" src=data.thumbnail_url alt=format!("Preview: {title}")/>
            <dl class="facts">
                <div><dt>"What it shows"</dt><dd>{data.summary}</dd></div>
                <div><dt>"Level"</dt><dd><A href=level_address>{data.level.clone()}</A></dd></div>
                <div>
                    <dt>"Capture"</dt>
                    <dd>
                        <A href=address(&facility, &format!("/captures/{}", data.record_id))>
                            {capture}
                        </A>
                    </dd>
                </div>
                <div><dt>"Taken"</dt><dd>{taken}</dd></div>
                <div><dt>"Position x, y, z"</dt><dd class="num">{position(data.position)}</dd></div>
                <div><dt>"Panorama"</dt><dd class="id">{data.id.clone()}</dd></div>
            </dl>
        </div>
        {near}
    }
}

fn on_screen(data: &data::PanoramaData) -> ViewContext {
    let annotation = |finding: &data::FindingRow| ViewedAnnotation {
        id: finding.id.clone(),
        name: finding.title.clone(),
        state: Some(finding.status.clone()),
    };
    ViewContext {
        facility_name: Some(data.facility.name.clone()),
        record_label: Some(date(&data.captured_at)),
        captured_at: Some(data.captured_at.clone()),
        level_id: Some(data.level_id.clone()),
        level_name: Some(data.level.clone()),
        pano_id: Some(data.id.clone()),
        annotations: data.findings.iter().map(annotation).collect(),
        ..ViewContext::default()
    }
}

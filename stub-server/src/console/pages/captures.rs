//! The captures of a facility (records: one visit each), and one of them.

use beacon_shared::view_context::ViewContext;
use leptos::prelude::*;
use leptos_meta::Title;

use super::parts::{address, breadcrumbs, figure, panoramas, records};
use crate::console::{
    api,
    data::{CapturesData, RecordData},
    format::date,
    loading::{loaded, page_number, param},
    view,
};

#[component]
pub fn CapturesPage() -> impl IntoView {
    let key = param("key");
    let captures = Resource::new(move || key.get(), api::captures);
    loaded(captures, |captures| list(captures).into_any())
}

fn list(captures: CapturesData) -> impl IntoView {
    let CapturesData {
        facility,
        records: all,
    } = captures;
    view::show(ViewContext {
        facility_name: Some(facility.name.clone()),
        ..ViewContext::default()
    });
    view! {
        <Title text=format!("Captures, {}", facility.name)/>
        {breadcrumbs(&facility, &[], "Captures")}
        <h1>"Captures"</h1>
        {records(&facility, all)}
    }
}

#[component]
pub fn RecordPage() -> impl IntoView {
    let (key, record, number) = (param("key"), param("record"), page_number());
    let data = Resource::new(
        move || (key.get(), record.get(), number.get()),
        |(key, record, number)| api::record(key, record, number),
    );
    loaded(data, |data| one(data).into_any())
}

fn one(data: RecordData) -> impl IntoView {
    let RecordData {
        facility,
        record,
        panoramas: in_record,
    } = data;
    let title = format!("Capture of {}", date(&record.captured_at));
    view::show(ViewContext {
        facility_name: Some(facility.name.clone()),
        record_label: Some(title.clone()),
        captured_at: Some(record.captured_at.clone()),
        ..ViewContext::default()
    });
    let base = address(&facility, &format!("/captures/{}", record.id));
    let trail = [("Captures", address(&facility, "/captures"))];
    view! {
        <Title text=format!("{title}, {}", facility.name)/>
        {breadcrumbs(&facility, &trail, &date(&record.captured_at))}
        <h1>{title}</h1>
        <p class="id">{record.id}</p>
        <dl class="figures">{figure("Panoramas", record.panoramas)}</dl>
        <h2>"Panoramas"</h2>
        {panoramas(&facility, &base, in_record)}
    }
}

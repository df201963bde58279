//! All facilities, the locked ones included: a user may know that they exist.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::components::A;

use crate::console::{
    api,
    data::{Access, FacilityRow},
    format::grouped,
    loading::loaded,
    view,
};

#[component]
pub fn FacilitiesPage() -> impl IntoView {
    let facilities = Resource::new(|| (), |()| api::facilities());
    loaded(facilities, |facilities| page(facilities).into_any())
}

fn page(facilities: Vec<FacilityRow>) -> impl IntoView {
    view::show(beacon_shared::view_context::ViewContext::default());
    let rows: Vec<_> = facilities.into_iter().map(row).collect();
    view! {
        <Title text="Facilities"/>
        <h1>"Facilities"</h1>
        <div class="table">
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Facility"</th>
                        <th scope="col" class="num">"Levels"</th>
                        <th scope="col" class="num">"Captures"</th>
                        <th scope="col" class="num">"Panoramas"</th>
                        <th scope="col" class="num">"Open findings"</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}

fn row(facility: FacilityRow) -> AnyView {
    let (Access::Open, Some(counts)) = (facility.access, facility.counts) else {
        return view! {
            <tr class="locked">
                <th scope="row">
                    {facility.name}
                    <span class="tag locked-tag">"Locked"</span>
                </th>
                <td class="note" colspan="4">"You are not a member of this facility"</td>
            </tr>
        }
        .into_any();
    };
    let href = format!("/console/facilities/{}", facility.key);
    view! {
        <tr>
            <th scope="row"><A href=href>{facility.name}</A></th>
            <td class="num">{grouped(counts.levels)}</td>
            <td class="num">{grouped(counts.records)}</td>
            <td class="num">{grouped(counts.panoramas)}</td>
            <td class="num">{grouped(counts.open_findings)}</td>
        </tr>
    }
    .into_any()
}

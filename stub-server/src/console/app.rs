//! The frame around every page: header, navigation, the routes, and the dock that holds the panel.
//! The dock stands outside the routes, so that a conversation survives every route change.

use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::{
    components::{A, Route, Router, Routes},
    hooks::use_location,
    path,
};

use super::{
    address::facility_in,
    data::ConsoleError,
    dock::{Dock, DockState},
    loading::failure,
    pages::{
        captures::{CapturesPage, RecordPage},
        facilities::FacilitiesPage,
        findings::{FindingPage, FindingsPage},
        level::LevelPage,
        overview::OverviewPage,
        panorama::PanoramaPage,
    },
    view::OnScreen,
};

/// The whole application, on the server and in the browser.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    OnScreen::provide();
    let dock = DockState::new();
    view! {
        <Title formatter=|text| format!("{text} · Site Console")/>
        <Router>
            <a class="skip" href="#content">"Skip to content"</a>
            <header class="top">
                <a href="/console/facilities" class="brand">
                    <span class="brand-mark" aria-hidden="true"></span>
                    "Site Console"
                </a>
                <span class="top-fill"></span>
                <button
                    class="dock-toggle"
                    type="button"
                    aria-controls="dock"
                    aria-expanded=move || dock.expanded()
                    on:click=move |_| dock.toggle()
                >
                    "Ask Beacon"
                </button>
                <span class="user" title="Signed in as Demo User">"DU"</span>
            </header>
            <div
                class="frame"
                class:dock-open=move || dock.is(Some(true))
                class:dock-closed=move || dock.is(Some(false))
            >
                <Navigation/>
                <main id="content" tabindex="-1">
                    <Routes fallback=|| failure(&ConsoleError::NotFound)>
                        <Route path=path!("/console/facilities") view=FacilitiesPage/>
                        <Route path=path!("/console/facilities/:key") view=OverviewPage/>
                        <Route path=path!("/console/facilities/:key/levels/:level") view=LevelPage/>
                        <Route path=path!("/console/facilities/:key/captures") view=CapturesPage/>
                        <Route
                            path=path!("/console/facilities/:key/captures/:record")
                            view=RecordPage
                        />
                        <Route
                            path=path!("/console/facilities/:key/panoramas/:pano")
                            view=PanoramaPage
                        />
                        <Route path=path!("/console/facilities/:key/findings") view=FindingsPage/>
                        <Route
                            path=path!("/console/facilities/:key/findings/:finding")
                            view=FindingPage
                        />
                    </Routes>
                </main>
                <Dock/>
            </div>
        </Router>
    }
}

#[component]
fn Navigation() -> impl IntoView {
    let path = use_location().pathname;
    let key = Memo::new(move |_| facility_in(&path.read()));
    let facility_links = move || {
        key.get().map(|key| {
            let base = format!("/console/facilities/{key}");
            view! {
                <p class="nav-title">"Facility"</p>
                <ul>
                    <li><A exact=true href=base.clone()>"Overview"</A></li>
                    <li><A href=format!("{base}/captures")>"Captures"</A></li>
                    <li><A href=format!("{base}/findings")>"Findings"</A></li>
                </ul>
            }
        })
    };
    view! {
        <nav class="side" aria-label="Console">
            <ul>
                <li><A exact=true href="/console/facilities">"All facilities"</A></li>
            </ul>
            {facility_links}
        </nav>
    }
}

//! The admin console: a host application without 3D. Rendered on the server by `leptos_axum`,
//! hydrated in the browser, where it mounts the Beacon panel beside the pages.
//!
//! It stands outside Beacon: it knows the site database and the panel's public interface, and
//! nothing of the chat server but its address. Pages take their data through server functions, so
//! that a route change in the browser fetches data and never reloads the document.

mod address;
mod api;
mod app;
mod data;
mod dock;
mod format;
mod loading;
mod pages;
mod view;

#[cfg(feature = "hydrate")]
mod adapter;
#[cfg(feature = "ssr")]
mod shell;
#[cfg(feature = "ssr")]
mod store;

#[cfg(feature = "ssr")]
#[cfg(test)]
mod tests;

#[cfg(feature = "ssr")]
pub use self::{
    shell::{ConsoleConfig, router},
    store::Preview,
};

/// The browser's entry: takes over the page that the server rendered.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_body(app::App);
}

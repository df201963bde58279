//! Line icons on a 20 by 20 grid.

use super::erased::{Words, words};
use leptos::prelude::*;

pub const ARROW_UP: &str = "M10 16V4M5 9l5-5 5 5";
pub const ARROW_DOWN: &str = "M10 4v12M5 11l5 5 5-5";
pub const ARROW_RIGHT: &str = "M4 10h12M11 5l5 5-5 5";
pub const STOP: &str = "M6 6h8v8H6z";
pub const PLUS: &str = "M10 4v12M4 10h12";
pub const CHECK: &str = "M4 10.5l4 4 8-9";
pub const DASH: &str = "M5 10h10";
pub const CROSS: &str = "M5 5l10 10M15 5L5 15";
pub const ALERT: &str = "M10 3l8 14H2zM10 8v4M10 14.4v.2";
pub const QUESTION: &str = "M7 7.5a3 3 0 1 1 4.2 2.8c-.8.4-1.2.9-1.2 1.9M10 15v.2";
pub const CLOCK: &str = "M10 5.5V10l3 2M10 2.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15";
pub const LOCK: &str = "M5 9h10v8H5zM7 9V6.5a3 3 0 0 1 6 0V9";
pub const COPY: &str = "M7 7h9v9H7zM13 7V4H4v9h3";
pub const RETRY: &str = "M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5";
pub const PICTURE: &str = "M3 4h14v12H3zM3 13l4-4 4 4 3-2.5 3 2.5";
pub const MARK: &str = "M10 10.5V17M7 17h6M10 10.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5.3 13a6 6 0 0 1 0-9M14.7 4a6 6 0 0 1 0 9";

/// An icon; what it means is said beside it.
pub fn icon(path: &'static str) -> AnyView {
    live_icon(words(move || Some(path)))
}

/// An icon that changes.
pub fn live_icon(path: Words) -> AnyView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d=path></path>
        </svg>
    }
    .into_any()
}

//! The place beside the pages where the Beacon panel lives. The server renders it empty; the
//! browser mounts the panel into it once, after hydration.

use leptos::{html::Div, prelude::*};

/// Whether the dock is open. Nothing is said until the browser knows its width: before that the
/// style sheet decides, so that a phone does not open onto the panel.
#[derive(Clone, Copy)]
pub struct DockState(RwSignal<Option<bool>>);

impl DockState {
    pub fn new() -> Self {
        let state = RwSignal::new(None);
        Effect::new(move || state.set(Some(is_wide())));
        Self(state)
    }

    pub fn toggle(self) {
        self.0.update(|open| *open = Some(!open.unwrap_or(true)));
    }

    pub fn is(self, state: Option<bool>) -> bool {
        self.0.get() == state
    }

    pub fn expanded(self) -> Option<&'static str> {
        self.0.get().map(|open| if open { "true" } else { "false" })
    }
}

/// As wide as the style sheet wants it for panel and page side by side.
fn is_wide() -> bool {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.is_none_or(|width| width > 820.0)
}

/// The empty dock, and the mount that fills it.
#[component]
pub fn Dock() -> impl IntoView {
    let place = NodeRef::<Div>::new();
    #[cfg(feature = "hydrate")]
    super::adapter::mount_panel(place);
    view! {
        <div id="dock" class="dock">
            <div class="dock-place" data-testid="panel-dock" node_ref=place></div>
        </div>
    }
}

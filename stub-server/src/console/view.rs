//! What is on screen, in names. Pages publish it; the panel's adapter hands it to Beacon when a
//! message is sent.

use beacon_shared::view_context::ViewContext;
use leptos::prelude::*;

/// The signal that pages write and the adapter reads.
#[derive(Clone, Copy)]
pub struct OnScreen(RwSignal<ViewContext>);

impl OnScreen {
    /// Makes the signal for the whole application.
    pub fn provide() -> Self {
        let on_screen = Self(RwSignal::new(ViewContext::default()));
        provide_context(on_screen);
        on_screen
    }

    #[cfg(feature = "hydrate")]
    pub fn get_untracked(self) -> ViewContext {
        self.0.try_get_untracked().unwrap_or_default()
    }

    #[cfg(feature = "hydrate")]
    pub fn get(self) -> ViewContext {
        self.0.get()
    }
}

/// Publishes what a page shows. It stays until the next page says otherwise.
pub fn show(context: ViewContext) {
    let Some(OnScreen(signal)) = use_context::<OnScreen>() else {
        return;
    };
    // An effect: it runs in the browser only, after the page is there.
    Effect::new(move || {
        let _ = signal.try_set(context.clone());
    });
}

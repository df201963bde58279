//! Puts a panel into an element of the host and hands back the way to talk to it.

use crate::host::HostAdapter;
use beacon_shared::locale::Locale;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;

/// Light or dark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

/// How a panel is mounted.
#[derive(Debug, Clone, Default)]
pub struct MountOptions {
    /// Where Beacon's server is, e.g. `https://beacon.example`.
    pub server_url: String,
    /// The language of the panel and of the answers.
    pub locale: Locale,
    /// Light or dark.
    pub theme: Theme,
}

/// A mounted panel.
#[derive(Clone)]
pub struct PanelHandle {
    mounted: Rc<RefCell<Option<Box<dyn std::any::Any>>>>,
}

impl PanelHandle {
    /// Takes the panel out of the page. Doing it twice does nothing.
    pub fn unmount(&self) {
        drop(self.mounted.borrow_mut().take());
    }

    /// Puts the keyboard into the composer.
    pub fn focus_composer(&self) {}

    /// Sends a message as if the user had typed it.
    pub fn send_user_message(&self, _text: &str) {}

    /// Shows another conversation.
    pub fn set_thread(&self, _session_id: &str) {}

    /// Stops the answer that is under way.
    pub fn stop(&self) {}
}

/// Mounts a panel.
pub fn mount_in(
    element: web_sys::HtmlElement,
    _options: MountOptions,
    adapter: Rc<dyn HostAdapter>,
) -> PanelHandle {
    drop(adapter);
    let handle = leptos::mount::mount_to(element.unchecked_into(), || view! { <p></p> });
    PanelHandle {
        mounted: Rc::new(RefCell::new(Some(Box::new(handle)))),
    }
}

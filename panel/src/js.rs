//! What the JavaScript package calls. `panel/js/beacon-panel.js` is the only caller.

use crate::host::js::JsHost;
use crate::mount::{MountOptions, PanelHandle, Theme, mount_in};
use beacon_shared::locale::Locale;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

/// A mounted panel, for JavaScript.
#[wasm_bindgen]
pub struct JsPanel(PanelHandle);

#[wasm_bindgen]
impl JsPanel {
    /// Takes the panel out of the page.
    pub fn unmount(&self) {
        self.0.unmount();
    }

    /// Puts the keyboard into the composer.
    #[wasm_bindgen(js_name = focusComposer)]
    pub fn focus_composer(&self) {
        self.0.focus_composer();
    }

    /// Sends a message as if the user had typed it.
    #[wasm_bindgen(js_name = sendUserMessage)]
    pub fn send_user_message(&self, text: &str) {
        self.0.send_user_message(text);
    }

    /// Shows another conversation.
    #[wasm_bindgen(js_name = setThread)]
    pub fn set_thread(&self, session_id: &str) {
        self.0.set_thread(session_id);
    }

    /// Stops the answer that is under way.
    pub fn stop(&self) {
        self.0.stop();
    }
}

/// Mounts a panel.
#[wasm_bindgen(js_name = mountPanel)]
pub fn mount_panel(
    element: web_sys::HtmlElement,
    server_url: String,
    locale: &str,
    theme: &str,
    adapter: JsValue,
) -> JsPanel {
    let options = MountOptions {
        server_url,
        locale: Locale::from_tag(locale).unwrap_or_default(),
        theme: Theme::from_name(theme),
    };
    JsPanel(mount_in(element, options, Rc::new(JsHost::new(adapter))))
}

thread_local! {
    /// Who is told of a panic. A hook has to be `Send`; a page has one thread.
    static ON_PANIC: RefCell<Option<js_sys::Function>> = const { RefCell::new(None) };
}

/// Has a function called with the place of a panic, which ends this instance.
#[wasm_bindgen(js_name = onPanic)]
pub fn on_panic(callback: js_sys::Function) {
    ON_PANIC.set(Some(callback));
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        if let Some(callback) = ON_PANIC.take() {
            drop(callback.call1(&JsValue::UNDEFINED, &place.into()));
        }
    }));
}

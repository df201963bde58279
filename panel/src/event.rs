//! What the panel tells the page: custom events on the element it was mounted in.

use crate::state::State;
use wasm_bindgen::JsValue;

fn dispatch(element: &web_sys::HtmlElement, name: &str, details: &[(&str, &str)]) {
    let detail = js_sys::Object::new();
    for (key, value) in details {
        // Setting a property of a fresh object cannot fail.
        drop(js_sys::Reflect::set(
            &detail,
            &JsValue::from_str(key),
            &JsValue::from_str(value),
        ));
    }
    let init = web_sys::CustomEventInit::new();
    init.set_bubbles(true);
    init.set_composed(true);
    init.set_detail(&detail);
    if let Ok(event) = web_sys::CustomEvent::new_with_event_init_dict(name, &init) {
        drop(element.dispatch_event(&event));
    }
}

/// The panel is in the page.
pub fn ready(element: &web_sys::HtmlElement) {
    dispatch(element, "beacon.ready", &[]);
}

/// Something failed outside of an answer.
pub fn error(element: &web_sys::HtmlElement, code: &str) {
    dispatch(element, "beacon.error", &[("code", code)]);
}

/// A message was sent.
pub fn response_start(element: &web_sys::HtmlElement) {
    dispatch(element, "beacon.response.start", &[]);
}

/// Its answer ended, one way or another.
pub fn response_end(element: &web_sys::HtmlElement, state: State) {
    dispatch(element, "beacon.response.end", &[("state", state.name())]);
}

/// A card's address is being opened.
pub fn deeplink(element: &web_sys::HtmlElement, href: &str, target: &str) {
    dispatch(
        element,
        "beacon.deeplink",
        &[("href", href), ("target", target)],
    );
}

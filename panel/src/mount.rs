//! Puts a panel into an element of the host and hands back the way to talk to it.

use crate::event;
use crate::host::HostAdapter;
use crate::session::Session;
use crate::view::panel;
use beacon_shared::locale::Locale;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};

const STYLE: &str = include_str!("style.css");

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

impl Theme {
    /// Reads a host's word for it; anything unknown follows the system.
    pub fn from_name(name: &str) -> Self {
        match name {
            "light" => Self::Light,
            "dark" => Self::Dark,
            _ => Self::System,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
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

/// A mounted panel. Dropping the handle leaves the panel where it is.
#[derive(Clone)]
pub struct PanelHandle {
    mounted: Rc<RefCell<Option<Mounted>>>,
}

struct Mounted {
    session: Session,
    container: web_sys::HtmlElement,
    view: Box<dyn std::any::Any>,
}

impl PanelHandle {
    /// Takes the panel out of the page. Doing it twice does nothing.
    pub fn unmount(&self) {
        let Some(mounted) = self.mounted.borrow_mut().take() else {
            return;
        };
        mounted.session.abandon();
        drop(mounted.view);
        mounted.container.remove();
    }

    /// Puts the keyboard into the composer.
    pub fn focus_composer(&self) {
        self.with(|session| session.focus.update(|count| *count += 1));
    }

    /// Sends a message as if the user had typed it.
    pub fn send_user_message(&self, text: &str) {
        self.with(|session| session.send(text));
    }

    /// Shows another conversation.
    pub fn set_thread(&self, session_id: &str) {
        self.with(|session| session.set_thread(session_id));
    }

    /// Stops the answer that is under way.
    pub fn stop(&self) {
        self.with(Session::stop);
    }

    fn with(&self, act: impl FnOnce(Session)) {
        let session = self
            .mounted
            .borrow()
            .as_ref()
            .map(|mounted| mounted.session);
        if let Some(session) = session {
            act(session);
        }
    }
}

/// Mounts a panel into an open shadow root of `element`. An element holds one panel: what an
/// earlier mount left there is replaced.
pub fn mount_in(
    element: web_sys::HtmlElement,
    options: MountOptions,
    adapter: Rc<dyn HostAdapter>,
) -> PanelHandle {
    let handle = PanelHandle {
        mounted: Rc::new(RefCell::new(None)),
    };
    let Some(container) = container(&element, &options) else {
        return handle;
    };
    let started: Rc<RefCell<Option<Session>>> = Rc::default();
    let session = Rc::clone(&started);
    let host = element.clone();
    let view = leptos::mount::mount_to(container.clone(), move || {
        let session = Session::start(options, host, adapter);
        started.borrow_mut().replace(session);
        panel(session)
    });
    if let Some(session) = session.borrow_mut().take() {
        let view = Box::new(view);
        handle.mounted.borrow_mut().replace(Mounted {
            session,
            container,
            view,
        });
    }
    event::ready(&element);
    handle
}

fn container(
    element: &web_sys::HtmlElement,
    options: &MountOptions,
) -> Option<web_sys::HtmlElement> {
    let shadow = element.shadow_root().or_else(|| {
        element
            .attach_shadow(&web_sys::ShadowRootInit::new(web_sys::ShadowRootMode::Open))
            .ok()
    })?;
    // A style sheet object, not a `style` element: allowed under the strictest content policy.
    let sheet = web_sys::CssStyleSheet::new().ok()?;
    sheet.replace_sync(STYLE).ok()?;
    let sheets = js_sys::Array::of1(&sheet);
    js_sys::Reflect::set(&shadow, &JsValue::from_str("adoptedStyleSheets"), &sheets).ok()?;
    let container = document().create_element("div").ok()?;
    container.set_class_name("root");
    container
        .set_attribute("data-theme", options.theme.name())
        .ok()?;
    container.set_attribute("lang", options.locale.tag()).ok()?;
    shadow.replace_children_with_node_1(&container);
    container.dyn_into().ok()
}

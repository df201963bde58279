//! The console as a host of the panel: routes instead of a camera.
//!
//! It answers from what is on screen at the moment of the question, and keeps nothing but the
//! token. The panel is mounted once and stays through every route change.

mod token;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use beacon_panel::{
    HostAdapter, MountOptions, PanelHandle,
    host::{CitationOutcome, HostCapabilities, Subscription, TokenFreshness, ViewerListener},
    mount_in,
};
use beacon_shared::{
    citation::{CitationTarget, TargetKind},
    view_context::ViewContext,
};
use futures_util::future::{FutureExt, LocalBoxFuture, ready};
use leptos::{html::Div, prelude::*};
use leptos_router::hooks::{use_location, use_navigate};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use self::token::Tokens;
use super::{
    address::{facility_in, path_of},
    api,
    data::ConsoleError,
    view::OnScreen,
};

/// Mounts the panel as soon as its place is in the document.
pub fn mount_panel(place: NodeRef<Div>) {
    let Some(on_screen) = use_context::<OnScreen>() else {
        return;
    };
    let navigate = use_navigate();
    let adapter = Rc::new(ConsoleAdapter {
        path: use_location().pathname,
        go: Rc::new(move |path| navigate(path, Default::default())),
        on_screen,
        tokens: Tokens::default(),
        newest: Rc::default(),
        listeners: Rc::default(),
    });
    let told = adapter.clone();
    Effect::new(move || told.tell(&on_screen.get()));

    let handle = StoredValue::new_local(None::<PanelHandle>);
    Effect::new(move || {
        let Some(place) = place.get() else { return };
        if handle.with_value(Option::is_some) {
            return;
        }
        let options = MountOptions {
            server_url: server_url(),
            ..MountOptions::default()
        };
        let mounted = untrack(|| mount_in(place.unchecked_into(), options, adapter.clone()));
        handle.set_value(Some(mounted));
    });
    on_cleanup(move || {
        if let Some(Some(handle)) = handle.try_update_value(Option::take) {
            handle.unmount();
        }
    });
}

/// Where the document says that Beacon is.
fn server_url() -> String {
    let meta = document()
        .query_selector("meta[name=beacon-server]")
        .ok()
        .flatten();
    meta.and_then(|meta| meta.get_attribute("content"))
        .unwrap_or_default()
}

struct ConsoleAdapter {
    path: Memo<String>,
    go: Rc<dyn Fn(&str)>,
    on_screen: OnScreen,
    tokens: Tokens,
    /// The number of the newest dispatch; an older one gives way to it.
    newest: Rc<Cell<u64>>,
    listeners: Rc<RefCell<Vec<(u64, ViewerListener)>>>,
}

impl ConsoleAdapter {
    fn tell(&self, view: &ViewContext) {
        // Cloned out: a listener may unsubscribe while it is told.
        let listeners: Vec<ViewerListener> = self
            .listeners
            .borrow()
            .iter()
            .map(|(_, listener)| listener.clone())
            .collect();
        for listener in listeners {
            listener(Some(view.clone()));
        }
    }
}

impl HostAdapter for ConsoleAdapter {
    fn facility_key(&self) -> Option<String> {
        facility_in(&self.path.try_get_untracked()?)
    }

    fn auth_token(&self, freshness: TokenFreshness) -> LocalBoxFuture<'static, Option<String>> {
        self.tokens.get(freshness)
    }

    fn license_tier_set(&self) -> Vec<String> {
        vec!["enterprise".to_owned()]
    }

    fn current_surface_id(&self) -> String {
        "admin-console".to_owned()
    }

    fn viewer_snapshot(&self) -> LocalBoxFuture<'static, Option<ViewContext>> {
        ready(Some(self.on_screen.get_untracked())).boxed_local()
    }

    fn dispatch_citation(
        &self,
        target: CitationTarget,
    ) -> LocalBoxFuture<'static, CitationOutcome> {
        let mine = self.newest.get() + 1;
        self.newest.set(mine);
        let (newest, path, go) = (self.newest.clone(), self.path, self.go.clone());
        async move {
            let Some(goal) = path_of(&target) else {
                return CitationOutcome::NotFound;
            };
            // Asked before the jump, so that a vanished target leaves the user where they are.
            if let Err(error) = look_up(&target).await {
                return match error {
                    ConsoleError::Locked => CitationOutcome::Denied,
                    ConsoleError::NotFound | ConsoleError::Unavailable => CitationOutcome::NotFound,
                };
            }
            if newest.get() != mine {
                return CitationOutcome::Cancelled;
            }
            go(&goal);
            arrival(&goal, path, || newest.get() == mine).await
        }
        .boxed_local()
    }

    fn subscribe_viewer_state(&self, listener: ViewerListener) -> Subscription {
        let mut listeners = self.listeners.borrow_mut();
        let id = listeners.last().map_or(0, |(id, _)| id + 1);
        listeners.push((id, listener));
        let all = self.listeners.clone();
        Subscription::new(move || all.borrow_mut().retain(|(other, _)| *other != id))
    }

    fn resolve_deep_link(&self, target: &CitationTarget) -> Option<String> {
        path_of(target)
    }

    fn is_admin(&self) -> bool {
        true
    }

    fn capabilities(&self) -> HostCapabilities {
        HostCapabilities {
            camera: false,
            routing: true,
            annotations: true,
        }
    }
}

async fn look_up(target: &CitationTarget) -> Result<(), ConsoleError> {
    let (facility, id) = (target.facility_key.clone(), target.id.clone());
    match target.kind {
        TargetKind::Panorama => api::panorama(facility, id).await.map(drop),
        TargetKind::Finding => api::finding(facility, id).await.map(drop),
        TargetKind::Record => api::record(facility, id, 1).await.map(drop),
        TargetKind::Level => api::level(facility, id, 1).await.map(drop),
        TargetKind::Element => Err(ConsoleError::NotFound),
    }
}

/// Waits until the route is `goal`.
async fn arrival(goal: &str, path: Memo<String>, is_newest: impl Fn() -> bool) -> CitationOutcome {
    const STEP_MS: u64 = 16;
    const STEPS: u64 = 5_000 / STEP_MS;
    for _ in 0..STEPS {
        if !is_newest() {
            return CitationOutcome::Cancelled;
        }
        match path.try_get_untracked() {
            Some(here) if here == goal => return CitationOutcome::Arrived,
            Some(_) => pause(STEP_MS).await,
            None => return CitationOutcome::Cancelled,
        }
    }
    CitationOutcome::Cancelled
}

async fn pause(milliseconds: u64) {
    let timer = js_sys::Promise::new(&mut |resolve, _| {
        let wake = move || {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        };
        set_timeout(wake, std::time::Duration::from_millis(milliseconds));
    });
    let _ = JsFuture::from(timer).await;
}

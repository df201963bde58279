//! The contract between the panel and the application it lives in: nine methods and a declaration.
//!
//! The panel knows nothing of routes, cameras or sign-in. It asks the host when it needs something,
//! at the moment it needs it, and keeps no copy: the facility and the view are those of the message
//! being sent, not those of the mount.

#[cfg(feature = "js")]
pub mod js;

use beacon_shared::citation::CitationTarget;
use beacon_shared::view_context::ViewContext;
use futures_util::future::LocalBoxFuture;
use std::rc::Rc;

/// Whether a token the host still holds is good enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenFreshness {
    /// Any token that the host believes in.
    Cached,
    /// A new one: the server refused the last.
    Renewed,
}

/// What became of a click on a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CitationOutcome {
    /// The host shows the target.
    Arrived,
    /// A newer click or the user's own movement took over.
    Cancelled,
    /// The host has no such place any more.
    NotFound,
    /// The user may not see it.
    Denied,
}

impl CitationOutcome {
    /// Reads the name a JavaScript host uses.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "arrived" => Some(Self::Arrived),
            "cancelled" => Some(Self::Cancelled),
            "not_found" => Some(Self::NotFound),
            "denied" => Some(Self::Denied),
            _ => None,
        }
    }
}

/// What a host can do. Static: asked once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HostCapabilities {
    /// Moves a camera to a pose.
    pub camera: bool,
    /// Has addresses for places.
    pub routing: bool,
    /// Shows annotations.
    pub annotations: bool,
}

/// Called with the new view whenever the host's view changes.
pub type ViewerListener = Rc<dyn Fn(Option<ViewContext>)>;

/// Ends a subscription when dropped.
#[must_use = "dropping a subscription ends it"]
pub struct Subscription(Option<Box<dyn FnOnce()>>);

impl Subscription {
    /// A subscription that `end` ends.
    pub fn new(end: impl FnOnce() + 'static) -> Self {
        Self(Some(Box::new(end)))
    }

    /// A subscription to something that never happens.
    pub const fn never() -> Self {
        Self(None)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}

/// The application around the panel.
pub trait HostAdapter {
    /// The facility the user is in; `None` where none is open.
    fn facility_key(&self) -> Option<String>;

    /// A bearer token for Beacon; `None` where the user is not signed in. Asked per request.
    fn auth_token(&self, freshness: TokenFreshness) -> LocalBoxFuture<'static, Option<String>>;

    /// The names of the user's licence tiers. For display only: the server decides.
    fn license_tier_set(&self) -> Vec<String>;

    /// Which surface of the host the panel is in, e.g. `site-viewer`.
    fn current_surface_id(&self) -> String;

    /// What the user is looking at, now.
    fn viewer_snapshot(&self) -> LocalBoxFuture<'static, Option<ViewContext>>;

    /// Shows a target. A newer call ends an older one as [`CitationOutcome::Cancelled`].
    fn dispatch_citation(&self, target: CitationTarget)
    -> LocalBoxFuture<'static, CitationOutcome>;

    /// Tells the listener of each change of the view.
    fn subscribe_viewer_state(&self, listener: ViewerListener) -> Subscription;

    /// The host's own address for a target, where it has one.
    fn resolve_deep_link(&self, target: &CitationTarget) -> Option<String>;

    /// Whether the user administers the facility.
    fn is_admin(&self) -> bool;

    /// What this host can do.
    fn capabilities(&self) -> HostCapabilities;
}

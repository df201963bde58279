//! The contract over a JavaScript object, with the method names that TypeScript hosts use.
//!
//! What a host returns is not trusted to have the right shape: a missing method, an exception or a
//! rejected promise is read as "nothing there", and a citation that cannot be dispatched as not
//! found. The panel stays usable.

use super::{
    CitationOutcome, HostAdapter, HostCapabilities, Subscription, TokenFreshness, ViewerListener,
};
use beacon_shared::citation::CitationTarget;
use beacon_shared::read::{self, Read};
use beacon_shared::view_context::ViewContext;
use beacon_shared::write;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A host that is a JavaScript object.
pub struct JsHost(JsValue);

impl JsHost {
    /// Takes the object a host handed over.
    pub const fn new(adapter: JsValue) -> Self {
        Self(adapter)
    }

    fn call(&self, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
        let method = js_sys::Reflect::get(&self.0, &method.into()).ok()?;
        let method: js_sys::Function = method.dyn_into().ok()?;
        let arguments: js_sys::Array = arguments.iter().collect();
        method.apply(&self.0, &arguments).ok()
    }
}

/// A value, or what the promise comes to.
async fn settled(value: Option<JsValue>) -> Option<JsValue> {
    JsFuture::from(js_sys::Promise::resolve(&value?)).await.ok()
}

fn from_js<T: Read>(value: &JsValue) -> Option<T> {
    let json = js_sys::JSON::stringify(value).ok()?.as_string()?;
    read::document(&json)
}

fn to_js(target: &CitationTarget) -> JsValue {
    js_sys::JSON::parse(&write::citation_target(target)).unwrap_or(JsValue::NULL)
}

impl HostAdapter for JsHost {
    fn facility_key(&self) -> Option<String> {
        let key = self.call("getFacilityKey", &[])?.as_string()?;
        (!key.is_empty()).then_some(key)
    }

    fn auth_token(&self, freshness: TokenFreshness) -> LocalBoxFuture<'static, Option<String>> {
        let options = js_sys::Object::new();
        let refresh = JsValue::from_bool(freshness == TokenFreshness::Renewed);
        // Setting a property of a fresh object cannot fail.
        drop(js_sys::Reflect::set(&options, &"refresh".into(), &refresh));
        let token = self.call("getAuthToken", &[options.into()]);
        async move { settled(token).await?.as_string() }.boxed_local()
    }

    fn license_tier_set(&self) -> Vec<String> {
        self.call("getLicenseTierSet", &[])
            .and_then(|tiers| from_js(&tiers))
            .unwrap_or_default()
    }

    fn current_surface_id(&self) -> String {
        self.call("getCurrentSurfaceId", &[])
            .and_then(|id| id.as_string())
            .unwrap_or_default()
    }

    fn viewer_snapshot(&self) -> LocalBoxFuture<'static, Option<ViewContext>> {
        let snapshot = self.call("getViewerSnapshot", &[]);
        async move { from_js(&settled(snapshot).await?) }.boxed_local()
    }

    fn dispatch_citation(
        &self,
        target: CitationTarget,
    ) -> LocalBoxFuture<'static, CitationOutcome> {
        let outcome = self.call("dispatchCitation", &[to_js(&target)]);
        async move {
            let name = settled(outcome)
                .await
                .and_then(|outcome| outcome.as_string());
            name.and_then(|name| CitationOutcome::from_name(&name))
                .unwrap_or(CitationOutcome::NotFound)
        }
        .boxed_local()
    }

    fn subscribe_viewer_state(&self, listener: ViewerListener) -> Subscription {
        let callback = Closure::<dyn FnMut(JsValue)>::new(move |view: JsValue| {
            listener(from_js(&view));
        });
        let end = self.call("subscribeViewerState", &[callback.as_ref().clone()]);
        let end = end.and_then(|end| end.dyn_into::<js_sys::Function>().ok());
        Subscription::new(move || {
            if let Some(end) = end {
                drop(end.call0(&JsValue::UNDEFINED));
            }
            // Only now: until here the host may call it.
            drop(callback);
        })
    }

    fn resolve_deep_link(&self, target: &CitationTarget) -> Option<String> {
        self.call("resolveDeepLink", &[to_js(target)])?.as_string()
    }

    fn is_admin(&self) -> bool {
        self.call("getIsAdmin", &[])
            .is_some_and(|is_admin| is_admin.is_truthy())
    }

    fn capabilities(&self) -> HostCapabilities {
        let declared = js_sys::Reflect::get(&self.0, &"capabilities".into()).ok();
        let has = |name: &str| {
            let declared = declared.as_ref().filter(|declared| declared.is_object());
            declared
                .and_then(|declared| js_sys::Reflect::get(declared, &name.into()).ok())
                .is_some_and(|value| value.is_truthy())
        };
        HostCapabilities {
            camera: has("camera"),
            routing: has("routing"),
            annotations: has("annotations"),
        }
    }
}

//! The user's token for Beacon, from the issuer beside the console.

use std::{cell::RefCell, rc::Rc};

use beacon_panel::host::TokenFreshness;
use futures_util::future::{FutureExt, LocalBoxFuture};
use gloo_net::http::Request;
use serde::Deserialize;

/// A token is renewed this long before it ends, so that it does not end on its way.
const MARGIN_MS: f64 = 30_000.0;
/// How long a token is trusted. The issuer makes them for fifteen minutes.
const LIFE_MS: f64 = 900_000.0;

#[derive(Clone, Default)]
pub struct Tokens(Rc<RefCell<Option<Held>>>);

#[derive(Clone)]
struct Held {
    token: String,
    until: f64,
}

#[derive(Deserialize)]
struct Issued {
    token: String,
}

impl Tokens {
    /// A token; `None` where the issuer gives none.
    pub fn get(&self, freshness: TokenFreshness) -> LocalBoxFuture<'static, Option<String>> {
        let held = self.0.clone();
        async move {
            let now = js_sys::Date::now();
            let good = held.borrow().clone().filter(|held| held.until > now);
            if let (TokenFreshness::Cached, Some(held)) = (freshness, good) {
                return Some(held.token);
            }
            let token = issue().await?;
            *held.borrow_mut() = Some(Held {
                token: token.clone(),
                until: now + LIFE_MS - MARGIN_MS,
            });
            Some(token)
        }
        .boxed_local()
    }
}

async fn issue() -> Option<String> {
    let request = Request::post("/issuer/token")
        .json(&serde_json::json!({}))
        .ok()?;
    let response = request.send().await.ok()?;
    if !response.ok() {
        return None;
    }
    Some(response.json::<Issued>().await.ok()?.token)
}

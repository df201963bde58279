//! The keys of one family, kept for a while. One fetch at a time, which no caller owns; a known key does
//! not wait for it. An unknown key id asks again at most every 30 seconds; keys that are there outlive an
//! issuer that is down, for a day.

use crate::identity::AuthError;
use jsonwebtoken::DecodingKey;
use jsonwebtoken::jwk::{
    AlgorithmParameters, Jwk, JwkSet, KeyAlgorithm, KeyOperations, PublicKeyUse,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use url::Url;

/// How long a fetch may take.
const FETCH_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest set, in bytes.
const MAX_SET_BYTES: usize = 256 * 1024;
/// How long an unknown key id does not cause another fetch, after failures too.
const COOLDOWN: Duration = Duration::from_secs(30);
/// How long keys are used after the issuer has gone silent.
const STALE: Duration = Duration::from_secs(24 * 3600);
/// The shortest modulus, in bits.
const MIN_MODULUS_BITS: usize = 2048;

/// The keys of one family.
pub struct Jwks {
    source: Arc<Source>,
    fresh: Duration,
    fetches: TaskTracker,
}

/// Where keys come from, and what came.
struct Source {
    url: Url,
    http: reqwest::Client,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    keys: HashMap<String, DecodingKey>,
    fetched: Option<Instant>,
    tried: Option<Instant>,
    /// Closed when the fetch that is under way has ended, however it ended.
    under_way: Option<watch::Receiver<()>>,
}

impl Jwks {
    /// The keys at an address; nothing is fetched yet.
    ///
    /// # Errors
    /// If the HTTP client cannot be made.
    pub fn new(url: Url, fresh: Duration) -> Result<Self, AuthError> {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(FETCH_TIMEOUT)
            .build()
            .map_err(|_| AuthError::Client)?;
        let source = Source {
            url,
            http,
            state: Mutex::default(),
        };
        Ok(Self {
            source: Arc::new(source),
            fresh,
            fetches: TaskTracker::new(),
        })
    }

    /// The key with this id; without an id, the only key there is.
    ///
    /// # Errors
    /// If there is none, or none can be had.
    pub async fn key(&self, kid: Option<&str>) -> Result<DecodingKey, AuthError> {
        if let Some(mut under_way) = self.refreshed(kid) {
            // It never sends: it ends, within the fetch's timeout.
            let _ = under_way.changed().await;
        }
        let state = self.source.state();
        if !state.is_usable() {
            return Err(AuthError::KeysUnavailable);
        }
        state.find(kid).ok_or(AuthError::UnknownKey)
    }

    /// Starts a fetch where one is due. Gives the one to wait for, if the key is not known without it.
    fn refreshed(&self, kid: Option<&str>) -> Option<watch::Receiver<()>> {
        let mut state = self.source.state();
        let known = state.is_usable() && state.find(kid).is_some();
        let fresh = state.fetched.is_some_and(|at| at.elapsed() < self.fresh);
        let may_ask = state.tried.is_none_or(|at| at.elapsed() >= COOLDOWN);
        if !(known && fresh) && may_ask && !state.is_fetching() {
            state.tried = Some(Instant::now());
            let (ends, under_way) = watch::channel(());
            state.under_way = Some(under_way);
            let source = Arc::clone(&self.source);
            // The task owns the fetch: a caller who goes away does not take it along.
            self.fetches.spawn(async move {
                source.refresh().await;
                drop(ends);
            });
        }
        let under_way = state.under_way.clone()?;
        (!known).then_some(under_way)
    }
}

#[cfg(test)]
impl Jwks {
    /// As if the cooldown had passed.
    pub fn forget_when_it_was_tried(&self) {
        self.source.state().tried = None;
    }
}

impl Source {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn refresh(&self) {
        let Some(keys) = self.fetch().await else {
            tracing::warn!(url = %self.url, "the keys could not be fetched");
            return;
        };
        let mut state = self.state();
        state.keys = keys;
        state.fetched = Some(Instant::now());
    }

    /// The usable keys of the set; `None` if it cannot be had or has none.
    async fn fetch(&self) -> Option<HashMap<String, DecodingKey>> {
        let mut response = self.http.get(self.url.clone()).send().await.ok()?;
        if !response.status().is_success() {
            return None;
        }
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await.ok()? {
            if body.len() + chunk.len() > MAX_SET_BYTES {
                return None;
            }
            body.extend_from_slice(&chunk);
        }
        let set: JwkSet = serde_json::from_slice(&body).ok()?;
        usable(&set)
    }
}

impl State {
    /// Whether there are keys that may still be used.
    fn is_usable(&self) -> bool {
        self.fetched.is_some_and(|at| at.elapsed() < STALE)
    }

    fn is_fetching(&self) -> bool {
        let under_way = self.under_way.as_ref();
        under_way.is_some_and(|ends| ends.has_changed().is_ok())
    }

    fn find(&self, kid: Option<&str>) -> Option<DecodingKey> {
        match kid {
            Some(kid) => self.keys.get(kid).cloned(),
            None if self.keys.len() == 1 => self.keys.values().next().cloned(),
            None => None,
        }
    }
}

/// RSA keys for RS256 signatures of at least 2048 bits. Two with one id make the set unusable: it would
/// be a matter of luck which is taken.
fn usable(set: &JwkSet) -> Option<HashMap<String, DecodingKey>> {
    let mut keys = HashMap::new();
    for jwk in set.keys.iter().filter(|jwk| is_usable(jwk)) {
        let kid = jwk.common.key_id.clone().unwrap_or_default();
        let key = DecodingKey::from_jwk(jwk).ok()?;
        if keys.insert(kid, key).is_some() {
            return None;
        }
    }
    (!keys.is_empty()).then_some(keys)
}

fn is_usable(jwk: &Jwk) -> bool {
    let AlgorithmParameters::RSA(rsa) = &jwk.algorithm else {
        return false;
    };
    let common = &jwk.common;
    let signs = common
        .public_key_use
        .as_ref()
        .is_none_or(|u| *u == PublicKeyUse::Signature);
    let verifies = common
        .key_operations
        .as_ref()
        .is_none_or(|ops| ops.contains(&KeyOperations::Verify));
    let rs256 = common
        .key_algorithm
        .as_ref()
        .is_none_or(|a| *a == KeyAlgorithm::RS256);
    // Base64 has 6 bits a character.
    signs && verifies && rs256 && rsa.n.trim_start_matches('A').len() * 6 >= MIN_MODULUS_BITS
}

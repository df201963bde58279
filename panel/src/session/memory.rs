//! Which conversation belongs to which facility, for as long as the tab lives.

use super::Inner;
use beacon_shared::id::SessionId;

fn storage() -> Option<web_sys::Storage> {
    // Storage can be switched off; then a reload begins anew.
    leptos::prelude::window().session_storage().ok().flatten()
}

fn key(inner: &Inner) -> Option<String> {
    let facility = inner.host.facility_key()?;
    Some(format!(
        "beacon.session {} {facility}",
        inner.options.server_url
    ))
}

/// The facility's conversation.
pub fn recall(inner: &Inner) -> Option<SessionId> {
    let id = storage()?.get_item(&key(inner)?).ok()??;
    Some(SessionId::new(id))
}

/// Remembers the facility's conversation.
pub fn keep(inner: &Inner, id: &SessionId) {
    if let (Some(storage), Some(key)) = (storage(), key(inner)) {
        drop(storage.set_item(&key, id.as_str()));
    }
}

/// Forgets it.
pub fn forget(inner: &Inner) {
    if let (Some(storage), Some(key)) = (storage(), key(inner)) {
        drop(storage.remove_item(&key));
    }
}

//! Conversations: sessions, their turns, and the frames that answered them. Knows nothing of what a
//! frame means.

pub mod store;

use beacon_shared::id::SessionId;

/// Who a session belongs to. A session of somebody else answers like one that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The token family.
    pub family: String,
    /// The issuer.
    pub issuer: String,
    /// The subject.
    pub subject: String,
}

/// A session as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its identifier.
    pub id: SessionId,
    /// The facility it is about.
    pub facility_key: String,
    /// The language of its answers.
    pub locale: beacon_shared::locale::Locale,
    /// RFC 3339, UTC.
    pub created_at: String,
}

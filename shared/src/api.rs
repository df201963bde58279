//! Request, response and problem bodies of the HTTP API.

use crate::id::{RunId, SessionId};
use crate::locale::Locale;
use crate::view_context::ViewContext;
use serde::{Deserialize, Serialize};

/// `POST /v1/sessions`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateSession {
    /// The facility the conversation is about.
    pub facility_key: String,
    /// The language of answers, unless a turn says otherwise.
    #[serde(default)]
    pub locale: Locale,
}

/// Answer to `POST /v1/sessions`, and the head of `GET /v1/sessions/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionHead {
    /// The session.
    pub session_id: SessionId,
    /// The facility it is about.
    pub facility_key: String,
    /// The language of its answers.
    pub locale: Locale,
    /// RFC 3339, UTC.
    pub created_at: String,
}

/// Answer to `GET /v1/sessions/{id}`: the head and every turn with the frames that were sent, so
/// that a reload runs through the same reader as the live stream.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionView {
    /// Which session this is.
    #[serde(flatten)]
    pub head: SessionHead,
    /// Its turns, oldest first.
    pub turns: Vec<TurnView>,
}

/// One turn as it was stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TurnView {
    /// From 1.
    pub turn: u32,
    /// The run that answered it.
    pub run_id: RunId,
    /// What the user said.
    pub message: String,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// The frames that were sent, in order.
    pub frames: Vec<StoredFrame>,
}

/// A frame as it was sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StoredFrame {
    /// Its number within the run, from 0.
    pub seq: u64,
    /// The frame's kind: the stream's `event:` field.
    pub event: String,
    /// The frame's body: the stream's `data:` field.
    pub data: serde_json::Value,
}

/// `POST /v1/sessions/{id}/turns`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SendTurn {
    /// What the user said.
    pub message: String,
    /// Chosen by the client; the same key never starts a second run.
    pub idempotency_key: String,
    /// The language of this answer; the session's, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<Locale>,
    /// What the user is looking at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view_context: Option<ViewContext>,
}

/// An error before the stream: RFC 9457 `application/problem+json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// A stable URI reference for the kind of problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in words.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What happened this time, and what to do.
    pub detail: String,
    /// The kind as a machine reads it.
    pub code: String,
    /// The field at fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The limit that was passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
}

//! Bodies of the HTTP API, and what a host says of its view.

use super::{Read, field, objects};
use crate::api::{SessionHead, SessionView, StoredFrame, TurnView};
use crate::view_context::{ViewContext, ViewedAnnotation};
use serde_json::Value;

objects! {
    SessionHead { session_id: field, facility_key: field, locale: field, created_at: field }
    TurnView { turn: field, run_id: field, message: field, created_at: field, frames: field }
    StoredFrame { seq: field, event: field, data: field }
    ViewContext {
        facility_name: optional, review_name: optional, team_name: optional,
        record_label: optional, captured_at: optional, level_id: optional, level_name: optional,
        pano_id: optional, selected_annotation: optional, annotations: defaulted,
    }
    ViewedAnnotation { id: defaulted, name: defaulted, state: optional }
}

impl Read for Value {
    fn read(value: &Value) -> Option<Self> {
        Some(value.clone())
    }
}

impl Read for SessionView {
    fn read(value: &Value) -> Option<Self> {
        Some(Self {
            head: SessionHead::read(value)?,
            turns: field(value, "turns")?,
        })
    }
}

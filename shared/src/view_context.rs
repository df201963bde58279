//! What a host says the user is looking at. Every field is optional: a host sends what it honestly
//! has, and the server renders only what came.

use serde::{Deserialize, Serialize};

/// The host's view when a message was sent. Untrusted text throughout.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewContext {
    /// The project's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facility_name: Option<String>,
    /// The published site view's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_name: Option<String>,
    /// The team's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_name: Option<String>,
    /// The label of the capture on screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_label: Option<String>,
    /// When that capture was made, RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_at: Option<String>,
    /// The level on screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_id: Option<String>,
    /// That level's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level_name: Option<String>,
    /// The panorama on screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pano_id: Option<String>,
    /// The selected annotation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selected_annotation: Option<ViewedAnnotation>,
    /// The annotations of the panorama on screen. A list at its cap may be truncated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub annotations: Vec<ViewedAnnotation>,
}

/// An annotation as the host shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ViewedAnnotation {
    /// Its identifier.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its state, e.g. `open`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

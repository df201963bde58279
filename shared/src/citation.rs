//! Citations: cards that point at a place in the host, never at a URL.

use serde::{Deserialize, Serialize};

/// One card. Its number is what markers in the prose refer to; one document has one number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Citation {
    /// The citation number, from 1, unique within the session's turn.
    pub number: u32,
    /// What a person reads first.
    pub title: String,
    /// The level's name, e.g. `L3`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<String>,
    /// When it was captured or raised, RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub captured_at: Option<String>,
    /// A short-lived address of a preview image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumbnail_url: Option<String>,
    /// Where a click goes.
    pub target: CitationTarget,
}

/// What kind of thing a citation points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetKind {
    /// A panorama.
    Panorama,
    /// A finding or annotation.
    Finding,
    /// A BIM element.
    Element,
    /// A record: one visit.
    Record,
    /// A level.
    Level,
}

/// Where a citation leads: 4 fields of host scope, 3 BIM axes, 3 coordinates. A host sends and
/// receives only what it honestly has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CitationTarget {
    /// What `id` names.
    pub kind: TargetKind,
    /// The target's own identifier.
    pub id: String,

    /// Host scope: the facility.
    pub facility_key: String,
    /// Host scope: the published site view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review_key: Option<String>,
    /// Host scope: the visit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_id: Option<String>,
    /// Host scope: the panorama.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pano_id: Option<String>,

    /// BIM axis: the level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_id: Option<String>,
    /// BIM axis: the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bim_id: Option<String>,
    /// BIM axis: the element's IFC GlobalId, 22 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element_guid: Option<String>,

    /// The coordinate triple, all or nothing.
    #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
    pub pose: Option<Pose>,
}

/// A camera: metres, Z up, right-handed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Where the camera stands.
    pub camera_position: [f64; 3],
    /// What it looks at.
    pub look_at: [f64; 3],
    /// The normalised direction from the one to the other.
    pub view_direction: [f64; 3],
    /// The frame the numbers are in.
    pub frame: CoordinateFrame,
    /// Where `look_at` came from.
    pub look_at_source: LookAtSource,
}

/// The coordinate frame of a pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoordinateFrame {
    /// BCF world coordinates in metres: Z up, right-handed.
    #[serde(rename = "bcf-world-m")]
    BcfWorldMetres,
}

/// Where a look-at point came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LookAtSource {
    /// A ray hit something.
    Ray,
    /// The anchor of an annotation or element.
    Anchor,
    /// One metre along the direction.
    Derived,
}

impl Pose {
    /// How far `normalize(look_at - camera_position)` may be from `view_direction`.
    pub const TOLERANCE: f64 = 1e-4;

    /// A pose, if its numbers are finite and agree with each other; otherwise nothing, and the
    /// citation keeps its scope without coordinates.
    pub fn checked(
        camera_position: [f64; 3],
        look_at: [f64; 3],
        view_direction: [f64; 3],
        look_at_source: LookAtSource,
    ) -> Option<Self> {
        let all = [camera_position, look_at, view_direction];
        if all.iter().flatten().any(|value| !value.is_finite()) {
            return None;
        }
        let direction = normalize(subtract(look_at, camera_position))?;
        if length(subtract(direction, view_direction)) > Self::TOLERANCE {
            return None;
        }
        Some(Self {
            camera_position,
            look_at,
            view_direction,
            frame: CoordinateFrame::BcfWorldMetres,
            look_at_source,
        })
    }
}

fn subtract([ax, ay, az]: [f64; 3], [bx, by, bz]: [f64; 3]) -> [f64; 3] {
    [ax - bx, ay - by, az - bz]
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

fn normalize(vector: [f64; 3]) -> Option<[f64; 3]> {
    let length = length(vector);
    (length > 0.0).then(|| vector.map(|value| value / length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_whose_numbers_disagree_is_dropped() {
        let position = [10.0, 5.0, 1.6];
        let ok = Pose::checked(
            position,
            [11.0, 5.0, 1.6],
            [1.0, 0.0, 0.0],
            LookAtSource::Ray,
        );
        assert!(ok.is_some());
        let off = Pose::checked(
            position,
            [11.0, 5.0, 1.6],
            [0.0, 1.0, 0.0],
            LookAtSource::Ray,
        );
        assert_eq!(off, None);
        let same = Pose::checked(position, position, [1.0, 0.0, 0.0], LookAtSource::Ray);
        assert_eq!(same, None);
        let nan = Pose::checked(
            [f64::NAN, 0.0, 0.0],
            position,
            [1.0, 0.0, 0.0],
            LookAtSource::Ray,
        );
        assert_eq!(nan, None);
    }

    #[test]
    fn a_target_without_a_pose_survives_the_wire() {
        let target = CitationTarget {
            kind: TargetKind::Finding,
            id: "find-a-0001".into(),
            facility_key: "fac-a".into(),
            review_key: None,
            record_id: None,
            pano_id: None,
            level_id: Some("lvl-a-L3".into()),
            bim_id: None,
            element_guid: None,
            pose: None,
        };
        let json = serde_json::to_string(&target).unwrap();
        assert!(!json.contains("camera_position"));
        assert_eq!(
            serde_json::from_str::<CitationTarget>(&json).unwrap(),
            target
        );
    }

    #[test]
    fn a_target_with_a_pose_has_its_coordinates_beside_the_scope() {
        let json = r#"{"kind":"panorama","id":"p","facility_key":"f",
            "camera_position":[0,0,0],"look_at":[1,0,0],"view_direction":[1,0,0],
            "frame":"bcf-world-m","look_at_source":"ray"}"#;
        let target: CitationTarget = serde_json::from_str(json).unwrap();
        assert_eq!(target.pose.unwrap().look_at, [1.0, 0.0, 0.0]);
    }
}

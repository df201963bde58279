//! The site in memory, as the generator makes it and the database takes it.

use super::{embedding::Embedding, scene::Scene};

/// Metres, Z up.
pub type Place = [f64; 3];

/// Everything in one facility.
pub struct Facility {
    /// What it is called.
    pub plan: &'static super::plan::FacilityPlan,
    /// Its levels.
    pub levels: Vec<Level>,
    /// Its visits.
    pub records: Vec<Record>,
    /// Its panoramas, in the order in which they were taken.
    pub panoramas: Vec<Panorama>,
    /// Its findings.
    pub findings: Vec<Finding>,
    /// The elements of its building model.
    pub elements: Vec<Element>,
}

/// A level.
pub struct Level {
    /// Its id.
    pub id: String,
    /// What was planned.
    pub plan: &'static super::plan::LevelPlan,
}

/// A visit.
pub struct Record {
    /// Its id.
    pub id: String,
    /// Seconds since 1970.
    pub captured_at: i64,
}

/// A panorama.
pub struct Panorama {
    /// Its id; set when the order of all is known.
    pub id: String,
    /// Index of its level.
    pub level: usize,
    /// Index of its record.
    pub record: usize,
    /// Index of its spot on the level.
    pub spot: usize,
    /// Seconds since 1970.
    pub captured_at: i64,
    /// Where the camera stood.
    pub position: Place,
    /// Where the camera's forward axis pointed, radians from east.
    pub heading: f64,
    /// What it shows; the first gives the title.
    pub tiles: Vec<Tile>,
}

/// One direction of a panorama, described.
pub struct Tile {
    /// What is seen.
    pub scene: Scene,
    /// In a few words, with the place.
    pub title: String,
    /// In one sentence.
    pub summary: String,
    /// What else is seen.
    pub detail: String,
    /// The point that the middle of the tile hits.
    pub look_at: Place,
    /// The direction to it, of length one.
    pub direction: Place,
    /// The description as a vector.
    pub embedding: Embedding,
}

/// A hazard that somebody filed.
pub struct Finding {
    /// Its number in the facility.
    pub number: usize,
    /// Index of the panorama that shows it.
    pub panorama: usize,
    /// In a few words.
    pub title: String,
    /// In one sentence.
    pub summary: String,
    /// Open, in_review or closed.
    pub status: &'static str,
    /// How urgent it is.
    pub priority: &'static str,
    /// Observation, issue or punch item.
    pub kind: &'static str,
    /// Who has to act.
    pub trade: &'static str,
    /// What it is about.
    pub hazard: &'static str,
    /// Who was asked.
    pub assignee: &'static str,
    /// Until when, days since 1970.
    pub due: i64,
    /// Where.
    pub position: Place,
}

/// An element of the building model.
pub struct Element {
    /// IFC GlobalId.
    pub guid: String,
    /// What it is.
    pub category: &'static str,
    /// Its name.
    pub name: String,
    /// Index of its level.
    pub level: usize,
    /// Planned, in_progress or installed.
    pub status: &'static str,
    /// Where.
    pub position: Place,
}

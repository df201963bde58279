//! Files findings about some of the hazards that photos show.

use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use crate::site::{
    plan::FacilityPlan,
    world::{Finding, Panorama},
};

const ASSIGNEES: &[&str] = &[
    "J. Park",
    "M. Keller",
    "A. Dubois",
    "S. Tanaka",
    "R. Okafor",
    "L. Novak",
    "C. Alvarez",
];

/// The findings of a facility, in the order in which they were raised.
pub fn file(plan: &FacilityPlan, panoramas: &[Panorama], rng: &mut ChaCha8Rng) -> Vec<Finding> {
    let mut seen: Vec<usize> = panoramas
        .iter()
        .enumerate()
        .filter(|(_, pano)| {
            pano.tiles
                .first()
                .is_some_and(|tile| tile.scene.hazard().is_some())
        })
        .map(|(index, _)| index)
        .collect();
    seen.shuffle(rng);
    seen.truncate(plan.findings);
    seen.sort_unstable();
    seen.into_iter()
        .enumerate()
        .filter_map(|(nth, index)| finding(nth + 1, index, panoramas.get(index)?, plan, rng))
        .collect()
}

fn finding(
    number: usize,
    panorama: usize,
    pano: &Panorama,
    plan: &FacilityPlan,
    rng: &mut ChaCha8Rng,
) -> Option<Finding> {
    let tile = pano.tiles.first()?;
    let hazard = tile.scene.hazard()?;
    // What is older is more likely done.
    let age = 1.0 - (pano.record + 1) as f64 / plan.records as f64;
    let status = match rng.random::<f64>() {
        chance if chance < 0.25 + 0.6 * age => "closed",
        chance if chance < 0.4 + 0.6 * age => "in_review",
        _ => "open",
    };
    Some(Finding {
        number,
        panorama,
        title: tile.title.clone(),
        summary: tile.summary.clone(),
        status,
        priority: hazard.priorities.choose(rng).copied().unwrap_or("medium"),
        kind: hazard.kind,
        trade: hazard.trade,
        hazard: hazard.name,
        assignee: ASSIGNEES.choose(rng).copied().unwrap_or("J. Park"),
        due: pano.captured_at / 86_400 + rng.random_range(2..21),
        position: tile.look_at,
    })
}

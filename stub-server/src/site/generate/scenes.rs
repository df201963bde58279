//! Puts scenes into panoramas: first what was planned at its spots, then something ordinary.

use std::collections::BTreeMap;

use rand::{
    Rng,
    seq::{IndexedRandom, SliceRandom},
};
use rand_chacha::ChaCha8Rng;

use crate::site::{
    embedding::Embedding,
    plan::{FacilityPlan, LevelPlan, Planting, Point, nearest_column, nearest_edge},
    scene::Scene,
    world::{Panorama, Tile},
};

/// At how many of its spots a scene is also there from afar, once.
const FAR: usize = 26;
/// A spot that shows something repeatedly was photographed at least so often.
const OFTEN: usize = 12;

/// Gives every panorama its tiles.
pub fn place(plan: &FacilityPlan, panoramas: &mut [Panorama], rng: &mut ChaCha8Rng) {
    for planting in plan.plantings {
        plant(plan, planting, panoramas, rng);
    }
    for pano in panoramas {
        let Some(level) = plan.levels.get(pano.level) else {
            continue;
        };
        let scene = Scene::ORDINARY.choose(rng).copied().unwrap_or(Scene::Bay);
        let tile = tile(level, pano, scene, rng);
        pano.tiles.push(tile);
    }
}

fn plant(
    plan: &FacilityPlan,
    planting: &Planting,
    panoramas: &mut [Panorama],
    rng: &mut ChaCha8Rng,
) {
    let chosen = choose_spots(planting, panoramas, rng);
    let sightings = deal(planting.panoramas, &chosen, rng);
    let mut twice = planting.twice;
    let mut far = if planting.scene == Scene::NoHelmet && planting.twice > 0 {
        FAR
    } else {
        0
    };
    for (mut photos, count) in chosen.into_iter().zip(sightings) {
        photos.shuffle(rng);
        let mut photos = photos.into_iter();
        for (nth, index) in photos.by_ref().take(count).enumerate() {
            let again = usize::from(nth == 0 && twice > 0);
            twice -= again;
            for _ in 0..=again {
                show(plan, planting.scene, index, panoramas, rng);
            }
        }
        if far > 0
            && let Some(index) = photos.next()
        {
            far -= 1;
            show(plan, Scene::NoHelmetFar, index, panoramas, rng);
        }
    }
}

fn show(
    plan: &FacilityPlan,
    scene: Scene,
    index: usize,
    panoramas: &mut [Panorama],
    rng: &mut ChaCha8Rng,
) {
    let Some(pano) = panoramas.get_mut(index) else {
        return;
    };
    let Some(level) = plan.levels.get(pano.level) else {
        return;
    };
    let tile = tile(level, pano, scene, rng);
    pano.tiles.push(tile);
}

/// Spots on each level, each as its panoramas that nothing was put into yet.
fn choose_spots(
    planting: &Planting,
    panoramas: &[Panorama],
    rng: &mut ChaCha8Rng,
) -> Vec<Vec<usize>> {
    let mut free: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (index, pano) in panoramas.iter().enumerate() {
        let photos = free.entry((pano.level, pano.spot)).or_default();
        if pano.tiles.is_empty() {
            photos.push(index);
        }
    }
    let spots: usize = planting.spots.iter().sum();
    let once = planting.panoramas == spots;
    let mut chosen = Vec::with_capacity(spots);
    for (level, wanted) in planting.spots.iter().enumerate() {
        let mut here: Vec<Vec<usize>> = free
            .iter()
            .filter(|((at, _), _)| *at == level)
            .map(|(_, photos)| photos.clone())
            .filter(|photos| !photos.is_empty())
            .collect();
        here.shuffle(rng);
        // The most visited first where a scene comes back; the shuffle decides among equals.
        if !once {
            here.sort_by_key(|photos| std::cmp::Reverse(photos.len().min(OFTEN)));
        }
        chosen.extend(here.into_iter().take(*wanted));
    }
    chosen
}

/// Deals the sightings to the spots: one each, the rest by chance, never more than can be seen.
fn deal(panoramas: usize, spots: &[Vec<usize>], rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut sightings = vec![1; spots.len()];
    let mut left = panoramas.saturating_sub(spots.len());
    // One photo of a spot is kept for the far view.
    let room: usize = spots
        .iter()
        .map(|photos| photos.len().saturating_sub(2))
        .sum();
    left = left.min(room);
    while left > 0 {
        let at = rng.random_range(0..spots.len());
        let most = spots
            .get(at)
            .map_or(0, |photos| photos.len().saturating_sub(1));
        if let Some(count) = sightings.get_mut(at)
            && *count < most
        {
            *count += 1;
            left -= 1;
        }
    }
    sightings
}

fn tile(level: &LevelPlan, pano: &Panorama, scene: Scene, rng: &mut ChaCha8Rng) -> Tile {
    let [x, y, z] = pano.position;
    let (column, at) = nearest_column((x, y));
    let place = format!("near column {column}");
    let description = scene.describe(&place, rng);
    let (target, height) = match scene {
        Scene::NoGuardrail => (nearest_edge(level.outline, (x, y)).1, 0.1),
        Scene::Ducts => (beside(at, rng), level.ceiling - 0.5),
        _ => (beside(at, rng), rng.random_range(0.8..1.5)),
    };
    let millimetres = |value: f64| (value * 1_000.0).round() / 1_000.0;
    let look_at = [
        millimetres(target.0),
        millimetres(target.1),
        millimetres(level.elevation + height),
    ];
    let ray = [look_at[0] - x, look_at[1] - y, look_at[2] - z];
    let length = ray.iter().map(|part| part * part).sum::<f64>().sqrt();
    Tile {
        scene,
        title: format!("{} {place}", description.headline),
        embedding: Embedding::of_caption(description.headline, &description.detail),
        summary: description.summary,
        detail: description.detail,
        look_at,
        direction: ray.map(|part| part / length),
    }
}

/// A place a little off a column, so that two tiles of one panorama do not look at the same point.
fn beside((x, y): Point, rng: &mut ChaCha8Rng) -> Point {
    (
        x + rng.random_range(-0.8..0.8),
        y + rng.random_range(-0.8..0.8),
    )
}

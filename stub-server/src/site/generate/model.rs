//! The elements of the building model, set out on the levels.

use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::site::{
    plan::{COLUMNS, FacilityPlan, contains, nearest_column, nearest_edge},
    world::Element,
};

const CATEGORIES: &[(&str, f64)] = &[
    ("column", 1.7),
    ("wall", 1.5),
    ("slab", -0.1),
    ("beam", 3.1),
    ("door", 1.0),
    ("window", 1.4),
    ("duct", 2.9),
    ("pipe", 2.7),
    ("stair", 0.5),
];
/// The letters of an IFC GlobalId that are also letters of an id here.
const LETTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";

/// As many elements as planned.
pub fn elements(plan: &FacilityPlan, rng: &mut ChaCha8Rng) -> Vec<Element> {
    let mut elements = Vec::with_capacity(plan.elements);
    while elements.len() < plan.elements {
        let index = rng.random_range(0..plan.levels.len());
        let Some(level) = plan.levels.get(index) else {
            continue;
        };
        let Some((category, height)) = CATEGORIES.choose(rng).copied() else {
            continue;
        };
        let spot = (rng.random_range(0.0..120.0), rng.random_range(0.0..32.0));
        if !contains(level.outline, spot) {
            continue;
        }
        let (name, at) = nearest_column(spot);
        let (x, y) = match category {
            "column" => at,
            "window" => nearest_edge(level.outline, spot).1,
            "slab" => (
                (spot.0 / COLUMNS).floor() * COLUMNS,
                (spot.1 / COLUMNS).floor() * COLUMNS,
            ),
            _ => spot,
        };
        let progress = index as f64 / plan.levels.len() as f64;
        let status = match rng.random::<f64>() + progress {
            done if done < 0.9 => "installed",
            done if done < 1.25 => "in_progress",
            _ => "planned",
        };
        elements.push(Element {
            guid: guid(rng),
            category,
            name: format!("{category} {}-{name}", level.name),
            level: index,
            status,
            position: [x, y, level.elevation + height].map(|v| (v * 1_000.0).round() / 1_000.0),
        });
    }
    elements
}

/// 22 letters; the first carries two bits only.
fn guid(rng: &mut ChaCha8Rng) -> String {
    let first = char::from(b'0' + rng.random_range(0..4_u8));
    let rest = (0..21)
        .filter_map(|_| LETTERS.choose(rng))
        .map(|letter| char::from(*letter));
    std::iter::once(first).chain(rest).collect()
}

//! The weekly visits: which spots of which level were photographed when.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::site::{
    calendar::Day,
    plan::{EYE, FacilityPlan, LevelPlan, spots},
    world::{Panorama, Record},
};

const WEEK: i64 = 7;
/// Half past eight in the morning.
const START: i64 = 8 * 3_600 + 1_800;
/// From one photo to the next, seconds.
const STEP: i64 = 24;

/// One visit a week; the last is the same day for all.
pub fn records(plan: &FacilityPlan) -> Vec<Record> {
    let last = Day::of(2026, 5, 26).0;
    (1..=plan.records)
        .map(|number| {
            let back = (plan.records - number) as i64 * WEEK;
            Record {
                id: format!("rec-{}-{number:02}", plan.short),
                captured_at: (last - back) * 86_400 + START,
            }
        })
        .collect()
}

/// Every panorama, in the order in which they were taken, with nothing described yet.
pub fn panoramas(plan: &FacilityPlan, records: &[Record], rng: &mut ChaCha8Rng) -> Vec<Panorama> {
    let ground = plan
        .levels
        .iter()
        .find(|level| level.elevation >= 0.0)
        .or(plan.levels.first());
    let mut all = Vec::new();
    for (index, level) in plan.levels.iter().enumerate() {
        let spots = spots(
            level.outline,
            ground.map_or(level.outline, |ground| ground.outline),
        );
        // Some spots are on everybody's way, some are seldom visited.
        let liked: Vec<f64> = spots.iter().map(|_| rng.random::<f64>()).collect();
        for (record, count) in shares(level, records.len(), spots.len())
            .into_iter()
            .enumerate()
        {
            for spot in visited(&liked, count, rng) {
                let Some((x, y)) = spots.get(spot) else {
                    continue;
                };
                all.push(Panorama {
                    id: String::new(),
                    level: index,
                    record,
                    spot,
                    captured_at: 0,
                    position: [*x, *y, level.elevation + EYE],
                    heading: f64::from(rng.random_range(0..360)).to_radians(),
                    tiles: Vec::new(),
                });
            }
        }
    }
    all.sort_by_key(|pano| (pano.record, pano.level, pano.spot));
    let mut of_record = (usize::MAX, 0);
    for (number, pano) in all.iter_mut().enumerate() {
        of_record = if of_record.0 == pano.record {
            (pano.record, of_record.1 + 1)
        } else {
            (pano.record, 0)
        };
        let start = records
            .get(pano.record)
            .map_or(0, |record| record.captured_at);
        pano.captured_at = start + of_record.1 * STEP;
        pano.id = format!("pano-{}-{:05}", plan.short, number + 1);
    }
    all
}

/// How many panoramas of a level each record has: more while work goes on there, and in sum exactly
/// what the level has.
fn shares(level: &LevelPlan, records: usize, spots: usize) -> Vec<usize> {
    let first = level.from_record - 1;
    let open = (records - first) as f64;
    let weight = |record: usize| {
        if record < first {
            return 0.0;
        }
        let through = (record - first) as f64 / open;
        0.6 + (std::f64::consts::PI * through).sin()
    };
    let total: f64 = (0..records).map(weight).sum();
    let mut shares: Vec<usize> = (0..records)
        .map(|record| (weight(record) / total * level.panoramas as f64) as usize)
        .map(|share| share.min(spots))
        .collect();
    let mut missing = level.panoramas.saturating_sub(shares.iter().sum());
    while missing > 0 {
        let before = missing;
        for share in shares.iter_mut().skip(first) {
            if missing > 0 && *share < spots {
                *share += 1;
                missing -= 1;
            }
        }
        if missing == before {
            break;
        }
    }
    shares
}

/// The spots of one visit, in walking order.
fn visited(liked: &[f64], count: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut wish: Vec<(usize, f64)> = liked
        .iter()
        .enumerate()
        .map(|(spot, liked)| (spot, liked + 0.7 * rng.random::<f64>()))
        .collect();
    wish.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut spots: Vec<usize> = wish.into_iter().take(count).map(|(spot, _)| spot).collect();
    spots.sort_unstable();
    spots
}

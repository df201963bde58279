//! Makes the sites: walks the floors week by week, and puts scenes into what was photographed. The
//! same seed gives the same site, to the byte.

mod hazards;
mod model;
mod scenes;
mod walk;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    embedding::fnv,
    plan::{FACILITIES, FacilityPlan},
    world::{Facility, Level},
};

/// Changes whenever the same code would make another site.
const SEED: u64 = 0x0bea_c001;

/// Every facility.
#[must_use]
pub fn everything() -> Vec<Facility> {
    FACILITIES.iter().map(facility).collect()
}

fn facility(plan: &'static FacilityPlan) -> Facility {
    // One stream for each facility: a change to one leaves the others as they were.
    let mut rng = ChaCha8Rng::seed_from_u64(SEED ^ fnv(plan.key));
    let short = plan.short;
    let levels: Vec<Level> = plan
        .levels
        .iter()
        .map(|level| Level {
            id: format!("lvl-{short}-{}", level.name),
            plan: level,
        })
        .collect();
    let records = walk::records(plan);
    let mut panoramas = walk::panoramas(plan, &records, &mut rng);
    scenes::place(plan, &mut panoramas, &mut rng);
    let findings = hazards::file(plan, &panoramas, &mut rng);
    let elements = model::elements(plan, &mut rng);
    Facility {
        plan,
        levels,
        records,
        panoramas,
        findings,
        elements,
    }
}

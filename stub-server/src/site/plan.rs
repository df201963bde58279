//! The sites of the demo: which facilities exist, how their floors are shaped, and what was placed
//! in them. What a question about them should give is said nowhere: it is counted.

use super::scene::Scene;

/// Distance of neighbouring photo spots, metres.
pub const SPACING: f64 = 2.0;
/// Distance of neighbouring columns, metres.
pub const COLUMNS: f64 = 6.0;
/// Height of the camera above the floor, metres.
pub const EYE: f64 = 1.6;

/// A point of the floor plan, metres.
pub type Point = (f64, f64);

const PODIUM: &[Point] = &[
    (0.0, 0.0),
    (48.0, 0.0),
    (48.0, 20.0),
    (36.0, 20.0),
    (36.0, 32.0),
    (0.0, 32.0),
];
const TOWER: &[Point] = &[
    (2.0, 2.0),
    (34.0, 2.0),
    (38.0, 6.0),
    (38.0, 18.0),
    (34.0, 18.0),
    (34.0, 30.0),
    (2.0, 30.0),
];
const HALL: &[Point] = &[(0.0, 0.0), (40.0, 0.0), (40.0, 24.0), (0.0, 24.0)];
const BAR: &[Point] = &[
    (0.0, 0.0),
    (44.0, 0.0),
    (44.0, 14.0),
    (28.0, 14.0),
    (28.0, 26.0),
    (0.0, 26.0),
];
const ARCADE: &[Point] = &[(0.0, 0.0), (56.0, 0.0), (56.0, 18.0), (0.0, 18.0)];
const TUNNEL: &[Point] = &[(0.0, 0.0), (120.0, 0.0), (120.0, 10.0), (0.0, 10.0)];

/// A level.
pub struct LevelPlan {
    /// What people call it.
    pub name: &'static str,
    /// Finished floor, metres.
    pub elevation: f64,
    /// Clear height, metres.
    pub ceiling: f64,
    /// The floor's outline.
    pub outline: &'static [Point],
    /// How many panoramas were taken on it, over all records.
    pub panoramas: usize,
    /// The first record in which the level could be walked, from 1.
    pub from_record: usize,
}

/// Something to be found on a level: how often, at how many spots.
pub struct Planting {
    /// What is seen.
    pub scene: Scene,
    /// Spots on each level, in the order of the levels.
    pub spots: &'static [usize],
    /// Panoramas that show it, over all spots.
    pub panoramas: usize,
    /// How many of these panoramas show it in two directions.
    pub twice: usize,
}

/// A facility.
pub struct FacilityPlan {
    /// Its key.
    pub key: &'static str,
    /// The part of its children's ids.
    pub short: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Its levels, from below.
    pub levels: &'static [LevelPlan],
    /// Weekly visits.
    pub records: usize,
    /// What was placed in it.
    pub plantings: &'static [Planting],
    /// How many of the hazards were filed as findings.
    pub findings: usize,
    /// Elements of its building model.
    pub elements: usize,
    /// Whether photo search works: `up` or `down`.
    pub photo_index: &'static str,
    /// Whether the demo's user may enter: `open` or `closed`.
    pub entry: &'static str,
}

const fn level(
    name: &'static str,
    elevation: f64,
    ceiling: f64,
    outline: &'static [Point],
    panoramas: usize,
    from_record: usize,
) -> LevelPlan {
    LevelPlan {
        name,
        elevation,
        ceiling,
        outline,
        panoramas,
        from_record,
    }
}

const fn planting(scene: Scene, spots: &'static [usize], panoramas: usize) -> Planting {
    Planting {
        scene,
        spots,
        panoramas,
        twice: 0,
    }
}

const FEW: &[Planting] = &[
    planting(Scene::NoHelmet, &[3, 2, 1], 9),
    planting(Scene::NoGuardrail, &[2, 2, 1], 8),
    planting(Scene::Ladder, &[1, 1, 1], 3),
    planting(Scene::Crack, &[2, 1, 0], 5),
    planting(Scene::Leak, &[1, 0, 1], 3),
    planting(Scene::Scaffold, &[4, 4, 3], 30),
];

/// Every facility.
pub const FACILITIES: &[FacilityPlan] = &[
    FacilityPlan {
        key: "fac-a",
        short: "a",
        name: "Riverside Tower",
        levels: &[
            level("B1", -3.9, 3.4, PODIUM, 812, 1),
            level("L1", 0.0, 4.6, PODIUM, 1_894, 1),
            level("L2", 5.1, 3.4, PODIUM, 1_623, 2),
            level("L3", 9.0, 3.4, TOWER, 1_407, 4),
            level("L4", 12.9, 3.4, TOWER, 1_233, 6),
            level("L5", 16.8, 3.4, TOWER, 992, 9),
        ],
        records: 26,
        plantings: &[
            Planting {
                scene: Scene::NoHelmet,
                spots: &[4, 9, 8, 7, 6, 4],
                panoramas: 189,
                twice: 11,
            },
            // Each was taken away after it had been seen once.
            planting(Scene::Ladder, &[1, 10, 9, 8, 6, 5], 39),
            planting(Scene::NoGuardrail, &[0, 2, 5, 6, 6, 5], 61),
            planting(Scene::Crack, &[7, 4, 3, 2, 2, 1], 44),
            planting(Scene::Leak, &[6, 2, 1, 1, 0, 0], 21),
            planting(Scene::Rebar, &[0, 2, 4, 5, 6, 7], 70),
            planting(Scene::Extinguisher, &[3, 4, 3, 2, 2, 1], 34),
            planting(Scene::Scaffold, &[2, 8, 9, 9, 8, 8], 260),
        ],
        findings: 143,
        elements: 1_286,
        photo_index: "up",
        entry: "open",
    },
    FacilityPlan {
        key: "fac-2999",
        short: "2999",
        name: "Mill Lane Depot",
        levels: &[
            level("L1", 0.0, 6.0, HALL, 1_201, 1),
            level("L2", 6.6, 3.4, HALL, 998, 2),
            level("L3", 10.6, 3.4, HALL, 800, 4),
        ],
        records: 14,
        plantings: FEW,
        findings: 24,
        elements: 310,
        photo_index: "up",
        entry: "open",
    },
    FacilityPlan {
        key: "fac-3000",
        short: "3000",
        name: "Dock Street Offices",
        levels: &[
            level("L1", 0.0, 4.2, BAR, 1_201, 1),
            level("L2", 4.8, 3.2, BAR, 999, 2),
            level("L3", 8.6, 3.2, BAR, 800, 4),
        ],
        records: 14,
        plantings: FEW,
        findings: 26,
        elements: 342,
        photo_index: "up",
        entry: "open",
    },
    FacilityPlan {
        key: "fac-3001",
        short: "3001",
        name: "Station Arcade",
        levels: &[
            level("L1", 0.0, 5.0, ARCADE, 1_201, 1),
            level("L2", 5.6, 3.4, ARCADE, 999, 2),
            level("L3", 9.6, 3.4, ARCADE, 801, 4),
        ],
        records: 14,
        plantings: FEW,
        findings: 22,
        elements: 355,
        photo_index: "up",
        entry: "open",
    },
    FacilityPlan {
        key: "fac-zero",
        short: "zero",
        name: "Northgate School",
        levels: &[
            level("L1", 0.0, 3.6, BAR, 640, 1),
            level("L2", 4.2, 3.4, BAR, 560, 2),
        ],
        records: 10,
        plantings: &[planting(Scene::Scaffold, &[3, 3], 18)],
        findings: 0,
        elements: 180,
        photo_index: "up",
        entry: "open",
    },
    FacilityPlan {
        key: "fac-closed",
        short: "closed",
        name: "Ministry Annex",
        levels: &[level("L1", 0.0, 3.6, HALL, 300, 1)],
        records: 6,
        plantings: &[planting(Scene::NoHelmet, &[2], 4)],
        findings: 4,
        elements: 60,
        photo_index: "up",
        entry: "closed",
    },
    FacilityPlan {
        key: "fac-outage",
        short: "outage",
        name: "Harbour Tunnel",
        levels: &[level("L1", -8.0, 5.4, TUNNEL, 900, 1)],
        records: 12,
        plantings: &[
            planting(Scene::NoHelmet, &[6], 15),
            planting(Scene::Leak, &[5], 12),
            planting(Scene::Crack, &[3], 6),
        ],
        findings: 18,
        elements: 96,
        photo_index: "down",
        entry: "open",
    },
];

/// Whether a point lies inside an outline.
#[must_use]
pub fn contains(outline: &[Point], (x, y): Point) -> bool {
    let crossings = edges(outline).filter(|((ax, ay), (bx, by))| {
        (*ay > y) != (*by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
    });
    crossings.count() % 2 == 1
}

/// The distance of a point to an outline, and the outline's nearest point.
#[must_use]
pub fn nearest_edge(outline: &[Point], (x, y): Point) -> (f64, Point) {
    let feet = edges(outline).map(|((ax, ay), (bx, by))| {
        let (dx, dy) = (bx - ax, by - ay);
        let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        let foot = (ax + dx * along, ay + dy * along);
        ((foot.0 - x).hypot(foot.1 - y), foot)
    });
    feet.min_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or((f64::MAX, (x, y)))
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    outline
        .iter()
        .copied()
        .zip(outline.iter().copied().cycle().skip(1))
}

/// The extent of an outline from the origin.
fn extent(outline: &[Point]) -> Point {
    outline
        .iter()
        .fold((0.0_f64, 0.0_f64), |(w, d), (x, y)| (w.max(*x), d.max(*y)))
}

/// The grid spots of a floor, row by row and to and fro, as one walks them. The middle of the ground
/// floor stays free on every level: there stands the core with its lifts and stairs.
#[must_use]
pub fn spots(outline: &[Point], ground: &[Point]) -> Vec<Point> {
    let (wide, deep) = extent(ground);
    let core = |(x, y): Point| {
        wide >= 30.0 && deep >= 16.0 && (x - wide / 2.0).abs() < 5.4 && (y - deep / 2.0).abs() < 4.4
    };
    let (width, depth) = extent(outline);
    let (columns, rows) = ((width / SPACING) as u32, (depth / SPACING) as u32);
    let mut spots = Vec::new();
    for row in 0..rows {
        let mut line: Vec<Point> = (0..columns)
            .map(|column| {
                (
                    1.0 + SPACING * f64::from(column),
                    1.0 + SPACING * f64::from(row),
                )
            })
            .filter(|spot| contains(outline, *spot) && nearest_edge(outline, *spot).0 > 0.6)
            .filter(|spot| !core(*spot))
            .collect();
        if row % 2 == 1 {
            line.reverse();
        }
        spots.extend(line);
    }
    spots
}

/// The column nearest to a point: its name, as in C4, and where it stands.
#[must_use]
pub fn nearest_column((x, y): Point) -> (String, Point) {
    let nearest = |value: f64| (value / COLUMNS).round().max(0.0);
    let (column, row) = (nearest(x), nearest(y));
    let letter = char::from(b'A' + (column as u8).min(25));
    (
        format!("{letter}{}", row + 1.0),
        (column * COLUMNS, row * COLUMNS),
    )
}

//! The endless description of a photo, as image models write it: the whole sphere, sector by sector.
//! About 115 KB for each photo, which is why nobody should hand it to a language model.

use std::fmt::Write as _;

use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

use crate::site::{Facility, embedding::fnv, search::Photo};

const LENGTH: usize = 115_000;

const SUBJECTS: &[&str] = &[
    "The slab surface",
    "A row of temporary posts",
    "The soffit above",
    "A bundle of conduits",
    "The nearest column face",
    "A stack of timber",
    "The far opening",
    "A strip of joint filler",
    "The light well",
    "A coil of hose",
    "The marked axis line",
    "A set of hangers",
    "The corner of the core wall",
    "A sheet of protective film",
    "The threshold to the next bay",
];
const VERBS: &[&str] = &[
    "shows",
    "carries",
    "is crossed by",
    "is partly covered by",
    "stands beside",
    "reflects",
    "ends at",
    "is interrupted by",
    "continues behind",
    "is framed by",
];
const OBJECTS: &[&str] = &[
    "a light film of dust",
    "chalk marks of the last survey",
    "two parallel scratches",
    "a paler patch left by a pallet",
    "the shadow of a hanger rod",
    "a dry water line",
    "an even grey tone",
    "fine trowel traces",
    "a short length of cable",
    "the edge of a drawing",
    "a numbered tag",
    "traces of release agent",
    "a narrow joint",
    "a folded tarpaulin",
];
const CLOSINGS: &[&str] = &[
    "The contour is sharp.",
    "Contrast is low there.",
    "Nothing moves in this part of the image.",
    "The area is well lit.",
    "The stitching seam passes nearby.",
    "Depth can be estimated well.",
    "The surface looks dry.",
    "No text can be read there.",
    "The view is not obstructed.",
];

/// Appends the description of a photo.
pub fn describe(text: &mut String, facility: &Facility, photo: &Photo, likeness: f32) {
    let mut rng = ChaCha8Rng::seed_from_u64(fnv(&photo.pano_id));
    let start = text.len();
    let [x, y, z] = photo.position;
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "{}. {} Panorama {} in {}, record {}, level {}, taken {}, camera at ({x:.1}, {y:.1}, {z:.1}) m, \
         similarity {likeness:.3}. Also seen: {}.",
        photo.title,
        photo.summary,
        photo.pano_id,
        facility.name,
        photo.record_id,
        photo.level_name,
        photo.captured_at,
        photo.detail,
    );
    let mut sector = 0;
    while text.len() - start < LENGTH {
        sector += 1;
        let _ = write!(
            text,
            "\nSector {sector}, azimuth {} to {} degrees, elevation {} degrees: ",
            sector * 7 % 360,
            (sector * 7 + 7) % 360,
            sector * 13 % 120 - 60,
        );
        for _ in 0..rng.random_range(3..7) {
            let _ = write!(
                text,
                "{} {} {}, about {:.1} m from the camera. {} ",
                pick(SUBJECTS, &mut rng),
                pick(VERBS, &mut rng),
                pick(OBJECTS, &mut rng),
                rng.random_range(0.8..14.0),
                pick(CLOSINGS, &mut rng),
            );
        }
    }
}

fn pick(from: &'static [&'static str], rng: &mut ChaCha8Rng) -> &'static str {
    from.choose(rng).copied().unwrap_or_default()
}

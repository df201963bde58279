//! What can be seen in a photo: the kinds of scenes, and how each is described.

use rand::{Rng, seq::IndexedRandom};
use rand_chacha::ChaCha8Rng;

/// What a photo tile shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scene {
    /// Somebody works without head protection.
    NoHelmet,
    /// The same, small and among other things.
    NoHelmetFar,
    /// A ladder that nothing holds.
    Ladder,
    /// An edge without a guardrail.
    NoGuardrail,
    /// A crack in concrete.
    Crack,
    /// Water where none should be.
    Leak,
    /// Reinforcement that sticks out.
    Rebar,
    /// A fire extinguisher that cannot be reached.
    Extinguisher,
    /// Scaffolding.
    Scaffold,
    /// A crew at work, protected.
    Crew,
    /// Formwork for the next pour.
    Formwork,
    /// Stud walls and boards.
    Drywall,
    /// Ducts under the slab.
    Ducts,
    /// Material waiting.
    Storage,
    /// An empty bay.
    Bay,
}

struct Wording {
    headlines: &'static [&'static str],
    details: &'static [&'static str],
    summary: &'static str,
}

impl Scene {
    /// Every scene.
    pub const ALL: [Self; 15] = [
        Self::NoHelmet,
        Self::NoHelmetFar,
        Self::Ladder,
        Self::NoGuardrail,
        Self::Crack,
        Self::Leak,
        Self::Rebar,
        Self::Extinguisher,
        Self::Scaffold,
        Self::Crew,
        Self::Formwork,
        Self::Drywall,
        Self::Ducts,
        Self::Storage,
        Self::Bay,
    ];
    /// What is seen where nothing else was placed.
    pub const ORDINARY: [Self; 6] = [
        Self::Crew,
        Self::Formwork,
        Self::Drywall,
        Self::Ducts,
        Self::Storage,
        Self::Bay,
    ];

    /// As it stands in the database.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoHelmet => "no_helmet",
            Self::NoHelmetFar => "no_helmet_far",
            Self::Ladder => "ladder",
            Self::NoGuardrail => "no_guardrail",
            Self::Crack => "crack",
            Self::Leak => "leak",
            Self::Rebar => "rebar",
            Self::Extinguisher => "extinguisher",
            Self::Scaffold => "scaffold",
            Self::Crew => "crew",
            Self::Formwork => "formwork",
            Self::Drywall => "drywall",
            Self::Ducts => "ducts",
            Self::Storage => "storage",
            Self::Bay => "bay",
        }
    }

    /// From the database.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scene| scene.name() == name)
    }

    fn wording(self) -> Wording {
        match self {
            Self::NoHelmet => Wording {
                headlines: &[
                    "Worker without a hard hat",
                    "Carpenter without a hard hat",
                    "Worker without a helmet",
                    "Person without head protection",
                    "Electrician without a hard hat",
                ],
                details: &[
                    "carrying boards",
                    "kneeling at the floor",
                    "passing tools",
                    "reading a drawing",
                    "beside a trestle",
                ],
                summary: "A worker is seen {place} with nothing on the head.",
            },
            Self::NoHelmetFar => Wording {
                headlines: &[
                    "Concrete pump hose and pallet truck, far behind them a worker without a hard hat",
                ],
                details: &["dusty air", "backlight from the opening"],
                summary: "Among other work {place}, a distant worker has no hard hat on.",
            },
            Self::Ladder => Wording {
                headlines: &["Unsecured ladder", "Unsecured ladder"],
                details: &[
                    "leaning against the soffit",
                    "standing on loose boards",
                    "reaching to an opening",
                ],
                summary: "A ladder stands {place} and nothing holds it at the top or the foot.",
            },
            Self::NoGuardrail => Wording {
                headlines: &[
                    "Guardrail missing at the slab edge",
                    "Slab edge without a guardrail",
                ],
                details: &[
                    "open drop below",
                    "tape across posts",
                    "boots prints in dust",
                ],
                summary: "The slab edge {place} is open; the guardrail is missing.",
            },
            Self::Crack => Wording {
                headlines: &["Crack in the concrete wall", "Crack in a concrete beam"],
                details: &["marked with chalk", "running diagonally", "hairline width"],
                summary: "A crack runs through the concrete {place}.",
            },
            Self::Leak => Wording {
                headlines: &[
                    "Water leak below a pipe joint",
                    "Water leak at the slab opening",
                ],
                details: &["puddle spreading", "stain at the soffit"],
                summary: "Water drips and stands {place}.",
            },
            Self::Rebar => Wording {
                headlines: &["Exposed rebar without caps", "Exposed rebar ends"],
                details: &["starter bars", "rust film", "column kicker"],
                summary: "Bar ends stick out {place} without caps.",
            },
            Self::Extinguisher => Wording {
                headlines: &[
                    "Fire extinguisher blocked by boards",
                    "Fire extinguisher behind pallets",
                ],
                details: &["sign covered", "seal intact"],
                summary: "The fire extinguisher {place} cannot be reached.",
            },
            Self::Scaffold => Wording {
                headlines: &["Scaffolding along the wall", "Mobile scaffolding tower"],
                details: &["two lifts high", "toe boards fitted", "tagged green"],
                summary: "Scaffolding stands {place}.",
            },
            Self::Crew => Wording {
                headlines: &[
                    "Crew in hard hats setting props",
                    "Two workers in helmets and vests",
                ],
                details: &[
                    "lifting together",
                    "measuring with a laser",
                    "cutting timber",
                ],
                summary: "A crew works {place}, helmets on.",
            },
            Self::Formwork => Wording {
                headlines: &["Formwork ready for the pour", "Formwork panels and props"],
                details: &["oil on panels", "wedges tight", "timber stacked"],
                summary: "Formwork is set up {place}.",
            },
            Self::Drywall => Wording {
                headlines: &["Drywall studs and boards", "Drywall with open joints"],
                details: &["screws visible", "insulation rolls", "joint tape"],
                summary: "Partitions are going up {place}.",
            },
            Self::Ducts => Wording {
                headlines: &["Ducts hung below the slab", "Duct run with hangers"],
                details: &["tape at seams", "threaded rods", "sprinkler branch"],
                summary: "Ducts hang below the slab {place}.",
            },
            Self::Storage => Wording {
                headlines: &["Pallets of blocks in storage", "Material stored on pallets"],
                details: &["shrink wrap", "labels facing out", "aisle kept free"],
                summary: "Material waits on pallets {place}.",
            },
            Self::Bay => Wording {
                headlines: &["Empty bay between columns", "Open floor swept clean"],
                details: &["chalk lines", "temporary lights", "joint pattern"],
                summary: "The bay {place} is empty.",
            },
        }
    }

    /// A headline, a detail for it, and one sentence, for a scene at a place.
    pub fn describe(self, place: &str, rng: &mut ChaCha8Rng) -> Description {
        let wording = self.wording();
        let pick = |from: &'static [&'static str], rng: &mut ChaCha8Rng| {
            from.choose(rng).copied().unwrap_or_default()
        };
        let headline = pick(wording.headlines, rng);
        let detail = pick(wording.details, rng);
        let light = ["morning light", "site lamps", "grey daylight", "low sun"];
        let light = light
            .get(rng.random_range(0..light.len()))
            .copied()
            .unwrap_or_default();
        Description {
            headline,
            detail: format!("{detail}, {light}, {place}"),
            summary: wording.summary.replace("{place}", place),
        }
    }

    /// What a finding about this scene is filed under; ordinary scenes give no finding.
    #[must_use]
    pub fn hazard(self) -> Option<Hazard> {
        let hazard = |name, kind, trade, priorities| {
            Some(Hazard {
                name,
                kind,
                trade,
                priorities,
            })
        };
        match self {
            Self::NoHelmet => hazard("hard hat", "observation", "General", &["high", "critical"]),
            Self::Ladder => hazard("ladder", "observation", "General", &["medium", "high"]),
            Self::NoGuardrail => hazard(
                "guardrail",
                "observation",
                "Concrete",
                &["high", "critical"],
            ),
            Self::Crack => hazard("crack", "punch item", "Concrete", &["medium", "low"]),
            Self::Leak => hazard("leak", "issue", "Plumbing", &["medium", "high"]),
            Self::Rebar => hazard("rebar", "observation", "Concrete", &["medium", "high"]),
            Self::Extinguisher => hazard(
                "extinguisher",
                "issue",
                "Fire protection",
                &["high", "medium"],
            ),
            _ => None,
        }
    }
}

/// How a photo is described.
pub struct Description {
    /// What is seen.
    pub headline: &'static str,
    /// What else is seen, and where.
    pub detail: String,
    /// One sentence.
    pub summary: String,
}

/// How a hazard is filed.
pub struct Hazard {
    /// What it is about.
    pub name: &'static str,
    /// The kind of finding.
    pub kind: &'static str,
    /// Who has to act.
    pub trade: &'static str,
    /// Priorities that it gets.
    pub priorities: &'static [&'static str],
}

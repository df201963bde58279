//! Which words mean the same thing on a building site. A language model would know; the demo's
//! search has this page.

/// A thing that photos show.
#[derive(Debug, PartialEq)]
pub struct Concept {
    /// What it is called here.
    pub name: &'static str,
    /// How much it says: common things say little.
    pub weight: f32,
    /// Whether it protects: only then does "without" mean a hazard.
    pub protects: bool,
    words: &'static [&'static str],
}

const fn thing(name: &'static str, words: &'static [&'static str]) -> Concept {
    Concept {
        name,
        weight: 1.5,
        protects: false,
        words,
    }
}

const fn common(name: &'static str, words: &'static [&'static str]) -> Concept {
    Concept {
        name,
        weight: 0.8,
        protects: false,
        words,
    }
}

const fn protection(name: &'static str, words: &'static [&'static str]) -> Concept {
    Concept {
        name,
        weight: 1.5,
        protects: true,
        words,
    }
}

static CONCEPTS: &[Concept] = &[
    protection(
        "helmet",
        &[
            "helmet",
            "hardhat",
            "hard hat",
            "head protection",
            "safety hat",
            "headgear",
        ],
    ),
    protection(
        "guardrail",
        &[
            "guardrail",
            "guard rail",
            "railing",
            "handrail",
            "edge protection",
        ],
    ),
    protection("vest", &["vest", "high visibility", "hi vis"]),
    protection("harness", &["harness", "lanyard"]),
    common(
        "worker",
        &[
            "worker",
            "person",
            "people",
            "labourer",
            "laborer",
            "man",
            "men",
            "woman",
            "crew",
            "carpenter",
            "electrician",
            "mason",
            "plasterer",
            "personnel",
            "employee",
            "workman",
        ],
    ),
    thing("ladder", &["ladder", "stepladder", "step ladder"]),
    thing(
        "unsecured",
        &["unsecured", "unfastened", "untied", "unstable", "insecure"],
    ),
    thing("scaffold", &["scaffold", "scaffolding"]),
    thing("crack", &["crack", "cracked", "cracking", "fissure"]),
    thing("leak", &["leak", "leaking", "leakage", "seepage"]),
    thing("rebar", &["rebar", "reinforcement", "reinforcing steel"]),
    thing("extinguisher", &["extinguisher", "fire extinguisher"]),
    thing("exit", &["exit", "escape route", "emergency exit"]),
    thing("formwork", &["formwork", "shuttering"]),
    thing(
        "drywall",
        &["drywall", "plasterboard", "gypsum board", "partition"],
    ),
    thing("duct", &["duct", "ductwork", "ventilation"]),
    thing("cable", &["cable", "wiring", "conduit"]),
    thing("facade", &["facade", "glazing", "curtain wall", "window"]),
    thing("debris", &["debris", "rubble", "waste"]),
    common("concrete", &["concrete", "cement"]),
    common("slab", &["slab", "deck"]),
    common("wall", &["wall"]),
];

const ASKING: &[&str] = &[
    "a",
    "about",
    "all",
    "an",
    "and",
    "any",
    "are",
    "at",
    "be",
    "by",
    "can",
    "could",
    "do",
    "does",
    "find",
    "for",
    "from",
    "give",
    "has",
    "have",
    "i",
    "image",
    "images",
    "in",
    "is",
    "it",
    "list",
    "look",
    "me",
    "of",
    "on",
    "one",
    "or",
    "over",
    "panorama",
    "panoramas",
    "photo",
    "photograph",
    "photographs",
    "photos",
    "picture",
    "pictures",
    "please",
    "project",
    "search",
    "see",
    "show",
    "site",
    "some",
    "someone",
    "that",
    "the",
    "their",
    "there",
    "this",
    "to",
    "view",
    "wear",
    "wearing",
    "were",
    "what",
    "where",
    "which",
    "who",
    "whose",
    "with",
    "you",
    "every",
    "taken",
];
const ABSENCE: &[&str] = &[
    "without", "no", "not", "missing", "lacking", "lack", "absent", "lacks",
];
const PLACES: &[&str] = &[
    "level", "floor", "column", "near", "beside", "behind", "basement",
];

/// A piece of meaning in a text.
#[derive(Debug, PartialEq)]
pub enum Term {
    /// A known thing.
    Concept(&'static Concept),
    /// A known protection that is said not to be there.
    Lacking(&'static Concept),
    /// Any other word, stemmed.
    Word(String),
    /// Where something is: says little about what it is.
    Place(String),
}

enum Piece {
    Term(Term),
    Absence,
}

/// The meaning of a text, in order.
#[must_use]
pub fn terms(text: &str) -> Vec<Term> {
    let lower = text.to_lowercase().replace("bareheaded", "without helmet");
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let mut pieces = Vec::new();
    let mut rest = words.as_slice();
    while let [first, tail @ ..] = rest {
        if let [second, after @ ..] = tail
            && let Some(concept) = concept(&format!("{first} {}", stem(second)))
        {
            pieces.push(Piece::Term(Term::Concept(concept)));
            rest = after;
            continue;
        }
        pieces.extend(piece(first));
        rest = tail;
    }
    bind_absence(pieces)
}

fn piece(word: &str) -> Option<Piece> {
    if ABSENCE.contains(&word) {
        return Some(Piece::Absence);
    }
    if ASKING.contains(&word) {
        return None;
    }
    let stemmed = stem(word);
    if let Some(concept) = concept(&stemmed).or_else(|| concept(word)) {
        return Some(Piece::Term(Term::Concept(concept)));
    }
    let place = PLACES.contains(&stemmed.as_str()) || word.chars().any(|c| c.is_ascii_digit());
    Some(Piece::Term(if place {
        Term::Place(stemmed)
    } else {
        Term::Word(stemmed)
    }))
}

/// "Without" belongs to the next protection, or, as in "guardrail missing", to the one just before.
fn bind_absence(pieces: Vec<Piece>) -> Vec<Term> {
    let mut terms = Vec::with_capacity(pieces.len());
    let mut pending = false;
    for piece in pieces {
        match piece {
            Piece::Absence => match terms.pop() {
                Some(Term::Concept(concept)) if concept.protects => {
                    terms.push(Term::Lacking(concept))
                }
                last => {
                    terms.extend(last);
                    pending = true;
                }
            },
            Piece::Term(Term::Concept(concept)) if pending && concept.protects => {
                terms.push(Term::Lacking(concept));
                pending = false;
            }
            Piece::Term(term) => terms.push(term),
        }
    }
    terms
}

fn concept(phrase: &str) -> Option<&'static Concept> {
    CONCEPTS
        .iter()
        .find(|concept| concept.words.contains(&phrase))
}

fn stem(word: &str) -> String {
    let long = word.len() > 4;
    let stem = match word {
        _ if long && word.ends_with("ies") => return format!("{}y", word.trim_end_matches("ies")),
        _ if long
            && ["sses", "xes", "ches", "shes"]
                .iter()
                .any(|end| word.ends_with(end)) =>
        {
            word.strip_suffix("es")
        }
        _ if word.ends_with("ss") || word.ends_with("us") || word.ends_with("is") => None,
        _ if word.len() > 3 && word.ends_with('s') => word.strip_suffix('s'),
        _ => None,
    };
    stem.unwrap_or(word).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        terms(text)
            .into_iter()
            .map(|term| match term {
                Term::Concept(concept) => concept.name.to_owned(),
                Term::Lacking(concept) => format!("lacking {}", concept.name),
                Term::Word(word) | Term::Place(word) => word,
            })
            .collect()
    }

    #[test]
    fn without_belongs_to_the_protection_that_is_missing() {
        assert_eq!(
            names("workers without a hard hat"),
            ["worker", "lacking helmet"]
        );
        assert_eq!(
            names("Guardrail missing at the slab edge"),
            ["lacking guardrail", "slab", "edge"]
        );
        assert_eq!(
            names("missing guardrail at an edge"),
            ["lacking guardrail", "edge"]
        );
        assert_eq!(
            names("person not wearing a helmet"),
            ["worker", "lacking helmet"]
        );
    }

    #[test]
    fn the_words_of_asking_mean_nothing() {
        assert_eq!(
            names("Please show me all the photos of ladders"),
            ["ladder"]
        );
    }
}

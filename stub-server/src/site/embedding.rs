//! Text to vector: stemmed words, a small lexicon of building-site concepts, and feature hashing.
//! The same text always gives the same vector. It knows no photo and no query in particular.

use super::lexicon::{Concept, Term, terms};

/// Numbers in a vector.
pub const DIMENSIONS: usize = 128;
/// How many places of the vector one feature touches.
const SPREAD: u32 = 8;
/// How much less the detail of a caption counts than its headline.
const DETAIL: f32 = 0.25;

/// A vector of length one, or zero for a text that says nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedding(Vec<f32>);

impl Embedding {
    /// The vector of a query.
    #[must_use]
    pub fn of_query(text: &str) -> Self {
        let mut sum = vec![0.0; DIMENSIONS];
        add(&mut sum, text, 1.0);
        Self::normalised(sum)
    }

    /// The vector of an image description: the headline leads, the detail only tints it.
    #[must_use]
    pub fn of_caption(headline: &str, detail: &str) -> Self {
        let mut sum = vec![0.0; DIMENSIONS];
        add(&mut sum, headline, 1.0);
        add(&mut sum, detail, DETAIL);
        Self::normalised(sum)
    }

    fn normalised(mut sum: Vec<f32>) -> Self {
        let norm = sum.iter().map(|value| value * value).sum::<f32>().sqrt();
        if norm > f32::EPSILON {
            sum.iter_mut().for_each(|value| *value /= norm);
        }
        Self(sum)
    }

    /// The numbers.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    /// Little-endian bytes, as they stand in the database.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    }

    /// From the database; a blob of another length is none.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (chunks, rest) = bytes.as_chunks::<4>();
        (rest.is_empty() && chunks.len() == DIMENSIONS).then(|| {
            Self(
                chunks
                    .iter()
                    .map(|chunk| f32::from_le_bytes(*chunk))
                    .collect(),
            )
        })
    }
}

/// The cosine of two vectors of length one.
#[must_use]
pub fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(sum: &mut [f32], text: &str, weight: f32) {
    let terms = terms(text);
    for (index, term) in terms.iter().enumerate() {
        match term {
            Term::Concept(concept) => feature(sum, concept.name, concept.weight * weight),
            // "Without a helmet" is a thing of its own, and only a little "helmet".
            Term::Lacking(concept) => {
                feature(sum, &format!("lacking {}", concept.name), 2.5 * weight);
                feature(sum, concept.name, 0.8 * weight);
            }
            Term::Word(word) => {
                feature(sum, word, weight);
                if let Some(Term::Word(next)) = terms.get(index + 1) {
                    feature(sum, &format!("{word} {next}"), 0.4 * weight);
                }
            }
            Term::Place(word) => feature(sum, word, 0.2 * weight),
        }
    }
}

fn feature(sum: &mut [f32], name: &str, weight: f32) {
    let share = weight / (f64::from(SPREAD).sqrt() as f32);
    let mut state = fnv(name);
    for _ in 0..SPREAD {
        state = mix(state);
        let place = (state % DIMENSIONS as u64) as usize;
        let sign = if state >> 63 == 0 { share } else { -share };
        if let Some(value) = sum.get_mut(place) {
            *value += sign;
        }
    }
}

/// FNV-1a: a hash that stays the same from build to build.
#[must_use]
pub fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn mix(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// The concepts that a text names, for those who ask what it is about.
#[must_use]
pub fn concepts(text: &str) -> Vec<&'static Concept> {
    terms(text)
        .into_iter()
        .filter_map(|term| match term {
            Term::Concept(concept) | Term::Lacking(concept) => Some(concept),
            Term::Word(_) | Term::Place(_) => None,
        })
        .collect()
}

/// Whether a text has words that are no concept.
#[must_use]
pub fn has_plain_words(text: &str) -> bool {
    terms(text)
        .iter()
        .any(|term| matches!(term, Term::Word(_) | Term::Place(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeness(query: &str, headline: &str) -> f32 {
        let (query, tile) = (
            Embedding::of_query(query),
            Embedding::of_caption(headline, "near column C4"),
        );
        cosine(query.values(), tile.values())
    }

    #[test]
    fn other_words_for_the_same_thing_are_near() {
        for query in [
            "workers without a hard hat",
            "Show me photos of workers without a hard hat",
            "people not wearing helmets",
            "bareheaded carpenter",
            "worker missing head protection",
        ] {
            assert!(
                likeness(query, "Worker without a hard hat") > 0.85,
                "{query}"
            );
        }
    }

    #[test]
    fn wearing_one_is_not_lacking_one() {
        assert!(
            likeness(
                "workers without a hard hat",
                "Crew in hard hats setting formwork"
            ) < 0.5
        );
    }

    #[test]
    fn unrelated_texts_are_far() {
        for query in [
            "swimming pool",
            "an elephant",
            "quarterly revenue",
            "ladder",
        ] {
            assert!(
                likeness(query, "Worker without a hard hat") < 0.4,
                "{query}"
            );
        }
    }

    #[test]
    fn a_vector_survives_the_database() {
        let vector = Embedding::of_query("unsecured ladder");
        assert_eq!(Embedding::from_bytes(&vector.to_bytes()), Some(vector));
        assert_eq!(Embedding::from_bytes(&[0; 7]), None);
    }
}

//! Ways to misbehave, each a thing that real models and providers do. Tests choose one by a path
//! in the model's base URL; the demo never does.

use std::str::FromStr;

/// How the scripted model behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Writes what the anchors permit.
    #[default]
    Obedient,
    /// Counts the exemplars and states the count as a fact, in digits.
    CountsWhatItSees,
    /// Repeats a denial in its own words and recommends an upgrade.
    RestatesRefusal,
    /// Does what a text inside an exemplar tells it, and writes active markup.
    ObeysInjection,
    /// Uses slots and citations that were never given.
    UnknownSlots,
    /// Is cut off by the token limit in the middle of a sentence.
    StopsMidSentence,
    /// Goes on talking until the reader hangs up.
    NeverEnds,
    /// Sends an error event after half of the answer, behind an HTTP 200.
    ErrorMidStream,
    /// Refuses every request as overloaded.
    Overloaded,
}

/// The path named a mode that does not exist.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such mode: {0}")]
pub struct UnknownMode(String);

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Ok(match name {
            "obedient" => Self::Obedient,
            "counts_what_it_sees" => Self::CountsWhatItSees,
            "restates_refusal" => Self::RestatesRefusal,
            "obeys_injection" => Self::ObeysInjection,
            "unknown_slots" => Self::UnknownSlots,
            "stops_mid_sentence" => Self::StopsMidSentence,
            "never_ends" => Self::NeverEnds,
            "error_mid_stream" => Self::ErrorMidStream,
            "overloaded" => Self::Overloaded,
            other => return Err(UnknownMode(other.to_owned())),
        })
    }
}

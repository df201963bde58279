//! What the responder can say, and the five languages it says it in.
//!
//! Sentences carry slots (`{n1}`), never digits: a slot is replaced downstream by a whole phrase
//! such as "at least 189". Korean and Japanese use no `**`, because CommonMark does not close an
//! emphasis between `}` and a letter.

mod de;
mod en;
mod fr;
mod ja;
mod ko;

/// One thing to say. Population and shown subset are separate variants on purpose.
#[derive(Clone, Debug, PartialEq)]
pub enum Sentence {
    /// A search counted everything that matches.
    MatchExactly { slot: String, subject: Subject },
    /// A search knows a floor of what matches.
    MatchAtLeast { slot: String, subject: Subject },
    /// The project holds exactly this.
    HasExactly { slot: String, subject: Subject },
    /// The project holds at least this; the source stopped there.
    HasAtLeast { slot: String, subject: Subject },
    /// The returned subset, after a sentence about the population.
    ShownOf { slot: String, subject: Subject },
    /// The returned subset, with nothing known about the population.
    ShownAlone { slot: String, subject: Subject },
    /// Introduces a few of what is shown.
    Examples,
    /// There is no number to give.
    NoCount { subject: Subject },
    /// The source accounted for an empty result.
    NoneAtAll { subject: Subject },
    /// Nothing within the narrowed scope; the narrowing has been released.
    NoneInNarrowed { subject: Subject },
    /// The call failed, whatever it looked like.
    SearchFailed,
    /// The session with the source has expired.
    SignInExpired,
    /// A card beside the prose says it all; the prose must not repeat it.
    Denied,
    /// Pages did not fit together.
    PagesBroken,
    /// The host cut the list of what is in view.
    ViewCut,
    /// No anchors: what can be asked.
    Capabilities,
}

/// A noun in the number it is spoken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub noun: Counted,
    pub form: Form,
}

/// Grammatical number; the anchor says it, since the digits are not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    One,
    Other,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    Photos,
    Panoramas,
    Findings,
    Elements,
    Captures,
    Levels,
    Projects,
    Results,
}

impl Counted {
    pub fn read(name: &str) -> Self {
        match name {
            "photos" => Self::Photos,
            "panoramas" => Self::Panoramas,
            "findings" => Self::Findings,
            "elements" => Self::Elements,
            "captures" | "records" => Self::Captures,
            "levels" => Self::Levels,
            "projects" | "facilities" => Self::Projects,
            _ => Self::Results,
        }
    }
}

/// The language of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    #[default]
    En,
    Ko,
    Ja,
    De,
    Fr,
}

impl Locale {
    /// Reads a tag such as `fr-CA`; `jp` is taken for `ja`, the unknown for English.
    pub fn read(tag: &str) -> Self {
        match tag.split(['-', '_']).next().unwrap_or_default() {
            "ko" => Self::Ko,
            "ja" | "jp" => Self::Ja,
            "de" => Self::De,
            "fr" => Self::Fr,
            _ => Self::En,
        }
    }

    pub fn say(self, sentence: &Sentence) -> String {
        match self {
            Self::En => en::say(sentence),
            Self::Ko => ko::say(sentence),
            Self::Ja => ja::say(sentence),
            Self::De => de::say(sentence),
            Self::Fr => fr::say(sentence),
        }
    }
}

//! What the panel says, in five languages: a catalogue of keys with exhaustive matches, so that a
//! missing translation does not compile. Plurals and dates come from the browser's `Intl`; numbers
//! are grouped as the server groups them, so that count line and prose look alike.

mod count_line;
mod date;
mod de;
mod en;
mod fr;
mod ja;
mod ko;
mod plural;
mod scope;

pub use count_line::count_line;
pub use date::{day, time_of_day};
pub use plural::{Category, by_rule, category};
pub use scope::scope;

use beacon_shared::locale::Locale;

macro_rules! keys {
    ($($key:ident),* $(,)?) => {
        /// Something the panel says.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "the English catalogue says what each means")]
        pub enum Key { $($key,)* }

        impl Key {
            /// Every key.
            pub const ALL: &[Self] = &[$(Self::$key,)*];
        }
    };
}

keys! {
    PanelLabel, NewThread, EmptyTitle, EmptyHint, NoFacility, Suggestions,
    SuggestPhotos, SuggestCount, SuggestList,
    Composer, Placeholder, Send, Stop, Retry, AskAgain, LoadAgain, Copy, Copied, Latest, Dismiss,
    You, Answer, Loading, Thinking, Writing, Transcript,
    ToolPlanned, ToolRunning, ToolAnswered, ToolEmpty, ToolUnknown, ToolFailed, ToolAuthExpired,
    ToolCancelled, ToolAbandoned,
    GradeExact, GradeLowerBound, GradeShown, GradeUnknown, NumberFrom, NumberScope, NotFinal,
    ScopeProject, ScopeLevel, ScopeVisit, ScopeFrom, ScopeTo,
    CountAll, CountOnly, CountOf, CountOfAtLeast, CountShown, CountExactly, CountAtLeast, CountNone,
    Sources, Source, InView, Opening, TargetGone, TargetDenied, NoPicture,
    DenialTitle, DenialTiers, DenialReply, BlockedTitle, QuestionRecommended,
    Interrupted, Stopped, ErrorUpstream, ErrorModel, ErrorTruncated, ErrorDeadline, ErrorInternal,
    SendFailed, SendTooLong, SendForbidden, SendBusy, SignedOut, Offline, LoadFailed,
    SayAnswering, SayReady, SayReadyOne, SayReadyMany, SayAsked, SayDenied, SayFailed,
}

/// Which noun a count counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Noun {
    /// Photos.
    Photos,
    /// Panoramas.
    Panoramas,
    /// Findings.
    Findings,
    /// BIM elements.
    Elements,
    /// Captures.
    Captures,
    /// Projects.
    Projects,
    /// Anything else.
    Results,
}

impl Noun {
    /// Every noun.
    pub const ALL: [Self; 7] = [
        Self::Photos,
        Self::Panoramas,
        Self::Findings,
        Self::Elements,
        Self::Captures,
        Self::Projects,
        Self::Results,
    ];

    /// Reads a subject of the wire.
    pub fn of(subject: &str) -> Self {
        match subject {
            "photos" => Self::Photos,
            "panoramas" => Self::Panoramas,
            "findings" => Self::Findings,
            "elements" => Self::Elements,
            "captures" => Self::Captures,
            "projects" => Self::Projects,
            _ => Self::Results,
        }
    }
}

/// What the panel says for a key.
pub fn text(locale: Locale, key: Key) -> &'static str {
    match locale {
        Locale::En => en::text(key),
        Locale::Ko => ko::text(key),
        Locale::Ja => ja::text(key),
        Locale::De => de::text(key),
        Locale::Fr => fr::text(key),
    }
}

/// A noun as it stands beside a number of that category.
pub fn noun(locale: Locale, noun: Noun, category: Category) -> &'static str {
    match locale {
        Locale::En => en::noun(noun, category),
        Locale::Ko => ko::noun(noun),
        Locale::Ja => ja::noun(noun),
        Locale::De => de::noun(noun, category),
        Locale::Fr => fr::noun(noun, category),
    }
}

/// A text with its `{name}` places filled.
pub fn filled(locale: Locale, key: Key, values: &[(&str, &str)]) -> String {
    let mut out = text(locale, key).to_owned();
    for (name, value) in values {
        out = out.replace(&format!("{{{name}}}"), value);
    }
    out
}

/// The text for an error frame's message key.
pub fn error(locale: Locale, message_key: &str) -> &'static str {
    let key = match message_key {
        "error.upstream_unavailable" => Key::ErrorUpstream,
        "error.model_unavailable" => Key::ErrorModel,
        "error.model_truncated" => Key::ErrorTruncated,
        "error.deadline_exceeded" => Key::ErrorDeadline,
        "error.interrupted" => Key::Interrupted,
        _ => Key::ErrorInternal,
    };
    text(locale, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Vec<&str> {
        let mut places: Vec<&str> = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        places.sort_unstable();
        places
    }

    #[test]
    fn every_language_says_everything_with_the_same_places() {
        for &key in Key::ALL {
            let english = text(Locale::En, key);
            for locale in Locale::ALL {
                let said = text(locale, key);
                assert!(!said.trim().is_empty(), "{locale:?} {key:?}");
                // Whether a count has its noun is each language's choice.
                let essential = |text| -> Vec<&str> {
                    places(text)
                        .into_iter()
                        .filter(|place| *place != "noun")
                        .collect()
                };
                assert_eq!(essential(said), essential(english), "{locale:?} {key:?}");
            }
        }
    }

    #[test]
    fn a_message_key_of_a_newer_server_has_a_text() {
        assert_eq!(
            error(Locale::En, "error.brand_new"),
            text(Locale::En, Key::ErrorInternal)
        );
    }

    #[test]
    fn places_are_filled() {
        let line = filled(Locale::En, Key::CountOf, &[("shown", "3"), ("total", "12")]);
        assert_eq!(line, "Showing 3 of 12");
    }
}

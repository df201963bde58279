//! Graded counts: how much may be said of a number.

use serde::{Deserialize, Serialize};

/// What is known of a number. The grade decides the form of the sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// May be asserted: "exactly N".
    Exact,
    /// A floor, inclusive: "at least N".
    LowerBound,
    /// The size of what is on screen: "these N". Never a claim about the population.
    Shown,
    /// No number may be said.
    Unknown,
}

/// A number together with its standing. `Unknown` has no number at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GradedCount {
    /// The population has exactly this many.
    Exact(u64),
    /// The population has at least this many.
    LowerBound(u64),
    /// This many are shown; the population is not known.
    Shown(u64),
    /// Nothing may be said.
    Unknown,
}

impl GradedCount {
    /// The grade without the number.
    pub const fn grade(self) -> Grade {
        match self {
            Self::Exact(_) => Grade::Exact,
            Self::LowerBound(_) => Grade::LowerBound,
            Self::Shown(_) => Grade::Shown,
            Self::Unknown => Grade::Unknown,
        }
    }

    /// The population total as it goes on the wire; `None` where nothing is known of it.
    pub const fn total(self) -> Option<Total> {
        match self {
            Self::Exact(value) => Some(Total {
                value,
                bound: Bound::Exact,
            }),
            Self::LowerBound(value) => Some(Total {
                value,
                bound: Bound::AtLeast,
            }),
            Self::Shown(_) | Self::Unknown => None,
        }
    }
}

/// Whether a total is the number or its floor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// The total is this number.
    Exact,
    /// The total is this number or more.
    AtLeast,
}

/// A population total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// How many.
    pub value: u64,
    /// Whether that is all.
    pub bound: Bound,
}

/// The accounting of one result as the panel shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Which noun is counted, e.g. `panoramas`. A key of the copy tables.
    pub subject: String,
    /// What the count ranges over.
    pub scope: Scope,
    /// How many items the upstream returned for this call; `None` where it did not account for them.
    pub returned: Option<u64>,
    /// How many cards this frame carries.
    pub displayed: u64,
    /// The population, where something is known of it.
    pub total: Option<Total>,
    /// Whether there is more beyond what was returned; `None` is unknown.
    pub has_more: Option<bool>,
    /// The grade of the statement about the population.
    pub grade: Grade,
}

/// What a count ranges over. Empty fields do not narrow.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scope {
    /// The facility asked about.
    pub facility_key: String,
    /// The level, where the call was narrowed to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_id: Option<String>,
    /// The record, where the call was narrowed to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_id: Option<String>,
    /// First day, inclusive, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_from: Option<String>,
    /// Last day, inclusive, `YYYY-MM-DD`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_to: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_exact_and_lower_bound_say_something_of_the_population() {
        assert_eq!(
            GradedCount::Exact(5).total(),
            Some(Total {
                value: 5,
                bound: Bound::Exact
            })
        );
        assert_eq!(
            GradedCount::LowerBound(5).total(),
            Some(Total {
                value: 5,
                bound: Bound::AtLeast
            })
        );
        assert_eq!(GradedCount::Shown(5).total(), None);
        assert_eq!(GradedCount::Unknown.total(), None);
    }
}

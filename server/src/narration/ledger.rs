//! The ledger: each number that may be said, with its grade and its localised phrase. The model gets
//! the slots, never the digits; the prose stage puts the numbers in.

use beacon_shared::count::{Grade, GradedCount};
use beacon_shared::inline::Inline;
use beacon_shared::locale::Locale;

/// One number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `n1`, `n2`, ...
    pub id: String,
    /// The number and its standing. Never `Unknown`.
    pub count: GradedCount,
    /// The noun.
    pub subject: String,
    /// Where it came from.
    pub call_id: String,
    /// Where it came from.
    pub tool: String,
}

/// The numbers of one turn.
#[derive(Debug, Clone)]
pub struct Ledger {
    locale: Locale,
    entries: Vec<Entry>,
}

impl Ledger {
    /// An empty ledger.
    pub fn new(locale: Locale) -> Self {
        Self {
            locale,
            entries: Vec::new(),
        }
    }

    /// Enters a number and gives its slot; `None` for `Unknown`, of which there is nothing to say.
    pub fn enter(
        &mut self,
        count: GradedCount,
        subject: &str,
        call_id: &str,
        tool: &str,
    ) -> Option<String> {
        if count == GradedCount::Unknown {
            return None;
        }
        let id = format!("n{}", self.entries.len() + 1);
        self.entries.push(Entry {
            id: id.clone(),
            count,
            subject: subject.to_owned(),
            call_id: call_id.to_owned(),
            tool: tool.to_owned(),
        });
        Some(id)
    }

    /// Whether the noun after a slot stands in the singular.
    pub fn is_singular(&self, id: &str) -> bool {
        let entry = self.entries.iter().find(|entry| entry.id == id);
        let value = entry.and_then(|entry| match entry.count {
            GradedCount::Exact(value)
            | GradedCount::LowerBound(value)
            | GradedCount::Shown(value) => Some(value),
            GradedCount::Unknown => None,
        });
        match self.locale {
            Locale::En | Locale::De => value == Some(1),
            // CLDR: 0 is singular in French.
            Locale::Fr => matches!(value, Some(0 | 1)),
            Locale::Ko | Locale::Ja => false,
        }
    }

    /// The inline of a slot; `None` for a slot that does not exist.
    pub fn inline(&self, id: &str, strong: bool) -> Option<Inline> {
        let entry = self.entries.iter().find(|entry| entry.id == id)?;
        Some(Inline::Number {
            id: entry.id.clone(),
            text: phrase(self.locale, entry.count)?,
            grade: entry.count.grade(),
            subject: entry.subject.clone(),
            call_id: entry.call_id.clone(),
            tool: entry.tool.clone(),
            strong,
        })
    }
}

/// The number as it is said, its bound included. Bounds are inclusive in every language.
pub fn phrase(locale: Locale, count: GradedCount) -> Option<String> {
    let (value, grade) = match count {
        GradedCount::Exact(value) => (value, Grade::Exact),
        GradedCount::LowerBound(value) => (value, Grade::LowerBound),
        GradedCount::Shown(value) => (value, Grade::Shown),
        GradedCount::Unknown => return None,
    };
    let number = locale.format_count(value);
    Some(match (grade, locale) {
        (Grade::Exact, Locale::En) => format!("exactly {number}"),
        (Grade::Exact, Locale::Ko) => format!("총 {number}"),
        (Grade::Exact, Locale::Ja) => format!("全{number}"),
        (Grade::Exact, Locale::De) => format!("genau {number}"),
        (Grade::Exact, Locale::Fr) => format!("exactement {number}"),
        (Grade::LowerBound, Locale::En) => format!("at least {number}"),
        (Grade::LowerBound, Locale::Ko) => format!("최소 {number}"),
        (Grade::LowerBound, Locale::Ja) => format!("少なくとも{number}"),
        (Grade::LowerBound, Locale::De) => format!("mindestens {number}"),
        (Grade::LowerBound, Locale::Fr) => format!("au moins {number}"),
        (Grade::Shown | Grade::Unknown, _) => number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_carries_its_bound_in_every_language() {
        let bound = |locale| phrase(locale, GradedCount::LowerBound(7961)).unwrap();
        assert_eq!(bound(Locale::En), "at least 7,961");
        assert_eq!(bound(Locale::Ko), "최소 7,961");
        assert_eq!(bound(Locale::Ja), "少なくとも7,961");
        assert_eq!(bound(Locale::De), "mindestens 7.961");
        assert_eq!(bound(Locale::Fr), "au moins 7\u{202f}961");
        assert_eq!(
            phrase(Locale::En, GradedCount::Exact(1)).unwrap(),
            "exactly 1"
        );
    }

    #[test]
    fn the_noun_is_singular_where_the_language_has_it_so() {
        let singular = |locale, value| {
            let mut ledger = Ledger::new(locale);
            let slot = ledger
                .enter(GradedCount::Exact(value), "photos", "c1", "t")
                .unwrap();
            ledger.is_singular(&slot)
        };
        for (locale, expected) in [
            (Locale::En, [false, true, false]),
            (Locale::De, [false, true, false]),
            (Locale::Fr, [true, true, false]),
            (Locale::Ko, [false, false, false]),
            (Locale::Ja, [false, false, false]),
        ] {
            assert_eq!(
                [0, 1, 2].map(|value| singular(locale, value)),
                expected,
                "{locale:?}"
            );
        }
    }

    #[test]
    fn an_unknown_number_has_no_slot() {
        let mut ledger = Ledger::new(Locale::En);
        assert_eq!(
            ledger.enter(GradedCount::Unknown, "photos", "c1", "t"),
            None
        );
        assert_eq!(
            ledger
                .enter(GradedCount::Shown(3), "photos", "c1", "t")
                .as_deref(),
            Some("n1")
        );
        assert_eq!(ledger.inline("n2", false), None);
    }
}

//! What a count ranges over, in words.

use super::{Key, day, filled, text};
use beacon_shared::count::Scope;
use beacon_shared::locale::Locale;

/// The scope's parts, or the whole project where nothing narrows it. Level and visit are named by
/// `level_name` where a card of the call has it, else by their identifiers.
pub fn scope(locale: Locale, scope: &Scope, level_name: Option<&str>) -> String {
    let mut parts = Vec::new();
    if let Some(level) = &scope.level_id {
        let name = level_name.unwrap_or(level);
        parts.push(filled(locale, Key::ScopeLevel, &[("name", name)]));
    }
    if let Some(record) = &scope.record_id {
        parts.push(filled(locale, Key::ScopeVisit, &[("name", record)]));
    }
    match (&scope.date_from, &scope.date_to) {
        (Some(from), Some(to)) => {
            parts.push(format!("{} – {}", day(locale, from), day(locale, to)));
        }
        (Some(from), None) => {
            parts.push(filled(
                locale,
                Key::ScopeFrom,
                &[("date", &day(locale, from))],
            ));
        }
        (None, Some(to)) => parts.push(filled(locale, Key::ScopeTo, &[("date", &day(locale, to))])),
        (None, None) => {}
    }
    if parts.is_empty() {
        return text(locale, Key::ScopeProject).to_owned();
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unnarrowed_scope_is_the_whole_project() {
        assert_eq!(scope(Locale::En, &Scope::default(), None), "Whole project");
    }

    #[test]
    fn a_narrowed_scope_names_what_narrows_it() {
        let narrowed = Scope {
            level_id: Some("lvl-a-L3".into()),
            date_from: Some("2026-04-01".into()),
            date_to: Some("2026-04-30".into()),
            ..Scope::default()
        };
        assert_eq!(
            scope(Locale::En, &narrowed, Some("L3")),
            "Level L3, 2026-04-01 – 2026-04-30"
        );
        let since = Scope {
            date_from: Some("2026-04-01".into()),
            ..Scope::default()
        };
        assert_eq!(scope(Locale::De, &since, None), "ab 2026-04-01");
    }
}

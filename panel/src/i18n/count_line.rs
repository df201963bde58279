//! The line over the cards: shown, matching and beyond, in the form that the grade allows.

use super::{Category, Key, Noun, category, filled, noun};
use beacon_shared::count::{Bound, Counts};
use beacon_shared::locale::Locale;

/// The line; `None` where nothing may be said.
pub fn count_line(locale: Locale, counts: &Counts) -> Option<String> {
    let shown = locale.format_count(counts.displayed);
    let Some(total) = counts.total else {
        let line = filled(locale, Key::CountShown, &[("n", &shown)]);
        return (counts.displayed > 0).then_some(line);
    };
    let number = locale.format_count(total.value);
    let of = [("shown", shown.as_str()), ("total", number.as_str())];
    let name = noun(
        locale,
        Noun::of(&counts.subject),
        category(locale, total.value),
    );
    let whole = [("total", number.as_str()), ("noun", name)];
    Some(match (total.bound, counts.displayed) {
        (Bound::Exact, 0) if total.value == 0 => {
            let many = noun(locale, Noun::of(&counts.subject), Category::Other);
            filled(locale, Key::CountNone, &[("noun", many)])
        }
        (Bound::Exact, 0) => filled(locale, Key::CountExactly, &whole),
        (Bound::AtLeast, 0) => filled(locale, Key::CountAtLeast, &whole),
        (Bound::Exact, displayed) if displayed >= total.value => match total.value {
            1 => filled(locale, Key::CountOnly, &[]),
            _ => filled(locale, Key::CountAll, &[("n", &number)]),
        },
        (Bound::Exact, _) => filled(locale, Key::CountOf, &of),
        (Bound::AtLeast, _) => filled(locale, Key::CountOfAtLeast, &of),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use beacon_shared::count::{GradedCount, Scope};

    fn counts(subject: &str, displayed: u64, population: GradedCount) -> Counts {
        Counts {
            subject: subject.into(),
            scope: Scope::default(),
            returned: Some(displayed),
            displayed,
            total: population.total(),
            has_more: None,
            grade: population.grade(),
        }
    }

    fn line(locale: Locale, displayed: u64, population: GradedCount) -> Option<String> {
        count_line(locale, &counts("panoramas", displayed, population))
    }

    #[test]
    fn the_line_follows_the_grade() {
        let en = |displayed, population| line(Locale::En, displayed, population).unwrap();
        assert_eq!(
            en(10, GradedCount::LowerBound(189)),
            "Showing 10 of at least 189"
        );
        assert_eq!(en(12, GradedCount::Exact(12)), "All 12");
        assert_eq!(en(1, GradedCount::Exact(1)), "The only one");
        assert_eq!(en(10, GradedCount::Exact(2999)), "Showing 10 of 2,999");
        assert_eq!(en(10, GradedCount::Shown(10)), "10 shown");
        assert_eq!(en(0, GradedCount::Exact(7961)), "Exactly 7,961 panoramas");
        assert_eq!(en(0, GradedCount::Exact(1)), "Exactly 1 panorama");
        assert_eq!(
            en(0, GradedCount::LowerBound(3000)),
            "At least 3,000 panoramas"
        );
        assert_eq!(en(0, GradedCount::Exact(0)), "No panoramas");
    }

    #[test]
    fn an_unknown_count_is_not_spoken_of() {
        assert_eq!(line(Locale::En, 0, GradedCount::Unknown), None);
        assert_eq!(line(Locale::En, 0, GradedCount::Shown(0)), None);
    }

    #[test]
    fn a_floor_is_called_a_floor_in_every_language() {
        let said =
            Locale::ALL.map(|locale| line(locale, 10, GradedCount::LowerBound(189)).unwrap());
        assert_eq!(
            said,
            [
                "Showing 10 of at least 189",
                "최소 189개 중 10개 표시",
                "189件以上のうち10件を表示",
                "10 von mindestens 189 angezeigt",
                "10 affichés sur au moins 189",
            ]
        );
    }

    #[test]
    fn nouns_take_the_number_of_their_language() {
        let said = |locale, value| line(locale, 0, GradedCount::Exact(value)).unwrap();
        assert_eq!(said(Locale::De, 1), "Genau 1 Panorama");
        assert_eq!(said(Locale::De, 7961), "Genau 7.961 Panoramen");
        assert_eq!(said(Locale::Fr, 2), "Exactement 2 panoramas");
        assert_eq!(said(Locale::Ko, 7961), "파노라마 정확히 7,961개");
        assert_eq!(said(Locale::Ja, 7961), "パノラマ ちょうど7,961件");
    }
}

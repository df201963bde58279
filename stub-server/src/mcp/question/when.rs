//! Days in words: "between 2026-01-01 and 2026-02-01", "since …", "in April 2026", "in 1999".

use crate::site::calendar::{Day, end_of_month};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A range of days, inclusive, open where none.
pub type Range = (Option<Day>, Option<Day>);

/// The range that the words begin with, and how many words it takes.
pub fn range(words: &[&str]) -> Option<(Range, usize)> {
    match words {
        ["between", a, "and", b, ..] | ["from", a, "to" | "until" | "through", b, ..] => {
            Some(((Some(Day::parse(a)?), Some(Day::parse(b)?)), 4))
        }
        ["since" | "from", day, ..] => Some(((Some(Day::parse(day)?), None), 2)),
        ["after", day, ..] => Some(((Some(Day(Day::parse(day)?.0 + 1)), None), 2)),
        ["before", day, ..] => Some(((None, Some(Day(Day::parse(day)?.0 - 1))), 2)),
        ["until" | "through", day, ..] => Some(((None, Some(Day::parse(day)?)), 2)),
        ["on", day, ..] => {
            let day = Day::parse(day)?;
            Some(((Some(day), Some(day)), 2))
        }
        ["in" | "during", month, year, ..] if year_of(year).is_some() => {
            Some((of_month(month, year)?, 3))
        }
        [month, year, ..] if year_of(year).is_some() && MONTHS.contains(month) => {
            Some((of_month(month, year)?, 2))
        }
        ["in" | "during", year, ..] => {
            let year = year_of(year)?;
            Some(((Some(Day::of(year, 1, 1)), Some(Day::of(year, 12, 31))), 2))
        }
        _ => None,
    }
}

fn of_month(month: &str, year: &str) -> Option<Range> {
    let number = MONTHS.iter().position(|name| *name == month)? as i64 + 1;
    let year = year_of(year)?;
    Some((
        Some(Day::of(year, number, 1)),
        Some(end_of_month(year, number)),
    ))
}

fn year_of(word: &str) -> Option<i64> {
    let plain = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    plain
        .then(|| word.parse().ok())
        .flatten()
        .filter(|year| (1900..2100).contains(year))
}

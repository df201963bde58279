//! How the console writes numbers, dates and positions. English only: the console is a demo host.

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// `7,961`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `14 Apr 2026` from an RFC 3339 time; anything else stays as it is.
pub fn date(time: &str) -> String {
    let mut fields = time.get(..10).unwrap_or_default().split('-');
    let (Some(year), Some(month), Some(day)) = (fields.next(), fields.next(), fields.next()) else {
        return time.to_owned();
    };
    let name = month
        .parse::<usize>()
        .ok()
        .and_then(|month| MONTHS.get(month.wrapping_sub(1)));
    match name {
        Some(name) => format!("{} {name} {year}", day.trim_start_matches('0')),
        None => time.to_owned(),
    }
}

/// `14 Apr 2026, 09:12`.
pub fn date_and_time(time: &str) -> String {
    match time.get(11..16) {
        Some(clock) => format!("{}, {clock}", date(time)),
        None => date(time),
    }
}

/// `12.0, 4.0, 1.6 m`.
pub fn position([x, y, z]: [f64; 3]) -> String {
    format!("{x:.1}, {y:.1}, {z:.1} m")
}

/// `+4.2 m`, `0.0 m`, `−3.6 m`.
pub fn elevation(metres: f64) -> String {
    let sign = match metres {
        metres if metres >= 0.05 => "+",
        metres if metres <= -0.05 => "\u{2212}",
        _ => "",
    };
    format!("{sign}{:.1} m", metres.abs())
}

/// `Not started` from `not_started`.
pub fn label(word: &str) -> String {
    let spaced = word.replace(['_', '-'], " ");
    let mut chars = spaced.chars();
    chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let written: Vec<String> = [0, 999, 1_000, 7_961, 1_234_567].map(grouped).to_vec();
        assert_eq!(written, ["0", "999", "1,000", "7,961", "1,234,567"]);
    }

    #[test]
    fn a_time_is_written_as_a_day() {
        assert_eq!(date("2026-04-04T09:12:00Z"), "4 Apr 2026");
        assert_eq!(date_and_time("2026-04-14T09:12:00Z"), "14 Apr 2026, 09:12");
        assert_eq!(date("soon"), "soon");
    }

    #[test]
    fn words_of_the_data_become_labels() {
        assert_eq!(label("in_progress"), "In progress");
    }
}

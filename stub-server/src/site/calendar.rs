//! Dates of the proleptic Gregorian calendar, in UTC. Enough to lay out weekly visits and to write a
//! time down; nothing here asks a clock.

/// A day, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Day(pub i64);

impl Day {
    /// The day of a year, month (1 to 12) and day of the month.
    #[must_use]
    pub fn of(year: i64, month: i64, day: i64) -> Self {
        let year = if month <= 2 { year - 1 } else { year };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let shifted = (month + 9).rem_euclid(12);
        let of_year = (153 * shifted + 2) / 5 + day - 1;
        Self(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468)
    }

    /// Reads `YYYY-MM-DD`; anything else, and a day that no month has, is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut fields = text.split('-');
        let mut field = |digits: usize| {
            let part = fields.next()?;
            let clean = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            clean.then(|| part.parse::<i64>().ok()).flatten()
        };
        let day = Self::of(field(4)?, field(2)?, field(2)?);
        (fields.next().is_none() && day.to_string() == text).then_some(day)
    }

    fn civil(self) -> (i64, i64, i64) {
        let shifted = self.0 + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year_of_era + era * 400 + i64::from(month <= 2);
        (year, month, day)
    }
}

impl std::fmt::Display for Day {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (year, month, day) = self.civil();
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// The last day of a month.
#[must_use]
pub fn end_of_month(year: i64, month: i64) -> Day {
    let next = if month == 12 {
        Day::of(year + 1, 1, 1)
    } else {
        Day::of(year, month + 1, 1)
    };
    Day(next.0 - 1)
}

/// RFC 3339 in UTC, from seconds since 1970.
#[must_use]
pub fn rfc3339(seconds: i64) -> String {
    let of_day = seconds.rem_euclid(86_400);
    let day = Day(seconds.div_euclid(86_400));
    format!(
        "{day}T{:02}:{:02}:{:02}Z",
        of_day / 3_600,
        of_day / 60 % 60,
        of_day % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_survives_being_written_and_read() {
        for text in ["1970-01-01", "1999-12-31", "2024-02-29", "2026-04-14"] {
            assert_eq!(Day::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in [
            "2026-02-30",
            "2026-13-01",
            "2026-4-1",
            "soon",
            "2026-04-14T00:00:00Z",
        ] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }

    #[test]
    fn times_are_rfc_3339() {
        assert_eq!(rfc3339(0), "1970-01-01T00:00:00Z");
        assert_eq!(
            rfc3339(Day::of(2026, 4, 14).0 * 86_400 + 33_120),
            "2026-04-14T09:12:00Z"
        );
        assert_eq!(end_of_month(2024, 2).to_string(), "2024-02-29");
    }
}

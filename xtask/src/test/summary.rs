//! The table at the end: per kind what ran, and the sums.

use std::fmt;
use std::time::Duration;

use anyhow::Result;

use crate::ui;

/// What one kind came to.
#[derive(Debug, Default)]
pub struct Tally {
    /// What passed.
    pub passed: u64,
    /// What failed; at least 1 where the tool itself failed.
    pub failed: u64,
    /// What was skipped or ignored.
    pub skipped: u64,
    /// A remark for the table.
    pub note: Option<String>,
    /// The tool's whole output, shown when something failed.
    pub output: String,
}

impl Tally {
    /// One failure with its output.
    pub fn failure(output: String) -> Self {
        Self {
            failed: 1,
            output,
            ..Self::default()
        }
    }

    /// So many checks that passed.
    pub fn passes(passed: u64) -> Self {
        Self {
            passed,
            ..Self::default()
        }
    }

    /// Adds another tally of the same kind.
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        self.note = self.note.take().or(other.note);
        self.output.push_str(&other.output);
    }
}

/// A step that ends in a tally.
pub fn step(name: &str, work: impl FnOnce() -> Result<Tally>) -> Result<Tally> {
    ui::judged_step(name, work, |tally| tally.failed == 0)
}

/// One row.
pub struct Kind {
    name: &'static str,
    outcome: Option<Outcome>,
}

struct Outcome {
    passed: u64,
    failed: u64,
    skipped: u64,
    note: Option<String>,
    seconds: f64,
}

impl Kind {
    /// A kind that ran.
    pub fn run(name: &'static str, tally: &Tally, elapsed: Duration) -> Self {
        let outcome = Outcome {
            passed: tally.passed,
            failed: tally.failed,
            skipped: tally.skipped,
            note: match tally.passed + tally.failed {
                0 => Some("no tests".into()),
                _ => tally.note.clone(),
            },
            seconds: elapsed.as_secs_f64(),
        };
        Self {
            name,
            outcome: Some(outcome),
        }
    }

    /// A kind that was left out after a failure.
    pub fn not_run(name: &'static str) -> Self {
        Self {
            name,
            outcome: None,
        }
    }
}

/// The table.
#[derive(Default)]
pub struct Summary(Vec<Kind>);

impl Summary {
    /// Adds a row.
    pub fn push(&mut self, kind: Kind) {
        self.0.push(kind);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<20} {:>7} {:>7} {:>8} {:>8}",
            "kind", "passed", "failed", "skipped", "seconds"
        )?;
        let (mut passed, mut failed) = (0, 0);
        for kind in &self.0 {
            let Some(outcome) = &kind.outcome else {
                writeln!(f, "{:<20} not run", kind.name)?;
                continue;
            };
            passed += outcome.passed;
            failed += outcome.failed;
            write!(
                f,
                "{:<20} {:>7} {:>7} {:>8} {:>8.1}",
                kind.name, outcome.passed, outcome.failed, outcome.skipped, outcome.seconds
            )?;
            match &outcome.note {
                Some(note) => writeln!(f, "  {note}")?,
                None => writeln!(f)?,
            }
        }
        write!(f, "\n{passed} passed, {failed} failed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary() -> Summary {
        let mut summary = Summary::default();
        let second = Duration::from_secs(1);
        summary.push(Kind::run("shared", &Tally::passes(7), second));
        let failed = Tally {
            passed: 2,
            failed: 3,
            ..Tally::default()
        };
        summary.push(Kind::run("server", &failed, second));
        summary.push(Kind::not_run("end to end"));
        summary
    }

    #[test]
    fn the_last_line_is_the_sum_over_the_kinds() {
        assert_eq!(
            summary().to_string().lines().last(),
            Some("9 passed, 3 failed")
        );
    }

    #[test]
    fn a_kind_left_out_says_so() {
        let text = summary().to_string();
        assert!(
            text.lines()
                .any(|line| line.starts_with("end to end") && line.ends_with("not run"))
        );
    }

    #[test]
    fn a_kind_without_tests_says_so() {
        let mut summary = Summary::default();
        summary.push(Kind::run("panel", &Tally::default(), Duration::ZERO));
        assert!(summary.to_string().contains("no tests"));
    }

    #[test]
    fn tallies_add_up_and_keep_the_first_note() {
        let mut one = Tally {
            note: Some("first".into()),
            ..Tally::passes(1)
        };
        one.add(Tally {
            failed: 1,
            note: Some("second".into()),
            ..Tally::passes(2)
        });
        assert_eq!((one.passed, one.failed), (3, 1));
        assert_eq!(one.note.as_deref(), Some("first"));
    }
}

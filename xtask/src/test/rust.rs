//! Rust tests that run natively, through nextest.

use std::time::Duration;

use anyhow::Result;

use crate::test::Tools;
use crate::test::summary::{self, Tally};
use crate::{process, workspace};

const DEADLINE: Duration = Duration::from_secs(3600);

/// Which tests of a package.
#[derive(Clone, Copy)]
pub enum Part {
    /// All of them.
    All,
    /// Those inside the sources.
    Unit,
    /// Those in `tests/`.
    Integration,
}

impl Part {
    fn filter(self) -> &'static str {
        match self {
            Self::All => "all()",
            Self::Unit => "not kind(test)",
            Self::Integration => "kind(test)",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::All => "",
            Self::Unit => ", unit",
            Self::Integration => ", contracts",
        }
    }
}

/// Runs a package's tests.
pub fn tests(tools: &Tools, package: &str, part: Part) -> Result<Tally> {
    summary::step(&format!("tests: {package}{}", part.label()), || {
        let mut command = process::command(&tools.nextest);
        command
            .current_dir(workspace::root())
            .args(["nextest", "run", "--package", package]);
        command.args(["--cargo-quiet", "--no-tests", "pass", "--color", "never"]);
        command.args(["--filterset", part.filter()]);
        let finished = process::run(&mut command, DEADLINE)?;
        Ok(tally(finished.everything, finished.status.success()))
    })
}

fn tally(output: String, success: bool) -> Tally {
    let line = output
        .lines()
        .rev()
        .find(|line| line.trim_start().starts_with("Summary ["));
    let counts = line.map(counts).unwrap_or_default();
    // A build that fails, or a runner that does, has no summary.
    let failed = if success {
        counts.failed
    } else {
        counts.failed.max(1)
    };
    Tally {
        failed,
        output,
        ..counts
    }
}

/// Reads `Summary [   0.015s] 27 tests run: 25 passed (1 slow), 1 failed, 1 timed out, 3 skipped`.
fn counts(line: &str) -> Tally {
    let mut tally = Tally::default();
    let results = line.split_once("run:").map_or(line, |(_, results)| results);
    for result in results.split(',') {
        let mut words = result.split_whitespace();
        let Some(count) = words.next().and_then(|count| count.parse::<u64>().ok()) else {
            continue;
        };
        match words.next() {
            Some("passed") => tally.passed += count,
            Some("skipped") => tally.skipped += count,
            Some("failed" | "timed" | "exec") => tally.failed += count,
            _ => {}
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runners_summary_is_read() {
        let line = "     Summary [   1.2s] 29 tests run: 25 passed (1 slow), 2 failed, 1 timed out, \
                    1 exec failed, 3 skipped";
        let counts = counts(line);
        assert_eq!((counts.passed, counts.failed, counts.skipped), (25, 4, 3));
    }

    #[test]
    fn a_build_that_fails_is_one_failure() {
        let tally = tally("error: could not compile".into(), false);
        assert_eq!((tally.passed, tally.failed), (0, 1));
    }

    #[test]
    fn a_run_that_passes_has_no_failure() {
        let tally = tally(
            "Summary [ 0.1s] 1 test run: 1 passed, 0 skipped".into(),
            true,
        );
        assert_eq!((tally.passed, tally.failed), (1, 0));
    }
}

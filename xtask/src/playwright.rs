//! The browser tests in `e2e/`, run against a running stack.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::stack::Stack;
use crate::tools::{browser, npm};
use crate::{process, ui, workspace};

const DEADLINE: Duration = Duration::from_secs(1200);

/// A Playwright project of `e2e/playwright.config.ts`.
#[derive(Clone, Copy)]
pub enum Project {
    /// One question in both hosts, with pictures.
    Demo,
    /// All specs.
    Specs,
}

impl Project {
    fn name(self) -> &'static str {
        match self {
            Self::Demo => "demo",
            Self::Specs => "specs",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Demo => "ask one question in both hosts",
            Self::Specs => "tests: end to end in Chromium",
        }
    }
}

/// What a run came to.
pub struct Run {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed, or 1 when the runner itself did.
    pub failed: u64,
    /// Tests that were skipped.
    pub skipped: u64,
    /// What the runner wrote.
    pub output: String,
}

/// Runs a project. Failed tests are a result, not an error.
pub fn run(project: Project, stack: &Stack) -> Result<Run> {
    let name = project.name();
    npm::install("e2e")?;
    let report = workspace::target("e2e").join(format!("{name}.json"));
    if report.is_file() {
        fs::remove_file(&report)?;
    }
    let mut command = process::command("npx");
    command
        .current_dir(workspace::path("e2e"))
        .args([
            "--no-install",
            "playwright",
            "test",
            "--project",
            name,
            "--reporter",
            "line,json",
        ])
        .env("PLAYWRIGHT_JSON_OUTPUT_NAME", &report)
        .env("FORCE_COLOR", "0")
        .env("BEACON_E2E_STUB_URL", stack.stub_url())
        .env("BEACON_E2E_SERVER_URL", stack.server_url())
        .env("BEACON_DEMO_DIR", workspace::target("demo"))
        .env(browser::VARIABLE, browser::chromium()?);
    let work = || process::run(&mut command, DEADLINE);
    let finished = ui::judged_step(project.label(), work, |done| done.status.success())?;
    let stats = fs::read_to_string(&report)
        .ok()
        .and_then(|text| stats(&text).ok());
    Ok(outcome(
        stats,
        finished.status.success(),
        finished.everything,
    ))
}

#[derive(Deserialize)]
struct Report {
    stats: Stats,
}

#[derive(Deserialize)]
struct Stats {
    expected: u64,
    unexpected: u64,
    flaky: u64,
    skipped: u64,
}

fn stats(report: &str) -> Result<Stats> {
    let report: Report = serde_json::from_str(report).context("the report cannot be read")?;
    Ok(report.stats)
}

/// A runner that failed counts as a failure even where its report shows none, and so does a test
/// that passed only when tried again.
fn outcome(stats: Option<Stats>, success: bool, output: String) -> Run {
    let Some(stats) = stats else {
        return Run {
            passed: 0,
            failed: 1,
            skipped: 0,
            output,
        };
    };
    let failed = stats.unexpected + stats.flaky;
    let failed = if success { failed } else { failed.max(1) };
    // A project without a single test proves nothing.
    let failed = if stats.expected + failed == 0 {
        1
    } else {
        failed
    };
    Run {
        passed: stats.expected,
        failed,
        skipped: stats.skipped,
        output,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str =
        r#"{"suites":[],"stats":{"expected":4,"unexpected":0,"flaky":1,"skipped":2,"duration":1}}"#;

    #[test]
    fn a_flaky_test_counts_as_failed() {
        let run = outcome(stats(REPORT).ok(), true, String::new());
        assert_eq!((run.passed, run.failed, run.skipped), (4, 1, 2));
    }

    #[test]
    fn a_runner_that_fails_without_a_report_is_one_failure() {
        assert_eq!(outcome(None, false, String::new()).failed, 1);
        assert_eq!(outcome(None, true, String::new()).failed, 1);
    }

    #[test]
    fn no_test_at_all_is_a_failure() {
        let none = Stats {
            expected: 0,
            unexpected: 0,
            flaky: 0,
            skipped: 3,
        };
        assert_eq!(outcome(Some(none), true, String::new()).failed, 1);
    }
}

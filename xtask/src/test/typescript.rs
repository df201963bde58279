//! The npm packages: type checks, and tests that need no browser.

use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::test::summary::{self, Tally};
use crate::tools::npm;
use crate::{process, workspace};

const DEADLINE: Duration = Duration::from_secs(300);
const FOLDERS: &[&str] = &["panel/js", "stub-server/viewer", "e2e"];
/// Its tests need a running stack: they are a kind of their own.
const WITH_STACK: &str = "e2e";

/// Runs the scripts `check` and `test` of each package that has them.
pub fn check() -> Result<Tally> {
    let mut sum = Tally::default();
    for folder in FOLDERS {
        let manifest = workspace::path(folder).join("package.json");
        if !manifest.is_file() {
            continue;
        }
        let text = fs::read_to_string(&manifest)?;
        let manifest: serde_json::Value =
            serde_json::from_str(&text).with_context(|| format!("{}", manifest.display()))?;
        let has = |script: &str| manifest.pointer(&format!("/scripts/{script}")).is_some();
        if !has("check") && !has("test") {
            continue;
        }
        npm::install(folder)?;
        if has("check") {
            let label = format!("check the types of {folder}");
            sum.add(summary::step(&label, || run(folder, "check", check_tally))?);
        }
        if has("test") && *folder != WITH_STACK {
            let label = format!("tests: {folder}");
            sum.add(summary::step(&label, || run(folder, "test", test_tally))?);
        }
    }
    Ok(sum)
}

fn run(folder: &str, script: &str, tally: fn(String, bool) -> Tally) -> Result<Tally> {
    let mut command = npm::npm(&workspace::path(folder));
    let finished = process::run(command.args(["run", script]), DEADLINE)?;
    Ok(tally(finished.everything, finished.status.success()))
}

fn check_tally(output: String, success: bool) -> Tally {
    match success {
        true => Tally::passes(1),
        false => Tally::failure(output),
    }
}

/// Reads the lines `# pass 3`, `# fail 0`, `# skipped 1` of Node's test runner.
fn test_tally(output: String, success: bool) -> Tally {
    let count = |name: &str| -> u64 {
        let of_line = |line: &str| {
            let mut words = line.split_whitespace();
            let marked = matches!(words.next(), Some("#" | "ℹ")) && words.next() == Some(name);
            marked.then(|| words.next()?.parse().ok()).flatten()
        };
        output.lines().rev().find_map(of_line).unwrap_or_default()
    };
    let (passed, failed, skipped) = (count("pass"), count("fail"), count("skipped"));
    let nothing_ran = passed + failed == 0;
    let failed = if success && !nothing_ran {
        failed
    } else {
        failed.max(1)
    };
    Tally {
        passed,
        failed,
        skipped,
        note: None,
        output,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_nodes_test_runner_are_read() {
        let tally = test_tally("# tests 4\n# pass 3\n# fail 0\n# skipped 1\n".into(), true);
        assert_eq!((tally.passed, tally.failed, tally.skipped), (3, 0, 1));
    }

    #[test]
    fn a_run_without_tests_is_a_failure() {
        assert_eq!(test_tally("# pass 0\n# fail 0\n".into(), true).failed, 1);
        assert_eq!(test_tally(String::new(), true).failed, 1);
    }
}

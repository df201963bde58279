//! The panel's tests that need a browser: compiled to wasm, run in headless Chromium.
//!
//! `wasm-bindgen-test-runner` would need minutes of compiling and a chromedriver. Its part is
//! small: generate the JavaScript side of the test module, load it in a page, hand the exported
//! tests to the harness that `wasm-bindgen-test` put into the module. Playwright, which is there
//! for the end-to-end tests, drives the page.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::test::summary::{self, Tally};
use crate::tools::wasm::Toolchain;
use crate::tools::{browser, messages};
use crate::{process, ui, workspace};

const BUILD_DEADLINE: Duration = Duration::from_secs(1800);
const RUN_DEADLINE: Duration = Duration::from_secs(180);
/// Exports of the `#[wasm_bindgen_test]` macro; `$` among the modifiers marks an ignored test,
/// which the harness skips itself.
const TEST_PREFIX: &str = "__wbgt_";
/// Says in which environment the tests want to run. Here it is always a browser.
const MODE_SECTION: &str = "__wasm_bindgen_test_unstable";

/// Compiles and runs the tests.
pub fn tests(toolchain: &Toolchain) -> Result<Tally> {
    let modules = ui::step("compile the panel's tests to wasm", || compile(toolchain))?;
    let chromium = browser::chromium()?;
    summary::step("tests: beacon-panel in Chromium", || {
        let mut sum = Tally::default();
        for module in &modules {
            let Some(folder) = prepare(module)? else {
                continue;
            };
            let mut command = process::command("node");
            command
                .arg(workspace::path("xtask/js/wasm-tests.mjs"))
                .arg(folder)
                .arg(&chromium);
            let finished = process::run(&mut command, RUN_DEADLINE)?;
            sum.add(tally(finished.everything, finished.status.success()));
        }
        Ok(sum)
    })
}

/// The test modules that cargo built.
fn compile(toolchain: &Toolchain) -> Result<Vec<PathBuf>> {
    let mut command = toolchain.cargo("test");
    command.args(["--package", "beacon-panel", "--no-run"]);
    let artefacts = messages::artefacts(&mut command, BUILD_DEADLINE)?;
    Ok(artefacts
        .into_iter()
        .filter_map(|artefact| artefact.executable)
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "wasm")
        })
        .collect())
}

/// Fills a folder with the page of one test module; `None` when the module has no tests.
fn prepare(module: &Path) -> Result<Option<PathBuf>> {
    let mut wasm = walrus::ModuleConfig::new()
        .parse(&fs::read(module)?)
        .with_context(|| format!("cannot read {}", module.display()))?;
    let tests = tests_in(wasm.exports.iter().map(|export| export.name.as_str()));
    if tests.is_empty() {
        return Ok(None);
    }
    wasm.customs.remove_raw(MODE_SECTION);
    let name = module.file_stem().context("a test module has no name")?;
    let folder = workspace::target("wasm-tests").join(name);
    fs::create_dir_all(&folder)?;
    let mut bindgen = Bindgen::new();
    bindgen
        .debug(true)
        .typescript(false)
        .emit_start(false)
        .input_module("tests", wasm);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(&folder))
        .with_context(|| format!("wasm-bindgen over {}", module.display()))?;
    fs::write(
        folder.join("index.html"),
        include_str!("../../js/wasm-tests.html"),
    )?;
    fs::write(
        folder.join("run.js"),
        include_str!("../../js/wasm-tests-page.js"),
    )?;
    fs::write(folder.join("tests.json"), serde_json::to_string(&tests)?)?;
    Ok(Some(folder))
}

fn tests_in<'a>(exports: impl Iterator<Item = &'a str>) -> Vec<String> {
    exports
        .filter(|name| name.starts_with(TEST_PREFIX) && name.contains("::"))
        .map(str::to_owned)
        .collect()
}

/// Reads the harness' `test result: ok. 3 passed; 0 failed; 1 ignored; 0 filtered out`.
fn tally(output: String, success: bool) -> Tally {
    let mut tally = Tally::default();
    let line = output
        .lines()
        .rev()
        .find(|line| line.starts_with("test result:"));
    for result in line.unwrap_or_default().split([';', '.']) {
        let mut words = result.split_whitespace();
        let Some(count) = words.next().and_then(|count| count.parse::<u64>().ok()) else {
            continue;
        };
        match words.next() {
            Some("passed") => tally.passed = count,
            Some("failed") => tally.failed = count,
            Some("ignored") => tally.skipped = count,
            _ => {}
        }
    }
    // A module that trapped or hung has no result line.
    let failed = if success && line.is_some() {
        tally.failed
    } else {
        tally.failed.max(1)
    };
    Tally {
        failed,
        output,
        ..tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harness_result_is_read() {
        let line = "test a ... ok\n\ntest result: FAILED. 3 passed; 2 failed; 1 ignored; \
                    0 filtered out; finished in 0.01s\n";
        let tally = tally(line.into(), false);
        assert_eq!((tally.passed, tally.failed, tally.skipped), (3, 2, 1));
    }

    #[test]
    fn a_run_without_a_result_is_a_failure_whatever_its_exit_code() {
        assert_eq!(tally("RuntimeError: unreachable".into(), true).failed, 1);
        assert_eq!(tally(String::new(), false).failed, 1);
    }

    #[test]
    fn exports_of_the_macro_are_the_tests() {
        let exports = [
            "memory",
            "__wbgt__beacon_panel::mounts_once",
            "main",
            "__wbgt_nothing",
        ];
        assert_eq!(
            tests_in(exports.into_iter()),
            ["__wbgt__beacon_panel::mounts_once"]
        );
    }
}

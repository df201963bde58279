//! cargo-nextest, the test runner.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::tools::find_on_path;
use crate::{process, ui, workspace};

const DEADLINE: Duration = Duration::from_secs(1200);

/// The runner's path, building it into `target/tools` when there is none.
pub fn cargo_nextest() -> Result<PathBuf> {
    let ours = workspace::target("tools/bin/cargo-nextest");
    if ours.is_file() {
        return Ok(ours);
    }
    if let Some(path) = find_on_path(&["cargo-nextest"]) {
        return Ok(path);
    }
    ui::step("install cargo-nextest (minutes, once)", || {
        process::check(
            process::command("cargo")
                .args(["install", "cargo-nextest", "--locked", "--quiet", "--root"])
                .arg(workspace::target("tools")),
            DEADLINE,
        )
        .context("cargo-nextest is missing: `cargo install cargo-nextest --locked`")
    })?;
    Ok(ours)
}

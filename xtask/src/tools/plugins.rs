//! Cargo's plugins: cargo-nextest runs the tests, cargo-deny checks licences and bans.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::tools::find_on_path;
use crate::{process, ui, workspace};

const DEADLINE: Duration = Duration::from_secs(1800);

/// The test runner's path.
pub fn nextest() -> Result<PathBuf> {
    find_or_install("cargo-nextest", &["--version", "0.9.151"])
}

/// The licence checker's path. Its advisory database would be fetched from the network, so it is
/// built without: the advisories that matter are bans in `deny.toml`.
pub fn deny() -> Result<PathBuf> {
    find_or_install(
        "cargo-deny",
        &["--version", "0.20.2", "--no-default-features"],
    )
}

/// The plugin's path, building it into `target/tools` when there is none.
fn find_or_install(name: &str, arguments: &[&str]) -> Result<PathBuf> {
    let ours = workspace::target("tools/bin").join(name);
    if ours.is_file() {
        return Ok(ours);
    }
    if let Some(path) = find_on_path(&[name]) {
        return Ok(path);
    }
    ui::step(&format!("install {name} (minutes, once)"), || {
        process::check(
            process::command("cargo")
                .args(["install", name, "--locked", "--quiet"])
                .args(arguments)
                .arg("--root")
                .arg(workspace::target("tools")),
            DEADLINE,
        )
        .with_context(|| format!("{name} is missing: `cargo install {name} --locked`"))
    })?;
    Ok(ours)
}

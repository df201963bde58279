//! Formatting and clippy: each package is one check.

use std::process::Command;
use std::time::Duration;

use anyhow::Result;

use crate::test::summary::{self, Tally};
use crate::tools::wasm::Toolchain;
use crate::{process, workspace};

const DEADLINE: Duration = Duration::from_secs(1800);
const NATIVE: &[&str] = &["beacon-shared", "beacon-server", "beacon-stub", "xtask"];

/// `cargo fmt --check` over all packages.
pub fn format() -> Result<Tally> {
    summary::step("check the formatting", || {
        let mut command = process::command("cargo");
        command
            .current_dir(workspace::root())
            .args(["fmt", "--all", "--", "--check", "--color", "never"]);
        tally(&mut command)
    })
}

/// Clippy with warnings denied, package by package: together their features would unify.
pub fn clippy(toolchain: &Toolchain) -> Result<Tally> {
    let mut sum = Tally::default();
    for package in NATIVE {
        let mut command = native();
        command.args(["--package", package, "--all-targets"]);
        sum.add(step(package, command)?);
    }
    let console = ["--package", "beacon-stub", "--lib", "--no-default-features"];
    let console = [&console[..], &["--features", "hydrate"]].concat();
    let panel = ["--package", "beacon-panel", "--all-targets"];
    for (name, arguments) in [("beacon-panel", &panel[..]), ("the console", &console[..])] {
        // Debian's compiler comes without clippy: then the same sources are checked natively.
        let (mut command, target) = match toolchain.has_clippy() {
            true => (toolchain.cargo("clippy"), "wasm32"),
            false => (native(), "natively"),
        };
        command.args(arguments);
        sum.add(step(&format!("{name} ({target})"), command)?);
    }
    if !toolchain.has_clippy() {
        sum.note = Some("panel and console checked natively: no clippy for wasm here".into());
    }
    Ok(sum)
}

fn native() -> Command {
    let mut command = process::command("cargo");
    command.current_dir(workspace::root()).arg("clippy");
    command
}

fn step(name: &str, mut command: Command) -> Result<Tally> {
    command.args(["--quiet", "--", "-D", "warnings"]);
    summary::step(&format!("clippy: {name}"), || tally(&mut command))
}

fn tally(command: &mut Command) -> Result<Tally> {
    let finished = process::run(command, DEADLINE)?;
    if finished.status.success() {
        return Ok(Tally::passes(1));
    }
    Ok(Tally::failure(format!(
        "{}\n{}",
        process::display(command),
        finished.everything
    )))
}

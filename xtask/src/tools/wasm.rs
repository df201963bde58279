//! A toolchain that compiles for `wasm32-unknown-unknown`.
//!
//! The usual one is rustup's: the workspace's own compiler plus the target's standard library.
//! Where rustup cannot download, Debian's `rustc-web` brings the sources of its standard library,
//! which cargo then builds itself.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::tools::{apt, find_on_path};
use crate::{process, ui, workspace};

/// The target triple.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// Names the environment variable that forces one toolchain: `rustup` or `debian`.
pub const VARIABLE: &str = "BEACON_WASM_TOOLCHAIN";

const QUICK: Duration = Duration::from_secs(20);
const DOWNLOAD: Duration = Duration::from_secs(60);
const DEBIAN_CARGO: &str = "/usr/bin/cargo";
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_PACKAGES: &[&str] = &["rustc-web", "cargo-web", "rust-web-src", "lld-22"];
const LINKERS: &[&str] = &[
    "wasm-ld-22",
    "wasm-ld-21",
    "wasm-ld-20",
    "wasm-ld-19",
    "wasm-ld",
];
/// `rust-version` of the workspace.
const OLDEST_RUSTC: (u32, u32) = (1, 95);

/// A toolchain found.
pub enum Toolchain {
    /// The compiler on the PATH has the target's standard library.
    Rustup,
    /// Debian's compiler builds the standard library from source.
    Debian {
        /// The linker.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Finds a toolchain, installing one when there is none.
    pub fn find() -> Result<Self> {
        match std::env::var(VARIABLE).ok().as_deref() {
            None => {}
            Some("rustup") => return Ok(Self::Rustup),
            Some("debian") => return debian().context("Debian's wasm toolchain is incomplete"),
            Some(other) => bail!("{VARIABLE} is {other:?}: use rustup or debian"),
        }
        if has_target() {
            return Ok(Self::Rustup);
        }
        if let Some(found) = debian() {
            return Ok(found);
        }
        if rustup_adds_target() {
            return Ok(Self::Rustup);
        }
        ui::step("install Debian's wasm toolchain", || {
            apt::install(DEBIAN_PACKAGES)
        })
        .context(
            "the panel needs a compiler for wasm32-unknown-unknown: \
             run `rustup target add wasm32-unknown-unknown`, or",
        )?;
        debian().context("Debian's wasm toolchain is installed but incomplete")
    }

    /// What it is, for a progress line.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rustup => "rustup",
            Self::Debian { .. } => "Debian rustc",
        }
    }

    /// `cargo <verb>` for the wasm target, with its artefacts apart from the native ones.
    pub fn cargo(&self, verb: &str) -> Command {
        let mut command = match self {
            Self::Rustup => process::command("cargo"),
            Self::Debian { .. } => process::command(DEBIAN_CARGO),
        };
        command
            .current_dir(workspace::root())
            .args([verb, "--target", TARGET, "--target-dir"])
            .arg(self.target_dir());
        if let Self::Debian { linker } = self {
            command
                .env("RUSTC", DEBIAN_RUSTC)
                .env("RUSTC_BOOTSTRAP", "1")
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
                .args(["-Zbuild-std=std,panic_abort"])
                .args(["-Zbuild-std-features=optimize_for_size"]);
        }
        command
    }

    /// Where [`Toolchain::cargo`] leaves its artefacts: one folder per compiler, so that going
    /// from one to the other rebuilds nothing.
    pub fn target_dir(&self) -> PathBuf {
        match self {
            Self::Rustup => workspace::target("panel"),
            Self::Debian { .. } => workspace::target("panel-debian"),
        }
    }

    /// Whether `cargo clippy` works for the target: Debian's compiler comes without clippy.
    pub fn has_clippy(&self) -> bool {
        matches!(self, Self::Rustup)
    }
}

fn has_target() -> bool {
    let mut command = process::command("rustc");
    command.args(["--print", "target-libdir", "--target", TARGET]);
    let Ok(finished) = process::check(&mut command, QUICK) else {
        return false;
    };
    Path::new(finished.stdout.trim()).is_dir()
}

fn rustup_adds_target() -> bool {
    if find_on_path(&["rustup"]).is_none() {
        return false;
    }
    // Not the end of the road where this fails: Debian's packages come next.
    let added = ui::step("rustup target add wasm32-unknown-unknown", || {
        process::run(
            process::command("rustup").args(["target", "add", TARGET]),
            DOWNLOAD,
        )
    });
    added.is_ok_and(|finished| finished.status.success()) && has_target()
}

fn debian() -> Option<Toolchain> {
    if !Path::new(DEBIAN_CARGO).is_file() {
        return None;
    }
    let version = process::check(process::command(DEBIAN_RUSTC).arg("--version"), QUICK).ok()?;
    if minor(&version.stdout)? < OLDEST_RUSTC {
        return None;
    }
    let sysroot = process::check(
        process::command(DEBIAN_RUSTC).args(["--print", "sysroot"]),
        QUICK,
    )
    .ok()?;
    let sources = Path::new(sysroot.stdout.trim()).join("lib/rustlib/src/rust/library/std");
    let linker = find_on_path(LINKERS)?;
    sources.is_dir().then_some(Toolchain::Debian { linker })
}

fn minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split_whitespace().nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_version_is_read() {
        assert_eq!(
            minor("rustc 1.96.0 (abcdef 2026-05-25) (built from a source)"),
            Some((1, 96))
        );
        assert_eq!(minor("rustc 1.63.0"), Some((1, 63)));
        assert_eq!(minor(""), None);
    }

    #[test]
    fn an_older_compiler_is_not_good_enough() {
        assert!(minor("rustc 1.63.0").unwrap() < OLDEST_RUSTC);
        assert!(minor("rustc 2.0.0").unwrap() >= OLDEST_RUSTC);
    }
}

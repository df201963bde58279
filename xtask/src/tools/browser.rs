//! The Chromium that the browser tests drive.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::tools::{apt, find_on_path};
use crate::ui;

/// Names the environment variable that points at another browser.
pub const VARIABLE: &str = "BEACON_CHROMIUM";

const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The browser's path, installing Debian's chromium when there is none.
pub fn chromium() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE).map(PathBuf::from) {
        if !path.is_file() {
            bail!("{VARIABLE} points at {}, which is no file", path.display());
        }
        return Ok(path);
    }
    if let Some(path) = find_on_path(NAMES) {
        return Ok(path);
    }
    ui::step("install chromium", || {
        apt::install(&["chromium"]).context(
            "the browser steps need Chromium or Chrome, on the PATH or named by BEACON_CHROMIUM",
        )
    })?;
    find_on_path(NAMES).context("apt-get installed chromium, but it is not on the PATH")
}

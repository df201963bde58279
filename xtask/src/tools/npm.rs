//! npm packages: `npm ci` where the lock file changed since the last time.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::stamp::{self, Fingerprint};
use crate::tools::{apt, find_on_path};
use crate::{process, ui, workspace};

const DEADLINE: Duration = Duration::from_secs(600);
const OLDEST_NODE: u32 = 20;

/// Installs what the folder's lock file names. Folders are relative to the repository.
pub fn install(folder: &str) -> Result<()> {
    let path = workspace::path(folder);
    let lock = path.join("package-lock.json");
    if !lock.is_file() {
        bail!("{folder}/package-lock.json is missing");
    }
    let inputs = Fingerprint::default()
        .file(&lock)
        .file(&path.join("package.json"));
    let name = format!("npm/{folder}");
    if path.join("node_modules").is_dir() && stamp::is_fresh(&name, &inputs) {
        return Ok(());
    }
    node()?;
    ui::step(&format!("npm ci in {folder}"), || {
        process::check(
            npm(&path)
                .args(["ci", "--no-audit", "--no-fund", "--prefer-offline"])
                // The browser comes from the system.
                .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"),
            DEADLINE,
        )
    })?;
    stamp::write(&name, &inputs)
}

/// `npm` in a folder.
pub fn npm(folder: &Path) -> Command {
    let mut command = process::command("npm");
    command.current_dir(folder);
    command
}

fn node() -> Result<()> {
    if find_on_path(&["node"]).is_none() || find_on_path(&["npm"]).is_none() {
        ui::step("install node", || apt::install(&["nodejs", "npm"]))
            .with_context(|| format!("Node.js {OLDEST_NODE} or newer is needed, with npm"))?;
    }
    let finished = process::check(
        process::command("node").arg("--version"),
        Duration::from_secs(20),
    )?;
    match major(&finished.stdout) {
        Some(version) if version >= OLDEST_NODE => Ok(()),
        _ => bail!(
            "Node.js {OLDEST_NODE} or newer is needed, found {}",
            finished.stdout.trim()
        ),
    }
}

fn major(version: &str) -> Option<u32> {
    version
        .trim()
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_of_node_is_read() {
        assert_eq!(major("v20.11.1\n"), Some(20));
        assert_eq!(major("nonsense"), None);
    }
}

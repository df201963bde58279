//! Packages of the distribution, on machines that have apt and where we are root.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::process;
use crate::tools::find_on_path;

const DEADLINE: Duration = Duration::from_secs(600);

/// Installs packages. Without apt or root the error says what to install by hand.
pub fn install(packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if find_on_path(&["apt-get"]).is_none() {
        bail!("install these Debian packages or their like: {list}");
    }
    if !nix::unistd::geteuid().is_root() {
        bail!("run `sudo apt-get install -y --no-install-recommends {list}`");
    }
    if apt_get("install", packages).is_err() {
        // The package lists are old or were never fetched.
        apt_get("update", &[])?;
        apt_get("install", packages)?;
    }
    Ok(())
}

fn apt_get(verb: &str, packages: &[&str]) -> Result<()> {
    let mut command = process::command("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive").arg(verb);
    if verb == "install" {
        command
            .args(["-y", "--no-install-recommends"])
            .args(packages);
    }
    process::check(&mut command, DEADLINE).map(drop)
}

//! `cargo xtask panel`: everything the browser downloads.
//!
//! Three folders under `target/`: `panel-dist` (the panel for JavaScript hosts, an npm package),
//! `console-dist` (the admin console's hydration bundle with the panel inside), `viewer-dist` (the
//! 3D viewer's page, built by npm).

mod bundle;
mod compress;
pub mod size;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use self::bundle::Bundle;
use crate::stamp::{self, Fingerprint};
use crate::tools::wasm::Toolchain;
use crate::tools::{messages, npm};
use crate::{process, ui, workspace};

const BUILD_DEADLINE: Duration = Duration::from_secs(1800);
const PANEL_FOLDER: &str = "panel-dist";
const CONSOLE_PACKAGE: &str = "beacon-stub";
const PANEL_PACKAGE: &str = "beacon-panel";

/// One of the folders.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// The panel for JavaScript hosts.
    Panel,
    /// The admin console's hydration bundle.
    Console,
    /// The 3D viewer's page.
    Viewer,
}

/// All folders.
pub const ALL: &[Part] = &[Part::Panel, Part::Console, Part::Viewer];

/// Builds the named folders.
pub fn build(parts: &[Part]) -> Result<()> {
    let toolchain = Toolchain::find()?;
    npm::install("xtask/npm")?;
    for part in parts {
        match part {
            Part::Panel => panel(&toolchain)?,
            Part::Console => console(&toolchain)?,
            Part::Viewer => viewer()?,
        }
    }
    Ok(())
}

fn panel(toolchain: &Toolchain) -> Result<()> {
    let label = format!("compile the panel to wasm ({})", toolchain.name());
    let wasm = ui::step(&label, || {
        compile(
            toolchain,
            &["--package", PANEL_PACKAGE, "--lib"],
            "beacon_panel.wasm",
        )
    })?;
    Bundle {
        name: "beacon_panel",
        wasm,
        extra: panel_files()?,
        out: workspace::target(PANEL_FOLDER),
    }
    .write()?;
    ui::line(size::measure()?.to_string());
    Ok(())
}

fn console(toolchain: &Toolchain) -> Result<()> {
    let label = format!("compile the console to wasm ({})", toolchain.name());
    let features = ["--no-default-features", "--features", "hydrate"];
    let wasm = ui::step(&label, || {
        let package = ["--package", CONSOLE_PACKAGE, "--lib"];
        compile(
            toolchain,
            &[&package[..], &features[..]].concat(),
            "beacon_stub.wasm",
        )
    })?;
    let extra = match workspace::path("stub-server/console") {
        folder if folder.is_dir() => stamp::files_below(&folder, &[])?
            .into_iter()
            .filter(|file| file.extension().is_some_and(|extension| extension == "css"))
            .collect(),
        _ => Vec::new(),
    };
    Bundle {
        name: "console",
        wasm,
        extra,
        out: workspace::target("console-dist"),
    }
    .write()
}

fn viewer() -> Result<()> {
    let folder = "stub-server/viewer";
    let path = workspace::path(folder);
    let out = workspace::target("viewer-dist");
    npm::install(folder)?;
    let inputs = Fingerprint::default().folder(&path, &["node_modules", "dist"])?;
    if out.is_dir() && stamp::is_fresh("viewer", &inputs) {
        return Ok(());
    }
    ui::step("build the viewer page", || {
        process::check(npm::npm(&path).args(["run", "build"]), BUILD_DEADLINE)
    })?;
    if !out.is_dir() {
        bail!("`npm run build` in {folder} left no target/viewer-dist");
    }
    compress::folder(&out)?;
    stamp::write("viewer", &inputs)
}

fn compile(toolchain: &Toolchain, arguments: &[&str], artefact: &str) -> Result<PathBuf> {
    // With an rlib beside the cdylib, as the manifests have it, cargo leaves out the link-time
    // optimization that makes the panel half as large.
    let mut command = toolchain.cargo("rustc");
    command
        .args(["--profile", "wasm", "--crate-type", "cdylib"])
        .args(arguments);
    messages::artefacts(&mut command, BUILD_DEADLINE)?
        .into_iter()
        .flat_map(|artefacts| artefacts.filenames)
        .find(|file| file.ends_with(artefact))
        .with_context(|| format!("the build left no {artefact}"))
}

/// The hand-written part of the panel's package: loader, types, style sheets, package manifest.
fn panel_files() -> Result<Vec<PathBuf>> {
    let folder = workspace::path("panel/js");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        if path.is_file() && is_published(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn is_published(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.contains(".test.") || name.contains(".config.") {
        return false;
    }
    name == "package.json"
        || name.ends_with(".d.ts")
        || name.ends_with(".js")
        || name.ends_with(".css")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_hosts_use_is_published() {
        assert!(is_published(Path::new("js/beacon-panel.js")));
        assert!(is_published(Path::new("js/beacon-panel.d.ts")));
        assert!(!is_published(Path::new("js/beacon-panel.test.js")));
        assert!(!is_published(Path::new("js/tsconfig.json")));
    }
}

//! From cargo's wasm to what a page loads: wasm-bindgen, wasm-opt, the hand-written files, and a
//! compressed copy of each.
//!
//! wasm-bindgen is linked as a library, so one lock file pins both sides of its protocol.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::panel::compress;
use crate::stamp::{self, Fingerprint};
use crate::{process, ui, workspace};

const WASM_OPT_DEADLINE: Duration = Duration::from_secs(600);

/// What rustc emits for the target by default. Stripping removes the section that would tell
/// wasm-opt.
const WASM_FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-call-indirect-overlong",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// One folder for the browser.
pub struct Bundle {
    /// The stem of the generated files: `<name>.js`, `<name>_bg.wasm`.
    pub name: &'static str,
    /// What cargo built.
    pub wasm: PathBuf,
    /// Files copied beside the generated ones.
    pub extra: Vec<PathBuf>,
    /// The folder to fill.
    pub out: PathBuf,
}

impl Bundle {
    /// Fills the folder, unless it was filled from the same inputs.
    pub fn write(&self) -> Result<()> {
        let inputs = self.inputs();
        if self.out.is_dir() && stamp::is_fresh(self.name, &inputs) {
            return Ok(());
        }
        // Built aside and moved: a running demo serves the old folder or the new one, whole.
        let fresh = self.out.with_extension("new");
        remove_folder(&fresh)?;
        fs::create_dir_all(&fresh)?;
        ui::step(
            &format!("wasm-bindgen, wasm-opt, brotli: {}", self.name),
            || {
                self.bindgen(&fresh)?;
                self.optimize(&fresh.join(format!("{}_bg.wasm", self.name)))?;
                for file in &self.extra {
                    let name = file.file_name().context("a file to copy has no name")?;
                    fs::copy(file, fresh.join(name))
                        .with_context(|| format!("cannot copy {}", file.display()))?;
                }
                compress::folder(&fresh)
            },
        )?;
        remove_folder(&self.out)?;
        fs::rename(&fresh, &self.out)
            .with_context(|| format!("cannot move {} in place", fresh.display()))?;
        stamp::write(self.name, &inputs)
    }

    fn inputs(&self) -> Fingerprint {
        let mut inputs = Fingerprint::default()
            .value(WASM_FEATURES)
            .file(&workspace::path("xtask/npm/package-lock.json"))
            .file(&workspace::path("xtask/src/panel/bundle.rs"))
            .file(&workspace::path("xtask/src/panel/compress.rs"))
            .file(&workspace::path("Cargo.lock"))
            .file(&self.wasm);
        for file in &self.extra {
            inputs = inputs.value(file).file(file);
        }
        inputs
    }

    fn bindgen(&self, folder: &Path) -> Result<()> {
        let mut bindgen = Bindgen::new();
        bindgen
            .input_path(&self.wasm)
            .out_name(self.name)
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            // After a panic the loader resets the instance and mounts again.
            .reset_state_function(true);
        bindgen
            .web(true)
            .and_then(|bindgen| bindgen.generate(folder))
            .with_context(|| format!("wasm-bindgen over {}", self.wasm.display()))
    }

    fn optimize(&self, wasm: &Path) -> Result<()> {
        let optimized = wasm.with_extension("opt");
        process::check(
            process::command("node")
                .arg(workspace::path(
                    "xtask/npm/node_modules/binaryen/bin/wasm-opt",
                ))
                .arg(wasm)
                .arg("-o")
                .arg(&optimized)
                .args(["-Oz", "--strip-producers", "--strip-target-features"])
                .args(WASM_FEATURES),
            WASM_OPT_DEADLINE,
        )?;
        fs::rename(&optimized, wasm).context("cannot replace the wasm with the optimized one")
    }
}

fn remove_folder(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

//! Where things are in the work tree.

use std::path::{Path, PathBuf};

/// The repository's folder.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// A path below the repository's folder.
pub fn path(relative: &str) -> PathBuf {
    root().join(relative)
}

/// A path below `target/`.
pub fn target(relative: &str) -> PathBuf {
    root().join("target").join(relative)
}

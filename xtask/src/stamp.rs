//! Stamps: work whose inputs did not change since it last succeeded is not done again.
//!
//! A stamp is a small file under `target/stamps` that holds the fingerprint of the inputs. It is
//! written after the work, so a failed run leaves none.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::workspace;

/// A fingerprint of inputs; not cryptographic, it only has to notice edits.
#[derive(Clone, Default)]
pub struct Fingerprint(DefaultHasher);

impl Fingerprint {
    /// Adds a value.
    pub fn value(mut self, value: impl Hash) -> Self {
        value.hash(&mut self.0);
        self
    }

    /// Adds a file's content; an absent file counts as absent.
    pub fn file(mut self, path: &Path) -> Self {
        fs::read(path).ok().hash(&mut self.0);
        self
    }

    /// Adds every file below a folder, by name and content, leaving out the named folders.
    pub fn folder(mut self, path: &Path, leave_out: &[&str]) -> Result<Self> {
        for file in files_below(path, leave_out)? {
            file.strip_prefix(path).unwrap_or(&file).hash(&mut self.0);
            self = self.file(&file);
        }
        Ok(self)
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

/// Every file below a folder in a stable order.
pub fn files_below(path: &Path, leave_out: &[&str]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder)
            .with_context(|| format!("cannot read the folder {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            if leave_out.iter().any(|left_out| name == *left_out) {
                continue;
            }
            match entry.file_type()?.is_dir() {
                true => folders.push(entry.path()),
                false => files.push(entry.path()),
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Whether the work of this name was last done with these inputs.
pub fn is_fresh(name: &str, inputs: &Fingerprint) -> bool {
    fs::read_to_string(stamp_path(name)).is_ok_and(|stamp| stamp == inputs.text())
}

/// Notes that the work of this name is done with these inputs.
pub fn write(name: &str, inputs: &Fingerprint) -> Result<()> {
    let path = stamp_path(name);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, inputs.text()).with_context(|| format!("cannot write {}", path.display()))
}

fn stamp_path(name: &str) -> PathBuf {
    workspace::target("stamps").join(name.replace('/', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_changes_the_fingerprint() {
        let one = Fingerprint::default().value("a").value(1);
        let two = Fingerprint::default().value("a").value(2);
        assert_ne!(one.text(), two.text());
        assert_eq!(
            one.text(),
            Fingerprint::default().value("a").value(1).text()
        );
    }

    #[test]
    fn an_absent_file_differs_from_an_empty_one() {
        let absent = Fingerprint::default().file(Path::new("/nonexistent/file"));
        let empty = Fingerprint::default().file(Path::new("/dev/null"));
        assert_ne!(absent.text(), empty.text());
    }
}

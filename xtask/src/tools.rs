//! Finds the tools that a command needs; installs what is missing where it may, and otherwise says
//! exactly what to install.

pub mod apt;
pub mod browser;

pub mod messages;
pub mod npm;
pub mod plugins;
pub mod wasm;

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// The first of these programs that is on the PATH.
pub fn find_on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|candidate| {
            candidate
                .metadata()
                .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_on_the_path_is_found_and_a_missing_one_is_not() {
        assert!(find_on_path(&["no-such-program", "sh"]).is_some_and(|path| path.ends_with("sh")));
        assert_eq!(find_on_path(&["no-such-program"]), None);
    }
}

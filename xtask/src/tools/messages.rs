//! Cargo's messages: what a build made, read from the build itself and not guessed from paths.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};
use serde::Deserialize;

use crate::process;

/// One artefact message; other messages have neither field.
#[derive(Deserialize)]
pub struct Artefact {
    /// Files the compiler wrote.
    #[serde(default)]
    pub filenames: Vec<PathBuf>,
    /// The program, where it is one; tests are.
    #[serde(default)]
    pub executable: Option<PathBuf>,
}

/// Runs a cargo command that compiles. The error carries what a person would have seen.
pub fn artefacts(command: &mut Command, deadline: Duration) -> Result<Vec<Artefact>> {
    command.args(["--message-format", "json-render-diagnostics"]);
    let finished = process::run(command, deadline)?;
    if !finished.status.success() {
        let is_for_people = |line: &&str| !line.starts_with("{\"reason\"");
        let lines: Vec<&str> = finished.everything.lines().filter(is_for_people).collect();
        bail!("{}\n\n{}", process::display(command), lines.join("\n"));
    }
    Ok(read(&finished.stdout))
}

fn read(messages: &str) -> Vec<Artefact> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_programs_are_read_and_the_rest_is_left_alone() {
        let artefacts = read(
            "{\"reason\":\"compiler-artifact\",\"filenames\":[\"/x/a.wasm\"],\"executable\":null}\n\
             {\"reason\":\"build-finished\",\"success\":true}\nnot json\n\
             {\"filenames\":[],\"executable\":\"/x/deps/test-1.wasm\"}\n",
        );
        let files: Vec<_> = artefacts
            .iter()
            .flat_map(|artefact| &artefact.filenames)
            .collect();
        let programs: Vec<_> = artefacts
            .iter()
            .filter_map(|artefact| artefact.executable.as_ref())
            .collect();
        assert_eq!(files, [&PathBuf::from("/x/a.wasm")]);
        assert_eq!(programs, [&PathBuf::from("/x/deps/test-1.wasm")]);
    }
}

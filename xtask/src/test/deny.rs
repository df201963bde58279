//! Licences, bans and sources of every dependency, by cargo-deny and `deny.toml`. Each of the three
//! is one check.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;

use crate::test::summary::{self, Tally};
use crate::{process, workspace};

const DEADLINE: Duration = Duration::from_secs(300);
const CHECKS: &[&str] = &["licenses", "bans", "sources"];

/// Runs the checks; once the dependencies are downloaded they need no network.
pub fn check(cargo_deny: &Path) -> Result<Tally> {
    summary::step("check licences, bans and sources", || {
        let mut sum = Tally::default();
        for check in CHECKS {
            let mut command = process::command(cargo_deny);
            command.current_dir(workspace::root());
            command.args(["--color", "never", "check", check]);
            let finished = process::run(&mut command, DEADLINE)?;
            sum.add(match finished.status.success() {
                true => Tally::passes(1),
                false => Tally::failure(finished.everything),
            });
        }
        Ok(sum)
    })
}

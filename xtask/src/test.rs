//! `cargo xtask test`: every check there is, cheap ones first, and one table at the end.
//!
//! The first kind that fails ends the run; the table is printed all the same and says what was not
//! run. The last line is `N passed, N failed`.

mod checks;
mod deny;
mod features;
mod rust;
mod summary;
mod typescript;
mod wasm;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use clap::Args;

use self::summary::{Kind, Summary, Tally};
use crate::playwright::{self, Project};
use crate::ports::Ports;
use crate::process::Interrupted;
use crate::stack::{self, Stack};
use crate::tools::wasm::Toolchain;
use crate::tools::{browser, npm, plugins};
use crate::{panel, ui};

/// Where the stack of the browser tests keeps its data, below `target/`.
const FOLDER: &str = "e2e";

#[derive(Args)]
pub struct Test {
    /// Leave out what needs a browser
    #[arg(long)]
    fast: bool,
    /// Run only these kinds, by their name in the table
    #[arg(long, value_name = "KIND", value_parser = kind_name)]
    only: Vec<String>,
}

fn kind_name(text: &str) -> Result<String, String> {
    let names: Vec<&str> = WITHOUT_BROWSER
        .iter()
        .chain(WITH_BROWSER)
        .map(|(name, _)| *name)
        .collect();
    match names.contains(&text) {
        true => Ok(text.to_owned()),
        false => Err(format!("the kinds are {}", names.join(", "))),
    }
}

/// What the kinds share.
struct Tools {
    nextest: PathBuf,
    deny: PathBuf,
    wasm: Toolchain,
}

type Work = fn(&Tools) -> Result<Tally>;

/// Kinds in the order they run.
const WITHOUT_BROWSER: &[(&str, Work)] = &[
    ("format", |_| checks::format()),
    ("clippy", |tools| checks::clippy(&tools.wasm)),
    ("licences and bans", |tools| deny::check(&tools.deny)),
    ("feature trees", |_| features::check()),
    ("TypeScript", |_| typescript::check()),
    ("shared", |tools| {
        rust::tests(tools, "beacon-shared", rust::Part::All)
    }),
    ("xtask", |tools| {
        rust::tests(tools, "xtask", rust::Part::All)
    }),
    ("server", |tools| {
        rust::tests(tools, "beacon-server", rust::Part::All)
    }),
    ("stub", |tools| {
        rust::tests(tools, "beacon-stub", rust::Part::Unit)
    }),
    ("stub contracts", |tools| {
        rust::tests(tools, "beacon-stub", rust::Part::Integration)
    }),
    ("panel", |tools| {
        rust::tests(tools, "beacon-panel", rust::Part::All)
    }),
];
const WITH_BROWSER: &[(&str, Work)] = &[
    ("panel in Chromium", |tools| wasm::tests(&tools.wasm)),
    ("end to end", |_| end_to_end()),
    ("panel size", |_| panel_size()),
];

/// Runs the kinds and prints the table.
pub fn run(test: &Test) -> Result<ExitCode> {
    let tools = Tools {
        nextest: plugins::nextest()?,
        deny: plugins::deny()?,
        wasm: Toolchain::find()?,
    };
    if !test.fast {
        npm::install("e2e")?;
        browser::chromium()?;
    }
    let kinds = WITHOUT_BROWSER
        .iter()
        .chain(if test.fast { &[] } else { WITH_BROWSER })
        .filter(|(name, _)| test.only.is_empty() || test.only.iter().any(|only| only == name));
    let mut summary = Summary::default();
    let mut broken = None;
    for (name, work) in kinds {
        if broken.is_some() {
            summary.push(Kind::not_run(name));
            continue;
        }
        let started = Instant::now();
        let tally = match work(&tools) {
            Ok(tally) => tally,
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(error) => Tally::failure(format!("{error:#}")),
        };
        if tally.failed > 0 {
            broken = Some(format!("{name} failed\n\n{}", tally.output.trim_end()));
        }
        summary.push(Kind::run(name, &tally, started.elapsed()));
    }
    if let Some(output) = &broken {
        ui::error(format!("\n{output}"));
    }
    ui::line(format!("\n{summary}"));
    Ok(if broken.is_some() {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn panel_size() -> Result<Tally> {
    panel::build(&[panel::Part::Panel])?;
    panel::size::measure()?.check()?;
    Ok(Tally::passes(1))
}

fn end_to_end() -> Result<Tally> {
    panel::build(panel::ALL)?;
    stack::build()?;
    let stack = Stack::start(Ports::free(None, None)?, FOLDER)?;
    let run = playwright::run(Project::Specs, &stack)?;
    stack.keep_logs(FOLDER)?;
    let output = match run.failed {
        0 => run.output,
        _ => format!("{}{}", run.output, stack.last_words()),
    };
    Ok(Tally {
        passed: run.passed,
        failed: run.failed,
        skipped: run.skipped,
        note: None,
        output,
    })
}

//! `cargo xtask`: build, demo and test Beacon.
//!
//! Two commands are enough on a fresh machine, `cargo xtask demo` and `cargo xtask test`: what is
//! missing is installed where that is possible, and named where it is not. This crate knows the
//! packages by their names and ports only; it depends on none of them.

mod demo;
mod panel;
mod playwright;
mod ports;
mod process;
mod stack;
mod stamp;
mod test;
mod tools;
mod ui;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build, demo and test Beacon")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build and start everything, and say where it is
    Demo(demo::Demo),
    /// Run every check and test
    Test(test::Test),
    /// Build what the browser downloads: the panel, the console's bundle, the viewer's page
    Panel {
        /// Only these parts
        #[arg(value_enum)]
        parts: Vec<panel::Part>,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli.command) {
        Ok(code) => code,
        Err(error) if error.is::<process::Interrupted>() => ExitCode::from(130),
        Err(error) => {
            ui::error(format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode> {
    process::watch_for_interrupt()?;
    match command {
        Command::Demo(demo) => demo::run(&demo)?,
        Command::Test(test) => return test::run(&test),
        Command::Panel { parts } if parts.is_empty() => build_panel(panel::ALL)?,
        Command::Panel { parts } => build_panel(&parts)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn build_panel(parts: &[panel::Part]) -> Result<()> {
    panel::build(parts)?;
    match parts.contains(&panel::Part::Panel) {
        true => panel::size::measure()?.check(),
        false => Ok(()),
    }
}

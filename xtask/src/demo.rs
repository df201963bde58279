//! `cargo xtask demo`: build everything, start it, say where it is; `--check` has a browser ask it
//! one question in both hosts.

use std::fs;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::playwright::{self, Project};
use crate::ports::Ports;
use crate::stack::{self, Stack};
use crate::tools::{browser, npm};
use crate::{panel, ui, workspace};

/// Where the check leaves its pictures and its result, below `target/`.
const FOLDER: &str = "demo";

#[derive(Args)]
pub struct Demo {
    /// The port of Beacon's server [default: 4000; with --check a free one]
    #[arg(long)]
    port: Option<u16>,
    /// The port of the stub server and its host pages [default: 4100; with --check a free one]
    #[arg(long)]
    stub_port: Option<u16>,
    /// Ask one question in both hosts with a headless browser, save pictures, and end
    #[arg(long)]
    check: bool,
}

/// Runs the demo, or its check.
pub fn run(demo: &Demo) -> Result<()> {
    let ports = match demo.check {
        true => Ports::free(demo.port, demo.stub_port)?,
        false => Ports::usual(demo.port, demo.stub_port),
    };
    ports.check()?;
    if demo.check {
        npm::install("e2e")?;
        browser::chromium()?;
    }
    panel::build(panel::ALL)?;
    stack::build()?;
    let mut stack = Stack::start(ports, FOLDER)?;
    match demo.check {
        true => check(&stack),
        false => serve(&mut stack),
    }
}

fn serve(stack: &mut Stack) -> Result<()> {
    ui::line(format!(
        "\n  viewer   {}\n  console  {}\n\nCtrl-C stops both.",
        stack.viewer_url(),
        stack.console_url()
    ));
    stack.serve()?;
    ui::line("\nstopping");
    Ok(())
}

fn check(stack: &Stack) -> Result<()> {
    let folder = workspace::target(FOLDER);
    let result = folder.join("result.json");
    let pictures = [folder.join("viewer.png"), folder.join("console.png")];
    for old in pictures.iter().chain([&result]) {
        if old.exists() {
            fs::remove_file(old).with_context(|| format!("cannot remove {}", old.display()))?;
        }
    }
    let run = playwright::run(Project::Demo, stack)?;
    if run.failed > 0 {
        stack.keep_logs(FOLDER)?;
        bail!("the check failed\n\n{}{}", run.output, stack.last_words());
    }
    let written = fs::read_to_string(&result)
        .with_context(|| format!("the check wrote no {}", result.display()))?;
    ui::line(summary(&written)?);
    for picture in &pictures {
        if !picture.is_file() {
            bail!("the check left no picture {}", picture.display());
        }
        let short = picture.strip_prefix(workspace::root()).unwrap_or(picture);
        ui::line(format!("  picture  {}", short.display()));
    }
    Ok(())
}

/// What the check saw, host by host: its keys are hosts, each with `answer` and `count_line`.
fn summary(result: &str) -> Result<String> {
    let result: serde_json::Value =
        serde_json::from_str(result).context("result.json is no JSON")?;
    let hosts = result.as_object().context("result.json is no object")?;
    let mut lines = vec![String::new()];
    for (host, seen) in hosts {
        let Some(answer) = seen.get("answer").and_then(|answer| answer.as_str()) else {
            continue;
        };
        let Some(count) = seen.get("count_line").and_then(|count| count.as_str()) else {
            continue;
        };
        lines.push(format!(
            "  {host:<8} {}\n           {}",
            one_line(answer),
            one_line(count)
        ));
    }
    if lines.len() == 1 {
        bail!("result.json names no host with an answer and a count line");
    }
    Ok(lines.join("\n"))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_and_the_count_line_of_each_host_are_shown() {
        let shown = summary(
            r#"{"viewer":{"answer":"At least\n189 match.","count_line":"Showing 10"},"at":1}"#,
        )
        .unwrap();
        assert_eq!(
            shown,
            "\n  viewer   At least 189 match.\n           Showing 10"
        );
    }

    #[test]
    fn a_result_without_an_answer_is_an_error() {
        assert!(summary("{}").is_err());
        assert!(summary(r#"{"viewer":{"answer":"x"}}"#).is_err());
        assert!(summary("no json").is_err());
    }
}

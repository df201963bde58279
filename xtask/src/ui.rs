//! What the person at the terminal sees: one line per step with its seconds, nothing else.
//!
//! The only place that writes to stdout and stderr.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;

use crate::process::Interrupted;

const LABEL_WIDTH: usize = 46;

/// Writes one line to stdout. A closed pipe is nobody listening, which is no error here.
pub fn line(text: impl AsRef<str>) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{}", text.as_ref());
    let _ = out.flush();
}

/// Writes one line to stderr.
pub fn error(text: impl AsRef<str>) {
    let _ = writeln!(std::io::stderr().lock(), "{}", text.as_ref());
}

/// Runs one step: its name appears when it starts, its seconds when it ends.
pub fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    judged_step(name, work, |_| true)
}

/// A step whose result can be a failure without being an error.
pub fn judged_step<T>(
    name: &str,
    work: impl FnOnce() -> Result<T>,
    is_good: impl FnOnce(&T) -> bool,
) -> Result<T> {
    let started = Instant::now();
    part(&format!("{name:<LABEL_WIDTH$}"));
    let result = work();
    let seconds = started.elapsed().as_secs_f64();
    let mark = match &result {
        Ok(value) if is_good(value) => "",
        Err(error) if error.is::<Interrupted>() => "  interrupted",
        _ => "  FAILED",
    };
    line(format!("{seconds:>7.1} s{mark}"));
    result
}

fn part(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = write!(out, "{text}");
    let _ = out.flush();
}

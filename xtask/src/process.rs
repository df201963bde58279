//! Child processes: run one to its end and keep its output, or keep one running and stop it.
//!
//! Every child gets its own process group, so that stopping it stops what it started, and a Ctrl-C
//! at the terminal reaches the children only through [`stop_group`]: in order, with a deadline.

use std::fmt;
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

const POLL: Duration = Duration::from_millis(25);
/// How long a stopped child may take to leave before it is killed.
const GRACE: Duration = Duration::from_secs(5);

/// Variables that cargo and rustup set for this process. Inherited by a nested cargo they would
/// only make build scripts run again.
const INHERITED: &[&str] = &["CARGO", "LD_LIBRARY_PATH", "RUST_RECURSION_COUNT"];

/// The run was interrupted by Ctrl-C or SIGTERM.
#[derive(Debug)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}

/// From now on Ctrl-C, SIGTERM and SIGHUP are noted instead of ending this process.
pub fn watch_for_interrupt() -> Result<()> {
    ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::SeqCst))
        .context("cannot install the Ctrl-C handler")
}

/// Whether the user asked to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Waits one polling interval.
#[expect(
    clippy::disallowed_methods,
    reason = "there is no executor here to block"
)]
pub fn pause() {
    std::thread::sleep(POLL);
}

/// A command without what cargo and rustup left in the environment.
pub fn command(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(program);
    for (key, _) in std::env::vars_os() {
        let Some(key) = key.to_str() else { continue };
        let of_this_package = key.starts_with("CARGO_PKG_")
            || key.starts_with("CARGO_MANIFEST_")
            || key.starts_with("CARGO_BIN_");
        if of_this_package || INHERITED.contains(&key) {
            command.env_remove(key);
        }
    }
    command.stdin(Stdio::null());
    command
}

/// A command that gets SIGTERM when this process dies, even by SIGKILL, where the system has a
/// `setpriv` that arranges it; otherwise a plain command.
pub fn tied_command(program: &std::path::Path) -> Command {
    let mut probe = command("setpriv");
    let help = run(probe.arg("--help"), Duration::from_secs(5));
    if !help.is_ok_and(|help| help.everything.contains("--pdeathsig")) {
        return command(program);
    }
    let mut command = command("setpriv");
    command.args(["--pdeathsig", "TERM", "--"]).arg(program);
    command
}

/// What a finished child left behind.
pub struct Finished {
    /// Exit status.
    pub status: ExitStatus,
    /// Standard output alone.
    pub stdout: String,
    /// Standard output and standard error, in the order they arrived.
    pub everything: String,
}

/// Runs a child to its end, whatever its exit code.
pub fn run(command: &mut Command, deadline: Duration) -> Result<Finished> {
    let name = display(command);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start `{name}`"))?;
    let everything = Arc::new(Mutex::new(Vec::new()));
    let stdout = Arc::new(Mutex::new(Vec::new()));
    let readers = [
        child
            .stdout
            .take()
            .map(|pipe| collect(pipe, vec![stdout.clone(), everything.clone()])),
        child
            .stderr
            .take()
            .map(|pipe| collect(pipe, vec![everything.clone()])),
    ];
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if interrupted() {
            stop_group(&mut child);
            return Err(Interrupted.into());
        }
        if started.elapsed() > deadline {
            stop_group(&mut child);
            bail!(
                "`{name}` did not end within {} s\n\n{}",
                deadline.as_secs(),
                text(&everything)
            );
        }
        pause();
    };
    drain(readers.iter().flatten());
    Ok(Finished {
        status,
        stdout: text(&stdout),
        everything: text(&everything),
    })
}

/// Runs a child that has to succeed. The error carries its whole output.
pub fn check(command: &mut Command, deadline: Duration) -> Result<Finished> {
    let finished = run(command, deadline)?;
    if !finished.status.success() {
        bail!(
            "`{}`: {}\n\n{}",
            display(command),
            finished.status,
            finished.everything.trim_end()
        );
    }
    Ok(finished)
}

/// The command as a person would type it.
pub fn display(command: &Command) -> String {
    let mut words = vec![command.get_program().to_string_lossy().into_owned()];
    words.extend(
        command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned()),
    );
    words.join(" ")
}

/// A child that runs until it is stopped; dropping it stops it.
pub struct Service {
    name: &'static str,
    child: Child,
    log: Sink,
    readers: Vec<JoinHandle<()>>,
}

impl Service {
    /// Starts the child and collects what it logs.
    pub fn start(name: &'static str, command: &mut Command) -> Result<Self> {
        let mut child = command
            // Its log is shown inside messages and kept in files.
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .with_context(|| format!("cannot start {name} (`{}`)", display(command)))?;
        let log = Arc::new(Mutex::new(Vec::new()));
        let mut readers = Vec::new();
        if let Some(pipe) = child.stdout.take() {
            readers.push(collect(pipe, vec![log.clone()]));
        }
        if let Some(pipe) = child.stderr.take() {
            readers.push(collect(pipe, vec![log.clone()]));
        }
        Ok(Self {
            name,
            child,
            log,
            readers,
        })
    }

    /// The name used in messages.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The exit status, once it has ended by itself; its log is complete then.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok().flatten()?;
        drain(self.readers.iter());
        Some(status)
    }

    /// Everything it logged so far.
    pub fn log(&self) -> String {
        text(&self.log)
    }

    /// The last lines it logged.
    pub fn last_lines(&self, count: usize) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        let skipped = lines.len().saturating_sub(count);
        lines
            .into_iter()
            .skip(skipped)
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        stop_group(&mut self.child);
    }
}

/// SIGTERM to the child's group, SIGKILL when it is still there after the grace period.
fn stop_group(child: &mut Child) {
    let Ok(id) = i32::try_from(child.id()) else {
        return;
    };
    let group = Pid::from_raw(id);
    let _ = killpg(group, Signal::SIGTERM);
    let deadline = Instant::now() + GRACE;
    while matches!(child.try_wait(), Ok(None)) && Instant::now() < deadline {
        pause();
    }
    // Where the child is gone this ends what it left behind, and reaches nobody otherwise.
    let _ = killpg(group, Signal::SIGKILL);
    let _ = child.wait();
}

type Sink = Arc<Mutex<Vec<u8>>>;

fn collect(mut pipe: impl Read + Send + 'static, sinks: Vec<Sink>) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut buffer = [0_u8; 8192];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            let Some(bytes) = buffer.get(..count) else {
                return;
            };
            for sink in &sinks {
                if let Ok(mut sink) = sink.lock() {
                    sink.extend_from_slice(bytes);
                }
            }
        }
    })
}

/// Waits until the pipes are read to their end. A grandchild that outlives the child may hold them
/// open: it is not waited for.
fn drain<'a>(readers: impl Iterator<Item = &'a JoinHandle<()>> + Clone) {
    let deadline = Instant::now() + Duration::from_secs(2);
    while readers.clone().any(|reader| !reader.is_finished()) && Instant::now() < deadline {
        pause();
    }
}

fn text(bytes: &Mutex<Vec<u8>>) -> String {
    bytes
        .lock()
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_secs(10);

    #[test]
    fn output_of_both_streams_is_kept() {
        let finished = run(
            command("sh").args(["-c", "echo out; echo err >&2; exit 3"]),
            SOON,
        )
        .unwrap();
        assert_eq!(finished.status.code(), Some(3));
        assert_eq!(finished.stdout, "out\n");
        assert!(finished.everything.contains("err"));
    }

    #[test]
    fn a_failed_command_is_an_error_with_its_output() {
        let error = check(command("sh").args(["-c", "echo broken; exit 1"]), SOON)
            .err()
            .unwrap();
        assert!(error.to_string().contains("broken"));
    }

    #[test]
    fn a_command_past_its_deadline_is_stopped() {
        let started = Instant::now();
        let result = run(command("sleep").arg("60"), Duration::from_millis(100));
        assert!(result.is_err());
        assert!(started.elapsed() < SOON);
    }

    #[test]
    fn dropping_a_service_stops_what_it_started() {
        let service = Service::start(
            "sleeper",
            command("sh").args(["-c", "sleep 60 & echo $!; wait"]),
        )
        .unwrap();
        while service.log().trim().is_empty() {
            pause();
        }
        let grandchild: i32 = service.log().trim().parse().unwrap();
        drop(service);
        let deadline = Instant::now() + SOON;
        // A reaped process cannot be signalled any more.
        while nix::sys::signal::kill(Pid::from_raw(grandchild), None).is_ok() {
            assert!(Instant::now() < deadline, "the grandchild is still there");
            pause();
        }
    }
}

//! Logs: what happened, never what was said. No token, prompt or upstream text is in a log line.

use tracing_subscriber::EnvFilter;

/// Starts logging to standard error; `RUST_LOG` chooses the level, `info` by default.
pub fn start() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
}

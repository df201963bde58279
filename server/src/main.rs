//! Starts the chat server: reads the configuration, serves, drains.

use beacon_server::config::{Config, ConfigError};
use beacon_server::http::{self, App};
use beacon_server::telemetry;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// How long connections and runs may take to end after the process was asked to; runs end themselves a
/// little earlier.
const DRAIN: Duration = Duration::from_secs(10);
/// The exit code for a configuration that cannot be used.
const BAD_CONFIGURATION: u8 = 2;

#[tokio::main]
async fn main() -> ExitCode {
    telemetry::start();
    match serve().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One line, for a person at a terminal; logs may go elsewhere.
            let _ = writeln!(std::io::stderr(), "beacon-server: {error}");
            ExitCode::from(BAD_CONFIGURATION)
        }
    }
}

async fn serve() -> Result<(), ConfigError> {
    let file = arguments()?;
    let config = Config::load(file.as_deref())?;
    // First of all the port: a second server that is started by mistake must not touch the store.
    let listen = config.server.listen;
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        ConfigError::new(
            "server.listen",
            format!("cannot listen on {listen}: {error}"),
        )
    })?;
    let app = App::assemble(&config).await?;
    let (runs, draining) = (app.runs.clone(), app.draining.clone());
    tracing::info!(%listen, "listening");
    let router = http::router(app, &config.server);
    let served =
        axum::serve(listener, router).with_graceful_shutdown(asked_to_end(draining.clone()));
    // An open stream is an open connection, and a run may outlive its own: whoever does not end in time
    // is cut off.
    let out_of_time = async {
        draining.cancelled().await;
        tokio::time::sleep(DRAIN).await;
    };
    let ended = async {
        if let Err(error) = served.await {
            tracing::error!(%error, "serving ended");
        }
        draining.cancel();
        runs.close();
        runs.wait().await;
    };
    tokio::select! {
        () = ended => {}
        () = out_of_time => tracing::warn!(runs = runs.len(), "not everything ended in time"),
    }
    Ok(())
}

/// `--config FILE`; without it, `beacon.toml` if there is one.
fn arguments() -> Result<Option<PathBuf>, ConfigError> {
    let mut arguments = std::env::args_os().skip(1);
    let file = match (arguments.next(), arguments.next(), arguments.next()) {
        (None, ..) => {
            let default = PathBuf::from("beacon.toml");
            return Ok(default.is_file().then_some(default));
        }
        (Some(flag), Some(file), None) if flag == "--config" => file,
        _ => {
            return Err(ConfigError::new(
                "arguments",
                "usage: beacon-server [--config FILE]",
            ));
        }
    };
    Ok(Some(file.into()))
}

async fn asked_to_end(draining: CancellationToken) {
    let terminated = async {
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
    draining.cancel();
}

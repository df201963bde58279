//! The stub's process: settings from the environment, one port, a clean end.

use std::{io::ErrorKind, process::ExitCode};

use anyhow::{Context, Result, anyhow};
use beacon_stub::{settings::Settings, stub};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> ExitCode {
    let filter = EnvFilter::try_from_env("BEACON_STUB_LOG")
        .unwrap_or_else(|_| EnvFilter::new("info,rmcp=warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .init();
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error:#}");
            ExitCode::from(2)
        }
    }
}

async fn run() -> Result<()> {
    let settings = Settings::read(|name| std::env::var(name).ok())?;
    let address = settings.listen;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => {
                anyhow!("{address} is already in use; set BEACON_STUB_LISTEN to another address")
            }
            _ => anyhow!("cannot listen on {address}: {error}"),
        })?;
    stub::serve(settings, listener, asked_to_stop()?).await?;
    Ok(())
}

/// Ready when Ctrl-C or SIGTERM comes.
fn asked_to_stop() -> Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        .context("cannot listen for SIGTERM")?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

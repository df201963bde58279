//! Puts the parts together behind one address, and serves them until told to stop. Tests of other
//! crates start a stub in their own process with this.

use std::{future::Future, path::Path, time::Duration};

use axum::{
    Router,
    http::{HeaderValue, header},
    response::Html,
    routing::get,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::{services::ServeDir, set_header::SetResponseHeaderLayer};

use crate::{
    console, issuer, mcp, scripted_model,
    settings::Settings,
    site::{Site, SiteError},
    thumbnails, viewer,
};

/// How long open streams may take to end.
const DRAIN: Duration = Duration::from_secs(5);

/// Why the stub does not run.
#[derive(Debug, thiserror::Error)]
pub enum StubError {
    /// There is no site.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// There is no signing key.
    #[error(transparent)]
    Key(#[from] issuer::KeyError),
    /// An address holds letters that no header can.
    #[error("an address cannot be written into a header")]
    Header(#[from] axum::http::header::InvalidHeaderValue),
    /// The socket failed.
    #[error("the listening socket failed: {0}")]
    Socket(#[from] std::io::Error),
}

/// Serves on `listener` until `stop` is ready, then lets open streams end.
///
/// # Errors
/// If the site cannot be opened, or the socket fails.
pub async fn serve(
    settings: Settings,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), StubError> {
    let stopping = CancellationToken::new();
    let router = router(&settings, stopping.clone()).await?;
    tracing::info!(address = %settings.public_url, "the stub is ready");
    let (told, drained) = (stopping.clone(), stopping.clone());
    let serving = axum::serve(listener, router).with_graceful_shutdown(async move {
        stop.await;
        told.cancel();
    });
    tokio::select! {
        result = std::future::IntoFuture::into_future(serving) => result?,
        () = async { drained.cancelled().await; tokio::time::sleep(DRAIN).await } => {
            tracing::warn!("streams were still open");
        }
    }
    Ok(())
}

/// Every route. The database is built when it is not there.
///
/// # Errors
/// If the site cannot be opened.
pub async fn router(settings: &Settings, stopping: CancellationToken) -> Result<Router, StubError> {
    let site = Site::open(&settings.database).await?;
    let facilities = site.facilities().await?;
    let open = facilities.iter().filter(|facility| facility.is_open());
    let issuer = issuer::Issuer::new(
        &settings.public_url,
        open.map(|facility| facility.key.clone()).collect(),
    )?;
    let thumbnails = thumbnails::Signer::new(&settings.public_url)?;
    let policy = HeaderValue::from_str(&policy(settings))?;
    let console = console::router(console::ConsoleConfig {
        site: site.clone(),
        preview: {
            let thumbnails = thumbnails.clone();
            std::sync::Arc::new(move |pano_id| thumbnails.address(pano_id))
        },
        public_url: settings.public_url.clone(),
        server_url: settings.server_url.clone(),
    });
    Ok(Router::new()
        .route("/", get(index))
        .layer(SetResponseHeaderLayer::overriding(header::CONTENT_SECURITY_POLICY, policy.clone()))
        .route("/healthz", get(|| async { "ok" }))
        .merge(mcp::router(site.clone(), thumbnails.clone(), &settings.mcp_token, stopping))
        .nest("/model", scripted_model::router(scripted_model::ModelConfig::new(settings.model_key.as_str())))
        .nest("/issuer", issuer::router(issuer))
        .merge(thumbnails::router(site.clone(), thumbnails))
        .merge(viewer::router(site, &settings.server_url, policy, &settings.viewer_dist))
        .merge(console)
        .nest_service("/panel", files(&settings.panel_dist))
        .nest_service("/console-dist", files(&settings.console_dist))
        .nest_service("/viewer-dist", files(&settings.viewer_dist))
        // What was rebuilt is asked for again.
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-cache"),
        ))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        )))
}

fn files(folder: &Path) -> ServeDir {
    ServeDir::new(folder)
        .precompressed_br()
        .precompressed_gzip()
}

/// Nothing runs but this host's own scripts; nothing is asked but this host and Beacon.
fn policy(settings: &Settings) -> String {
    let Settings {
        public_url,
        server_url,
        ..
    } = settings;
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data: blob: {public_url}; connect-src 'self' {public_url} {server_url}; \
         font-src 'self'; base-uri 'none'; form-action 'none'; object-src 'none'; \
         frame-ancestors 'none'"
    )
}

async fn index() -> Html<&'static str> {
    Html(concat!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">",
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "<meta name=\"color-scheme\" content=\"light dark\"><title>Beacon demo</title>",
        "<link rel=\"icon\" href=\"data:,\"></head>",
        "<body><h1>Beacon demo</h1><p>Two host applications with the same panel:</p>",
        "<ul><li><a href=\"/viewer/\">3D site viewer</a></li>",
        "<li><a href=\"/console/\">Admin console</a></li></ul></body></html>",
    ))
}

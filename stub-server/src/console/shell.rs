//! The server's side of the console: routes, the document around the application, and the content
//! security policy, whose nonce is the one that the rendered scripts carry.

use axum::{
    Router,
    extract::Request,
    http::{HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use leptos::{nonce::use_nonce, prelude::*};
use leptos_axum::ResponseOptions;
use leptos_meta::MetaTags;

use super::{
    app::App,
    store::{Preview, Store},
};
use crate::site::Site;

/// What the console needs to know to serve.
#[derive(Clone)]
pub struct ConsoleConfig {
    /// The site database.
    pub site: Site,
    /// Makes the short-lived address of a panorama's preview.
    pub preview: Preview,
    /// Where the stub itself is reached, without a slash at the end; previews come from there.
    pub public_url: String,
    /// Where Beacon's server is reached from the browser.
    pub server_url: String,
}

/// The console's routes, all below `/console`.
pub fn router(config: ConsoleConfig) -> Router {
    // An error means that it is already there, which is all that is wanted.
    let _ = any_spawner::Executor::init_tokio();
    let ConsoleConfig {
        site,
        preview,
        public_url,
        server_url,
    } = config;
    let store = Store::new(site, preview);
    let for_pages = store.clone();
    let page = leptos_axum::render_app_async_with_context(
        move || provide_context(for_pages.clone()),
        move || document(&public_url, &server_url),
    );
    let function = move |request: Request| {
        let store = store.clone();
        answer(store, request)
    };
    let start = || async { Redirect::temporary("/console/facilities") };
    Router::new()
        .route("/console", get(start))
        .route("/console/", get(start))
        .route("/console/api/{name}", post(function))
        .route("/console/{*path}", get(page))
}

async fn answer(store: Store, request: Request) -> Response {
    leptos_axum::handle_server_fns_with_context(move || provide_context(store.clone()), request)
        .await
        .into_response()
}

/// The document around the application. Not hydrated: the browser takes over `<body>` only.
fn document(public_url: &str, server_url: &str) -> impl IntoView + use<> {
    let nonce = use_nonce();
    if let (Some(response), Some(nonce)) = (use_context::<ResponseOptions>(), &nonce) {
        set_policy(&response, &policy(nonce, public_url, server_url));
    }
    let start = "import init, { hydrate } from '/console-dist/console.js';\n\
        init({ module_or_path: '/console-dist/console_bg.wasm' }).then(hydrate);";
    view! {
        <!DOCTYPE html>
        <html lang="en">
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <meta name="beacon-server" content=server_url.to_owned()/>
                <link rel="stylesheet" href="/console-dist/console.css"/>
                <link rel="icon" href="data:,"/>
                <link rel="modulepreload" href="/console-dist/console.js"/>
                <script type="module" nonce=nonce>{start}</script>
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

/// Nothing runs but this page's own scripts; nothing is fetched but from the stub and from Beacon.
fn policy(nonce: &str, public_url: &str, server_url: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; \
         style-src 'self'; img-src 'self' data: {public_url}; \
         connect-src 'self' {public_url} {server_url}; font-src 'self'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'"
    )
}

fn set_policy(response: &ResponseOptions, policy: &str) {
    let Ok(value) = HeaderValue::from_str(policy) else {
        return;
    };
    response.insert_header(header::CONTENT_SECURITY_POLICY, value);
    response.insert_header(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response.insert_header(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
}

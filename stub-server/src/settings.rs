//! What the process is told: addresses, paths and secrets, from the environment. A value that cannot
//! be used is an error that names its variable.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
};

/// Everything that the stub is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where to listen.
    pub listen: SocketAddr,
    /// Where browsers and Beacon reach the stub, without a slash at the end.
    pub public_url: String,
    /// Where browsers reach Beacon's server, without a slash at the end.
    pub server_url: String,
    /// The site database.
    pub database: PathBuf,
    /// The bearer that the MCP endpoint wants.
    pub mcp_token: String,
    /// The key that the model endpoint wants.
    pub model_key: String,
    /// The panel's package.
    pub panel_dist: PathBuf,
    /// The console's browser files.
    pub console_dist: PathBuf,
    /// The viewer page.
    pub viewer_dist: PathBuf,
}

/// A variable that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// It has to be there.
    #[error("{0} is not set")]
    Missing(&'static str),
    /// It is no address.
    #[error("{0} is no address like 127.0.0.1:4100")]
    Address(&'static str),
    /// It is no URL.
    #[error("{0} is no http or https URL")]
    Url(&'static str),
    /// It names no directory.
    #[error("{0}: there is no directory {1}")]
    Directory(&'static str, PathBuf),
}

impl Settings {
    /// From variables, looked up by name; what is absent has its usual value.
    ///
    /// # Errors
    /// If a value cannot be used, or a directory is not there.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let given = |name: &str| variable(name).filter(|value| !value.is_empty());
        let directory = |name: &'static str, usual: &str| {
            let path = PathBuf::from(given(name).unwrap_or_else(|| usual.to_owned()));
            if path.is_dir() {
                Ok(path)
            } else {
                Err(SettingsError::Directory(name, path))
            }
        };
        let url = |name: &'static str, usual: &str| {
            let url = given(name).unwrap_or_else(|| usual.to_owned());
            let is_web = url.starts_with("http://") || url.starts_with("https://");
            if is_web {
                Ok(url.trim_end_matches('/').to_owned())
            } else {
                Err(SettingsError::Url(name))
            }
        };
        let listen = given("BEACON_STUB_LISTEN").unwrap_or_else(|| "127.0.0.1:4100".to_owned());
        Ok(Self {
            listen: listen
                .parse()
                .map_err(|_| SettingsError::Address("BEACON_STUB_LISTEN"))?,
            public_url: url("BEACON_STUB_PUBLIC_URL", "http://localhost:4100")?,
            server_url: url("BEACON_STUB_SERVER_URL", "http://localhost:4000")?,
            database: given("BEACON_STUB_DATABASE")
                .map_or_else(|| PathBuf::from("target/demo/site.sqlite"), PathBuf::from),
            mcp_token: given("BEACON_STUB_MCP_TOKEN")
                .ok_or(SettingsError::Missing("BEACON_STUB_MCP_TOKEN"))?,
            model_key: given("BEACON_STUB_MODEL_KEY").unwrap_or_else(|| "stub-key".to_owned()),
            panel_dist: directory("BEACON_STUB_PANEL_DIST", "target/panel-dist")?,
            console_dist: directory("BEACON_STUB_CONSOLE_DIST", "target/console-dist")?,
            viewer_dist: directory("BEACON_STUB_VIEWER_DIST", "target/viewer-dist")?,
        })
    }

    /// For tests: a stub on a local port, with no files to serve.
    #[must_use]
    pub fn for_tests(port: u16, database: PathBuf) -> Self {
        Self {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port),
            public_url: format!("http://127.0.0.1:{port}"),
            server_url: "http://localhost:4000".to_owned(),
            database,
            mcp_token: "test-token".to_owned(),
            model_key: "stub-key".to_owned(),
            panel_dist: PathBuf::from("target/panel-dist"),
            console_dist: PathBuf::from("target/console-dist"),
            viewer_dist: PathBuf::from("target/viewer-dist"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        Settings::read(|name| {
            let found = given.iter().find(|(key, _)| *key == name);
            let usual = name.ends_with("_DIST").then(|| ".".to_owned());
            found.map(|(_, value)| (*value).to_owned()).or(usual)
        })
    }

    #[test]
    fn what_is_absent_has_its_usual_value() {
        let settings = read(&[("BEACON_STUB_MCP_TOKEN", "t")]).unwrap();
        assert_eq!(settings.listen.to_string(), "127.0.0.1:4100");
        assert_eq!(settings.model_key, "stub-key");
    }

    #[test]
    fn an_error_names_its_variable() {
        for (given, named) in [
            (vec![], "BEACON_STUB_MCP_TOKEN"),
            (vec![("BEACON_STUB_LISTEN", "here")], "BEACON_STUB_LISTEN"),
            (
                vec![("BEACON_STUB_SERVER_URL", "here")],
                "BEACON_STUB_SERVER_URL",
            ),
            (
                vec![
                    ("BEACON_STUB_MCP_TOKEN", "t"),
                    ("BEACON_STUB_PANEL_DIST", "/none"),
                ],
                "BEACON_STUB_PANEL_DIST",
            ),
        ] {
            assert!(read(&given).unwrap_err().to_string().contains(named));
        }
    }
}

//! The running stack: the stub server and Beacon's server, started, waited for, stopped.

use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::ports::Ports;
use crate::process::{self, Interrupted, Service};
use crate::{ui, workspace};

const BUILD_DEADLINE: Duration = Duration::from_secs(1800);
/// The first start generates the site database.
const STUB_DEADLINE: Duration = Duration::from_secs(120);
const SERVER_DEADLINE: Duration = Duration::from_secs(30);
const PROBE_DEADLINE: Duration = Duration::from_secs(2);
const SHOWN_LOG_LINES: usize = 20;

/// Both processes. Dropping it stops them, Beacon's server first.
pub struct Stack {
    server: Service,
    stub: Service,
    ports: Ports,
}

/// Builds both programs.
pub fn build() -> Result<()> {
    for (package, label) in [
        ("beacon-stub", "build the stub server"),
        ("beacon-server", "build Beacon's server"),
    ] {
        ui::step(label, || {
            let mut command = process::command("cargo");
            command.current_dir(workspace::root());
            command.args(["build", "--package", package, "--bin", package]);
            process::check(&mut command, BUILD_DEADLINE)
        })?;
    }
    Ok(())
}

impl Stack {
    /// Starts both and waits until both are ready. What the server stores goes to `data`.
    pub fn start(ports: Ports, data: &str) -> Result<Self> {
        let data = workspace::target(data);
        fs::create_dir_all(&data).with_context(|| format!("cannot create {}", data.display()))?;
        let addresses = Addresses {
            ports,
            token: random_token()?,
            data,
        };
        let stub = ui::step("start the stub server", || {
            let mut stub = Service::start("the stub server", &mut addresses.stub_command())?;
            wait_until_ready(&mut stub, ports.stub, "/healthz", STUB_DEADLINE)?;
            Ok(stub)
        })?;
        let server = ui::step("start Beacon's server", || {
            let mut server = Service::start("Beacon's server", &mut addresses.server_command())?;
            wait_until_ready(&mut server, ports.server, "/health/ready", SERVER_DEADLINE)?;
            Ok(server)
        })?;
        Ok(Self {
            server,
            stub,
            ports,
        })
    }

    /// Where the viewer is.
    pub fn viewer_url(&self) -> String {
        format!("{}/viewer/", self.stub_url())
    }

    /// Where the console is.
    pub fn console_url(&self) -> String {
        format!("{}/console/", self.stub_url())
    }

    /// The stub server's public URL.
    pub fn stub_url(&self) -> String {
        url(self.ports.stub)
    }

    /// Beacon's public URL.
    pub fn server_url(&self) -> String {
        url(self.ports.server)
    }

    /// Waits for Ctrl-C. A process that ends by itself is an error with its last words.
    pub fn serve(&mut self) -> Result<()> {
        while !process::interrupted() {
            for service in [&mut self.stub, &mut self.server] {
                if let Some(status) = service.ended() {
                    bail!(
                        "{} ended by itself: {status}{}",
                        service.name(),
                        last_words(service)
                    );
                }
            }
            process::pause();
        }
        Ok(())
    }

    /// Writes what both logged to files, for a failed run to be read.
    pub fn keep_logs(&self, folder: &str) -> Result<()> {
        let folder = workspace::target(folder);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("stub.log"), self.stub.log())?;
        fs::write(folder.join("server.log"), self.server.log())?;
        Ok(())
    }

    /// The last lines both logged.
    pub fn last_words(&self) -> String {
        format!("{}{}", last_words(&self.stub), last_words(&self.server))
    }
}

/// What both processes are told about each other.
struct Addresses {
    ports: Ports,
    token: String,
    data: PathBuf,
}

impl Addresses {
    fn stub_command(&self) -> Command {
        let mut command = process::tied_command(&workspace::target("debug/beacon-stub"));
        command
            .current_dir(workspace::root())
            .env("BEACON_STUB_LISTEN", listen(self.ports.stub))
            .env("BEACON_STUB_PUBLIC_URL", url(self.ports.stub))
            .env("BEACON_STUB_SERVER_URL", url(self.ports.server))
            .env("BEACON_STUB_MCP_TOKEN", &self.token)
            .env(
                "BEACON_STUB_DATABASE",
                workspace::target("demo/site.sqlite"),
            )
            .env("BEACON_STUB_PANEL_DIST", workspace::target("panel-dist"))
            .env(
                "BEACON_STUB_CONSOLE_DIST",
                workspace::target("console-dist"),
            )
            .env("BEACON_STUB_VIEWER_DIST", workspace::target("viewer-dist"));
        command
    }

    /// What is already in the environment wins: that is how the demo is pointed at a real model.
    fn server_command(&self) -> Command {
        let mut command = process::tied_command(&workspace::target("debug/beacon-server"));
        command
            .current_dir(workspace::root())
            .arg("--config")
            .arg(workspace::path("server/beacon.demo.toml"));
        for (key, value) in self.server_keys() {
            if std::env::var_os(key).is_none() {
                command.env(key, value);
            }
        }
        command
    }

    fn server_keys(&self) -> [(&'static str, String); 9] {
        let stub = url(self.ports.stub);
        let store = self.data.join("beacon.sqlite");
        [
            ("BEACON_SERVER__LISTEN", listen(self.ports.server)),
            ("BEACON_SERVER__ALLOWED_ORIGINS", format!("[\"{stub}\"]")),
            ("BEACON_STORE__SQLITE", store.display().to_string()),
            (
                "BEACON_IDENTITY__FAMILIES__PLATFORM__ISSUER",
                format!("{stub}/issuer"),
            ),
            (
                "BEACON_IDENTITY__FAMILIES__PLATFORM__JWKS_URL",
                format!("{stub}/issuer/.well-known/jwks.json"),
            ),
            ("BEACON_UPSTREAM__URL", format!("{stub}/mcp")),
            ("BEACON_UPSTREAM__AUTH__TOKEN", self.token.clone()),
            ("BEACON_MODEL__PLANNER__BASE_URL", format!("{stub}/model")),
            ("BEACON_MODEL__RESPONDER__BASE_URL", format!("{stub}/model")),
        ]
    }
}

fn wait_until_ready(
    service: &mut Service,
    port: u16,
    path: &str,
    deadline: Duration,
) -> Result<()> {
    let started = Instant::now();
    loop {
        if process::interrupted() {
            return Err(Interrupted.into());
        }
        if let Some(status) = service.ended() {
            bail!(
                "{} did not start: {status}{}",
                service.name(),
                last_words(service)
            );
        }
        let answer = get(port, path);
        if answer.as_ref().is_ok_and(|status| *status == 200) {
            return Ok(());
        }
        if started.elapsed() > deadline {
            let answer = match answer {
                Ok(status) => format!("answers {status}"),
                Err(error) => format!("does not answer ({error:#})"),
            };
            bail!(
                "{} was not ready within {} s: {}{path} {answer}{}",
                service.name(),
                deadline.as_secs(),
                url(port),
                last_words(service),
            );
        }
        process::pause();
    }
}

/// The status of a GET on this machine.
fn get(port: u16, path: &str) -> Result<u16> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let mut stream = TcpStream::connect_timeout(&address, PROBE_DEADLINE)?;
    stream.set_read_timeout(Some(PROBE_DEADLINE))?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"
    )?;
    let mut head = Vec::new();
    stream.take(512).read_to_end(&mut head)?;
    status_of(&String::from_utf8_lossy(&head)).context("no HTTP answer")
}

fn status_of(head: &str) -> Option<u16> {
    head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()
}

fn last_words(service: &Service) -> String {
    let lines = service.last_lines(SHOWN_LOG_LINES);
    match lines.trim() {
        "" => format!("\n\n{} logged nothing", service.name()),
        _ => format!("\n\nthe last lines of {}:\n{lines}", service.name()),
    }
}

fn listen(port: u16) -> String {
    format!("127.0.0.1:{port}")
}

fn url(port: u16) -> String {
    format!("http://localhost:{port}")
}

/// A bearer that only this run's processes know.
fn random_token() -> Result<String> {
    let mut bytes = [0_u8; 32];
    fs::File::open("/dev/urandom").and_then(|mut source| source.read_exact(&mut bytes))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn the_status_line_is_read() {
        assert_eq!(status_of("HTTP/1.1 503 Service Unavailable\r\n"), Some(503));
        assert_eq!(status_of("SSH-2.0"), None);
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let (one, two) = (random_token().unwrap(), random_token().unwrap());
        assert_eq!(one.len(), 64);
        assert_ne!(one, two);
    }

    #[test]
    fn a_service_that_ends_before_it_is_ready_is_reported_with_its_last_words() {
        let mut service = Service::start(
            "the stub server",
            process::command("sh").args(["-c", "echo no such directory; exit 2"]),
        )
        .unwrap();
        let port = Ports::free(None, None).unwrap().stub;
        let error = wait_until_ready(&mut service, port, "/healthz", STUB_DEADLINE)
            .unwrap_err()
            .to_string();
        assert!(error.contains("the stub server did not start"), "{error}");
        assert!(error.contains("no such directory"), "{error}");
    }

    #[test]
    fn a_service_that_never_answers_is_given_up_at_the_deadline() {
        let silent = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = silent.local_addr().unwrap().port();
        drop(silent);
        let mut service =
            Service::start("Beacon's server", process::command("sleep").arg("60")).unwrap();
        let error = wait_until_ready(
            &mut service,
            port,
            "/health/ready",
            Duration::from_millis(100),
        )
        .unwrap_err()
        .to_string();
        assert!(error.contains("/health/ready does not answer"), "{error}");
    }
}

//! The two ports of a running stack: chosen, checked before anything is built, named in errors.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, Result, bail};

/// Where Beacon's server listens unless told otherwise.
pub const SERVER: u16 = 4000;
/// Where the stub server listens unless told otherwise.
pub const STUB: u16 = 4100;

/// The ports of one stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ports {
    /// Beacon's server.
    pub server: u16,
    /// The stub server with both host pages.
    pub stub: u16,
}

impl Ports {
    /// The usual ports, or those asked for.
    pub fn usual(server: Option<u16>, stub: Option<u16>) -> Self {
        Self {
            server: server.unwrap_or(SERVER),
            stub: stub.unwrap_or(STUB),
        }
    }

    /// Ports that nobody uses, or those asked for.
    pub fn free(server: Option<u16>, stub: Option<u16>) -> Result<Self> {
        // Both are held until both are known, so that they differ.
        let held = [listen(0)?, listen(0)?];
        let mut free = held.iter().map(TcpListener::local_addr);
        let mut next = || -> Result<u16> { Ok(free.next().context("no port left")??.port()) };
        let (first, second) = (next()?, next()?);
        Ok(Self {
            server: server.unwrap_or(first),
            stub: stub.unwrap_or(second),
        })
    }

    /// Fails with the port and its flag when one is taken.
    pub fn check(self) -> Result<()> {
        if self.server == self.stub {
            bail!(
                "--port and --stub-port are both {}: choose two ports",
                self.server
            );
        }
        for (port, whose, flag) in [
            (self.server, "Beacon's server", "--port"),
            (self.stub, "the stub server", "--stub-port"),
        ] {
            if let Err(error) = listen(port) {
                bail!(
                    "port {port} for {whose} is not free ({error:#}): choose another with {flag} N"
                );
            }
        }
        Ok(())
    }
}

fn listen(port: u16) -> Result<TcpListener> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, port))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_ports_give_way_to_those_asked_for() {
        assert_eq!(
            Ports::usual(None, None),
            Ports {
                server: 4000,
                stub: 4100
            }
        );
        assert_eq!(
            Ports::usual(Some(1), None),
            Ports {
                server: 1,
                stub: 4100
            }
        );
    }

    #[test]
    fn free_ports_differ_and_pass_the_check() {
        let ports = Ports::free(None, None).unwrap();
        assert_ne!(ports.server, ports.stub);
        ports.check().unwrap();
    }

    #[test]
    fn a_taken_port_is_named_with_its_flag() {
        let taken = listen(0).unwrap();
        let port = taken.local_addr().unwrap().port();
        let other = Ports::free(None, None).unwrap();
        let message = Ports {
            stub: port,
            ..other
        }
        .check()
        .unwrap_err()
        .to_string();
        assert!(
            message.contains(&port.to_string()) && message.contains("--stub-port"),
            "{message}"
        );
        let message = Ports {
            server: port,
            ..other
        }
        .check()
        .unwrap_err()
        .to_string();
        assert!(message.contains("--port N"), "{message}");
    }

    #[test]
    fn one_port_for_both_is_refused() {
        assert!(
            Ports {
                server: 4000,
                stub: 4000
            }
            .check()
            .is_err()
        );
    }
}

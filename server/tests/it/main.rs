//! Beacon against the world outside: the real MCP server, the scripted model and the token issuer of
//! `beacon-stub`, over real HTTP.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod configuration;

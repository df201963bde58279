//! Beacon against the world outside: the real MCP server, the scripted model and the token issuer of
//! `beacon-stub`, over real HTTP.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot be set up has failed"
)]

mod answers;
mod architecture;
mod bad_input;
mod configuration;
mod failures;
mod recorder;
mod world;

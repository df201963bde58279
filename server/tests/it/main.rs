//! Beacon against the world outside: the real MCP server, the scripted model and the token issuer of
//! `beacon-stub`, over real HTTP.

mod configuration;

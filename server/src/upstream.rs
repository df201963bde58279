//! The upstream: an MCP server of another team.

pub mod contracts;
pub mod envelope;

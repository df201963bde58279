//! The world outside Beacon: an MCP server over a real site database, a scripted model that speaks
//! real provider protocols, a token issuer, and two host applications.
//!
//! Everything here is outside Beacon's trust boundary and knows nothing of the server's code.

#[cfg(feature = "ssr")]
mod clock;
pub mod console;
#[cfg(feature = "ssr")]
pub mod issuer;
#[cfg(feature = "ssr")]
pub mod mcp;
#[cfg(feature = "ssr")]
pub mod scripted_model;
#[cfg(feature = "ssr")]
pub mod settings;
#[cfg(feature = "ssr")]
pub mod site;
#[cfg(feature = "ssr")]
pub mod stub;
#[cfg(feature = "ssr")]
pub mod thumbnails;
#[cfg(feature = "ssr")]
pub mod viewer;

//! The panel: a conversation about one facility, inside a host application.
//!
//! [`mount_in`] puts it into an element. A JavaScript host reaches the same function through the
//! custom element in `panel/js` (feature `js`).
//!
//! | module | what it does | what it may not know |
//! |---|---|---|
//! | [`host`] | the contract with the application around the panel | the server |
//! | [`sse`] | bytes to events | frames |
//! | [`thread`] | frames to turns | the browser |
//! | [`state`] | what the panel is doing, as a grid | how it is done |
//! | [`i18n`] | what the panel says | where it is shown |
//! | [`client`] | HTTP | the views |
//! | [`session`] | carries out what the grid asks for | the page |
//! | `view` | the page, made of text nodes | HTTP |

pub mod client;
mod event;
pub mod host;
pub mod i18n;
#[cfg(feature = "js")]
pub mod js;
pub mod mount;
pub mod session;
pub mod sse;
pub mod state;
pub mod thread;
mod view;

pub use host::HostAdapter;
pub use mount::{MountOptions, PanelHandle, Theme, mount_in};

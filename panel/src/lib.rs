//! The panel: a conversation about one facility, inside a host application.
//!
//! [`mount_in`] puts it into an element. A JavaScript host reaches the same function through the
//! custom element in `panel/js` (feature `js`).

pub mod host;
pub mod mount;
pub mod sse;
pub mod state;
pub mod thread;

pub use host::HostAdapter;
pub use mount::{MountOptions, PanelHandle, Theme, mount_in};

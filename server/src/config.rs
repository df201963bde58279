//! Configuration: `beacon.toml` plus environment, checked at start.

pub mod identity;
pub mod model;
pub mod upstream;

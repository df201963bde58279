//! The chat server. The model narrates only; counts, absence, failure and permission are
//! adjudicated by code before the model speaks.

pub mod config;
pub mod entitlement;
pub mod identity;
pub mod model;
pub mod upstream;

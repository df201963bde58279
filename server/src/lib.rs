//! The chat server. The model narrates only; counts, absence, failure and permission are
//! adjudicated by code before the model speaks.
//!
//! ```text
//! http -> identity -> orchestrator -> [planner] -> entitlement -> upstream -> adjudication -> Verdict
//! Verdict -> references frame               numbers and cards, no sentences
//! Verdict -> anchors + digest -> [responder] -> prose + ledger -> delta frames
//! ```
//!
//! There is no way back. `ARCHITECTURE.md` says for each room what it may not know, and
//! `tests/it/architecture.rs` holds the rooms to it.

pub mod adjudication;
pub mod config;
pub mod conversation;
pub mod entitlement;
pub mod http;
pub mod identity;
pub mod model;
pub mod narration;
pub mod orchestrator;
pub mod telemetry;
pub mod upstream;

//! Narration: what the model is told, and what becomes of its words. Makes no decision about counts;
//! it takes verdicts and gives them a form.
//!
//! | module | what it makes |
//! |---|---|
//! | [`ledger`] | the numbers that may be said, kept from the model, filled in by code |
//! | [`anchors`] | instructions: what code has learned and how it may be said |
//! | [`digest`] | the responder's view of a result |
//! | [`prompts`] | the stable text for planner and responder |
//! | [`prose`] | model text into typed inlines |

pub mod anchors;
pub mod digest;
pub mod ledger;
pub mod prompts;
pub mod prose;

//! Adjudication: bytes, transport facts, a tool contract and the record of what was sent go in; one
//! [`Verdict`] comes out. Pure: no clock, no I/O, no async.
//!
//! | module | what it decides |
//! |---|---|
//! | [`accounting`] | what the upstream says of its own result |
//! | [`count_confidence`] | the grade of the population's count |
//! | [`in_band_failure`] | whether a payload is an answer at all |
//! | [`citations`] | which items are cards |
//! | [`verdict`] | the one value that everything else is made from |

pub mod accounting;
pub mod citations;
pub mod count_confidence;
pub mod in_band_failure;
pub mod verdict;

pub use verdict::{Response, Verdict, adjudicate};

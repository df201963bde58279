//! The turn: plan, call, adjudicate, narrate. Decides what happens next, never what a result means.
//!
//! | module | what it does |
//! |---|---|
//! | [`turn`] | one turn from `start` to its terminal frame |
//! | [`gather`] | rounds of planning and calling |
//! | [`narrate`] | the answer |
//! | [`history`] | earlier turns as the models may see them |
//! | [`frames`] | the writer that cannot emit a frame out of order |

pub mod frames;
pub mod gather;
pub mod history;
pub mod narrate;
pub mod turn;

use crate::config::TurnConfig;
use crate::model::Model;
use crate::upstream::catalogue::Catalogue;
use crate::upstream::contracts::Contracts;

/// What every turn works with.
pub struct Engine {
    /// The tools that exist.
    pub contracts: Contracts,
    /// The upstream and what it offers.
    pub catalogue: Catalogue,
    /// Decides on calls.
    pub planner: Box<dyn Model>,
    /// Writes answers.
    pub responder: Box<dyn Model>,
    /// Limits.
    pub limits: TurnConfig,
}

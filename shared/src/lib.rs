//! The wire types and the tables that both ends of Beacon obey.
//!
//! No I/O, no async, no clock: this crate compiles to WASM and is the one place where a frame's
//! shape, the order of frames, a grade and a citation are defined.
//!
//! | module | what it fixes |
//! |---|---|
//! | [`frame`] | the frames of one turn and how they are encoded |
//! | [`frame_order`] | which frame may follow which: 6 states x 12 events |
//! | [`count`] | graded counts: what may be said of a number |
//! | [`inline`] | the typed inlines that prose is made of |
//! | [`citation`] | cards, their targets and poses |
//! | [`view_context`] | what a host says the user is looking at |
//! | [`capability`] | capabilities and licence tiers |
//! | [`locale`] | the five languages |
//! | [`api`] | request, response and problem bodies |
//! | [`read`] | how a browser reads all of these, in little code |
//! | [`write`] | how it writes what it sends |

pub mod api;
pub mod capability;
pub mod citation;
pub mod count;
pub mod frame;
pub mod frame_order;
pub mod id;
pub mod inline;
pub mod locale;
pub mod read;
pub mod view_context;
pub mod write;

//! The stub's contract, through real HTTP: the numbers of the demo, the habits of its tools, its
//! tokens. If this is red, no verdict of a browser test means anything.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "the lints' exception for tests does not reach the functions that tests share"
)]

mod data;
mod issuer;
mod pages;
mod photos;
mod process;
mod world;

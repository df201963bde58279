//! The script's decisions, and both protocols over real HTTP.

mod http;
mod planning;
mod responding;

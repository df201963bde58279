//! One module per page. A page reads its route parameters, asks one server function, and renders.

pub mod captures;
pub mod facilities;
pub mod findings;
pub mod level;
pub mod overview;
pub mod panorama;
mod parts;

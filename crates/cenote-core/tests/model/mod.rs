//! The reference model, and the world that holds it against the core. Used by the property tests and by the fuzz target.

pub mod reference;
pub mod world;

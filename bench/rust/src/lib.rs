//! Resource pools compared: the pools, what they are put through, and the pages made of it.

pub mod plot;
pub mod pools;
pub mod scenarios;
pub mod waits;

//! Resource pools compared: the pools, what they are put through, and the pages made of it; and pools of PostgreSQL connections at work.

pub mod databases;
pub mod plot;
pub mod pools;
pub mod proxy;
pub mod scenarios;
pub mod waits;

//! What the manager does on real databases, in files and in memory.

#[path = "../../../../tests/rust/aborting.rs"]
mod aborting;
mod databases;
mod ending;
mod errors;
mod giving_up;
mod kit;
mod left_behind;
mod locking;
mod moving;
mod opening;
mod panicking;
mod runtimes;

//! Calls and their ends: the doors between the engine and Rust, exceptions, jumps, `exit()`, Fibers, frames.

pub(crate) mod bailout;
pub(crate) mod entry;
pub(crate) mod exception;
pub(crate) mod exit;
pub(crate) mod fatal;
pub(crate) mod fiber;
pub(crate) mod frame;

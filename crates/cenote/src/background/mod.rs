//! The background work of a pool, and its end (SPEC 12, 13, 33).

pub(crate) mod driver;
pub(crate) mod round;
pub(crate) mod shutdown;
pub(crate) mod watch;

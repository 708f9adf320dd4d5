//! Resources handed from one task to the next without the lock of the pool.

pub(crate) mod counter;
pub(crate) mod lease;

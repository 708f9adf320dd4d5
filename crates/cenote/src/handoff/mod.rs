//! Resources handed from one task to the next without the lock of the pool.

pub(crate) mod lease;
pub(crate) mod mailboxes;

//! Waiting for file descriptors, and sleeping while nobody can run.

pub(super) mod admission;
pub(super) mod asking;
pub(crate) mod descriptor_set;
pub(crate) mod reactor;
pub(super) mod sleep;

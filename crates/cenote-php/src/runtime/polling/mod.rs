//! Which file descriptors are ready, and how many coroutines those wake at a time.

pub(super) mod admission;
pub(super) mod asking;
pub(crate) mod descriptor_set;
pub(crate) mod moment;
pub(crate) mod reactor;
mod watching;

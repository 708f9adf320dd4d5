//! The exceptions of coroutines, and what becomes of those that nobody receives.

pub(super) mod composite;
pub(crate) mod exceptions;
pub(super) mod report;

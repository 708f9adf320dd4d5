//! The exceptions of coroutines, and the exit code that those leave which nobody receives.

pub(super) mod class_alias;
pub(super) mod composite;
pub(crate) mod exceptions;
pub(super) mod exit_status;

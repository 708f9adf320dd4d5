//! Calls that block inside the kernel or inside libc, where no descriptor tells when they are over: they are made on a
//! helper thread, and the coroutine waits for that.

pub(super) mod aside;
pub(super) mod files;
pub(super) mod helpers;
pub(super) mod mapping;
pub(super) mod opening;
mod reading;
pub(super) mod records;
mod residency;
pub(super) mod resolving;
pub(super) mod untold;
pub(super) mod whole_files;

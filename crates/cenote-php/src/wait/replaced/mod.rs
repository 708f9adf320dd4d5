//! What is there in place of libc's functions: one family of calls each.

pub(super) mod blocking;
pub(super) mod joining;
pub(super) mod locking;
pub(super) mod pipes;
pub(super) mod polling;
pub(super) mod processes;
pub(super) mod selecting;
pub(super) mod sending;
pub(super) mod signals;
pub(super) mod sleeping;
pub(super) mod sockets;

//! Import tables: where they are, which of their entries are redirected, whether a call is ours, and whether all this works here.

pub(super) mod elf;
pub(super) mod gate;
pub(super) mod patcher;
pub(super) mod status;
pub(super) mod tracking;
pub(super) mod turns;

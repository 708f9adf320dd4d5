//! An acquired resource and its way back (SPEC 9, 32).

pub(crate) mod guard;
pub(crate) mod leaks;
pub(crate) mod returning;

//! The pooled PDO.

pub(crate) mod drivers;
pub(crate) mod statements;

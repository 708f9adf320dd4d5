//! Stands in for the driver's part of a statement.

/// A number.
#[must_use]
#[derive(PartialEq, Eq, Debug)]
pub(in crate::pdo) struct Compiled(pub(in crate::pdo) u32);

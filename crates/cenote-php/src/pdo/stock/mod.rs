//! PDO as it is: its structures, classes, errors and tables of functions, and what of them was replaced.

pub(super) mod attributes;
pub(super) mod classes;
pub(super) mod errors;
pub(super) mod handle;
pub(super) mod inert;
pub(super) mod interruptions;
pub(super) mod object_tables;
pub(super) mod originals;
pub(super) mod persistent;
pub(super) mod request;
pub(super) mod statement;

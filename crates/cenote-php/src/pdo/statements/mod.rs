//! Statements apart from their objects: compiled, live, kept for the next prepare(); one user of a plain handle at a time.

pub(super) mod cache;
pub(super) mod columns;
pub(super) mod compiled;
pub(super) mod in_use;
pub(super) mod inherited;
pub(super) mod live;
pub(super) mod plain;

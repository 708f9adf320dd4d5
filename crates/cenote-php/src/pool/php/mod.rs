//! What PHP code sees of pools: classes, interfaces, callables, figures.

pub(super) mod breaker;
pub(super) mod callables;
pub(super) mod construction;
pub(super) mod exceptions;
pub(super) mod figures;
pub(super) mod object;
pub(super) mod ready;
pub(super) mod snapshot;
pub(super) mod strategy;

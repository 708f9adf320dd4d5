//! The module's start, its settings, and the engine's globals.

pub(crate) mod collector;
pub(crate) mod engine_local;
pub(crate) mod globals;
pub(crate) mod ini;
mod places;
pub(crate) mod started;
pub(crate) mod startup;
pub(crate) mod threads;

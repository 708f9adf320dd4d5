//! What a pool is made of: its builder, its manager, its hooks.

pub(crate) mod builder;
#[cfg(feature = "tokio")]
pub(crate) mod closings;
pub(crate) mod closures;
#[cfg(feature = "config")]
pub(crate) mod config;
pub(crate) mod hooks;
pub(crate) mod into_manager;
pub(crate) mod manager;
pub(crate) mod settings;
pub(crate) mod verify;

//! What a pool is made of: its builder, its manager, its hooks.

pub(crate) mod builder;
#[cfg(feature = "tokio")]
pub(crate) mod closings;
pub(crate) mod closures;
#[cfg(feature = "config")]
pub(crate) mod config;
#[cfg(feature = "config")]
pub(crate) mod config_error;
#[cfg(feature = "config")]
mod config_text;
pub(crate) mod hooks;
pub(crate) mod into_manager;
pub(crate) mod manager;
pub(crate) mod settings;
pub(crate) mod verify;

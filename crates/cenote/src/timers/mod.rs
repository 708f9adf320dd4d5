//! Clock and sleeps, of tokio or another runtime.

pub(crate) mod any_timer;
pub(crate) mod timer;
#[cfg(feature = "tokio")]
pub(crate) mod tokio_timer;

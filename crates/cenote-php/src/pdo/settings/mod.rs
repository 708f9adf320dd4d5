//! What an object was constructed with, its pool's options among it, and what servers tell of their settings.

pub(super) mod options;
pub(super) mod reported_settings;
pub(super) mod source;

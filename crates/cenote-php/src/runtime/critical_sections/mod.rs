//! Where nobody may switch, because the engine is in the middle of something that exists only once (SPEC 30.12).

pub(super) mod closed_sections;
pub(super) mod session_data;

//! Making connections, watching what runs on them, taking them back.

pub(super) mod bounded;
pub(super) mod credentials;
pub(super) mod execution;
pub(super) mod functions;
pub(super) mod give_back;
pub(super) mod manager;
pub(super) mod orphans;
pub(super) mod persistence;
pub(super) mod refusal;
pub(super) mod sharing;

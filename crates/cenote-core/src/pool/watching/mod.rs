//! Figures, reports and views of a pool (SPEC 7.3, 11).

pub(super) mod figures;
pub(super) mod histogram;
pub(super) mod report;
pub(super) mod snapshot;
pub(super) mod stats;

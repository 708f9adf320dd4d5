//! When connections were last closed: the server takes a moment to end its side.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the server may take to end its side of a connection that was closed here.
const SPAN: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
pub(crate) struct Closings(Mutex<Option<Instant>>);

impl Closings {
    /// A connection has just been closed.
    pub(crate) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Until when the server may count a connection that is closed already. `None`: it counts none.
    pub(crate) fn settle_by(&self) -> Option<Instant> {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.map(|last| last + SPAN).filter(|&end| end > Instant::now())
    }
}

//! A connection of the pool.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use cenote::Closing;

/// A connection of diesel-async, used as such: diesel-async implements its traits for everything that dereferences to a connection, and so
/// for this and for a guard of it.
pub struct Connection<C> {
    connection: C,
    /// When it was last returned, or made.
    idle_since: Instant,
    server_id: u64,
    /// Last, so that it is dropped after the socket was closed.
    _closing: Closing,
}

impl<C> Connection<C> {
    pub(crate) fn new(connection: C, server_id: u64, closing: Closing) -> Connection<C> {
        Connection { connection, idle_since: Instant::now(), server_id, _closing: closing }
    }

    /// Diesel's connection, without the pool's notes about it: for one that was [detached](cenote::Guard::detach).
    pub fn into_inner(self) -> C {
        self.connection
    }

    /// See [`Database::server_id`](crate::Database::server_id).
    pub(crate) fn server_id(&self) -> u64 {
        self.server_id
    }

    pub(crate) fn note_return(&mut self) {
        self.idle_since = Instant::now();
    }

    pub(crate) fn idle_for(&self) -> Duration {
        self.idle_since.elapsed()
    }
}

impl<C> Deref for Connection<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.connection
    }
}

impl<C> DerefMut for Connection<C> {
    fn deref_mut(&mut self) -> &mut C {
        &mut self.connection
    }
}

/// Without diesel's connection, which does not implement `Debug`.
impl<C> fmt::Debug for Connection<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("idle_since", &self.idle_since).finish_non_exhaustive()
    }
}

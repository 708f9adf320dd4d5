//! What is done with a connection that comes back.

/// What is done with a connection that comes back. One that is found closed is destroyed under each of them.
///
/// ```
/// use cenote_postgres::{Manager, Policy};
/// let manager = Manager::new(tokio_postgres::Config::new()).policy(Policy::Clean);
/// # let _ = manager;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Policy {
    /// Nothing is sent, unless a request was given up: then the pool waits until the server has ended it. A transaction
    /// opened by SQL text must be ended by its user.
    Fast,
    /// An open transaction is rolled back. Something is sent only if one may be open: after a `BEGIN` by SQL text, a
    /// [`Transaction`](crate::Transaction) that was dropped, or calls on the driver's own client. The default.
    #[default]
    Verified,
    /// Takes away what `DISCARD ALL` does, in one round trip (an open transaction, settings, the role, temporary tables,
    /// advisory locks, cursors, `LISTEN`), apart from prepared statements: they and their cache stay good.
    Clean,
    /// This is sent and awaited, after an open transaction has been rolled back, and the cache of statements is emptied, since
    /// it may have taken them along.
    ///
    /// Do not send `DISCARD ALL` or `DEALLOCATE ALL`: they also take statements with which [`tokio_postgres`] looks up your
    /// own types, and which it does not prepare again. Take [`Policy::Clean`].
    Query(String),
}

/// What [`Policy::Clean`] sends.
pub(crate) const CLEAN: &str = "CLOSE ALL; RESET SESSION AUTHORIZATION; RESET ALL; UNLISTEN *; \
     SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES";

impl Policy {
    /// Whether there is something to send for each return.
    pub(crate) fn always_sends(&self) -> bool {
        matches!(self, Policy::Clean | Policy::Query(_))
    }
}

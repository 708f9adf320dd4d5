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
    /// Nothing is sent. A transaction opened by SQL text must be ended by its user.
    Fast,
    /// `ROLLBACK` is sent and awaited, which also proves that the connection works. The default.
    #[default]
    Verified,
    /// Takes away what `DISCARD ALL` does, in one round trip (an open transaction, settings, the role, temporary tables,
    /// advisory locks, cursors, `LISTEN`), apart from prepared statements: they and their cache stay good.
    Clean,
    /// This is sent and awaited, and the cache of statements is emptied, since it may have taken them along.
    ///
    /// Do not send `DISCARD ALL` or `DEALLOCATE ALL`: they also take statements with which [`tokio_postgres`] looks up your
    /// own types, and which it does not prepare again. Take [`Policy::Clean`].
    Query(String),
}

impl Policy {
    /// What to send.
    pub(crate) fn sql(&self) -> Option<&str> {
        match self {
            Policy::Fast => None,
            Policy::Verified => Some("ROLLBACK"),
            Policy::Clean => Some(
                "ROLLBACK; CLOSE ALL; RESET SESSION AUTHORIZATION; RESET ALL; UNLISTEN *; \
                 SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES",
            ),
            Policy::Query(query) => Some(query),
        }
    }
}

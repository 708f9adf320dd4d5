//! The one that makes connections and cleans those that come back.

use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use cenote::{Closings, OnRelease, Verify};
use diesel_async::{AsyncConnection, TransactionManager};

use crate::connection::Connection;
use crate::database::Database;
use crate::error::Error;

type Connecting<C> = Pin<Box<dyn Future<Output = diesel::ConnectionResult<C>> + Send>>;

/// Makes connections of the kind `C`: `AsyncPgConnection` or `AsyncMysqlConnection`.
///
/// ```no_run
/// use cenote_diesel::{Manager, Pool, diesel_async::AsyncPgConnection};
/// let pool: Pool<AsyncPgConnection> = Pool::new(Manager::new("postgres://app@localhost/shop"));
/// # let _ = pool;
/// ```
pub struct Manager<C> {
    connect: Arc<dyn Fn() -> Connecting<C> + Send + Sync>,
    verify: Verify,
    cancel_after: Duration,
    closings: Closings,
}

impl<C: AsyncConnection + 'static> Manager<C> {
    /// Makes connections by [`AsyncConnection::establish`].
    pub fn new(url: impl Into<String>) -> Manager<C> {
        let url: Arc<str> = url.into().into();
        Manager::connecting(move || {
            let url = Arc::clone(&url);
            async move { C::establish(&url).await }
        })
    }

    /// Makes connections by a closure: with TLS, or with credentials that change.
    pub fn connecting<F, Made>(connect: F) -> Manager<C>
    where
        F: Fn() -> Made + Send + Sync + 'static,
        Made: Future<Output = diesel::ConnectionResult<C>> + Send + 'static,
    {
        Manager {
            connect: Arc::new(move || Box::pin(connect())),
            // Diesel does not tell that a server has closed an idle connection.
            verify: Verify::AfterIdle(Duration::from_secs(1)),
            cancel_after: Duration::from_secs(1),
            closings: Closings::default(),
        }
    }

    /// Sets when an idle connection is tested before it is handed out; by default after 1 s.
    pub fn verify(mut self, verify: Verify) -> Manager<C> {
        self.verify = verify;
        self
    }

    /// Sets how long a returned connection may take to answer; by default 1 s. After that, the server is told to cancel the query that it
    /// may be at, and the connection is closed. It counts against `max` until then.
    pub fn cancel_after(mut self, span: Duration) -> Manager<C> {
        self.cancel_after = span;
        self
    }
}

impl<C: Database> Manager<C> {
    async fn connect(&self) -> Result<Connection<C>, Error> {
        let mut connection = (self.connect)().await?;
        let server_id = connection.server_id().await?;
        Ok(Connection::new(connection, server_id, self.closings.closing()))
    }
}

/// Whether the server has no room for another connection, or none for this user. Diesel keeps the server's text of such an error alone.
fn is_full(error: &Error) -> bool {
    const TEXTS: [&str; 4] =
        ["too many clients", "too many connections", "connection slots", "max_user_connections"];
    let Error::Connection(error) = error else { return false };
    let text = error.to_string().to_lowercase();
    TEXTS.iter().any(|full| text.contains(full))
}

impl<C> Clone for Manager<C> {
    fn clone(&self) -> Manager<C> {
        Manager {
            connect: Arc::clone(&self.connect),
            verify: self.verify,
            cancel_after: self.cancel_after,
            closings: self.closings.clone(),
        }
    }
}

/// Without the address, which may hold a password.
impl<C> fmt::Debug for Manager<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manager")
            .field("verify", &self.verify)
            .field("cancel_after", &self.cancel_after)
            .finish_non_exhaustive()
    }
}

impl<C: Database> cenote::Manager for Manager<C> {
    type Resource = Connection<C>;
    type Error = Error;

    /// A server that has no room is asked again while it may not have noticed yet that a connection was closed here.
    async fn create(&self) -> Result<Connection<C>, Error> {
        self.closings.connect(|| self.connect(), is_full).await
    }

    async fn check(&self, connection: &mut Connection<C>) -> Result<(), Error> {
        connection.clean().await
    }

    async fn before_acquire(&self, connection: &mut Connection<C>) -> Result<(), Error> {
        if self.verify.is_due(|| connection.idle_for()) { connection.clean().await } else { Ok(()) }
    }

    fn on_release(&self, connection: &mut Connection<C>) -> OnRelease {
        connection.note_return();
        // A transaction of diesel's that was given up: its depth is not known any more. A future of PostgreSQL's may outlive the guard, and
        // send on another user's turn; diesel panics at the state that it shares.
        let is_broken = catch_unwind(AssertUnwindSafe(|| {
            C::TransactionManager::is_broken_transaction_manager(connection)
        }));
        if is_broken.unwrap_or(true) { OnRelease::Discard } else { OnRelease::Reset }
    }

    async fn reset(&self, connection: &mut Connection<C>) -> Result<(), Error> {
        let Ok(cleaned) = tokio::time::timeout(self.cancel_after, connection.clean()).await else {
            let server_id = connection.server_id();
            connection.cancel(server_id, (self.connect)()).await;
            return Err(Error::GivenUp);
        };
        cleaned?;
        connection.note_return();
        Ok(())
    }
}

/// From the URL that diesel takes.
#[cfg(feature = "config")]
impl<C: Database> cenote::FromUrl for Manager<C> {
    fn from_url(url: &str) -> Result<Manager<C>, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Manager::new(url))
    }
}

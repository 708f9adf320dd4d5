//! The one that makes connections and cleans those that come back.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use cenote::{Closings, OnRelease, Verify};
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, DriverError, Error, Opts, Result};

use crate::connection::Connection;
use crate::policy::Policy;

type Credentials = dyn Fn(Opts) -> Pin<Box<dyn Future<Output = Opts> + Send>> + Send + Sync;

/// Makes connections to one server.
///
/// ```
/// use cenote_mysql::{Manager, Pool, mysql_async::Opts};
/// let opts = Opts::from_url("mysql://app@localhost/shop").unwrap();
/// let pool = Pool::new(Manager::new(opts));
/// # let _ = pool;
/// ```
#[derive(Clone)]
pub struct Manager {
    opts: Opts,
    credentials: Option<Arc<Credentials>>,
    policy: Policy,
    verify: Verify,
    cancel_after: Duration,
    closings: Closings,
}

impl Manager {
    /// From the driver's options. Those for its own pool have no effect.
    pub fn new(opts: impl Into<Opts>) -> Manager {
        Manager {
            opts: opts.into(),
            credentials: None,
            policy: Policy::default(),
            // The driver does not tell that a server has closed an idle connection.
            verify: Verify::AfterIdle(Duration::from_secs(1)),
            cancel_after: Duration::from_secs(1),
            closings: Closings::default(),
        }
    }

    /// Asks `provider` before each connect: it gets the manager's [`Opts`] and returns those to connect with. For passwords and tokens that
    /// change (IAM, Vault). It runs within [`create_timeout`](cenote::Builder::create_timeout).
    ///
    /// ```
    /// use cenote_mysql::{Manager, mysql_async::{Opts, OptsBuilder}};
    /// # async fn token() -> String { String::new() }
    /// let manager = Manager::new(Opts::default()).credentials(|opts| async move {
    ///     OptsBuilder::from_opts(opts).pass(Some(token().await)).into()
    /// });
    /// # let _ = manager;
    /// ```
    pub fn credentials<F, Given>(mut self, provider: F) -> Manager
    where
        F: Fn(Opts) -> Given + Send + Sync + 'static,
        Given: Future<Output = Opts> + Send + 'static,
    {
        self.credentials = Some(Arc::new(move |opts| Box::pin(provider(opts))));
        self
    }

    /// Sets what is done with a connection that comes back; see [`Policy`].
    pub fn policy(mut self, policy: Policy) -> Manager {
        self.policy = policy;
        self
    }

    /// Sets when an idle connection is tested with `COM_PING` before it is handed out; by default after 1 s.
    pub fn verify(mut self, verify: Verify) -> Manager {
        self.verify = verify;
        self
    }

    /// Sets how long a returned connection may take to answer; by default 1 s. After that, the server is told to kill it, with the
    /// query that it may be at, and it is closed. It counts against `max` until then.
    pub fn cancel_after(mut self, span: Duration) -> Manager {
        self.cancel_after = span;
        self
    }

    async fn current_opts(&self) -> Opts {
        match &self.credentials {
            Some(provider) => provider(self.opts.clone()).await,
            None => self.opts.clone(),
        }
    }

    async fn connect(&self) -> Result<Connection> {
        let opts = self.current_opts().await;
        let conn = Conn::new(opts.clone()).await?;
        Ok(Connection::new(conn, opts, self.closings.closing()))
    }

    /// Ends what the server is at. A server that cannot be reached for that cannot be reached for anything else, which shows soon enough.
    async fn kill(&self, id: u32) {
        if let Ok(mut other) = Conn::new(self.current_opts().await).await {
            drop(other.query_drop(format!("KILL {id}")).await);
            drop(other.disconnect().await);
        }
    }
}

/// Without the options, which may hold a password.
impl fmt::Debug for Manager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manager")
            .field("policy", &self.policy)
            .field("verify", &self.verify)
            .field("cancel_after", &self.cancel_after)
            .finish_non_exhaustive()
    }
}

/// Whether the server has no room for another connection, or none for this user.
fn is_full(error: &Error) -> bool {
    const TOO_MANY_CONNECTIONS: u16 = 1040;
    const TOO_MANY_OF_THIS_USER: u16 = 1203;
    const LIMIT_OF_THIS_USER: u16 = 1226;
    matches!(error, Error::Server(error)
        if [TOO_MANY_CONNECTIONS, TOO_MANY_OF_THIS_USER, LIMIT_OF_THIS_USER].contains(&error.code))
}

impl cenote::Manager for Manager {
    type Resource = Connection;
    type Error = Error;

    /// A server that has no room is asked again while it may not have noticed yet that a connection was closed here.
    async fn create(&self) -> Result<Connection> {
        self.closings.connect(|| self.connect(), is_full).await
    }

    async fn check(&self, connection: &mut Connection) -> Result<()> {
        connection.probe().await
    }

    async fn before_acquire(&self, connection: &mut Connection) -> Result<()> {
        if self.verify.is_due(|| connection.idle_for()) { connection.probe().await } else { Ok(()) }
    }

    fn on_release(&self, connection: &mut Connection) -> OnRelease {
        connection.note_return();
        if connection.has_changed_user() {
            OnRelease::Discard
        } else if connection.is_used() {
            OnRelease::Reset
        } else {
            OnRelease::Keep
        }
    }

    async fn reset(&self, connection: &mut Connection) -> Result<()> {
        let id = connection.id();
        let Ok(answer) = tokio::time::timeout(self.cancel_after, connection.find_in_step()).await
        else {
            self.kill(id).await;
            return Err(Error::Driver(DriverError::ConnectionClosed));
        };
        let is_in_its_database = answer?;
        match self.policy {
            Policy::Reset => connection.reset_session(is_in_its_database).await?,
            Policy::Rollback => connection.roll_back().await?,
        }
        connection.note_clean();
        Ok(())
    }

    async fn destroy(&self, connection: Connection) {
        connection.end().await;
    }
}

/// From a URL such as `mysql://app:secret@db.example/shop`.
#[cfg(feature = "config")]
impl cenote::FromUrl for Manager {
    fn from_url(
        url: &str,
    ) -> std::result::Result<Manager, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Manager::new(Opts::from_url(url)?))
    }
}

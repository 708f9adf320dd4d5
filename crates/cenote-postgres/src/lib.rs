#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

use cenote::OnRelease;
use tokio_postgres::{Config, Error, NoTls, Statement};

/// A pool of PostgreSQL connections.
pub type Pool = cenote::Pool<Manager>;

/// What is done with a connection that comes back.
///
/// ```
/// use cenote_postgres::{Manager, Policy};
/// let manager = Manager::new(tokio_postgres::Config::new()).policy(Policy::Query("DISCARD ALL".into()));
/// # let _ = manager;
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Policy {
    /// Nothing is sent; only a closed connection is destroyed. A transaction opened by SQL text must be ended by its user.
    Fast,
    /// `ROLLBACK` is sent and awaited, which also proves that the connection works. The default.
    #[default]
    Verified,
    /// This is sent and awaited.
    Query(String),
}

/// Makes connections from a [`Config`], without TLS.
///
/// ```
/// use cenote_postgres::{Manager, Pool};
/// let pool = Pool::new(Manager::new("host=localhost user=app".parse().unwrap()));
/// # let _ = pool;
/// ```
#[derive(Debug)]
pub struct Manager {
    config: Config,
    policy: Policy,
}

impl Manager {
    /// With the default policy.
    ///
    /// ```
    /// use cenote_postgres::Manager;
    /// let manager = Manager::new("host=localhost user=app connect_timeout=3".parse().unwrap());
    /// # let _ = manager;
    /// ```
    pub fn new(config: Config) -> Manager {
        Manager { config, policy: Policy::default() }
    }

    /// Sets what is done with a connection that comes back; see [`Policy`].
    ///
    /// ```
    /// use cenote_postgres::{Manager, Policy};
    /// let manager = Manager::new("host=localhost".parse().unwrap()).policy(Policy::Fast);
    /// # let _ = manager;
    /// ```
    pub fn policy(mut self, policy: Policy) -> Manager {
        self.policy = policy;
        self
    }
}

/// A connection, with a cache of prepared statements. Derefs to [`tokio_postgres::Client`].
#[derive(Debug)]
pub struct Client {
    client: tokio_postgres::Client,
    statements: Mutex<HashMap<String, Statement>>,
}

impl Client {
    /// Prepares a statement the first time, and finds it again after that, for as long as the connection lives.
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Client::prepare`].
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// let client = pool.acquire().await?;
    /// let statement = client.prepare_cached("SELECT $1::int + 1").await?;
    /// let row = client.query_one(&statement, &[&41]).await?;
    /// assert_eq!(row.get::<_, i32>(0), 42);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn prepare_cached(&self, query: &str) -> Result<Statement, Error> {
        let statements = || self.statements.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(statement) = statements().get(query) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(query).await?;
        statements().insert(query.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Forgets all cached statements; needed after `DISCARD ALL` or `DEALLOCATE ALL`.
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// let client = pool.acquire().await?;
    /// client.batch_execute("DEALLOCATE ALL").await?;
    /// client.clear_statements();
    /// # Ok(())
    /// # }
    /// ```
    pub fn clear_statements(&self) {
        self.statements.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Deref for Client {
    type Target = tokio_postgres::Client;

    fn deref(&self) -> &tokio_postgres::Client {
        &self.client
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut tokio_postgres::Client {
        &mut self.client
    }
}

impl cenote::Manager for Manager {
    type Resource = Client;
    type Error = Error;

    async fn create(&self) -> Result<Client, Error> {
        let (client, connection) = self.config.connect(NoTls).await?;
        // It ends when the client is dropped; an error shows in the client's own calls.
        tokio::spawn(async move { drop(connection.await) });
        Ok(Client { client, statements: Mutex::default() })
    }

    async fn check(&self, client: &mut Client) -> Result<(), Error> {
        client.simple_query("").await.map(drop)
    }

    async fn before_acquire(&self, client: &mut Client) -> Result<(), Error> {
        // One that was closed while it was idle says so in an error of its own.
        if client.is_closed() { client.simple_query("").await.map(drop) } else { Ok(()) }
    }

    fn on_release(&self, client: &mut Client) -> OnRelease {
        match self.policy {
            _ if client.is_closed() => OnRelease::Discard,
            Policy::Fast => OnRelease::Keep,
            Policy::Verified | Policy::Query(_) => OnRelease::Reset,
        }
    }

    async fn reset(&self, client: &mut Client) -> Result<(), Error> {
        match &self.policy {
            Policy::Fast => Ok(()),
            Policy::Verified => client.batch_execute("ROLLBACK").await,
            Policy::Query(query) => {
                client.batch_execute(query).await?;
                // The query may have taken them along.
                client.clear_statements();
                Ok(())
            }
        }
    }
}

//! The one that opens connections, and says in what state they come back.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use cenote::OnRelease;
use rusqlite::{ErrorCode, TransactionBehavior};

use crate::calls::Left;
use crate::connection::Connection;
use crate::error::Error;

type Setup = dyn Fn(&mut rusqlite::Connection) -> rusqlite::Result<()> + Send + Sync;

/// Opens connections to one database.
///
/// ```
/// use cenote_sqlite::{Manager, Pool};
/// let pool = Pool::new(Manager::file("orders.db"));
/// # let _ = pool;
/// ```
#[derive(Clone)]
pub struct Manager {
    path: PathBuf,
    behavior: TransactionBehavior,
    setup: Option<Arc<Setup>>,
}

impl Manager {
    /// A file, made if it is missing; its directory is not. What begins with `file:` is a
    /// [URI](https://www.sqlite.org/uri.html), with options.
    ///
    /// ```
    /// use cenote_sqlite::Manager;
    /// let writing = Manager::file("orders.db");
    /// let reading = Manager::file("file:orders.db?mode=ro");
    /// # let _ = (writing, reading);
    /// ```
    pub fn file(path: impl Into<PathBuf>) -> Manager {
        Manager { path: path.into(), behavior: TransactionBehavior::Immediate, setup: None }
    }

    /// A database in memory. Each connection has its own, so a pool of it should have `max(1)`; and it is gone with its connection, so do not
    /// set `max_lifetime` or `idle_timeout`.
    ///
    /// ```
    /// use cenote_sqlite::{Manager, Pool};
    /// let pool = Pool::managed(Manager::memory()).max(1).build().unwrap();
    /// # let _ = pool;
    /// ```
    ///
    /// One that all connections share has a name. It lives as long as one of them is open, hence the `min`. Its connections lock each
    /// other's tables, and do not wait for that: expect `SQLITE_LOCKED`.
    ///
    /// ```
    /// use cenote_sqlite::{Manager, Pool};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let manager = Manager::file("file:orders?mode=memory&cache=shared");
    /// let pool = Pool::managed(manager).min(1).max(4).build().unwrap();
    /// # let _ = pool;
    /// # }
    /// ```
    pub fn memory() -> Manager {
        Manager::file(":memory:")
    }

    /// Runs `setup` on each new connection: the place for `PRAGMA foreign_keys`, the busy timeout, functions of your own. If it fails, so does
    /// the opening.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use cenote_sqlite::{Manager, Pool};
    /// let manager = Manager::memory().setup(|db| db.pragma_update(None, "foreign_keys", true));
    /// let pool = Pool::managed(manager).max(1).build()?;
    /// let connection = pool.acquire().await?;
    /// let is_on: bool =
    ///     connection.call(|db| db.pragma_query_value(None, "foreign_keys", |row| row.get(0))).await?;
    /// assert!(is_on);
    /// # Ok(())
    /// # }
    /// ```
    pub fn setup(
        mut self,
        setup: impl Fn(&mut rusqlite::Connection) -> rusqlite::Result<()> + Send + Sync + 'static,
    ) -> Manager {
        self.setup = Some(Arc::new(setup));
        self
    }

    /// Sets how transactions begin that are opened by [`Connection::transaction`] and by rusqlite's `transaction()` and
    /// `savepoint()`, unless the database is open for reading only. Default: `Immediate`.
    ///
    /// A deferred transaction takes a read lock first. If it then writes while another connection writes, or after one has
    /// written, SQLite cannot upgrade its lock: it fails at once with `SQLITE_BUSY` or `SQLITE_BUSY_SNAPSHOT`, without waiting for the
    /// busy timeout. An immediate one waits for the write lock when it begins, and cannot fail so. Readers that only read can run
    /// side by side with `db.transaction_with_behavior(TransactionBehavior::Deferred)`.
    ///
    /// ```
    /// use cenote_sqlite::Manager;
    /// use cenote_sqlite::rusqlite::TransactionBehavior;
    /// let manager =
    ///     Manager::file("orders.db").transaction_behavior(TransactionBehavior::Deferred);
    /// # let _ = manager;
    /// ```
    pub fn transaction_behavior(mut self, behavior: TransactionBehavior) -> Manager {
        self.behavior = behavior;
        self
    }
}

/// Without the setup, which need not implement `Debug`.
impl fmt::Debug for Manager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Manager").field("path", &self.path).finish_non_exhaustive()
    }
}

impl cenote::Manager for Manager {
    type Resource = Connection;
    type Error = Error;

    async fn create(&self) -> Result<Connection, Error> {
        let connection = Connection::open(self.path.clone()).await?;
        let (setup, behavior) = (self.setup.clone(), self.behavior);
        let prepare = connection.call(move |db| {
            // One that cannot write gets no write lock.
            if !db.is_readonly("main")? {
                db.set_transaction_behavior(behavior);
            }
            // First, since it may be what makes the file readable (a key).
            setup.map_or(Ok(()), |setup| setup(db))?;
            read(db)
        });
        match prepare.await {
            Ok(()) => Ok(connection),
            Err(error) => {
                connection.close().await;
                Err(error)
            }
        }
    }

    async fn check(&self, connection: &mut Connection) -> Result<(), Error> {
        connection.call(|db| db.query_row("SELECT 1", [], |_| Ok(()))).await
    }

    fn on_release(&self, connection: &mut Connection) -> OnRelease {
        match connection.left() {
            Left::Nothing => OnRelease::Keep,
            Left::Something => OnRelease::Reset,
            Left::Wreck => OnRelease::Discard,
        }
    }

    /// Its turn comes when a call that was given up has ended.
    async fn reset(&self, connection: &mut Connection) -> Result<(), Error> {
        connection
            .call(|db| if db.is_autocommit() { Ok(()) } else { db.execute_batch("ROLLBACK") })
            .await
    }

    /// Its place is taken until its thread has closed it.
    async fn destroy(&self, connection: Connection) {
        connection.close().await;
    }
}

/// Opening a file reads nothing of it: whether it is a database shows only here. One that others have locked is one.
fn read(db: &rusqlite::Connection) -> rusqlite::Result<()> {
    let is_locked = |error: &rusqlite::Error| {
        matches!(
            error.sqlite_error_code(),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
        )
    };
    match db.query_row("PRAGMA schema_version", [], |_| Ok(())) {
        Err(error) if is_locked(&error) => Ok(()),
        result => result,
    }
}

/// From `sqlite:orders.db`, `sqlite:///data/orders.db`, a URI of SQLite's that begins with `file:`, or a plain path.
#[cfg(feature = "config")]
impl cenote::FromUrl for Manager {
    fn from_url(url: &str) -> Result<Manager, Box<dyn std::error::Error + Send + Sync>> {
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        if path.is_empty() {
            return Err("it names no file".into());
        }
        Ok(Manager::file(path))
    }
}

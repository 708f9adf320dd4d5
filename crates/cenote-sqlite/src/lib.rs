#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

use std::fmt;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use cenote::OnRelease;
use tokio::sync::oneshot;

/// A pool of SQLite connections.
pub type Pool = cenote::Pool<Manager>;

/// A connection lent by a [`Pool`]: gives it back when it is dropped.
pub type Guard = cenote::Guard<Manager>;

/// The driver, in the version whose types this crate gives out.
pub use rusqlite;

/// Opens connections to one database.
///
/// ```
/// use cenote_sqlite::{Manager, Pool};
/// let pool = Pool::new(Manager::file("orders.db"));
/// # let _ = pool;
/// ```
#[derive(Debug, Clone)]
pub struct Manager {
    path: Option<PathBuf>,
}

impl Manager {
    /// A file, made if it is missing.
    ///
    /// ```
    /// use cenote_sqlite::Manager;
    /// let manager = Manager::file("orders.db");
    /// # let _ = manager;
    /// ```
    pub fn file(path: impl Into<PathBuf>) -> Manager {
        Manager { path: Some(path.into()) }
    }

    /// A database in memory. Each connection has its own, so a pool of it should have `max(1)`.
    ///
    /// ```
    /// use cenote_sqlite::{Manager, Pool};
    /// let pool = Pool::managed(Manager::memory()).max(1).build().unwrap();
    /// # let _ = pool;
    /// ```
    pub fn memory() -> Manager {
        Manager { path: None }
    }
}

type Job = Box<dyn FnOnce(&mut rusqlite::Connection) + Send>;

/// A connection on a thread of its own. The thread ends when this is dropped, after the call that is running.
#[derive(Debug)]
pub struct Connection {
    jobs: mpsc::Sender<Job>,
}

/// Why a call gave no result.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// SQLite's own error.
    Sqlite(rusqlite::Error),
    /// The connection's thread is gone: a call on it panicked, or it could not be started.
    Gone,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Sqlite(error) => error.fmt(f),
            Error::Gone => f.write_str("the thread of this SQLite connection is gone"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Its own words are said above: the chain goes on with what is behind them.
            Error::Sqlite(error) => error.source(),
            Error::Gone => None,
        }
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Sqlite(error)
    }
}

impl Connection {
    async fn open(path: Option<PathBuf>) -> Result<Connection, Error> {
        let (jobs, todo) = mpsc::channel::<Job>();
        let (tell, told) = oneshot::channel();
        let run = move || {
            let opened = match path {
                Some(path) => rusqlite::Connection::open(path),
                None => rusqlite::Connection::open_in_memory(),
            };
            match opened {
                Ok(mut db) => {
                    let _ = tell.send(Ok(()));
                    for job in todo {
                        job(&mut db);
                    }
                }
                Err(error) => drop(tell.send(Err(error))),
            }
        };
        thread::Builder::new().name("sqlite".into()).spawn(run).map_err(|_| Error::Gone)?;
        told.await.map_err(|_| Error::Gone)??;
        Ok(Connection { jobs })
    }

    /// Runs `work` on the connection's thread. If this future is dropped, the work still runs to its end.
    ///
    /// # Errors
    ///
    /// The error of `work`, or [`Error::Gone`] if its thread is gone.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let pool = cenote_sqlite::Pool::managed(cenote_sqlite::Manager::memory()).max(1).build()?;
    /// let connection = pool.acquire().await?;
    /// let sum: i64 =
    ///     connection.call(|db| db.query_row("SELECT 40 + 2", [], |row| row.get(0))).await?;
    /// assert_eq!(sum, 42);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn call<T, F>(&self, work: F) -> Result<T, Error>
    where
        F: FnOnce(&mut rusqlite::Connection) -> rusqlite::Result<T> + Send + 'static,
        T: Send + 'static,
    {
        let (tell, told) = oneshot::channel();
        let job: Job = Box::new(move |db| drop(tell.send(work(db))));
        self.jobs.send(job).map_err(|_| Error::Gone)?;
        Ok(told.await.map_err(|_| Error::Gone)??)
    }
}

impl cenote::Manager for Manager {
    type Resource = Connection;
    type Error = Error;

    async fn create(&self) -> Result<Connection, Error> {
        Connection::open(self.path.clone()).await
    }

    async fn check(&self, connection: &mut Connection) -> Result<(), Error> {
        connection.call(|db| db.query_row("SELECT 1", [], |_| Ok(()))).await
    }

    /// Whether a transaction is open is known on the thread alone.
    fn on_release(&self, _: &mut Connection) -> OnRelease {
        OnRelease::Reset
    }

    async fn reset(&self, connection: &mut Connection) -> Result<(), Error> {
        connection
            .call(|db| if db.is_autocommit() { Ok(()) } else { db.execute_batch("ROLLBACK") })
            .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error as _;
    use std::iter::successors;

    /// Every future of the crate may be spawned: compiled is proved, which no signature of an `async fn` shows.
    #[expect(dead_code)]
    fn all_futures_may_change_threads(connection: &Connection) {
        fn may_change_threads<F: Future + Send>(_: F) {}
        may_change_threads(connection.call(|_| Ok(())));
    }

    #[tokio::test]
    async fn a_chain_of_causes_says_nothing_twice() {
        let pool = Pool::managed(Manager::memory()).max(1).build().unwrap();
        let connection = pool.acquire().await.unwrap();
        let error = connection.call(|db| db.execute_batch("SELECT * FROM nowhere")).await;
        let error = error.unwrap_err();
        let words = successors(error.source(), |&cause| cause.source()).map(|c| c.to_string());
        assert_eq!(error.to_string(), "no such table: nowhere");
        assert!(words.into_iter().all(|cause| cause != error.to_string()));
    }
}

/// The manual's chapter on all the crates; its programs are compiled here, where none of the others would depend on itself.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust-crate.md")]
mod manual {}

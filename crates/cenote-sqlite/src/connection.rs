//! A connection as the tasks have it.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use tokio::sync::oneshot;

use crate::calls::{Calls, Left};
use crate::error::Error;
use crate::thread::{Job, Started, start};

/// A connection on a thread of its own. When this is dropped, the connection is closed and the thread ends, after the call that is running.
/// Out of its pool, by [`detach`](cenote::Guard::detach), it works on.
pub struct Connection {
    thread: Started,
}

impl Connection {
    pub(crate) async fn open(path: PathBuf) -> Result<Connection, Error> {
        Ok(Connection { thread: start(path).await? })
    }

    /// Runs `work` on the connection's thread, after the calls before it.
    ///
    /// If this future is dropped, what has not begun does not run. In what has begun, SQLite's statements are interrupted: the one that is
    /// running, and long ones after it. They fail with `SQLITE_INTERRUPT`; so `work` ends soon if it passes that on, and its result is
    /// nobody's. What it has committed stays. Nothing can interrupt the rest of `work`, nor a statement that waits for a lock.
    ///
    /// # Errors
    ///
    /// The error of `work`; [`Error::Panicked`] if it panicked, and [`Error::Gone`] if one before it did: then the connection is closed, and
    /// replaced when it comes back.
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
        self.run(work).await?.map_err(Error::Sqlite)
    }

    /// [`call`](Self::call) for a `work` with an error type of its own, such as `anyhow::Error` or an enum of the program.
    ///
    /// # Errors
    ///
    /// The error of `work`, and those of [`call`](Self::call), converted.
    ///
    /// # Cancel safety
    ///
    /// As [`call`](Self::call).
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let pool = cenote_sqlite::Pool::managed(cenote_sqlite::Manager::memory()).max(1).build()?;
    /// type Failure = Box<dyn std::error::Error + Send + Sync>;
    /// let connection = pool.acquire().await?;
    /// let port = connection
    ///     .try_call(|db| {
    ///         let text: String = db.query_row("SELECT '80x'", [], |row| row.get(0))?;
    ///         Ok::<u16, Failure>(text.parse()?)
    ///     })
    ///     .await;
    /// assert_eq!(port.unwrap_err().to_string(), "invalid digit found in string");
    /// # Ok(())
    /// # }
    /// ```
    pub async fn try_call<T, E, F>(&self, work: F) -> Result<T, E>
    where
        F: FnOnce(&mut rusqlite::Connection) -> Result<T, E> + Send + 'static,
        T: Send + 'static,
        E: From<Error> + Send + 'static,
    {
        self.run(work).await?
    }

    /// Runs `work` in a transaction on the connection's thread, and commits it. If `work` fails or panics, it is rolled back.
    ///
    /// The transaction takes the write lock when it begins (`BEGIN IMMEDIATE`) and waits for it, unless the database is open for
    /// reading only; see [`Manager::transaction_behavior`](crate::Manager::transaction_behavior).
    ///
    /// # Errors
    ///
    /// The errors of [`call`](Self::call), and of the `BEGIN` and `COMMIT`.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, the transaction may be committed or not: it is rolled back unless `COMMIT` had begun.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let pool = cenote_sqlite::Pool::managed(cenote_sqlite::Manager::memory()).max(1).build()?;
    /// let connection = pool.acquire().await?;
    /// connection.call(|db| db.execute_batch("CREATE TABLE stock (count)")).await?;
    /// let added = connection
    ///     .transaction(|transaction| {
    ///         let count: i64 =
    ///             transaction.query_row("SELECT count(*) FROM stock", [], |row| row.get(0))?;
    ///         transaction.execute("INSERT INTO stock VALUES (?1)", [count])
    ///     })
    ///     .await?;
    /// assert_eq!(added, 1);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn transaction<T, F>(&self, work: F) -> Result<T, Error>
    where
        F: FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<T> + Send + 'static,
        T: Send + 'static,
    {
        self.call(|db| {
            let transaction = db.transaction()?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })
        .await
    }

    /// What `work` returns.
    async fn run<R, F>(&self, work: F) -> Result<R, Error>
    where
        F: FnOnce(&mut rusqlite::Connection) -> R + Send + 'static,
        R: Send + 'static,
    {
        let (tell, told) = oneshot::channel();
        let number = self.thread.calls.send();
        self.thread.jobs.send(job(number, work, tell)).map_err(|_| Error::Gone)?;
        let mut answer = Answer { calls: &self.thread.calls, number, told };
        (&mut answer.told).await.map_err(|_| Error::Gone)?
    }

    pub(crate) fn left(&self) -> Left {
        self.thread.calls.left()
    }

    /// Closes it, and waits until it is closed.
    pub(crate) async fn close(self) {
        let Started { jobs, ended, .. } = self.thread;
        drop(jobs);
        let _ = ended.await;
    }
}

/// What a call is on the thread.
fn job<R, F>(number: u64, work: F, tell: oneshot::Sender<Result<R, Error>>) -> Job
where
    F: FnOnce(&mut rusqlite::Connection) -> R + Send + 'static,
    R: Send + 'static,
{
    Box::new(move |db, calls| {
        let mut tell = Some(tell);
        calls.begin(number);
        let ran = catch_unwind(AssertUnwindSafe(|| {
            // Given up before this, it does not run; after this, `Calls::give_up` sees it running.
            if tell.as_ref().is_none_or(oneshot::Sender::is_closed) {
                drop(work);
                return calls.end(db);
            }
            let result = work(db);
            calls.end(db);
            if let Some(tell) = tell.take() {
                // A result that nobody waits for ends here, and its drop may panic as the work may.
                drop(tell.send(Ok(result)));
            }
        }));
        let Err(panic) = ran else { return ControlFlow::Continue(()) };
        calls.break_off();
        if let Some(tell) = tell {
            let _ = tell.send(Err(Error::Panicked(words(&*panic))));
        }
        ControlFlow::Break(())
    })
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no text").into()
}

/// The answer to a call, while somebody waits for it.
struct Answer<'a, T> {
    calls: &'a Calls,
    number: u64,
    told: oneshot::Receiver<T>,
}

impl<T> Drop for Answer<'_, T> {
    fn drop(&mut self) {
        // In this order: see `job`.
        self.told.close();
        self.calls.give_up(self.number);
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").field("left", &self.left()).finish_non_exhaustive()
    }
}

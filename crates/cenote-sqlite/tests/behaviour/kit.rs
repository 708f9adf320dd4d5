//! Pools of one connection, folders, and works that can be held up.

use cenote_sqlite::rusqlite::{self, ErrorCode};
use cenote_sqlite::{Connection, Error, Manager, Pool};
use std::cell::RefCell;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::task::{Context, Waker};
use std::thread::ThreadId;
use std::time::Duration;
use tokio::sync::oneshot;

/// It never ends by itself.
pub(crate) const ENDLESS: &str =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

/// Many times as long as a statement goes on without looking whether it is given up.
pub(crate) const LONG: &str = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT count(*) FROM n";

/// One connection, so that what is done to it is done to the next user's.
pub(crate) fn pool_of(manager: Manager) -> Pool {
    Pool::managed(manager).max(1).build().unwrap()
}

/// By which it is known: each has a thread of its own, and no number of a thread comes again.
pub(crate) async fn id(connection: &Connection) -> ThreadId {
    connection.call(|_| Ok(std::thread::current().id())).await.unwrap()
}

pub(crate) async fn run(connection: &Connection, sql: &'static str) -> Result<(), Error> {
    connection.call(move |db| db.execute_batch(sql)).await
}

pub(crate) async fn number(connection: &Connection, sql: &'static str) -> Result<i64, Error> {
    connection.call(move |db| db.query_row(sql, [], |row| row.get(0))).await
}

/// What SQLite says is wrong.
pub(crate) fn code(error: &Error) -> ErrorCode {
    match error {
        Error::Sqlite(error) => error.sqlite_error_code().unwrap_or_else(|| panic!("{error:?}")),
        other => panic!("{other:?}"),
    }
}

/// What has to come, in the end.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("it never came to that")
}

/// The end of a connection's thread.
pub(crate) struct End(oneshot::Receiver<()>);

impl End {
    pub(crate) async fn of(connection: &Connection) -> End {
        let (end, ended) = oneshot::channel();
        connection.call(move |_| End::note(end)).await.unwrap();
        End(ended)
    }

    /// The thread that is running drops this as the last thing it does.
    fn note(end: oneshot::Sender<()>) -> rusqlite::Result<()> {
        thread_local! {
            static ENDS: RefCell<Vec<oneshot::Sender<()>>> = const { RefCell::new(Vec::new()) };
        }
        ENDS.with_borrow_mut(|ends| ends.push(end));
        Ok(())
    }

    /// For a thread on which no call can be made from here.
    pub(crate) fn noted_by(
        note: impl FnOnce(Box<dyn FnOnce() -> rusqlite::Result<()> + Send>),
    ) -> End {
        let (end, ended) = oneshot::channel();
        note(Box::new(|| End::note(end)));
        End(ended)
    }

    pub(crate) fn has_come(&mut self) -> bool {
        self.0.try_recv() == Err(oneshot::error::TryRecvError::Closed)
    }

    pub(crate) async fn come(self) {
        soon(self.come_without_tokio()).await;
    }

    pub(crate) async fn come_without_tokio(self) {
        self.0.await.unwrap_err();
    }
}

/// A work stands at it until it is opened, or dropped.
pub(crate) struct Gate(#[expect(dead_code, reason = "it is there to be dropped")] mpsc::Sender<()>);

pub(crate) fn gate() -> (Gate, impl FnOnce() -> rusqlite::Result<()> + Send + 'static) {
    let (open, opened) = mpsc::channel();
    let wait = move || {
        let _ = opened.recv();
        Ok(())
    };
    (Gate(open), wait)
}

/// Begins a call, and gives it up when its work has begun.
pub(crate) async fn give_up<T: Send + 'static>(
    connection: &Connection,
    work: impl FnOnce(&mut rusqlite::Connection) -> rusqlite::Result<T> + Send + 'static,
) {
    let (begin, begun) = oneshot::channel();
    let call = connection.call(move |db| {
        begin.send(()).unwrap();
        work(db)
    });
    tokio::select! {
        biased;
        _ = call => panic!("it has ended"),
        begun = soon(begun) => begun.unwrap(),
    }
}

/// Begins a call, and goes on with it.
pub(crate) fn poll<T>(mut call: impl Future<Output = T> + Unpin) {
    let _ = Pin::new(&mut call).poll(&mut Context::from_waker(Waker::noop()));
}

/// A folder of the test's own.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            std::env::temp_dir().join(format!("cenote-sqlite-{}-{count}", std::process::id()));
        std::fs::create_dir(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// With an empty table `t (x)`.
    pub(crate) fn database(&self) -> PathBuf {
        self.database_named("test.db")
    }

    pub(crate) fn database_named(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        rusqlite::Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        path
    }

    /// How many of its files this process has open, apart from the memory that connections in WAL mode share. Linux alone tells.
    pub(crate) fn open_files(&self) -> usize {
        let folder = self.path("").to_str().unwrap().to_owned();
        let Ok(all) = std::fs::read_dir("/proc/self/fd") else { return 0 };
        let names = all.filter_map(|entry| std::fs::read_link(entry.ok()?.path()).ok());
        let is_counted = |name: &str| name.starts_with(&folder) && !name.ends_with("-shm");
        names.filter(|name| name.to_str().is_some_and(is_counted)).count()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// On a connection that no pool has.
pub(crate) fn count(path: &Path) -> i64 {
    let db = rusqlite::Connection::open(path).unwrap();
    db.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap()
}

//! Transactions that read and then write, side by side.

use crate::kit::*;
use cenote_sqlite::rusqlite::{self, ErrorCode, TransactionBehavior};
use cenote_sqlite::{Connection, Error, Manager, Pool};
use std::path::Path;
use std::time::Duration;

/// Four connections to one database in WAL mode.
fn pool(path: &Path, configure: impl FnOnce(Manager) -> Manager) -> Pool {
    let manager = Manager::file(path).setup(|db| db.pragma_update(None, "journal_mode", "wal"));
    Pool::managed(configure(manager)).max(4).build().unwrap()
}

fn read_then_write(db: &rusqlite::Connection) -> rusqlite::Result<()> {
    let count: i64 = db.query_row("SELECT count(*) FROM t", [], |row| row.get(0))?;
    std::thread::sleep(Duration::from_millis(1));
    db.execute("INSERT INTO t VALUES (?1)", [count]).map(drop)
}

async fn by_the_driver(connection: &Connection) -> Result<(), Error> {
    let work = |db: &mut rusqlite::Connection| {
        let transaction = db.transaction()?;
        read_then_write(&transaction)?;
        transaction.commit()
    };
    connection.call(work).await
}

async fn by_the_pool(connection: &Connection) -> Result<(), Error> {
    connection.transaction(|transaction| read_then_write(transaction)).await
}

/// How many of 240 transactions fail.
async fn failures(pool: &Pool) -> usize {
    let tasks: Vec<_> = (0..240)
        .map(|number| {
            let pool = pool.clone();
            tokio::spawn(async move {
                let connection = pool.acquire().await.unwrap();
                match number % 2 {
                    0 => by_the_driver(&connection).await,
                    _ => by_the_pool(&connection).await,
                }
            })
        })
        .collect();
    let mut failures = 0;
    for task in tasks {
        failures += usize::from(task.await.unwrap().is_err());
    }
    failures
}

/// SPEC 32.22: each waits for the write lock, and none fails
#[tokio::test]
async fn transactions_that_read_and_then_write_wait() {
    let folder = Folder::new();
    let path = folder.database();
    assert_eq!(failures(&pool(&path, |manager| manager)).await, 0);
    assert_eq!(count(&path), 240);
    let deferred = |manager: Manager| manager.transaction_behavior(TransactionBehavior::Deferred);
    assert_ne!(failures(&pool(&path, deferred)).await, 0);
}

/// SPEC 32.22: one that cannot write asks for no write lock
#[tokio::test]
async fn a_database_open_for_reading_has_transactions() {
    let folder = Folder::new();
    let path = folder.database();
    let pool = pool_of(Manager::file(format!("file:{}?mode=ro", path.display())));
    let connection = pool.acquire().await.unwrap();
    let read = |db: &rusqlite::Transaction<'_>| {
        db.query_row("SELECT count(*) FROM t", [], |row| row.get::<_, i64>(0))
    };
    assert_eq!(connection.transaction(read).await.unwrap(), 0);
    let error = connection.transaction(|db| read_then_write(db)).await.unwrap_err();
    assert_eq!(code(&error), ErrorCode::ReadOnly);
}

/// What fails, panics or is given up is rolled back.
#[tokio::test]
async fn a_transaction_that_does_not_end_is_rolled_back() {
    let folder = Folder::new();
    let path = folder.database();
    let pool = pool_of(Manager::file(&path));
    let connection = pool.acquire().await.unwrap();
    let error = connection.transaction(|db| {
        read_then_write(db)?;
        db.execute_batch("nonsense")
    });
    error.await.unwrap_err();
    assert_eq!(count(&path), 0);
    {
        let mut endless = std::pin::pin!(connection.transaction(|db| {
            read_then_write(db)?;
            db.execute_batch(ENDLESS)
        }));
        tokio::time::timeout(Duration::from_millis(50), &mut endless).await.unwrap_err();
    }
    drop(connection);
    let connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(count(&path), 0);
    let panics = connection.transaction(|db| {
        read_then_write(db)?;
        panic!("on purpose")
    });
    let panicked: Result<(), Error> = panics.await;
    assert!(matches!(panicked, Err(Error::Panicked(_))));
    connection.release().await;
    assert_eq!(count(&path), 0);
    soon(pool.acquire()).await.unwrap().transaction(|db| read_then_write(db)).await.unwrap();
    assert_eq!(count(&path), 1);
}

#[derive(Debug, PartialEq)]
enum Own {
    Mine(i64),
    Theirs(String),
}

impl From<Error> for Own {
    fn from(error: Error) -> Own {
        Own::Theirs(error.to_string())
    }
}

/// SPEC 32.23: errors of the user's own type
#[tokio::test]
async fn work_may_fail_in_its_own_way() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let mine = connection.try_call(|_| Err::<(), _>(Own::Mine(7)));
    assert_eq!(mine.await, Err(Own::Mine(7)));
    let theirs = connection.try_call(|db| {
        db.query_row("SELECT 42", [], |row| row.get(0)).map_err(Error::Sqlite).map_err(Own::from)
    });
    assert_eq!(theirs.await, Ok::<i64, Own>(42));
    let panicked = connection.try_call(|_| -> Result<(), Own> { panic!("on purpose") }).await;
    assert!(matches!(panicked, Err(Own::Theirs(text)) if text.contains("on purpose")));
    let gone = connection.try_call(|_| Ok::<_, Own>(())).await;
    assert!(matches!(gone, Err(Own::Theirs(_))));
}

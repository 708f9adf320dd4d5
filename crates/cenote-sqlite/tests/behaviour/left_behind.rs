//! What a user leaves behind: transactions are rolled back, everything else stays unless the connection is discarded.

use crate::kit::*;
use cenote_sqlite::{Guard, Manager, Pool};
use std::time::Duration;

/// What `sql` leaves behind is rolled back, on the same connection; both ways to give it back.
async fn is_rolled_back(sql: &'static str) {
    for is_awaited in [false, true] {
        let folder = Folder::new();
        let path = folder.database();
        let pool = pool_of(Manager::file(&path));
        let connection = pool.acquire().await.unwrap();
        let first = id(&connection).await;
        run(&connection, sql).await.unwrap();
        if is_awaited {
            connection.release().await;
            assert_eq!(pool.stats().idle, 1);
        } else {
            drop(connection);
        }
        let connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(id(&connection).await, first);
        assert!(connection.call(|db| Ok(db.is_autocommit())).await.unwrap());
        assert_eq!(count(&path), 0);
    }
}

#[tokio::test]
async fn an_open_transaction_is_rolled_back() {
    is_rolled_back("BEGIN IMMEDIATE; INSERT INTO t VALUES (1)").await;
}

#[tokio::test]
async fn an_open_savepoint_is_rolled_back() {
    is_rolled_back("SAVEPOINT s; INSERT INTO t VALUES (1); SAVEPOINT u").await;
}

/// The lock of the first would keep the other out.
#[tokio::test]
async fn a_transaction_holds_nobody_up_when_it_has_come_back() {
    let folder = Folder::new();
    let manager = Manager::file(folder.database()).setup(|db| db.busy_timeout(Duration::ZERO));
    let pool = Pool::managed(manager).max(2).build().unwrap();
    let (one, other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    run(&one, "BEGIN IMMEDIATE").await.unwrap();
    run(&other, "INSERT INTO t VALUES (1)").await.unwrap_err();
    one.release().await;
    run(&other, "INSERT INTO t VALUES (1)").await.unwrap();
}

/// The drop itself puts it back, without a word to its thread: this also goes where there is no background.
#[tokio::test]
async fn one_with_nothing_left_behind_is_there_at_once() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    run(&connection, "CREATE TABLE t (x); BEGIN; INSERT INTO t VALUES (1); COMMIT").await.unwrap();
    drop(connection);
    assert_eq!(pool.stats().idle, 1);
    let connection = pool.acquire().await.unwrap();
    run(&connection, "nonsense").await.unwrap_err();
    drop(connection);
    assert_eq!(pool.stats().idle, 1);
}

/// rusqlite ends a transaction that its own guard opened.
#[tokio::test]
async fn a_transaction_of_the_drivers_is_over_with_the_call() {
    let folder = Folder::new();
    let path = folder.database();
    let pool = pool_of(Manager::file(&path));
    let connection = pool.acquire().await.unwrap();
    let insert =
        connection.call(|db| db.transaction()?.execute("INSERT INTO t VALUES (1)", []).map(drop));
    insert.await.unwrap();
    drop(connection);
    assert_eq!((pool.stats().idle, count(&path)), (1, 0));
}

/// A statement of which rows were not read would keep the table locked.
#[tokio::test]
async fn a_statement_is_over_with_the_call() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    run(&connection, "CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)").await.unwrap();
    let read_one = connection.call(|db| {
        db.prepare_cached("SELECT x FROM t")?.query([])?.next()?.unwrap().get::<_, i64>(0)
    });
    assert_eq!(read_one.await.unwrap(), 1);
    drop(connection);
    let connection = pool.acquire().await.unwrap();
    assert!(!connection.call(|db| Ok(db.is_busy())).await.unwrap());
    run(&connection, "DROP TABLE t").await.unwrap();
}

/// Leaves it, and says how often it is there for the next user: kept, discarded.
async fn times_there(leave: &'static str, ask: &'static str) -> (i64, i64) {
    let folder = Folder::new();
    let mut seen = Vec::new();
    for give_back in [drop::<Guard>, |guard: Guard| guard.discard("it has state of its own")] {
        let pool = pool_of(Manager::file(folder.database_named(&format!("{}.db", seen.len()))));
        let connection = pool.acquire().await.unwrap();
        assert_eq!(number(&connection, ask).await.unwrap(), 0);
        run(&connection, leave).await.unwrap();
        give_back(connection);
        seen.push(number(&soon(pool.acquire()).await.unwrap(), ask).await.unwrap());
    }
    (seen[0], seen[1])
}

#[tokio::test]
async fn a_temporary_table_stays() {
    let ask = "SELECT count(*) FROM sqlite_temp_schema";
    assert_eq!(times_there("CREATE TEMP TABLE u (x)", ask).await, (1, 0));
}

#[tokio::test]
async fn an_attached_database_stays() {
    let ask = "SELECT count(*) FROM pragma_database_list WHERE name = 'other'";
    assert_eq!(times_there("ATTACH ':memory:' AS other", ask).await, (1, 0));
}

#[tokio::test]
async fn a_pragma_stays() {
    let leave = "PRAGMA query_only = on";
    assert_eq!(times_there(leave, "PRAGMA query_only").await, (1, 0));
}

/// So a pool's foreign keys are for its setup: a user may switch them off for all that come after.
#[tokio::test]
async fn foreign_keys_stay_as_they_were_left() {
    let manager = Manager::memory().setup(|db| db.pragma_update(None, "foreign_keys", true));
    let pool = pool_of(manager);
    let ask = "PRAGMA foreign_keys";
    run(&pool.acquire().await.unwrap(), "PRAGMA foreign_keys = off").await.unwrap();
    let connection = pool.acquire().await.unwrap();
    assert_eq!(number(&connection, ask).await.unwrap(), 0);
    connection.discard("foreign keys are off");
    assert_eq!(number(&soon(pool.acquire()).await.unwrap(), ask).await.unwrap(), 1);
}

#[tokio::test]
async fn the_statements_in_the_drivers_cache_stay() {
    let pool = pool_of(Manager::memory());
    let prepare = || async {
        let connection = pool.acquire().await.unwrap();
        let prepared = connection.call(|db| {
            let mut statement = db.prepare_cached("SELECT 7")?;
            statement.query_row([], |_| Ok(()))?;
            Ok(statement.get_status(cenote_sqlite::rusqlite::StatementStatus::Run))
        });
        prepared.await.unwrap()
    };
    assert_eq!((prepare().await, prepare().await), (1, 2));
}

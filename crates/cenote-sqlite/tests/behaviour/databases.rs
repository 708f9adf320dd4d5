//! Databases in memory, shared or not, and databases that others have locked.

use crate::kit::*;
use cenote_sqlite::rusqlite::{self, ErrorCode};
use cenote_sqlite::{Manager, Pool};
use std::time::{Duration, Instant};

#[tokio::test]
async fn each_connection_has_a_database_in_memory_of_its_own() {
    let pool = Pool::managed(Manager::memory()).max(2).build().unwrap();
    let (one, other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    run(&one, "CREATE TABLE t (x)").await.unwrap();
    let error = run(&other, "INSERT INTO t VALUES (1)").await.unwrap_err();
    assert!(error.to_string().contains("no such table"), "{error}");
}

#[tokio::test]
async fn a_database_in_memory_lives_and_goes_with_its_connection() {
    let pool = pool_of(Manager::memory());
    run(&pool.acquire().await.unwrap(), "CREATE TABLE t (x)").await.unwrap();
    let connection = pool.acquire().await.unwrap();
    run(&connection, "INSERT INTO t VALUES (1)").await.unwrap();
    connection.discard("a new database");
    let error = run(&soon(pool.acquire()).await.unwrap(), "SELECT * FROM t").await.unwrap_err();
    assert!(error.to_string().contains("no such table"), "{error}");
}

fn shared(name: &str) -> Pool {
    let manager = Manager::file(format!("file:{name}?mode=memory&cache=shared"));
    Pool::managed(manager).min(1).max(2).build().unwrap()
}

#[tokio::test]
async fn a_shared_one_is_the_same_for_all_connections() {
    let pool = shared("the-same");
    let (one, other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    run(&one, "CREATE TABLE t (x); INSERT INTO t VALUES (7)").await.unwrap();
    assert_eq!(number(&other, "SELECT x FROM t").await.unwrap(), 7);
    // As long as one of them is open.
    let end = End::of(&one).await;
    drop(one.detach());
    end.come().await;
    drop(other);
    let connection = pool.acquire().await.unwrap();
    assert_eq!(number(&connection, "SELECT x FROM t").await.unwrap(), 7);
    drop(connection);
    pool.close_within(Duration::from_secs(30)).await.unwrap();
    let again = shared("the-same");
    let connection = again.acquire().await.unwrap();
    number(&connection, "SELECT x FROM t").await.unwrap_err();
}

#[tokio::test]
async fn in_a_shared_one_a_locked_table_is_an_error_at_once() {
    let pool = shared("locked");
    let (one, other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    run(&one, "CREATE TABLE t (x); BEGIN; INSERT INTO t VALUES (7)").await.unwrap();
    let begun = Instant::now();
    let error = number(&other, "SELECT count(*) FROM t").await.unwrap_err();
    assert_eq!(code(&error), ErrorCode::DatabaseLocked);
    assert!(begun.elapsed() < Duration::from_secs(3), "it has waited for the busy timeout");
}

/// SQLite's own wait for a lock, which is 5 s in rusqlite, is spent on the connection's thread.
#[tokio::test]
async fn a_statement_waits_for_the_lock_of_another() {
    let folder = Folder::new();
    let pool = Pool::managed(Manager::file(folder.database())).max(2).build().unwrap();
    let (one, other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    assert_eq!(number(&other, "PRAGMA busy_timeout").await.unwrap(), 5000);
    run(&one, "BEGIN IMMEDIATE; INSERT INTO t VALUES (1)").await.unwrap();
    let commits = async {
        tokio::time::sleep(Duration::from_millis(30)).await;
        run(&one, "COMMIT").await.unwrap();
    };
    let (inserted, ()) = tokio::join!(run(&other, "INSERT INTO t VALUES (2)"), commits);
    inserted.unwrap();
    assert_eq!(number(&other, "SELECT sum(x) FROM t").await.unwrap(), 3);
}

#[tokio::test]
async fn after_the_busy_timeout_it_fails_and_its_connection_is_kept() {
    let folder = Folder::new();
    let path = folder.database();
    let holder = rusqlite::Connection::open(&path).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let pool = pool_of(Manager::file(&path).setup(|db| db.busy_timeout(Duration::from_millis(40))));
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    let begun = Instant::now();
    let error = run(&connection, "INSERT INTO t VALUES (1)").await.unwrap_err();
    assert_eq!(code(&error), ErrorCode::DatabaseBusy);
    assert!(begun.elapsed() >= Duration::from_millis(40));
    drop(connection);
    holder.execute_batch("COMMIT").unwrap();
    let connection = pool.acquire().await.unwrap();
    run(&connection, "INSERT INTO t VALUES (1)").await.unwrap();
    assert_eq!(id(&connection).await, first);
}

/// So it is waited for, as for all that cannot be interrupted.
#[tokio::test]
async fn a_wait_for_a_lock_goes_on_though_its_call_is_given_up() {
    let folder = Folder::new();
    let path = folder.database();
    let holder = rusqlite::Connection::open(&path).unwrap();
    holder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let pool =
        pool_of(Manager::file(&path).setup(|db| db.busy_timeout(Duration::from_millis(200))));
    // It may be given up before it has begun to wait.
    for _ in 0..20 {
        let connection = pool.acquire().await.unwrap();
        let begun = Instant::now();
        let insert = run(&connection, "INSERT INTO t VALUES (1)");
        assert!(tokio::time::timeout(Duration::from_millis(40), insert).await.is_err());
        drop(connection);
        drop(soon(pool.acquire()).await.unwrap());
        if begun.elapsed() >= Duration::from_millis(190) {
            return;
        }
    }
    panic!("SQLite can end it now: say so in the README");
}

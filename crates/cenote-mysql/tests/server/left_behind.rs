//! What a user leaves on a connection.

use crate::kit::*;
use cenote_mysql::mysql_async::prelude::Queryable;
use cenote_mysql::mysql_async::{ChangeUserOpts, TxOpts};
use cenote_mysql::{Manager, Policy, Pool};

/// SPEC 32.33: nothing that a session has reaches the next user
#[tokio::test]
async fn a_session_is_as_a_new_one() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = connection.id();
    connection.query_drop("CREATE TEMPORARY TABLE test_left (x int)").await.unwrap();
    connection.query_drop("SET @left = 7, SESSION sql_mode = 'ANSI_QUOTES'").await.unwrap();
    connection.query_drop("BEGIN").await.unwrap();
    connection.query_drop("SELECT get_lock('left', 0)").await.unwrap();
    // Not read to its end.
    drop(connection.query_iter("SELECT 1 UNION SELECT 2").await.unwrap());
    connection.exec_drop("SELECT ?", (1,)).await.unwrap();
    connection.release().await;
    let mut connection = pool.acquire().await.unwrap();
    assert_eq!(connection.id(), first);
    assert_eq!(ask::<Option<u32>>(&mut connection, "SELECT @left").await, None);
    let mode: String = ask(&mut connection, "SELECT @@sql_mode").await;
    assert!(!mode.contains("ANSI_QUOTES"), "{mode}");
    assert!(connection.query_drop("SELECT * FROM test_left").await.is_err());
    assert_eq!(by_another::<u32>("SELECT is_free_lock('left')").await, 1);
    assert_eq!(ask::<u32>(&mut connection, "SELECT @@in_transaction").await, 0);
    // The driver's cache knows that they are gone.
    connection.exec_drop("SELECT ?", (1,)).await.unwrap();
}

/// SPEC 32.33: with a rollback alone the rest stays
#[tokio::test]
async fn a_rollback_alone() {
    let pool = pool_of(manager().policy(Policy::Rollback));
    let mut connection = pool.acquire().await.unwrap();
    connection.query_drop("SET @left = 7").await.unwrap();
    connection
        .query_drop("CREATE TEMPORARY TABLE test_kept (x int) ENGINE = InnoDB")
        .await
        .unwrap();
    let mut transaction = connection.start_transaction(TxOpts::default()).await.unwrap();
    transaction.query_drop("INSERT INTO test_kept VALUES (1)").await.unwrap();
    drop(transaction);
    connection.release().await;
    let mut connection = pool.acquire().await.unwrap();
    assert_eq!(ask::<u32>(&mut connection, "SELECT @left").await, 7);
    assert_eq!(ask::<u32>(&mut connection, "SELECT count(*) FROM test_kept").await, 0);
    assert_eq!(ask::<u32>(&mut connection, "SELECT @@in_transaction").await, 0);
}

/// SPEC 32.33: the next user is in the database that the manager names
#[tokio::test]
async fn another_database_is_left() {
    for database in [Some("mysql"), None] {
        let pool = pool_of(Manager::new(opts().db_name(database)));
        let first = pool.acquire().await.unwrap().id();
        for round in 0..2 {
            let mut connection = pool.acquire().await.unwrap();
            connection.query_drop("USE information_schema").await.unwrap();
            connection.query_drop("SET @left = 7").await.unwrap();
            connection.release().await;
            let mut connection = pool.acquire().await.unwrap();
            assert_eq!(connection.id(), first, "{round}");
            let current: Option<String> = ask(&mut connection, "SELECT DATABASE()").await;
            assert_eq!(current.as_deref(), database);
            assert_eq!(ask::<Option<u32>>(&mut connection, "SELECT @left").await, None);
        }
    }
}

/// SPEC 32.33: one that was made another user's is closed
#[tokio::test]
async fn another_user_is_left() {
    by_another_does("CREATE OR REPLACE USER another@localhost").await;
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let change = ChangeUserOpts::new().with_user(Some("another".into())).with_db_name(None);
    connection.change_user(change).await.unwrap();
    connection.release().await;
    let mut connection = pool.acquire().await.unwrap();
    assert_eq!(ask::<String>(&mut connection, "SELECT current_user()").await, "root@localhost");
}

/// SPEC 32.33: with prepared statements, variables and a character set that the driver sets up again
#[tokio::test]
async fn the_set_up_is_done_again() {
    let pool = pool_of(Manager::new(opts().setup(vec!["SET SESSION wait_timeout = 77"])));
    for _ in 0..2 {
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask::<u32>(&mut connection, "SELECT @@wait_timeout").await, 77);
        assert_eq!(
            ask::<String>(&mut connection, "SELECT @@character_set_client").await,
            "utf8mb4"
        );
        connection.query_drop("SET SESSION wait_timeout = 78, NAMES latin1").await.unwrap();
        connection.release().await;
    }
    assert_eq!(pool.stats().created, 1);
}

/// SPEC 32.33: a connection that was not used is returned at once, and one user needs one
#[tokio::test]
async fn one_that_was_not_used_is_returned_at_once() {
    let pool = Pool::builder(manager()).max(6).build().unwrap();
    for _ in 0..500 {
        drop(pool.acquire().await.unwrap());
    }
    let stats = pool.stats();
    assert_eq!((stats.created, stats.rejected), (1, 0), "{stats:?}");
    // Nor does one who waits until it is clean.
    for _ in 0..20 {
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask::<u32>(&mut connection, "SELECT 1").await, 1);
        connection.release().await;
    }
    assert_eq!(pool.stats().created, 1);
}

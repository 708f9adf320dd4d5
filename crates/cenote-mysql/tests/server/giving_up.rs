//! Requests that nobody waits for any more.

use crate::aborting::abort_anywhere;
use crate::kit::*;
use cenote_mysql::mysql_async::TxOpts;
use cenote_mysql::mysql_async::prelude::Queryable;
use cenote_mysql::{Manager, Pool};
use std::time::Duration;
use tokio::time::timeout;

/// SPEC 32.33: an answer that nobody has read reaches nobody
#[tokio::test]
async fn an_unread_answer_reaches_nobody() {
    for query in [
        "SELECT 7",
        "SELECT 7, NULL",
        "SELECT 'some text', 'and more', 1.5",
        "SELECT REPEAT('x', 300000)",
        "SET @x = 1",
        "SELECT 1 UNION SELECT 2",
        "SELECT 'some text'; SELECT 7",
        "DO sleep(0.05)",
        "nonsense",
    ] {
        let pool = pool_of(manager());
        let mut connection = pool.acquire().await.unwrap();
        // Sent, and not read, or not to its end.
        drop(timeout(Duration::ZERO, connection.query_drop(query)).await);
        drop(connection);
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask::<u32>(&mut connection, "SELECT 42").await, 42, "{query}");
    }
}

/// SPEC 32.33: neither does that of a prepared statement, whichever part of it was read
#[tokio::test]
async fn an_unread_answer_of_a_statement_reaches_nobody() {
    let query = "SELECT ?, 'some text', 1.5e0, NULL UNION SELECT 8, REPEAT('x', 100000), 2, 3";
    // Prepared, and asked for, by that many steps.
    for steps in 0..12 {
        let pool = pool_of(manager());
        let mut connection = pool.acquire().await.unwrap();
        let mut request = Box::pin(connection.exec_drop(query, (7,)));
        for _ in 0..steps {
            if timeout(Duration::from_micros(300), &mut request).await.is_ok() {
                break;
            }
        }
        drop(request);
        drop(connection);
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask::<u32>(&mut connection, "SELECT 42").await, 42, "{steps}");
    }
}

/// SPEC 32.33: a query that was given up ends on the server
#[tokio::test]
async fn a_query_that_was_given_up_is_killed() {
    let pool = pool_of(manager().cancel_after(Duration::from_millis(100)));
    let mut connection = pool.acquire().await.unwrap();
    let first = connection.id();
    let query = "SELECT sleep(60)";
    timeout(Duration::from_millis(100), connection.query_drop(query)).await.unwrap_err();
    until(&format!("id = {first} AND info LIKE '%sleep%'"), 1).await;
    drop(connection);
    let connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(connection.id(), first);
    until(&format!("id = {first}"), 0).await;
}

/// SPEC 32.33, 34.32: tasks that end anywhere: no place and no connection of the server's is lost, nobody sees another's row,
/// transaction or variable
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    // By which the server tells its connections from those of other tests.
    by_another_does("CREATE OR REPLACE USER aborted@localhost").await;
    by_another_does("GRANT ALL ON *.* TO aborted@localhost").await;
    let manager = Manager::new(opts().user(Some("aborted")));
    let pool = Pool::builder(manager.cancel_after(Duration::from_secs(20))).max(8);
    let pool = pool.cleanup_timeout(Duration::from_secs(30)).build().unwrap();
    abort_anywhere(&pool, 32, |pool, number| async move {
        let mut connection = pool.acquire().await.unwrap();
        let query = "SELECT ?, @@in_transaction, @left";
        let row: Option<(u32, u32, Option<u32>)> =
            connection.exec_first(query, (number,)).await.unwrap();
        assert_eq!(row, Some((number, 0, None)));
        connection.query_drop("SET @left = 7").await.unwrap();
        let mut transaction = connection.start_transaction(TxOpts::default()).await.unwrap();
        let own: Option<u32> = transaction.exec_first("SELECT ?", (number,)).await.unwrap();
        assert_eq!(own, Some(number));
        if number % 3 == 0 {
            transaction.commit().await.unwrap();
        }
    })
    .await;
    until("user = 'aborted'", pool.stats().total.into()).await;
    until("user = 'aborted' AND command <> 'Sleep'", 0).await;
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    assert_eq!(pool.stats().total, 0);
    until("user = 'aborted'", 0).await;
}

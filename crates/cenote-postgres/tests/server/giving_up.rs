//! Requests that nobody waits for any more.

use crate::aborting::abort_anywhere;
use crate::kit::*;
use cenote_postgres::{Policy, Pool, tokio_postgres};
use std::time::Duration;
use tokio::time::timeout;

const AT_WORK: &str = "state = 'active'";

/// SPEC 32.15: a query that was given up ends on the server, and there are never more of them than connections
#[tokio::test]
async fn a_query_that_was_given_up_is_cancelled() {
    let manager = named("given-up").cancel_after(Duration::from_millis(50));
    let pool =
        Pool::managed(manager).max(2).cleanup_timeout(Duration::from_millis(500)).build().unwrap();
    let mut most = 0;
    for _ in 0..20 {
        let client = pool.acquire().await.unwrap();
        // The server has it when it is given up, however slow all this is.
        let sleep = client.prepare_cached("SELECT pg_sleep(20)").await.unwrap();
        timeout(Duration::from_millis(20), client.query_one(&sleep, &[])).await.unwrap_err();
        drop(client);
        most = most.max(count_named("given-up", AT_WORK).await);
    }
    assert!(most <= 2, "{most} queries at once");
    until_named("given-up", AT_WORK, 0).await;
    assert_eq!(pool.stats().rejected, 20);
}

/// SPEC 32.15: the same if the query was sent in a way that is not seen: then the limit for cleaning ends it
#[tokio::test]
async fn a_query_that_nobody_saw_is_cancelled_too() {
    let pool = Pool::managed(named("unseen-query"))
        .max(1)
        .cleanup_timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let client = pool.acquire().await.unwrap();
    let driver: &tokio_postgres::Client = &client;
    let sleep = driver.prepare("SELECT pg_sleep(60)").await.unwrap();
    timeout(Duration::from_millis(20), driver.query_one(&sleep, &[])).await.unwrap_err();
    client.release().await;
    until_named("unseen-query", AT_WORK, 0).await;
    assert_eq!(pool.stats().total, 0);
}

/// SPEC 32.15: one that ends soon costs no connection
#[tokio::test]
async fn a_short_query_that_was_given_up_is_waited_for() {
    for policy in [Policy::Fast, Policy::Verified, Policy::Clean] {
        let pool = pool_of(named("short").policy(policy).cancel_after(Duration::from_secs(20)));
        let first = process(&pool.acquire().await.unwrap()).await;
        let mut client = pool.acquire().await.unwrap();
        timeout(Duration::from_millis(5), client.query_one("SELECT pg_sleep(0.1)", &[]))
            .await
            .unwrap_err();
        client.release().await;
        client = pool.acquire().await.unwrap();
        // In a transaction.
        let transaction = client.transaction().await.unwrap();
        timeout(Duration::from_millis(5), transaction.query_one("SELECT pg_sleep(0.1)", &[]))
            .await
            .unwrap_err();
        drop(transaction);
        client.release().await;
        assert_eq!(process(&pool.acquire().await.unwrap()).await, first);
    }
}

/// SPEC 32.15: the pool's end cancels what was given up, too
#[tokio::test]
async fn a_closed_pool_leaves_no_query_behind() {
    let pool = pool_of(named("closed-pool"));
    let client = pool.acquire().await.unwrap();
    timeout(Duration::from_millis(20), client.query_one("SELECT pg_sleep(60)", &[]))
        .await
        .unwrap_err();
    pool.close();
    drop(client);
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    until_named("closed-pool", "true", 0).await;
}

/// SPEC 32.15, 34.32: tasks that end anywhere: no place is lost, nobody sees another's row or transaction
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    let manager = named("aborted").cancel_after(Duration::from_secs(10));
    let pool = Pool::managed(manager).max(8).build().unwrap();
    abort_anywhere(&pool, 32, |pool, number| async move {
        let number = i32::try_from(number).unwrap();
        let mut client = pool.acquire().await.unwrap();
        assert_eq!(ask(&client, "SELECT now() = statement_timestamp()").await, "t");
        let row = client.query_one_cached("SELECT $1::int", &[&number]).await.unwrap();
        assert_eq!(row.get::<_, i32>(0), number);
        let transaction = client.transaction().await.unwrap();
        let row = transaction.query_one_cached("SELECT $1::int", &[&number]).await.unwrap();
        assert_eq!(row.get::<_, i32>(0), number);
        if number % 3 == 0 {
            transaction.commit().await.unwrap();
        }
    })
    .await;
    let stats = pool.stats();
    assert_eq!(stats.rejected, 0, "{stats:?}");
    until_named("aborted", "true", stats.total).await;
    until_named("aborted", "state = 'idle'", stats.total).await;
}

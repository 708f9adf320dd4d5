//! Requests that nobody waits for any more.

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
    let rounds = std::env::var("CENOTE_ABORTS").map_or(2000, |count| count.parse().unwrap());
    let manager = named("aborted").cancel_after(Duration::from_secs(10));
    let pool = Pool::managed(manager).max(8).build().unwrap();
    let mut random = 7_u64;
    let mut tasks = std::collections::VecDeque::new();
    for number in 0..rounds {
        let pool = pool.clone();
        tasks.push_back(tokio::spawn(async move {
            let mut client = pool.acquire().await.unwrap();
            let state = "SELECT now() = statement_timestamp(), $1::int";
            let row = client.query_one_cached(state, &[&number]).await.unwrap();
            assert_eq!(row.get::<_, i32>(1), number);
            let transaction = client.transaction().await.unwrap();
            let row = transaction.query_one_cached("SELECT $1::int", &[&number]).await.unwrap();
            assert_eq!(row.get::<_, i32>(0), number);
            if number % 3 == 0 {
                transaction.commit().await.unwrap();
            }
        }));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if tasks.len() > 32 {
            let oldest = tasks.pop_front().unwrap();
            if random >> 63 == 0 {
                oldest.abort();
            }
            if let Err(error) = oldest.await {
                assert!(error.is_cancelled(), "{error}");
            }
        }
        tokio::time::sleep(Duration::from_micros(random >> 56)).await;
    }
    for task in tasks {
        task.await.unwrap();
    }
    soon(async {
        while pool.stats().active > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    pool.check_invariants();
    let stats = pool.stats();
    assert_eq!(stats.rejected, 0, "{stats:?}");
    until_named("aborted", "true", stats.total).await;
    until_named("aborted", "state = 'idle'", stats.total).await;
}

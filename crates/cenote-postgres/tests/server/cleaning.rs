//! What reaches the next user of a connection.

use crate::kit::{ask, kept, pool_with, process};
use cenote::Manager;
use cenote_postgres::{Client, Policy, Pool};

/// Leaves all kinds of state behind, and an open transaction; gives the process.
async fn soil(pool: &Pool) -> String {
    let client = pool.acquire().await.unwrap();
    client.query_cached("SELECT 7", &[]).await.unwrap();
    client
        .batch_execute(
            "SET work_mem = '7MB'; CREATE TEMP TABLE mine (id int); SELECT pg_advisory_lock(7); LISTEN news; \
             DECLARE held CURSOR WITH HOLD FOR SELECT 1",
        )
        .await
        .unwrap();
    client.batch_execute("BEGIN; CREATE TABLE lost (id int)").await.unwrap();
    let this = process(&client).await;
    client.release().await;
    this
}

const LEFT: &str = "SELECT concat_ws(' ', current_setting('work_mem'), to_regclass('pg_temp.mine'),
    (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),
    (SELECT count(*) FROM pg_listening_channels()), (SELECT count(*) FROM pg_cursors), to_regclass('lost'))";

#[tokio::test]
async fn clean_takes_all_away_but_the_statements() {
    let pool = pool_with(Policy::Clean);
    let first = soil(&pool).await;
    let client = pool.acquire().await.unwrap();
    assert_eq!(process(&client).await, first);
    assert_eq!(ask(&client, LEFT).await, "4MB 0 0 0");
    assert_eq!(kept(&client).await, "SELECT 7");
}

#[tokio::test]
async fn verified_takes_the_transaction_away() {
    let pool = pool_with(Policy::Verified);
    let first = soil(&pool).await;
    let client = pool.acquire().await.unwrap();
    assert_eq!(process(&client).await, first);
    assert_eq!(ask(&client, LEFT).await, "7MB mine 1 1 1");
    assert_eq!(kept(&client).await, "SELECT 7");
}

#[tokio::test]
async fn a_query_of_ones_own_is_sent_and_the_cache_emptied() {
    let pool = pool_with(Policy::Query("ROLLBACK; RESET work_mem".into()));
    soil(&pool).await;
    let client = pool.acquire().await.unwrap();
    assert_eq!(ask(&client, LEFT).await, "4MB mine 1 1 1");
    assert_eq!(kept(&client).await, "");
}

#[tokio::test]
async fn fast_sends_nothing_and_keeps_no_closed_connection() {
    let pool = pool_with(Policy::Fast);
    let first = soil(&pool).await;
    let client = pool.acquire().await.unwrap();
    assert_eq!(process(&client).await, first);
    assert_eq!(ask(&client, LEFT).await, "7MB mine 1 1 1 lost");
    client.batch_execute("SELECT pg_terminate_backend(pg_backend_pid())").await.unwrap_err();
    until_closed(&client).await;
    drop(client);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
    let client = pool.acquire().await.unwrap();
    assert_ne!(process(&client).await, first);
}

/// The driver notes the end of a connection a moment after the last answer.
async fn until_closed(client: &Client) {
    while !client.is_closed() {
        tokio::task::yield_now().await;
    }
}

/// One that the server has closed while it was idle is not handed out.
#[tokio::test]
async fn a_closed_connection_is_refused_before_it_is_lent() {
    let pool = pool_with(Policy::Fast);
    let mut client = pool.acquire().await.unwrap();
    pool.manager().before_acquire(&mut client).await.unwrap();
    client.batch_execute("SELECT pg_terminate_backend(pg_backend_pid())").await.unwrap_err();
    until_closed(&client).await;
    assert!(pool.manager().before_acquire(&mut client).await.unwrap_err().is_closed());
}

/// In a transaction that has failed, all but a `ROLLBACK` is refused.
#[tokio::test]
async fn a_failed_transaction_is_cleaned_too() {
    for policy in [Policy::Clean, Policy::Verified] {
        let pool = pool_with(policy);
        let client = pool.acquire().await.unwrap();
        let first = process(&client).await;
        client.batch_execute("BEGIN").await.unwrap();
        client.batch_execute("SELECT 1 / 0").await.unwrap_err();
        client.release().await;
        assert_eq!(process(&pool.acquire().await.unwrap()).await, first);
    }
}

/// A policy whose query fails: the connection is replaced.
#[tokio::test]
async fn what_cannot_be_cleaned_is_not_kept() {
    let pool = pool_with(Policy::Query("SELECT 1 / 0".into()));
    let client = pool.acquire().await.unwrap();
    let first = process(&client).await;
    client.release().await;
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
    assert_ne!(process(&pool.acquire().await.unwrap()).await, first);
}

//! Hooks that are added to the manager's.

use crate::kit::{ask, by_another, manager, process};
use cenote_postgres::Pool;

/// SPEC 32.24: a set-up of each connection, and a test of one's own before it is handed out
#[tokio::test]
async fn closures_on_a_managed_pool() {
    let pool = Pool::builder(manager())
        .max(1)
        .after_connect(|client| {
            Box::pin(async { client.batch_execute("SET work_mem = '7MB'").await })
        })
        .before_acquire(|client| {
            Box::pin(async { client.query_one_cached("SELECT 1", &[]).await.map(drop) })
        })
        .build()
        .unwrap();
    let client = pool.acquire().await.unwrap();
    let first = process(&client).await;
    assert_eq!(ask(&client, "SHOW work_mem").await, "7MB");
    drop(client);
    let client = pool.acquire().await.unwrap();
    assert_eq!(process(&client).await, first);
    drop(client);
    by_another(&format!("SELECT pg_terminate_backend({first})")).await;
    let client = pool.acquire_owned().await.unwrap();
    assert_ne!(process(&client).await, first);
    assert_eq!(ask(&client, "SHOW work_mem").await, "7MB");
}

/// SPEC 32.24: a set-up that the server refuses is an error of acquire
#[tokio::test]
async fn a_set_up_that_is_refused() {
    let pool = Pool::builder(manager())
        .after_connect(|client| Box::pin(async { client.batch_execute("nonsense").await }))
        .build()
        .unwrap();
    let cenote::Error::Create(error) = pool.acquire().await.unwrap_err() else { panic!() };
    assert!(error.as_db_error().unwrap().message().contains("nonsense"));
    assert_eq!(pool.stats().total, 0);
}

//! Functions for connections and transactions, and transactions that own their connection.

use crate::kit::{ask, by_another, manager, named, pool_of, process, until_named};
use cenote_postgres::{Begin, GenericClient, OwnedTransaction, tokio_postgres};
use std::time::Duration;
use tokio_postgres::error::SqlState;

async fn add(client: &mut impl GenericClient, number: i32) -> Result<i64, tokio_postgres::Error> {
    let inner = client.transaction().await?;
    inner.execute_cached("INSERT INTO numbers VALUES ($1)", &[&number]).await?;
    inner.commit().await?;
    client.execute("INSERT INTO numbers VALUES ($1)", &[&number]).await?;
    let row = client.query_one_cached("SELECT count(*) FROM numbers", &[]).await?;
    Ok(row.get(0))
}

/// SPEC 32.26: one function for a guard, a client and transactions of both kinds
#[tokio::test]
async fn one_function_for_all() {
    let pool = pool_of(manager());
    let mut client = pool.acquire().await.unwrap();
    client.batch_execute("CREATE TEMP TABLE numbers (number int)").await.unwrap();
    assert_eq!(add(&mut client, 1).await.unwrap(), 2);
    assert_eq!(add(&mut *client, 2).await.unwrap(), 4);
    let mut transaction = client.transaction().await.unwrap();
    assert_eq!(add(&mut transaction, 3).await.unwrap(), 6);
    transaction.rollback().await.unwrap();
    let mut transaction = OwnedTransaction::begin(client).await.unwrap();
    let added = tokio::spawn(async move {
        let count = add(&mut transaction, 4).await.unwrap();
        (count, transaction)
    });
    let (count, transaction) = added.await.unwrap();
    assert_eq!(count, 6);
    transaction.commit().await.unwrap();
    let client = pool.acquire().await.unwrap();
    assert_eq!(ask(&client, "SELECT count(*) FROM numbers").await, "6");
}

/// SPEC 32.26: dropped, it is rolled back before the next user has the connection
#[tokio::test]
async fn an_owned_transaction_that_is_dropped_is_rolled_back() {
    by_another("DROP TABLE IF EXISTS dropped; CREATE TABLE dropped (x int); SELECT 1").await;
    let pool = pool_of(named("owned"));
    let transaction = pool.begin().await.unwrap();
    transaction.execute("INSERT INTO dropped VALUES (1)", &[]).await.unwrap();
    drop(transaction);
    let client = pool.acquire().await.unwrap();
    let first = process(&client).await;
    assert_eq!(ask(&client, "SELECT now() = statement_timestamp()").await, "t");
    drop(client);
    // While a request is under way.
    let transaction = pool.begin().await.unwrap();
    transaction.execute("INSERT INTO dropped VALUES (1)", &[]).await.unwrap();
    let given_up = transaction.batch_execute("SELECT pg_sleep(60)");
    tokio::time::timeout(Duration::from_millis(20), given_up).await.unwrap_err();
    drop(transaction);
    until_named("owned", "state <> 'idle'", 0).await;
    assert_eq!(by_another("SELECT count(*) FROM dropped").await, "0");
    assert_ne!(process(&pool.acquire().await.unwrap()).await, first);
    by_another("DROP TABLE dropped; SELECT 1").await;
}

/// SPEC 32.26: one that has failed ends, too
#[tokio::test]
async fn an_owned_transaction_that_has_failed() {
    let pool = pool_of(manager());
    let first = process(&pool.acquire().await.unwrap()).await;
    let transaction = pool.begin().await.unwrap();
    transaction.batch_execute("SELECT 1 / 0").await.unwrap_err();
    let error = transaction.batch_execute("SELECT 1").await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::IN_FAILED_SQL_TRANSACTION));
    drop(transaction);
    assert_eq!(process(&pool.acquire().await.unwrap()).await, first);
}

//! What is sent when a connection is returned: nothing, if no transaction can be open.

use crate::kit::{by_another, named, pool_of, process};
use crate::warnings::{count_warnings, warnings};
use cenote_postgres::{Pool, tokio_postgres};

/// The last text that the server has seen of this pool's only connection.
async fn last_query(name: &str) -> String {
    by_another(&format!("SELECT query FROM pg_stat_activity WHERE application_name = '{name}'"))
        .await
}

/// SPEC 32.14: it is silent, and one connection is enough for one user
#[tokio::test]
async fn a_return_is_silent() {
    count_warnings();
    let pool = Pool::managed(named("silent")).max(6).build().unwrap();
    for _ in 0..500 {
        drop(pool.acquire().await.unwrap());
        let mut client = pool.acquire().await.unwrap();
        client.query_one_cached("SELECT 1", &[]).await.unwrap();
        client.query_one("SELECT 2", &[]).await.unwrap();
        let statement = client.prepare_cached("SELECT 3").await.unwrap();
        client.execute(&statement, &[]).await.unwrap();
        let transaction = client.transaction().await.unwrap();
        transaction.execute_cached("SELECT 4", &[]).await.unwrap();
        transaction.commit().await.unwrap();
        let transaction = client.build_transaction().read_only(true).start().await.unwrap();
        transaction.rollback().await.unwrap();
        client.batch_execute("SELECT 'started', 'beginning'").await.unwrap();
    }
    assert_eq!((pool.stats().created, pool.stats().rejected), (1, 0));
    assert_eq!(last_query("silent").await, "SELECT 'started', 'beginning'");
    assert_eq!(warnings(), 0);
}

/// SPEC 32.14: what was not seen is asked about, without a warning where no transaction is open
#[tokio::test]
async fn what_was_not_seen_is_asked_about() {
    count_warnings();
    let pool = pool_of(named("unseen"));
    let first = process(&pool.acquire().await.unwrap()).await;
    for round in 0..6 {
        let mut client = pool.acquire().await.unwrap();
        match round {
            // The driver's own client, shared and alone.
            0 => drop(tokio_postgres::Client::query_one(&client, "SELECT 1", &[]).await.unwrap()),
            1 => drop(tokio_postgres::Client::transaction(&mut client).await.unwrap()),
            // Ended by texts.
            2 => client.batch_execute("BEGIN; SELECT 1; COMMIT").await.unwrap(),
            3 => drop(
                client
                    .execute("START TRANSACTION READ ONLY", &[])
                    .await
                    .and(client.execute("END", &[]).await)
                    .unwrap(),
            ),
            // Dropped.
            4 => drop(client.transaction().await.unwrap()),
            _ => drop(client.query_raw("SELECT 1", std::iter::empty::<i32>()).await.unwrap()),
        }
        client.release().await;
        assert_eq!(last_query("unseen").await.trim_end(), "BEGIN; ROLLBACK;", "{round}");
    }
    assert_eq!(process(&pool.acquire().await.unwrap()).await, first);
    assert_eq!(warnings(), 0);
}

/// SPEC 32.14: no transaction reaches the next user, however it was opened
#[tokio::test]
async fn no_transaction_reaches_the_next_user() {
    let pool = pool_of(named("opened"));
    let first = process(&pool.acquire().await.unwrap()).await;
    for round in 0..9 {
        let mut client = pool.acquire().await.unwrap();
        match round {
            0 => client.batch_execute("begin").await.unwrap(),
            1 => drop(client.execute("Start Transaction", &[]).await.unwrap()),
            2 => drop(client.simple_query("SELECT 1; BEGIN").await.unwrap()),
            3 => drop(client.execute_cached("BEGIN", &[]).await.unwrap()),
            4 => {
                let begin = client.prepare("BEGIN").await.unwrap();
                client.execute(&begin, &[]).await.unwrap();
            }
            // The statement is in the cache since.
            5 => drop(client.execute_cached("BEGIN", &[]).await.unwrap()),
            6 => std::mem::forget(client.transaction().await.unwrap()),
            7 => {
                let transaction = client.transaction().await.unwrap();
                transaction.batch_execute("COMMIT AND CHAIN").await.unwrap();
                transaction.batch_execute("SELECT 1 / 0").await.unwrap_err();
                std::mem::forget(transaction);
            }
            _ => {
                let transaction = client.transaction().await.unwrap();
                transaction.batch_execute("COMMIT; BEGIN").await.unwrap();
                transaction.commit().await.unwrap();
                client.query_typed("BEGIN", &[]).await.unwrap();
            }
        }
        client.release().await;
        let state = "SELECT state FROM pg_stat_activity WHERE application_name = 'opened'";
        assert_eq!(by_another(state).await, "idle", "{round}");
    }
    assert_eq!(process(&pool.acquire().await.unwrap()).await, first);
}

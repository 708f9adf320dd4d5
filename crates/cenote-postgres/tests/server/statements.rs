//! The cache of prepared statements.

use crate::kit::{ask, kept, manager, pool_of, process};
use tokio_postgres::error::SqlState;

#[tokio::test]
async fn the_statement_used_longest_ago_makes_room_and_is_closed() {
    let pool = pool_of(manager().statements(2));
    let client = pool.acquire().await.unwrap();
    for query in ["SELECT 1", "SELECT 2", "SELECT 1", "SELECT 3"] {
        client.query_one_cached(query, &[]).await.unwrap();
    }
    assert_eq!(kept(&client).await, "SELECT 1 | SELECT 3");
    client.clear_statements();
    assert_eq!(kept(&client).await, "");
}

/// A statement in use is closed when its user is done with it.
#[tokio::test]
async fn a_forgotten_statement_lives_as_long_as_it_is_held() {
    let pool = pool_of(manager().statements(1));
    let client = pool.acquire().await.unwrap();
    let first = client.prepare_cached("SELECT 1").await.unwrap();
    client.execute_cached("SELECT 2", &[]).await.unwrap();
    assert_eq!(kept(&client).await, "SELECT 1 | SELECT 2");
    assert_eq!(client.query_one(&first, &[]).await.unwrap().get::<_, i32>(0), 1);
    drop(first);
    assert_eq!(kept(&client).await, "SELECT 2");
}

#[tokio::test]
async fn a_cache_of_none_keeps_none() {
    let pool = pool_of(manager().statements(0));
    let client = pool.acquire().await.unwrap();
    for _ in 0..3 {
        assert_eq!(client.execute_cached("SELECT 1", &[]).await.unwrap(), 1);
    }
    assert_eq!(kept(&client).await, "");
}

#[tokio::test]
async fn statements_outlast_a_return_and_128_of_them_are_kept() {
    let pool = pool_of(manager());
    for number in 0..130 {
        let client = pool.acquire().await.unwrap();
        client.query_opt_cached(&format!("SELECT {number}"), &[]).await.unwrap();
        client.release().await;
    }
    let client = pool.acquire().await.unwrap();
    assert_eq!(ask(&client, "SELECT count(*) FROM pg_prepared_statements").await, "128");
    let oldest = "SELECT min(substr(statement, 8)::int) FROM pg_prepared_statements";
    assert_eq!(ask(&client, oldest).await, "2");
}

#[tokio::test]
async fn a_statement_whose_columns_have_changed_is_prepared_again() {
    let pool = pool_of(manager());
    let client = pool.acquire().await.unwrap();
    client.batch_execute("CREATE TEMP TABLE goods AS SELECT 1 AS id").await.unwrap();
    let query = "SELECT * FROM goods";
    assert_eq!(client.query_cached(query, &[]).await.unwrap()[0].len(), 1);
    client.batch_execute("ALTER TABLE goods ADD name text").await.unwrap();
    assert_eq!(client.query_cached(query, &[]).await.unwrap()[0].len(), 2);
    assert_eq!(kept(&client).await, query);
}

#[tokio::test]
async fn a_statement_that_was_taken_away_is_prepared_again() {
    let pool = pool_of(manager());
    let client = pool.acquire().await.unwrap();
    client.query_cached("SELECT 1", &[]).await.unwrap();
    client.batch_execute("DEALLOCATE ALL").await.unwrap();
    assert_eq!(client.query_cached("SELECT 1", &[]).await.unwrap().len(), 1);
}

/// In a transaction there is nothing to try again; the next try of the transaction goes well.
#[tokio::test]
async fn a_stale_statement_in_a_transaction_is_told_once() {
    let pool = pool_of(manager());
    let mut client = pool.acquire().await.unwrap();
    client.batch_execute("CREATE TEMP TABLE goods AS SELECT 1 AS id").await.unwrap();
    let query = "SELECT * FROM goods";
    client.query_cached(query, &[]).await.unwrap();
    client.batch_execute("ALTER TABLE goods ADD name text").await.unwrap();

    let transaction = client.transaction().await.unwrap();
    let error = transaction.query_cached(query, &[]).await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::FEATURE_NOT_SUPPORTED));
    transaction.rollback().await.unwrap();
    let transaction = client.transaction().await.unwrap();
    assert_eq!(transaction.query_one_cached(query, &[]).await.unwrap().len(), 2);
    transaction.commit().await.unwrap();

    // One that only the server knows of.
    client.batch_execute("ALTER TABLE goods ADD price int").await.unwrap();
    client.batch_execute("BEGIN").await.unwrap();
    let error = client.query_cached(query, &[]).await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::FEATURE_NOT_SUPPORTED));
    client.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(client.query_opt_cached(query, &[]).await.unwrap().unwrap().len(), 3);
}

/// What looks the same but happened inside of a function is not run twice.
#[tokio::test]
async fn an_error_of_a_function_is_no_stale_statement() {
    let pool = pool_of(manager());
    let client = pool.acquire().await.unwrap();
    client
        .batch_execute(
            "CREATE TEMP SEQUENCE runs; CREATE FUNCTION pg_temp.fails() RETURNS void LANGUAGE plpgsql AS
             $$BEGIN PERFORM nextval('runs'); EXECUTE 'EXECUTE no_such_statement'; END$$",
        )
        .await
        .unwrap();
    let error = client.query_cached("SELECT pg_temp.fails()", &[]).await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::INVALID_SQL_STATEMENT_NAME));
    assert_eq!(ask(&client, "SELECT last_value FROM runs").await, "1");
}

#[tokio::test]
async fn transactions_share_the_cache() {
    let pool = pool_of(manager());
    let mut client = pool.acquire().await.unwrap();
    client.batch_execute("CREATE TEMP TABLE goods (id int)").await.unwrap();
    let insert = "INSERT INTO goods VALUES ($1)";
    let mut outer = client.transaction().await.unwrap();
    assert_eq!(outer.execute_cached(insert, &[&1]).await.unwrap(), 1);
    let inner = outer.transaction().await.unwrap();
    inner.execute_cached(insert, &[&2]).await.unwrap();
    inner.rollback().await.unwrap();
    let statement = outer.prepare_cached(insert).await.unwrap();
    outer.execute(&statement, &[&3]).await.unwrap();
    let four = outer.query_opt_cached("SELECT id FROM goods WHERE id = $1", &[&4]).await.unwrap();
    assert!(four.is_none());
    outer.commit().await.unwrap();
    drop(statement);
    assert_eq!(
        ask(&client, "SELECT string_agg(id::text, ' ' ORDER BY id) FROM goods").await,
        "1 3"
    );
    // It was known before the transaction's own.
    client.execute_cached(insert, &[&5]).await.unwrap();
    assert_eq!(
        ask(&client, "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")
            .await,
        "1"
    );
}

/// The futures can be spawned, and two of them can share one connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shared_connection_takes_calls_of_several_tasks() {
    let pool = pool_of(manager());
    let client = std::sync::Arc::new(pool.acquire().await.unwrap());
    let tasks: Vec<_> = (0..20)
        .map(|number: i32| {
            let client = std::sync::Arc::clone(&client);
            tokio::spawn(async move {
                client
                    .query_one_cached("SELECT $1::int * 2", &[&number])
                    .await
                    .unwrap()
                    .get::<_, i32>(0)
            })
        })
        .collect();
    for (number, task) in (0..).zip(tasks) {
        assert_eq!(task.await.unwrap(), number * 2);
    }
    assert_eq!(kept(&client).await, "SELECT $1::int * 2");
}

/// `DISCARD ALL` takes away what the driver looks up types with, for good: such a connection goes.
#[tokio::test]
async fn a_connection_that_can_prepare_nothing_is_not_kept() {
    let pool = pool_of(manager());
    let client = pool.acquire().await.unwrap();
    client
        .batch_execute(
            "CREATE TYPE pg_temp.one AS ENUM ('a'); CREATE TYPE pg_temp.two AS ENUM ('b')",
        )
        .await
        .unwrap();
    client.query_one_cached("SELECT 'a'::pg_temp.one", &[]).await.unwrap();
    client.batch_execute("DEALLOCATE ALL").await.unwrap();
    let error = client.query_one_cached("SELECT 'b'::pg_temp.two", &[]).await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::INVALID_SQL_STATEMENT_NAME));
    let old = process(&client).await;
    client.release().await;
    let client = pool.acquire().await.unwrap();
    assert_ne!(process(&client).await, old);
}

/// SPEC 32.18: a stale statement is told to one borrower, on one connection
#[tokio::test]
async fn a_stale_statement_is_told_to_one_borrower() {
    let pool = cenote_postgres::Pool::managed(manager()).max(2).build().unwrap();
    let both = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
    both[0].batch_execute("CREATE TABLE plan AS SELECT 1 AS id").await.unwrap();
    let query = "SELECT * FROM plan";
    for client in &both {
        client.prepare_cached(query).await.unwrap();
    }
    both[0].batch_execute("ALTER TABLE plan ADD name text").await.unwrap();
    drop(both);
    let mut errors = 0;
    for _ in 0..10 {
        let clients = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
        for client in clients {
            let statement = client.prepare_cached(query).await.unwrap();
            match client.query_one(&statement, &[]).await {
                Ok(row) => assert_eq!(row.len(), 2),
                Err(error) => {
                    assert_eq!(error.code(), Some(&SqlState::FEATURE_NOT_SUPPORTED));
                    errors += 1;
                }
            }
        }
    }
    assert_eq!(errors, 1);
    pool.acquire().await.unwrap().batch_execute("DROP TABLE plan").await.unwrap();
}

/// SPEC 32.18: a type that was dropped and made again
#[tokio::test]
async fn a_type_that_was_made_again() {
    let pool = pool_of(manager());
    let client = pool.acquire().await.unwrap();
    let make = "DROP TYPE IF EXISTS pg_temp.mood; CREATE TYPE pg_temp.mood AS ENUM ('sad', 'glad')";
    client.batch_execute(make).await.unwrap();
    let queries = [
        "SELECT $1::text::pg_temp.mood::text",
        "SELECT ($1::text::pg_temp.mood) IS NULL",
        "SELECT 'sad'::pg_temp.mood::text || $1::text",
    ];
    for round in 0..3 {
        for query in queries {
            client
                .query_one_cached(query, &[&"sad"])
                .await
                .unwrap_or_else(|error| panic!("{round} {query}: {error:?}"));
        }
        let mood =
            client.query_one_cached("SELECT $1::pg_temp.mood IS NULL", &[&None::<Mood>]).await;
        mood.unwrap_or_else(|error| panic!("{round}: {error:?}"));
        client.batch_execute(make).await.unwrap();
    }
}

/// A value of any type.
#[derive(Debug)]
struct Mood;

impl tokio_postgres::types::ToSql for Mood {
    fn to_sql(
        &self,
        _: &tokio_postgres::types::Type,
        _: &mut bytes::BytesMut,
    ) -> Result<tokio_postgres::types::IsNull, Box<dyn std::error::Error + Sync + Send>> {
        Ok(tokio_postgres::types::IsNull::Yes)
    }

    fn accepts(_: &tokio_postgres::types::Type) -> bool {
        true
    }

    tokio_postgres::types::to_sql_checked!();
}

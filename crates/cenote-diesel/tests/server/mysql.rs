//! On MySQL or MariaDB.

use crate::aborting::abort_anywhere;
use crate::dropping::drop_at_each_point;
use crate::{soon, told};
use cenote_diesel::diesel_async::{
    AsyncConnection, AsyncMysqlConnection, RunQueryDsl, SimpleAsyncConnection,
};
use cenote_diesel::{Manager, Pool, Verify};
use diesel::result::Error;
use diesel::sql_types::{BigInt, Integer};
use diesel::{IntoSql, QueryableByName, sql_query};
use std::time::Duration;
use tokio::time::timeout;

type Connections = Pool<AsyncMysqlConnection>;

fn address(settings: &str) -> String {
    format!("mysql://root@localhost/mysql?socket={}{settings}", told("CENOTE_MARIADB"))
}

fn pool_of(manager: Manager<AsyncMysqlConnection>) -> Connections {
    Pool::builder(manager).max(1).build().unwrap()
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

async fn ask(
    connection: &mut impl AsyncConnection<Backend = diesel::mysql::Mysql>,
    query: &str,
) -> i64 {
    let row: Number =
        sql_query(format!("SELECT {query} AS number")).get_result(connection).await.unwrap();
    row.number
}

/// SPEC 32.34: a guard is a connection for diesel; from an address with settings of the pool
#[tokio::test]
async fn a_guard_is_a_connection() {
    let pool = Connections::from_url(&address("&pool_max=3")).unwrap().build().unwrap();
    assert_eq!(pool.stats().max, 3);
    let mut connection = pool.acquire().await.unwrap();
    let answer: i32 =
        diesel::select(42.into_sql::<Integer>()).get_result(&mut connection).await.unwrap();
    assert_eq!(answer, 42);
    let answer = connection
        .transaction(|inner| Box::pin(async move { Ok::<_, Error>(ask(inner, "7").await) }))
        .await
        .unwrap();
    assert_eq!(answer, 7);
}

/// SPEC 32.34: a transaction reaches nobody else, however it was opened and left
#[tokio::test]
async fn no_transaction_reaches_the_next_user() {
    let pool = pool_of(Manager::new(address("")));
    let first = ask(&mut pool.acquire().await.unwrap(), "connection_id()").await;
    for how in 0..3 {
        let mut connection = pool.acquire().await.unwrap();
        connection.batch_execute("BEGIN").await.unwrap();
        match how {
            0 => {}
            1 => connection.batch_execute("nonsense").await.unwrap_err().to_string().clear(),
            _ => assert_eq!(ask(&mut connection, "1").await, 1),
        }
        connection.release().await;
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask(&mut connection, "connection_id()").await, first, "{how}");
        assert_eq!(ask(&mut connection, "@@in_transaction").await, 0, "{how}");
    }
    // One of diesel's that was given up costs its connection.
    let mut connection = pool.acquire().await.unwrap();
    let never = connection.transaction(|inner| {
        Box::pin(async move {
            ask(inner, "1").await;
            std::future::pending::<Result<(), Error>>().await
        })
    });
    timeout(Duration::from_millis(300), never).await.unwrap_err();
    drop(connection);
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(ask(&mut connection, "@@in_transaction").await, 0);
}

/// SPEC 32.34: an answer that nobody has read reaches nobody; a query that does not end costs its connection
#[tokio::test]
async fn an_unread_answer_reaches_nobody() {
    let pool = Pool::builder(Manager::<AsyncMysqlConnection>::new(address(""))).max(1);
    let pool = pool.cleanup_timeout(Duration::from_millis(500)).build().unwrap();
    for query in ["SELECT 7", "DO sleep(0.05)", "DO sleep(20)", "nonsense"] {
        let mut connection = soon(pool.acquire()).await.unwrap();
        drop(timeout(Duration::ZERO, connection.batch_execute(query)).await);
        drop(connection);
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask(&mut connection, "42").await, 42, "{query}");
    }
}

/// SPEC 32.34: one that was killed while it was idle is replaced, if it is tested
#[tokio::test]
async fn a_killed_connection_is_not_lent() {
    let pool = pool_of(Manager::new(address("")).verify(Verify::Always));
    let first = ask(&mut pool.acquire().await.unwrap(), "connection_id()").await;
    let other = pool_of(Manager::new(address("")));
    let mut other = other.acquire().await.unwrap();
    other.batch_execute(&format!("KILL {first}")).await.unwrap();
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(ask(&mut connection, "connection_id()").await, first);
}

/// SPEC 32.34, 34.32: tasks that end anywhere: no place is lost, nobody sees another's row or transaction
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    let pool = Pool::builder(Manager::<AsyncMysqlConnection>::new(address(""))).max(8);
    let pool = pool.cleanup_timeout(Duration::from_secs(30)).build().unwrap();
    abort_anywhere(&pool, 32, |pool, number| async move {
        let number = i64::from(number);
        let mut connection = pool.acquire().await.unwrap();
        let own: i64 =
            diesel::select(number.into_sql::<BigInt>()).get_result(&mut connection).await.unwrap();
        assert_eq!(own, number);
        assert_eq!(ask(&mut connection, "@@in_transaction").await, 0);
        connection
            .transaction(|inner| {
                Box::pin(async move {
                    assert_eq!(ask(inner, &number.to_string()).await, number);
                    if number % 3 == 0 { Ok(()) } else { Err(Error::RollbackTransaction) }
                })
            })
            .await
            .map_or_else(|error| assert_eq!(error, Error::RollbackTransaction), |()| ());
    })
    .await;
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    assert_eq!(pool.stats().total, 0);
}

/// SPEC 32.34: a query that was given up ends on the server, before its place is free
#[tokio::test]
async fn a_query_that_was_given_up_is_cancelled() {
    let manager = Manager::new(address("")).cancel_after(Duration::from_millis(100));
    let pool = pool_of(manager);
    let mut other = pool_of(Manager::new(address(""))).acquire().await.unwrap();
    for _ in 0..5 {
        let mut connection = pool.acquire().await.unwrap();
        let first = ask(&mut connection, "connection_id()").await;
        let sleep = connection.batch_execute("DO sleep(60)");
        timeout(Duration::from_millis(50), sleep).await.unwrap_err();
        drop(connection);
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask(&mut connection, "42").await, 42);
        let left = format!(
            "count(*) FROM information_schema.processlist WHERE id = {first} AND info LIKE '%sleep%'"
        );
        soon(async {
            let left = format!("(SELECT {left})");
            while ask(&mut other, &left).await != 0 {}
        })
        .await;
    }
}

/// SPEC 32.34: wherever a user leaves, the next one has no transaction and nobody's row
#[tokio::test]
async fn a_user_that_leaves_anywhere() {
    let pool = pool_of(Manager::new(address("")));
    let work = || async {
        let mut connection = pool.acquire().await.unwrap();
        let answer: i32 =
            diesel::select(7.into_sql::<Integer>()).get_result(&mut connection).await.unwrap();
        assert_eq!(answer, 7);
        let transaction = connection.transaction(|inner| {
            Box::pin(async move {
                assert_eq!(ask(inner, "7").await, 7);
                Ok::<_, Error>(())
            })
        });
        transaction.await.unwrap();
        connection.release().await;
    };
    let check = || async {
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask(&mut connection, "@@in_transaction").await, 0);
        assert_eq!(ask(&mut connection, "42").await, 42);
        connection.release().await;
    };
    drop_at_each_point(work, check).await;
    pool.check_invariants();
}

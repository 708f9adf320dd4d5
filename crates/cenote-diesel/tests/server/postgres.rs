//! On PostgreSQL.

use crate::aborting::abort_anywhere;
use crate::dropping::drop_at_each_point;
use crate::network::Network;
use crate::{soon, told};
use cenote_diesel::diesel_async::{
    AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection,
};
use cenote_diesel::{Manager, Pool, Verify};
use diesel::result::Error;
use diesel::sql_types::{BigInt, Integer};
use diesel::{IntoSql, QueryableByName, sql_query};
use std::time::{Duration, Instant};
use tokio::time::timeout;

type Connections = Pool<AsyncPgConnection>;

/// As a URL: the folder of the socket is the host.
fn address(settings: &str) -> String {
    let config = told("CENOTE_POSTGRES");
    let value = |key: &str| {
        config.split(' ').find_map(|pair| pair.strip_prefix(key)).unwrap().replace('/', "%2F")
    };
    let (host, port) = (value("host="), value("port="));
    format!("postgres://cenote@{host}:{port}/postgres?application_name=diesel{settings}")
}

fn pool_of(manager: Manager<AsyncPgConnection>) -> Connections {
    Pool::builder(manager).max(1).build().unwrap()
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

async fn ask(connection: &mut impl AsyncConnection<Backend = diesel::pg::Pg>, query: &str) -> i64 {
    let row: Number = sql_query(format!("SELECT ({query})::bigint AS number"))
        .get_result(connection)
        .await
        .unwrap();
    row.number
}

/// How long the text is that a transaction that is open has set.
const MARK: &str = "length(coalesce(current_setting('test.mark', true), ''))";

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
    let first = ask(&mut pool.acquire().await.unwrap(), "pg_backend_pid()").await;
    for how in 0..3 {
        let mut connection = pool.acquire().await.unwrap();
        connection.batch_execute("BEGIN; SET LOCAL test.mark = 1").await.unwrap();
        match how {
            0 => {}
            1 => connection.batch_execute("nonsense").await.unwrap_err().to_string().clear(),
            _ => assert_eq!(ask(&mut connection, "1").await, 1),
        }
        connection.release().await;
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask(&mut connection, "pg_backend_pid()").await, first, "{how}");
        assert_eq!(ask(&mut connection, MARK).await, 0, "{how}");
    }
    // One of diesel's that was given up costs its connection.
    let mut connection = pool.acquire().await.unwrap();
    let never = connection.transaction(|inner| {
        Box::pin(async move {
            inner.batch_execute("SET LOCAL test.mark = 1").await?;
            std::future::pending::<Result<(), Error>>().await
        })
    });
    timeout(Duration::from_millis(300), never).await.unwrap_err();
    drop(connection);
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(ask(&mut connection, MARK).await, 0);
}

/// SPEC 32.34: an answer that nobody has read reaches nobody; a query that does not end costs its connection
#[tokio::test]
async fn an_unread_answer_reaches_nobody() {
    let pool = Pool::builder(Manager::<AsyncPgConnection>::new(address(""))).max(1);
    let pool = pool.cleanup_timeout(Duration::from_millis(500)).build().unwrap();
    for query in ["SELECT 7", "SELECT pg_sleep(0.05)", "SELECT pg_sleep(20)", "nonsense"] {
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
    let first = ask(&mut pool.acquire().await.unwrap(), "pg_backend_pid()").await;
    let other = pool_of(Manager::new(address("")));
    let mut other = other.acquire().await.unwrap();
    other.batch_execute(&format!("SELECT pg_terminate_backend({first}::int)")).await.unwrap();
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(ask(&mut connection, "pg_backend_pid()").await, first);
}

/// SPEC 32.34, 34.32: tasks that end anywhere: no place is lost, nobody sees another's row or transaction
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    let pool = Pool::builder(Manager::<AsyncPgConnection>::new(address(""))).max(8);
    let pool = pool.cleanup_timeout(Duration::from_secs(30)).build().unwrap();
    abort_anywhere(&pool, 32, |pool, number| async move {
        let number = i64::from(number);
        let mut connection = pool.acquire().await.unwrap();
        let own: i64 =
            diesel::select(number.into_sql::<BigInt>()).get_result(&mut connection).await.unwrap();
        assert_eq!(own, number);
        assert_eq!(ask(&mut connection, MARK).await, 0);
        connection
            .transaction(|inner| {
                Box::pin(async move {
                    inner.batch_execute("SET LOCAL test.mark = 1").await?;
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
    let manager = Manager::new(address("_given")).cancel_after(Duration::from_millis(100));
    let pool = pool_of(manager);
    let mut other = pool_of(Manager::new(address(""))).acquire().await.unwrap();
    let at_work = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'diesel_given' AND state = 'active'";
    for _ in 0..5 {
        let mut connection = pool.acquire().await.unwrap();
        let sleep = connection.batch_execute("SELECT pg_sleep(60)");
        timeout(Duration::from_millis(50), sleep).await.unwrap_err();
        drop(connection);
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask(&mut connection, "42").await, 42);
        assert_eq!(ask(&mut other, at_work).await, 0);
    }
}

/// SPEC 32.34: a request that outlives its guard costs the connection, and cannot be sent any more
#[tokio::test]
async fn a_request_that_outlives_its_guard() {
    let pool = pool_of(Manager::new(address("")));
    let mut connection = pool.acquire().await.unwrap();
    let first = ask(&mut connection, "pg_backend_pid()").await;
    let request = connection.execute_returning_count(sql_query("SET test.outlives = 1"));
    drop(connection);
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(ask(&mut connection, "pg_backend_pid()").await, first);
    request.await.unwrap_err();
}

/// SPEC 32.4: where callers give up sooner than a connect takes, they are served all the same
#[tokio::test]
async fn callers_who_give_up_early_are_served() {
    let slow = Manager::connecting(|| async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        AsyncPgConnection::establish(&address("")).await
    });
    let pool = Pool::builder(slow).max(2).build().unwrap();
    let mut served = 0;
    for _ in 0..20 {
        let connection = timeout(Duration::from_millis(100), pool.acquire()).await;
        served += u32::from(connection.is_ok());
    }
    assert!(served >= 15, "{served} of 20");
    assert!(pool.stats().created <= 2, "{:?}", pool.stats());
}

/// SPEC 32.34, 32.17: the server may need a moment to see that a connection has been closed
#[tokio::test]
async fn a_place_is_free_when_its_connection_has_ended() {
    let mut other = pool_of(Manager::new(address(""))).acquire().await.unwrap();
    other.batch_execute("CREATE ROLE diesel_only_one LOGIN CONNECTION LIMIT 1").await.unwrap();
    let pool = pool_of(Manager::new(address("").replace("cenote@", "diesel_only_one@")));
    for round in 0..50 {
        match pool.acquire().await {
            Ok(connection) => connection.discard("a test"),
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    let _taken = pool.acquire().await.unwrap().detach();
    let error = soon(pool.acquire()).await.unwrap_err();
    assert!(error.to_string().contains("too many connections"), "{error}");
}

/// SPEC 32.34, 32.16: one that the network has forgotten is found out before it is lent
#[tokio::test]
async fn a_silent_connection_is_not_lent() {
    let config = told("CENOTE_POSTGRES");
    let value = |key: &str| config.split(' ').find_map(|pair| pair.strip_prefix(key)).unwrap();
    let network = Network::new(format!("{}/.s.PGSQL.{}", value("host="), value("port="))).await;
    let address = format!("postgres://cenote@127.0.0.1:{}/postgres?sslmode=disable", network.port);
    let pool = Pool::builder(Manager::<AsyncPgConnection>::new(address).verify(Verify::Always));
    let pool = pool.max(4).check_timeout(Duration::from_millis(200)).build().unwrap();
    let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    one.release().await;
    two.release().await;
    network.fall_silent();
    tokio::time::sleep(Duration::from_millis(20)).await;
    network.come_back();
    let start = Instant::now();
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(ask(&mut connection, "42").await, 42);
    // One limit for both.
    assert!(start.elapsed() < Duration::from_millis(390), "{:?}", start.elapsed());
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
                inner.batch_execute("SET LOCAL test.mark = 1").await?;
                Ok::<_, Error>(())
            })
        });
        transaction.await.unwrap();
        connection.release().await;
    };
    let check = || async {
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask(&mut connection, MARK).await, 0);
        assert_eq!(ask(&mut connection, "42").await, 42);
        connection.release().await;
    };
    drop_at_each_point(work, check).await;
    pool.check_invariants();
}

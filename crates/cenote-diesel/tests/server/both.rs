//! What holds on each server. Each has this file as a module of its own, and offers what it uses here: addresses, questions and their
//! words for what is asked.

use super::*;

type Connections = Pool<Connection>;

fn manager(name: &str) -> Manager<Connection> {
    Manager::new(address(name))
}

fn pool_of(manager: Manager<Connection>) -> Connections {
    Pool::builder(manager).max(1).build().unwrap()
}

/// Until the server has that many connections of this name.
async fn until_named(name: &str, condition: &str, count: i64) {
    let mut other = pool_of(manager(NOBODY)).acquire().await.unwrap();
    soon(async {
        while ask(&mut other, &count_named(name, condition)).await != count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// SPEC 32.34: a guard is a connection for diesel; from an address with settings of the pool
#[tokio::test]
async fn a_guard_is_a_connection() {
    let address = address(NOBODY);
    let and = if address.contains('?') { '&' } else { '?' };
    let pool = Connections::from_url(&format!("{address}{and}pool_max=3")).unwrap();
    let pool = pool.build().unwrap();
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
    let pool = pool_of(manager(NOBODY));
    let first = ask(&mut pool.acquire().await.unwrap(), ID).await;
    for how in 0..3 {
        let mut connection = pool.acquire().await.unwrap();
        connection.batch_execute("BEGIN").await.unwrap();
        connection.batch_execute(MARK).await.unwrap();
        match how {
            0 => {}
            1 => connection.batch_execute("nonsense").await.unwrap_err().to_string().clear(),
            _ => assert_eq!(ask(&mut connection, "1").await, 1),
        }
        connection.release().await;
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask(&mut connection, ID).await, first, "{how}");
        assert_eq!(ask(&mut connection, IS_MARKED).await, 0, "{how}");
    }
    // One of diesel's that was given up costs its connection.
    let mut connection = pool.acquire().await.unwrap();
    let never = connection.transaction(|inner| {
        Box::pin(async move {
            inner.batch_execute(MARK).await?;
            std::future::pending::<Result<(), Error>>().await
        })
    });
    timeout(Duration::from_millis(300), never).await.unwrap_err();
    drop(connection);
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(ask(&mut connection, IS_MARKED).await, 0);
}

/// SPEC 32.34: an answer that nobody has read reaches nobody; a query that does not end costs its connection
#[tokio::test]
async fn an_unread_answer_reaches_nobody() {
    let pool = Pool::builder(manager(NOBODY)).max(1);
    let pool = pool.cleanup_timeout(Duration::from_millis(500)).build().unwrap();
    for query in ["SELECT 7", &sleep("0.05"), &sleep("20"), "nonsense"] {
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
    let pool = pool_of(manager(NOBODY).verify(Verify::Always));
    let first = ask(&mut pool.acquire().await.unwrap(), ID).await;
    let mut other = pool_of(manager(NOBODY)).acquire().await.unwrap();
    other.batch_execute(&kill(first)).await.unwrap();
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(ask(&mut connection, ID).await, first);
}

/// SPEC 32.34, 34.32: tasks that end anywhere: no place and no connection of the server's is lost, nobody sees another's row or
/// transaction
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    prepare("aborted").await;
    let manager = manager("aborted").cancel_after(Duration::from_secs(20));
    let pool = Pool::builder(manager).max(8).cleanup_timeout(Duration::from_secs(30));
    let pool = pool.build().unwrap();
    abort_anywhere(&pool, 32, |pool, number| async move {
        let number = i64::from(number);
        let mut connection = pool.acquire().await.unwrap();
        let own: i64 =
            diesel::select(number.into_sql::<BigInt>()).get_result(&mut connection).await.unwrap();
        assert_eq!(own, number);
        assert_eq!(ask(&mut connection, IS_MARKED).await, 0);
        connection
            .transaction(|inner| {
                Box::pin(async move {
                    inner.batch_execute(MARK).await?;
                    assert_eq!(ask(inner, &number.to_string()).await, number);
                    if number % 3 == 0 { Ok(()) } else { Err(Error::RollbackTransaction) }
                })
            })
            .await
            .map_or_else(|error| assert_eq!(error, Error::RollbackTransaction), |()| ());
    })
    .await;
    until_named("aborted", "true", pool.stats().total.into()).await;
    until_named("aborted", AT_WORK, 0).await;
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    assert_eq!(pool.stats().total, 0);
    until_named("aborted", "true", 0).await;
}

/// SPEC 32.34: a query that was given up ends on the server, before its place is free
#[tokio::test]
async fn a_query_that_was_given_up_is_cancelled() {
    prepare("given_up").await;
    let pool = pool_of(manager("given_up").cancel_after(Duration::from_millis(100)));
    for _ in 0..5 {
        let mut connection = pool.acquire().await.unwrap();
        let query = sleep("60");
        let sleep = connection.batch_execute(&query);
        timeout(Duration::from_millis(50), sleep).await.unwrap_err();
        drop(connection);
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask(&mut connection, "42").await, 42);
        until_named("given_up", AT_WORK, 0).await;
    }
}

/// SPEC 32.34: wherever a user leaves, the next one has no transaction and nobody's row
#[tokio::test]
async fn a_user_that_leaves_anywhere() {
    let pool = pool_of(manager(NOBODY));
    let work = || async {
        let mut connection = pool.acquire().await.unwrap();
        let answer: i32 =
            diesel::select(7.into_sql::<Integer>()).get_result(&mut connection).await.unwrap();
        assert_eq!(answer, 7);
        let transaction = connection.transaction(|inner| {
            Box::pin(async move {
                inner.batch_execute(MARK).await?;
                assert_eq!(ask(inner, "7").await, 7);
                Ok::<_, Error>(())
            })
        });
        transaction.await.unwrap();
        connection.release().await;
    };
    let check = || async {
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(ask(&mut connection, IS_MARKED).await, 0);
        assert_eq!(ask(&mut connection, "42").await, 42);
        connection.release().await;
    };
    drop_at_each_point(work, check).await;
    pool.check_invariants();
}

/// SPEC 32.4: where callers give up sooner than a connect takes, they are served all the same
#[tokio::test]
async fn callers_who_give_up_early_are_served() {
    let slow = Manager::connecting(|| async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        Connection::establish(&address(NOBODY)).await
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
    prepare_for_one("only_one").await;
    let pool = pool_of(Manager::new(address_of_user("only_one")));
    for round in 0..50 {
        match pool.acquire().await {
            Ok(connection) => connection.discard("a test"),
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    let _taken = pool.acquire().await.unwrap().detach();
    let error = soon(pool.acquire()).await.unwrap_err().to_string();
    assert!(TEXTS_OF_A_FULL_SERVER.iter().any(|text| error.contains(text)), "{error}");
}

/// SPEC 32.34, 32.16: one that the network has forgotten is found out before it is handed out, and all that were idle with it
#[tokio::test]
async fn a_silent_connection_is_not_lent() {
    let network = Network::new(socket()).await;
    let manager = Manager::<Connection>::new(address_by_port(network.port)).verify(Verify::Always);
    let pool = Pool::builder(manager).max(4).check_timeout(Duration::from_millis(200));
    let pool = pool.build().unwrap();
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

/// SPEC 32.3: where the runtime has ended, a connection that comes back frees its place
#[test]
fn a_runtime_that_ends_before_its_connections() {
    let pool = pool_of(manager(NOBODY));
    let first = Runtime::new().unwrap();
    let mut connection = first.block_on(async { pool.acquire().await.unwrap() });
    first.block_on(async { connection.batch_execute("BEGIN").await.unwrap() });
    drop(first);
    drop(connection);
    Runtime::new().unwrap().block_on(async {
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask(&mut connection, "42").await, 42);
    });
}

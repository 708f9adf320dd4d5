//! Futures, servers and runtimes that end in the middle.

use crate::dropping::drop_at_each_point;
use crate::kit::*;
use cenote::Error;
use cenote_mysql::mysql_async::TxOpts;
use cenote_mysql::mysql_async::prelude::Queryable;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::runtime::Runtime;

/// SPEC 32.33: wherever a user leaves, the next one has a session as a new one
#[tokio::test]
async fn a_user_that_leaves_anywhere() {
    let pool = pool_of(manager());
    let work = || async {
        let mut connection = pool.acquire().await.unwrap();
        connection.query_drop("SET @left = 7").await.unwrap();
        connection.query_drop("USE information_schema").await.unwrap();
        let mut transaction = connection.start_transaction(TxOpts::default()).await.unwrap();
        transaction.exec_drop("SELECT ?, 'some text'", (7,)).await.unwrap();
        transaction.commit().await.unwrap();
        connection.release().await;
    };
    let check = || async {
        let mut connection = pool.acquire().await.unwrap();
        let session: (u32, Option<u32>, String, u32) =
            ask(&mut connection, "SELECT 42, @left, DATABASE(), @@in_transaction").await;
        assert_eq!(session, (42, None, "mysql".into(), 0));
        connection.release().await;
    };
    drop_at_each_point(work, check).await;
    pool.check_invariants();
}

/// SPEC 32.33: a query whose connection is killed is an error, and the connection is replaced
#[tokio::test]
async fn a_connection_that_is_killed_at_work() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = connection.id();
    let kill = async {
        until(&format!("id = {first} AND info LIKE '%sleep%'"), 1).await;
        by_another_does(&format!("KILL {first}")).await;
    };
    let (ended, ()) = tokio::join!(connection.query_drop("DO sleep(60)"), kill);
    ended.unwrap_err();
    drop(connection);
    assert_eq!(ask::<u32>(&mut soon(pool.acquire()).await.unwrap(), "SELECT 42").await, 42);
}

/// SPEC 32.3: where the runtime has ended, a connection that comes back frees its place
#[test]
fn a_runtime_that_ends_before_its_connections() {
    let pool = pool_of(manager());
    let first = Runtime::new().unwrap();
    let (mut used, unused) = first.block_on(async {
        let wide = cenote_mysql::Pool::builder(manager()).max(1).build().unwrap();
        (pool.acquire().await.unwrap(), wide.acquire().await.unwrap())
    });
    first.block_on(async { used.query_drop("BEGIN").await.unwrap() });
    drop(first);
    drop(unused);
    drop(used);
    let second = Runtime::new().unwrap();
    second.block_on(async {
        let mut connection = soon(pool.acquire()).await.unwrap();
        assert_eq!(ask::<u32>(&mut connection, "SELECT 42").await, 42);
    });
}

/// SPEC 32.6: a panic of what the manager asks frees the place
#[tokio::test]
async fn credentials_that_panic() {
    static IS_TO_PANIC: AtomicBool = AtomicBool::new(true);
    let pool = pool_of(manager().credentials(|opts| async {
        assert!(!IS_TO_PANIC.load(Relaxed), "no credentials");
        opts
    }));
    let theirs = pool.clone();
    assert!(
        tokio::spawn(async move { drop(theirs.acquire().await) }).await.unwrap_err().is_panic()
    );
    IS_TO_PANIC.store(false, Relaxed);
    drop(soon(pool.acquire()).await.unwrap());
}

/// SPEC 32.4: a pool that is closed while a connection is made keeps none
#[tokio::test]
async fn a_pool_that_is_closed_while_it_connects() {
    let pool = pool_of(manager().credentials(|opts| async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        opts
    }));
    let caller = tokio::spawn(pool.acquire_owned());
    tokio::time::sleep(Duration::from_millis(20)).await;
    pool.close();
    assert!(matches!(caller.await.unwrap(), Err(Error::Closed)));
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    assert_eq!(pool.stats().total, 0);
}

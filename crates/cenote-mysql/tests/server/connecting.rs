//! How connections are made, tested and ended.

use crate::kit::*;
use crate::network::Network;
use cenote::Error;
use cenote_mysql::mysql_async::OptsBuilder;
use cenote_mysql::mysql_async::prelude::Queryable;
use cenote_mysql::{Manager, Pool, Verify};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// SPEC 32.31: an address with settings of the pool
#[tokio::test]
async fn a_pool_from_an_address() {
    let address = format!("mysql://root@localhost/mysql?socket={}&pool_max=3", socket());
    let pool = Pool::from_url(&address).unwrap().build().unwrap();
    assert_eq!(pool.stats().max, 3);
    let mut connection = pool.acquire().await.unwrap();
    assert_eq!(connection.exec_first("SELECT ? + 1", (41,)).await.unwrap(), Some(42));
    let error = Pool::from_url("mysql://root:secret@localhost/mysql?nonsense=1").unwrap_err();
    assert!(!format!("{error} {error:?}").contains("secret"), "{error:?}");
}

/// SPEC 32.33: one that is refused is an error of acquire
#[tokio::test]
async fn a_user_that_is_refused() {
    let pool = pool_of(cenote_mysql::Manager::new(opts().user(Some("nobody_here"))));
    let error = pool.acquire().await.unwrap_err();
    let Error::Create(error) = error else { panic!("{error}") };
    assert!(error.to_string().contains("nobody_here"), "{error}");
}

/// SPEC 32.33: one that was killed while it was idle is replaced, if it is tested
#[tokio::test]
async fn a_killed_connection_is_not_lent() {
    let pool = pool_of(manager().verify(Verify::Always));
    let mut connection = pool.acquire().await.unwrap();
    let first = connection.id();
    connection.release().await;
    by_another_kills(first).await;
    connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(connection.id(), first);
    assert_eq!(ask::<u32>(&mut connection, "SELECT 1").await, 1);
}

async fn by_another_kills(id: u32) {
    by_another_does(&format!("KILL {id}")).await;
    until(&format!("id = {id}"), 0).await;
}

/// SPEC 32.33: the pool's end is one for the server, too
#[tokio::test]
async fn a_closed_pool_leaves_no_connection() {
    let pool = Pool::builder(manager()).build().unwrap();
    let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    let condition = format!("id IN ({}, {})", one.id(), two.id());
    until(&condition, 2).await;
    drop((one, two));
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    until(&condition, 0).await;
}

/// SPEC 32.4: where callers give up sooner than a connect takes, they are served all the same
#[tokio::test]
async fn callers_who_give_up_early_are_served() {
    let slow = manager().credentials(|opts| async {
        tokio::time::sleep(Duration::from_millis(150)).await;
        opts
    });
    let pool = Pool::builder(slow).max(2).build().unwrap();
    let mut served = 0;
    for _ in 0..20 {
        let connection = tokio::time::timeout(Duration::from_millis(100), pool.acquire()).await;
        served += u32::from(connection.is_ok());
    }
    assert!(served >= 15, "{served} of 20");
    assert!(pool.stats().created <= 2, "{:?}", pool.stats());
}

/// SPEC 32.33: credentials are asked for each connection, so that those that change are the current ones
#[tokio::test]
async fn credentials_may_change() {
    let current = Arc::new(AtomicU32::new(0));
    let theirs = Arc::clone(&current);
    let pool = pool_of(manager().credentials(move |opts| {
        let password = theirs.load(Relaxed).to_string();
        async { OptsBuilder::from_opts(opts).user(Some("rotated")).pass(Some(password)).into() }
    }));
    for number in 1..=5 {
        by_another_does(&format!(
            "CREATE OR REPLACE USER rotated@localhost IDENTIFIED BY '{number}'"
        ))
        .await;
        by_another_does("GRANT SELECT ON mysql.* TO rotated@localhost").await;
        current.store(number, Relaxed);
        pool.recycle_all();
        let mut connection = pool.acquire().await.unwrap();
        assert_eq!(
            ask::<String>(&mut connection, "SELECT current_user()").await,
            "rotated@localhost"
        );
    }
}

/// A user of this name, with one connection.
async fn manager_of_one(user: &str) -> Manager {
    by_another_does(&format!(
        "CREATE OR REPLACE USER {user}@localhost WITH MAX_USER_CONNECTIONS 1"
    ))
    .await;
    Manager::new(opts().user(Some(user)).db_name(None::<String>))
}

/// SPEC 32.33, 32.17: the server may need a moment to see that a connection has been closed
#[tokio::test]
async fn a_place_is_free_when_its_connection_has_ended() {
    let pool = pool_of(manager_of_one("only_one").await);
    for round in 0..100 {
        match pool.acquire().await {
            Ok(connection) => connection.discard("a test"),
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    assert_eq!(pool.stats().created, 100);
}

/// SPEC 32.33, 32.17: a server that is full for others is an error at once
#[tokio::test]
async fn a_server_that_is_full_says_so() {
    let manager = manager_of_one("full").await;
    let taken = Pool::new(manager.clone()).acquire().await.unwrap().detach();
    let error = soon(Pool::new(manager).acquire()).await.unwrap_err();
    let Error::Create(error) = error else { panic!("{error}") };
    assert!(error.to_string().contains("max_user_connections"), "{error}");
    drop(taken);
}

/// SPEC 32.33, 32.16: one that the network has forgotten is found out before it is handed out, and all that were idle with it
#[tokio::test]
async fn a_silent_connection_is_not_lent() {
    let network = Network::new(socket()).await;
    let address = OptsBuilder::default().ip_or_hostname("127.0.0.1").tcp_port(network.port);
    let address = address.user(Some("root")).prefer_socket(false);
    let pool = Pool::builder(Manager::new(address).verify(Verify::Always)).max(4);
    let pool = pool.check_timeout(Duration::from_millis(200)).build().unwrap();
    let (one, two) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
    drop((one, two));
    network.fall_silent();
    tokio::time::sleep(Duration::from_millis(20)).await;
    network.come_back();
    let start = Instant::now();
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(ask::<u32>(&mut connection, "SELECT 1").await, 1);
    // One limit for both.
    assert!(start.elapsed() < Duration::from_millis(390), "{:?}", start.elapsed());
}

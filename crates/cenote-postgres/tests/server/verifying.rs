//! Connections that the network has forgotten.

use crate::kit::{Network, count_named, soon};
use cenote::Error;
use cenote_postgres::{Manager, Pool, Verify};
use std::time::{Duration, Instant};

fn pool(manager: Manager) -> Pool {
    Pool::managed(manager).max(4).check_timeout(Duration::from_millis(200)).build().unwrap()
}

/// Four idle connections, on a network that has forgotten them.
async fn forgotten(network: &Network, pool: &Pool) {
    let four = [
        pool.acquire().await.unwrap(),
        pool.acquire().await.unwrap(),
        pool.acquire().await.unwrap(),
        pool.acquire().await.unwrap(),
    ];
    drop(four);
    assert_eq!(pool.stats().idle, 4);
    network.fall_silent();
    tokio::time::sleep(Duration::from_millis(20)).await;
    network.come_back();
}

/// SPEC 32.16: one silent connection is found out before it is handed out, and all that were idle with it
#[tokio::test]
async fn a_silent_connection_is_not_lent() {
    for verify in [Verify::Always, Verify::AfterIdle(Duration::from_millis(10))] {
        let network = Network::new(Duration::ZERO).await;
        let pool = pool(network.manager("forgotten").verify(verify));
        forgotten(&network, &pool).await;
        let start = Instant::now();
        let client = pool.acquire().await.unwrap();
        soon(client.simple_query("SELECT 1")).await.unwrap();
        assert!(start.elapsed() < Duration::from_millis(600), "{:?}", start.elapsed());
        soon(async {
            while pool.stats().total > 1 {
                tokio::task::yield_now().await;
            }
        })
        .await;
    }
}

/// SPEC 32.16: while nothing arrives, one limit holds for the whole of acquire
#[tokio::test]
async fn an_outage_takes_no_longer_than_acquire_may() {
    let network = Network::new(Duration::ZERO).await;
    let manager = network.manager("outage").verify(Verify::Always);
    let pool = Pool::managed(manager)
        .max(4)
        .acquire_timeout(Duration::from_millis(500))
        .check_timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    forgotten(&network, &pool).await;
    network.fall_silent();
    let start = Instant::now();
    let error = pool.acquire().await.unwrap_err();
    assert!(matches!(error, Error::Timeout(_)), "{error}");
    let took = start.elapsed();
    assert!(took < Duration::from_millis(900), "{took:?}");
    network.come_back();
    pool.acquire().await.unwrap().simple_query("SELECT 1").await.unwrap();
}

/// SPEC 32.16: by default only one that was idle for 30 s is asked
#[tokio::test]
async fn a_connection_in_use_is_not_asked() {
    let network = Network::new(Duration::ZERO).await;
    let pool = pool(network.manager("asked"));
    pool.acquire().await.unwrap().simple_query("SELECT 1").await.unwrap();
    drop(pool.acquire().await.unwrap());
    assert_eq!(count_named("asked", "query = 'SELECT 1'").await, 1);
}

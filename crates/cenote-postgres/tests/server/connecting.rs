//! Connects that are slow, and a server that is full.

use crate::kit::{Network, ask, by_another, named, soon, told};
use cenote::Error;
use cenote_postgres::{Manager, Pool};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::time::Duration;
use tokio_postgres::error::SqlState;

/// SPEC 32.4: where callers give up sooner than a connect takes, they are served all the same
#[tokio::test]
async fn callers_who_give_up_early_are_served() {
    let network = Network::new(Duration::from_millis(150)).await;
    let pool = Pool::managed(network.manager("slow")).max(2).build().unwrap();
    let mut served = 0;
    for _ in 0..20 {
        let client = tokio::time::timeout(Duration::from_millis(100), pool.acquire()).await;
        served += u32::from(client.is_ok());
    }
    assert!(served >= 15, "{served} of 20");
    assert!(pool.stats().created <= 2, "{:?}", pool.stats());
}

/// A role of this name, with one connection.
async fn manager_of_one(role: &str) -> Manager {
    by_another(&format!("CREATE ROLE {role} LOGIN CONNECTION LIMIT 1; SELECT 1")).await;
    let address = told("CENOTE_POSTGRES").replace("user=cenote", &format!("user={role}"));
    Manager::new(address.parse().unwrap())
}

/// SPEC 32.17: the server may need a moment to see that a connection has been closed
#[tokio::test]
async fn a_place_is_free_when_its_connection_has_ended() {
    let pool = Pool::managed(manager_of_one("only_one").await).max(1).build().unwrap();
    for round in 0..300 {
        match pool.acquire().await {
            Ok(client) => client.discard("a test"),
            Err(error) => panic!("round {round}: {error}"),
        }
    }
    assert_eq!(pool.stats().created, 300);
}

/// SPEC 32.17: a server that is full for others is an error at once
#[tokio::test]
async fn a_server_that_is_full_says_so() {
    let manager = manager_of_one("full").await;
    let taken = Pool::new(manager.clone()).acquire().await.unwrap().detach();
    let pool = Pool::new(manager);
    let error = soon(pool.acquire()).await.unwrap_err();
    let Error::Create(error) = error else { panic!("{error}") };
    assert_eq!(error.code(), Some(&SqlState::TOO_MANY_CONNECTIONS));
    drop(taken);
    soon(async { while pool.acquire().await.is_err() {} }).await;
}

/// SPEC 32.27: credentials are asked for each connection, so that those that change are the current ones
#[tokio::test]
async fn credentials_may_change() {
    let current = Arc::new(AtomicU32::new(0));
    let theirs = Arc::clone(&current);
    let manager = named("rotated").credentials(move |mut config| {
        let user = format!("rotated_{}", theirs.load(Relaxed));
        config.user(&user);
        async { config }
    });
    by_another("CREATE ROLE rotated_0 LOGIN; SELECT 1").await;
    let pool = Pool::builder(manager).max(4).build().unwrap();
    for number in 1..=20 {
        by_another(&format!("CREATE ROLE rotated_{number} LOGIN; SELECT 1")).await;
        current.store(number, Relaxed);
        by_another(&format!("DROP ROLE rotated_{}; SELECT 1", number - 1)).await;
        pool.recycle_all();
        let tasks: Vec<_> = (0..8).map(|_| tokio::spawn(pool.acquire_owned())).collect();
        for task in tasks {
            let client = task.await.unwrap().unwrap();
            assert_eq!(ask(&client, "SELECT current_user").await, format!("rotated_{number}"));
        }
    }
    by_another("DROP ROLE rotated_20; SELECT 1").await;
}

/// SPEC 32.27: the same while the pool is at work: each credential is valid until the one after the next is there. More of them with
/// `CENOTE_ROTATIONS`, one in each second.
#[tokio::test]
async fn credentials_that_rotate_under_load() {
    let asked_for = std::env::var("CENOTE_ROTATIONS").map(|count| count.parse().unwrap());
    let (rotations, period) = match asked_for {
        Ok(count) => (count, Duration::from_secs(1)),
        Err(_) => (10, Duration::from_millis(50)),
    };
    let current = Arc::new(AtomicU32::new(1));
    let theirs = Arc::clone(&current);
    let manager = named("under_load").credentials(move |mut config| {
        config.user(format!("load_{}", theirs.load(Relaxed)));
        async { config }
    });
    by_another("CREATE ROLE load_0 LOGIN; CREATE ROLE load_1 LOGIN; SELECT 1").await;
    let pool = Pool::builder(manager).max(4).build().unwrap();
    let is_over = Arc::new(AtomicBool::new(false));
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let (pool, is_over) = (pool.clone(), Arc::clone(&is_over));
            tokio::spawn(async move {
                let mut served = 0;
                while !is_over.load(Relaxed) {
                    let client = pool.acquire().await.unwrap();
                    assert!(ask(&client, "SELECT current_user").await.starts_with("load_"));
                    served += 1;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                served
            })
        })
        .collect();
    for number in 2..rotations + 2 {
        by_another(&format!("CREATE ROLE load_{number} LOGIN; SELECT 1")).await;
        current.store(number, Relaxed);
        pool.recycle_all();
        tokio::time::sleep(period).await;
        by_another(&format!("DROP ROLE load_{}; SELECT 1", number - 2)).await;
    }
    is_over.store(true, Relaxed);
    let mut served = 0;
    for task in tasks {
        served += task.await.unwrap();
    }
    let stats = pool.stats();
    assert!(stats.created >= u64::from(rotations) && stats.create_failures == 0, "{stats:?}");
    println!("{served} requests, {} connections, {rotations} rotations", stats.created);
    let last = rotations + 1;
    by_another(&format!("DROP ROLE load_{last}; DROP ROLE load_{}; SELECT 1", last - 1)).await;
}

/// SPEC 32.31: an address with settings of the pool
#[tokio::test]
async fn a_pool_from_an_address() {
    let pool = Pool::from_url(&told("CENOTE_POSTGRES")).unwrap().max(3).build().unwrap();
    assert_eq!(ask(&pool.acquire().await.unwrap(), "SELECT 1").await, "1");
    let pool = Pool::from_url("postgres://u:p@h/d?sslmode=disable&pool_max=7").unwrap();
    assert_eq!(pool.build().unwrap().stats().max, 7);
    let error = Pool::from_url("postgres://u:secret@h/d?sslmode=nonsense").unwrap_err();
    assert!(!format!("{error:?} {error}").contains("secret"), "{error:?}");
}

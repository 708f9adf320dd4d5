//! Addresses and what is in them, and a server that says no.

use crate::kit::{by_another, id, manager, manager_with, pool_of, socket, soon, tell};
use cenote::Error;
use cenote_redis::Manager;
use cenote_redis::redis::ErrorKind;

#[tokio::test]
async fn the_options_of_an_address_hold() {
    by_another::<()>("ACL SETUSER reader on >secret ~* &* +@all").await;
    let pool = pool_of(manager_with("?user=reader&pass=secret&db=3&protocol=resp3"));
    let about: String = tell(&mut pool.acquire().await.unwrap(), "CLIENT INFO").await.unwrap();
    for word in ["user=reader", "db=3", "resp=3"] {
        assert!(about.split_whitespace().any(|found| found == word), "{word} in {about}");
    }
}

#[tokio::test]
async fn a_wrong_password_is_an_error_of_acquire() {
    let pool = pool_of(manager_with("?user=nobody&pass=wrong"));
    match pool.acquire().await {
        Err(Error::Create(error)) => assert_eq!(error.kind(), ErrorKind::AuthenticationFailed),
        other => panic!("{other:?}"),
    }
    assert_eq!(pool.stats().total, 0);
}

#[tokio::test]
async fn a_database_that_is_not_there_is_an_error_of_acquire() {
    let pool = pool_of(manager_with("?db=1000"));
    assert!(matches!(pool.acquire().await, Err(Error::Create(_))));
    assert_eq!(pool.stats().total, 0);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_an_error_of_acquire() {
    assert!(Manager::new("nonsense").is_err());
    let pool = pool_of(Manager::new(format!("unix://{}.nowhere", socket())).unwrap());
    match pool.acquire().await {
        Err(Error::Create(error)) => assert!(error.is_io_error(), "{error:?}"),
        other => panic!("{other:?}"),
    }
}

/// A connection that is dropped leaves the server, also if somebody has a clone of the driver's.
#[tokio::test]
async fn a_dropped_connection_ends() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let (number, clone) = (id(&mut connection).await, (**connection).clone());
    drop(connection.detach());
    let about = format!("CLIENT LIST ID {number}");
    soon(async { while !by_another::<String>(&about).await.is_empty() {} }).await;
    drop(clone);
}

/// SPEC 32.31: an address with settings of the pool
#[tokio::test]
async fn a_pool_from_an_address() {
    let address = format!("unix://{}?db=3&pool_max=1", socket());
    let pool = cenote_redis::Pool::from_url(&address).unwrap().build().unwrap();
    assert_eq!(pool.stats().max, 1);
    let mut connection = pool.acquire().await.unwrap();
    let info: String = tell(&mut connection, "CLIENT INFO").await.unwrap();
    assert!(info.contains(" db=3 "), "{info}");
    assert!(cenote_redis::Pool::from_url("nonsense://x").is_err());
}

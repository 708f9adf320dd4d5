//! Connections that the server has closed, and servers that are gone.

use crate::kit::*;
use cenote::{Error, Manager as _};
use cenote_redis::Manager;

#[tokio::test]
async fn one_that_was_closed_in_use_is_not_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    kill(first).await;
    until_closed(&connection).await;
    drop(connection);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
    assert_ne!(id(&mut pool.acquire().await.unwrap()).await, first);
}

/// The user may hear of it, and give it back, before the driver's task has ended on another thread.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_whose_request_was_cut_off_is_not_kept() {
    let pool = pool_of(manager());
    for count in 1..=200 {
        let mut connection = pool.acquire().await.unwrap();
        kill(id(&mut connection).await).await;
        tell::<String>(&mut connection, "PING").await.unwrap_err();
        drop(connection);
        assert_eq!((pool.stats().idle, pool.stats().rejected), (0, count));
    }
}

#[tokio::test]
async fn one_that_was_closed_while_idle_is_refused_before_it_is_lent() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    pool.manager().before_acquire(&mut connection).await.unwrap();
    kill(id(&mut connection).await).await;
    until_closed(&connection).await;
    assert!(pool.manager().before_acquire(&mut connection).await.is_err());
    assert!(pool.manager().check(&mut connection).await.is_err());
}

/// Asked before it is lent, there is nothing to be noticed first.
#[tokio::test]
async fn verified_it_is_replaced_at_once() {
    let pool = pool_of(manager().verify());
    let first = id(&mut pool.acquire().await.unwrap()).await;
    assert_eq!(id(&mut pool.acquire().await.unwrap()).await, first);
    kill(first).await;
    assert_ne!(id(&mut pool.acquire().await.unwrap()).await, first);
    assert_eq!((pool.stats().created, pool.stats().total), (2, 1));
}

/// One that answers a `PING` with something else is not in a state to be lent.
#[tokio::test]
async fn verified_a_subscriber_is_replaced() {
    let pool = pool_of(manager().verify());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    let _: Vec<String> = tell(&mut connection, "SUBSCRIBE verified").await.unwrap_or_default();
    drop(connection);
    assert_ne!(id(&mut pool.acquire().await.unwrap()).await, first);
}

#[tokio::test]
async fn a_server_that_is_gone_and_comes_back() {
    let mut server = Server::start("comes-back").await;
    let pool = pool_of(Manager::new(server.address()).unwrap());
    let mut connection = pool.acquire().await.unwrap();
    let _: () = tell(&mut connection, "SET here 1").await.unwrap();
    server.kill();
    let error = tell::<i64>(&mut connection, "GET here").await.unwrap_err();
    assert!(error.is_unrecoverable_error(), "{error:?}");
    drop(connection);
    match pool.acquire().await {
        Err(Error::Create(error)) => assert!(error.is_io_error(), "{error:?}"),
        other => panic!("{other:?}"),
    }
    server.start_again().await;
    let here: Option<i64> = tell(&mut pool.acquire().await.unwrap(), "GET here").await.unwrap();
    assert_eq!((here, pool.stats().total), (None, 1));
}

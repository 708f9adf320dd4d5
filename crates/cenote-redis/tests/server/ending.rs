//! Connections that the server has closed, and servers that are gone.

use crate::kit::*;
use cenote::{Error, Manager as _};
use cenote_redis::{Manager, Pool, Verify};
use std::io::{Read, Write};
use std::time::{Duration, Instant};

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

/// Asked before it is handed out, there is nothing to be noticed first.
#[tokio::test]
async fn verified_it_is_replaced_at_once() {
    let pool = pool_of(manager().verify(Verify::Always));
    let first = id(&mut pool.acquire().await.unwrap()).await;
    assert_eq!(id(&mut pool.acquire().await.unwrap()).await, first);
    kill(first).await;
    assert_ne!(id(&mut pool.acquire().await.unwrap()).await, first);
    assert_eq!((pool.stats().created, pool.stats().total), (2, 1));
}

/// One that answers a `PING` with something else is not in a state to be handed out.
#[tokio::test]
async fn verified_a_subscriber_is_replaced() {
    let pool = pool_of(manager().verify(Verify::Always));
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

/// SPEC 32.21: what the server has closed is noticed before it is handed out, though the runtime had no time to
#[tokio::test]
async fn one_that_was_killed_while_idle_is_not_lent() {
    let pool = pool_of(manager());
    for round in 0..500 {
        let mut connection = pool.acquire().await.unwrap();
        let id = id(&mut connection).await;
        drop(connection);
        kill_without_the_runtime(id);
        let mut connection = pool.acquire().await.unwrap();
        let answer = tell::<String>(&mut connection, "PING").await;
        assert_eq!(answer.unwrap_or_else(|error| panic!("{round}: {error}")), "PONG");
    }
    assert_eq!(pool.stats().created, 501);
}

/// SPEC 32.10, 32.21: while the server is silent, one limit holds for the whole of acquire; what was idle then is replaced
#[tokio::test]
async fn a_silent_server_takes_no_longer_than_acquire_may() {
    let mut server = Server::start("silent").await;
    let pool = Pool::managed(Manager::new(server.address()).unwrap().verify(Verify::Always))
        .max(4)
        .acquire_timeout(Duration::from_secs(1))
        .check_timeout(Duration::from_millis(300))
        .build()
        .unwrap();
    let mut held = Vec::new();
    for _ in 0..4 {
        held.push(pool.acquire().await.unwrap());
    }
    drop(held);
    server.signal("STOP");
    let start = Instant::now();
    assert!(matches!(pool.acquire().await, Err(Error::Timeout(_))));
    let took = start.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert_eq!(pool.stats().idle, 0);
    server.signal("CONT");
    assert_eq!(tell::<String>(&mut pool.acquire().await.unwrap(), "PING").await.unwrap(), "PONG");
}

/// SPEC 32.16: one that was idle for long is tested
#[tokio::test]
async fn one_that_was_idle_for_long_is_tested() {
    for (span, tests) in [(Duration::ZERO, 1), (Duration::from_secs(30), 0)] {
        let pool = pool_of(manager().verify(Verify::AfterIdle(span)));
        let first = id(&mut pool.acquire().await.unwrap()).await;
        let about = format!("CLIENT LIST ID {first}");
        let connection = pool.acquire().await.unwrap();
        let is_tested = by_another::<String>(&about).await.contains("cmd=ping");
        assert_eq!(is_tested, tests == 1);
        drop(connection);
    }
}

fn kill_without_the_runtime(id: u64) {
    let mut other = std::os::unix::net::UnixStream::connect(socket()).unwrap();
    write!(other, "CLIENT KILL ID {id}\r\n").unwrap();
    let mut answer = [0; 4];
    other.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b":1\r\n");
}

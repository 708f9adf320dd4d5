//! Requests whose answer nobody waits for any more.

use crate::kit::*;
use cenote_redis::redis;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// Begins a request and drops it.
fn begin<T>(request: impl Future<Output = T>) {
    let first = pin!(request).poll(&mut Context::from_waker(Waker::noop()));
    assert!(matches!(first, Poll::Pending));
}

/// A long answer that was given up when half of it had been read is nobody else's.
#[tokio::test]
async fn an_answer_reaches_nobody_but_who_asked() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let long = "x".repeat(8_000_000);
    let _: () =
        redis::cmd("SET").arg("long").arg(&long).query_async(&mut *connection).await.unwrap();
    for span in [0, 1, 2, 4, 8] {
        let asked = tell::<String>(&mut connection, "GET long");
        drop(tokio::time::timeout(Duration::from_millis(span), asked).await);
        assert_eq!(tell::<String>(&mut connection, "ECHO mine").await.unwrap(), "mine");
    }
    // All has been answered that was asked before.
    let first = id(&mut connection).await;
    drop(connection);
    assert_eq!(id(&mut pool.acquire().await.unwrap()).await, first);
}

#[tokio::test]
async fn one_that_owes_an_answer_is_not_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    begin(tell::<String>(&mut connection, "GET any"));
    drop(connection);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
    let mut connection = pool.acquire().await.unwrap();
    begin(redis::pipe().get("any").get("other").query_async::<()>(&mut *connection));
    drop(connection);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 2));
}

/// It keeps nobody waiting, and what is pushed later stays in the list.
#[tokio::test]
async fn a_blocking_command_that_was_given_up_ends() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    by_another::<i64>("DEL given-up").await;
    {
        let mut pop = pin!(tell::<Vec<String>>(&mut connection, "BLPOP given-up 0"));
        let blocked = async { while !is_blocked(first).await {} };
        tokio::select! {
            got = &mut pop => panic!("{got:?}"),
            () = blocked => {}
        }
    }
    drop(connection);
    assert_ne!(soon(id(&mut pool.acquire().await.unwrap())).await, first);
    soon(async { while is_blocked(first).await {} }).await;
    assert_eq!(by_another::<i64>("RPUSH given-up one").await, 1);
    assert_eq!(by_another::<i64>("LLEN given-up").await, 1);
}

async fn is_blocked(id: u64) -> bool {
    by_another::<String>(&format!("CLIENT LIST ID {id}")).await.contains("cmd=blpop")
}

/// The driver's own limit for answers.
#[tokio::test]
async fn one_whose_answer_took_too_long_is_not_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    connection.set_response_timeout(Duration::from_millis(1));
    let error = tell::<Vec<String>>(&mut connection, "BLPOP too-long 0").await.unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    drop(connection);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
}

/// An error of the server's is an answer.
#[tokio::test]
async fn one_that_was_told_no_is_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    tell::<String>(&mut connection, "NONSENSE").await.unwrap_err();
    drop(connection);
    let mut connection = pool.acquire().await.unwrap();
    let mut transaction = redis::pipe();
    transaction.atomic().cmd("NONSENSE").query_async::<()>(&mut *connection).await.unwrap_err();
    drop(connection);
    assert_eq!(id(&mut pool.acquire().await.unwrap()).await, first);
}

//! Requests whose answer nobody waits for any more.

use crate::aborting::abort_anywhere;
use crate::kit::*;
use cenote_redis::redis::aio::MultiplexedConnection;
use cenote_redis::redis::{self, AsyncCommands, Value};
use cenote_redis::{Manager, Pool};
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Waker};
use std::time::Duration;

/// Begins a request, and drops it when it has been written.
async fn begin<T>(request: impl Future<Output = T>) {
    let mut request = pin!(request);
    poll(request.as_mut());
    tokio::task::yield_now().await;
    poll(request);
}

fn poll<T>(request: Pin<&mut impl Future<Output = T>>) {
    assert!(request.poll(&mut Context::from_waker(Waker::noop())).is_pending());
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

/// SPEC 32.19
#[tokio::test]
async fn one_that_owes_an_answer_is_not_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    begin(tell::<Value>(&mut connection, "BLPOP any 0")).await;
    drop(connection);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 1));
    let mut connection = pool.acquire().await.unwrap();
    let mut pipeline = redis::pipe();
    pipeline.get("any").cmd("BLPOP").arg("any").arg(0);
    begin(pipeline.query_async::<()>(&mut *connection)).await;
    drop(connection);
    assert_eq!((pool.stats().idle, pool.stats().rejected), (0, 2));
}

/// SPEC 32.19: the driver does not send what nobody waits for any more
#[tokio::test]
async fn one_on_which_nothing_was_sent_is_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    poll(pin!(tell::<Value>(&mut connection, "BLPOP any 0")));
    poll(pin!(job(&mut connection)));
    drop(connection);
    assert_eq!(id(&mut pool.acquire().await.unwrap()).await, first);
    let about: String = by_another(&format!("CLIENT LIST ID {first}")).await;
    assert!(!about.contains("cmd=blpop"), "{about}");
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

async fn job(connection: &mut MultiplexedConnection) -> Option<(String, String)> {
    connection.blpop("jobs", 3.0).await.unwrap()
}

/// SPEC 32.19: a request that was sent on the driver's own connection and given up, before it was written or after that
#[tokio::test]
async fn a_request_on_the_drivers_connection_that_was_given_up_ends() {
    let pool = pool_of(manager());
    by_another::<i64>("DEL jobs").await;
    for (round, span) in [0, 1, 5, 50].into_iter().enumerate() {
        let mut connection = pool.acquire().await.unwrap();
        let first = id(&mut connection).await;
        if round == 0 {
            begin(job(&mut connection)).await;
        } else {
            let span = Duration::from_millis(span);
            tokio::time::timeout(span, job(&mut connection)).await.unwrap_err();
        }
        drop(connection);
        // The server may see the end of this connection later than what others send.
        let about = format!("CLIENT LIST ID {first}");
        soon(async { while !by_another::<String>(&about).await.is_empty() {} }).await;
        // The item is there for somebody who waits for it.
        by_another::<i64>("RPUSH jobs one").await;
        let mut connection = pool.acquire().await.unwrap();
        assert_ne!(id(&mut connection).await, first, "{round}");
        assert_eq!(job(&mut connection).await.unwrap().1, "one");
        drop(connection);
        assert_eq!(pool.stats().rejected, 1 + u64::try_from(round).unwrap());
    }
}

/// SPEC 32.19: the same for a clone, a pipeline, and a command whose answer nobody wants
#[tokio::test]
async fn a_request_that_was_given_up_is_known_however_it_was_sent() {
    let pool = pool_of(manager());
    by_another::<i64>("DEL jobs").await;
    for count in 1..=9 {
        let mut connection = pool.acquire().await.unwrap();
        match count % 3 {
            0 => {
                let mut clone = (**connection).clone();
                begin(job(&mut clone)).await;
            }
            1 => {
                let mut pipeline = redis::pipe();
                pipeline.get("any").cmd("BLPOP").arg("jobs").arg(3);
                begin(pipeline.query_async::<()>(&mut **connection)).await;
            }
            _ => {
                let mut pop = redis::cmd("BLPOP");
                pop.arg("jobs").arg(3).set_no_response(true);
                pop.query_async::<()>(&mut *connection).await.unwrap();
            }
        }
        drop(connection);
        assert_eq!((pool.stats().idle, pool.stats().rejected), (0, count));
    }
}

/// SPEC 32.19: one on which all was answered is kept, however that was sent
#[tokio::test]
async fn one_that_was_used_by_the_drivers_type_is_kept() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    let driver: &mut MultiplexedConnection = &mut connection;
    let _: () = driver.set("kept", "x".repeat(100_000)).await.unwrap();
    let _: Vec<String> = driver.mget(&["kept", "kept"]).await.unwrap();
    drop(connection);
    assert_eq!(id(&mut pool.acquire().await.unwrap()).await, first);
}

/// SPEC 32.19, 32.20, 34.32: tasks that end anywhere: no place is lost, nobody sees another's answer or transaction
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    let server = Server::start("aborted").await;
    let manager = Manager::new(server.address()).unwrap();
    let pool = Pool::builder(manager.clone()).max(8).build().unwrap();
    abort_anywhere(&pool, 32, |pool, number| async move {
        let mut connection = pool.acquire().await.unwrap();
        let echo = format!("ECHO {number}");
        assert_eq!(tell::<u32>(&mut connection, &echo).await.unwrap(), number);
        let driver: &mut MultiplexedConnection = &mut connection;
        let _: () = redis::cmd("WATCH").arg(number % 7).query_async(driver).await.unwrap();
        let _: () = redis::cmd("MULTI").query_async(driver).await.unwrap();
        let _: () = redis::cmd("INCR").arg(number % 7).query_async(driver).await.unwrap();
        if number % 3 == 0 {
            let _: Value = tell(&mut connection, "EXEC").await.unwrap();
        }
    })
    .await;
    let mut other = pool_of(manager).acquire().await.unwrap().detach();
    let expected = usize::try_from(pool.stats().total).unwrap() + 1;
    let is_all = async {
        while tell::<String>(&mut other, "CLIENT LIST").await.unwrap().lines().count() != expected {
            tokio::task::yield_now().await;
        }
    };
    soon(is_all).await;
}

//! Guards and futures that change their task or their thread.

use crate::kit::*;
use cenote_sqlite::Manager;
use std::time::Duration;

fn may_change_threads<F: Future + Send>(future: F) -> F {
    future
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guard_is_used_in_another_task() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    let task = tokio::spawn(async move {
        run(&connection, "CREATE TABLE t (x)").await.unwrap();
        connection
    });
    let connection = soon(task).await.unwrap();
    run(&connection, "INSERT INTO t VALUES (1)").await.unwrap();
    drop(connection);
    assert_eq!(id(&pool.acquire().await.unwrap()).await, first);
}

#[tokio::test]
async fn a_guard_is_used_in_another_thread_and_runtime() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    let used = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(&connection, "BEGIN")).unwrap();
        drop(runtime);
        // Outside of any runtime: it is cleaned in that of the pool.
        drop(connection);
    });
    used.join().unwrap();
    let connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(id(&connection).await, first);
    assert!(connection.call(|db| Ok(db.is_autocommit())).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_is_begun_in_one_task_and_ended_in_another() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (gate, wait) = gate();
    let mut call = Box::pin(may_change_threads(async move {
        connection.call(move |_| wait()).await.unwrap();
        connection
    }));
    let begun = tokio::time::timeout(Duration::from_millis(5), call.as_mut()).await;
    assert!(begun.is_err());
    let task = tokio::spawn(call);
    drop(gate);
    run(&soon(task).await.unwrap(), "SELECT 1").await.unwrap();
}

/// A guard shared by two is a connection shared by two: one after the other.
#[tokio::test]
async fn two_calls_on_one_connection_run_in_their_order() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    run(&connection, "CREATE TABLE t (x)").await.unwrap();
    let (gate, wait) = gate();
    let first = connection.call(move |db| {
        wait()?;
        db.execute("INSERT INTO t VALUES (1)", [])
    });
    let second = number(&connection, "SELECT count(*) FROM t");
    let opens = async { drop(gate) };
    let (first, second, ()) = tokio::join!(first, second, opens);
    assert_eq!((first.unwrap(), second.unwrap()), (1, 1));
}

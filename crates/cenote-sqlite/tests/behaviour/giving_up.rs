//! Calls whose future is dropped: what has not begun does not run, what has begun is interrupted, and what cannot be interrupted is waited
//! for, for as long as the pool's cleanup timeout.

use crate::aborting::{abort_anywhere, rounds};
use crate::kit::*;
use cenote_sqlite::rusqlite::{self, ErrorCode};
use cenote_sqlite::{Connection, Manager, Pool};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Keeps this thread busy: to sleep would be 50 µs and more.
fn spin(micros: u64) {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_micros(micros) {}
}

/// Gives up a call that comes to an endless statement when `wait` is over. What that statement says is received.
async fn give_up_endless(
    connection: &Connection,
    wait: impl FnOnce() -> rusqlite::Result<()> + Send + 'static,
) -> mpsc::Receiver<ErrorCode> {
    let (tell, told) = mpsc::channel();
    give_up(connection, move |db| {
        wait()?;
        let error = db.execute_batch(ENDLESS).unwrap_err();
        tell.send(error.sqlite_error_code().unwrap()).unwrap();
        Ok(())
    })
    .await;
    told
}

#[tokio::test]
async fn a_statement_is_interrupted_and_its_connection_kept() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    let told = give_up_endless(&connection, || Ok(())).await;
    drop(connection);
    let connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(told.try_recv(), Ok(ErrorCode::OperationInterrupted));
    assert_eq!(id(&connection).await, first);
    assert_eq!(number(&connection, LONG).await.unwrap(), 20_000);
}

/// SQLite forgets an interrupt that comes between two statements.
#[tokio::test]
async fn a_statement_that_begins_later_is_interrupted_too() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (gate, wait) = gate();
    let told = give_up_endless(&connection, wait).await;
    drop(gate);
    assert_eq!(soon(number(&connection, LONG)).await.unwrap(), 20_000);
    assert_eq!(told.try_recv(), Ok(ErrorCode::OperationInterrupted));
}

/// Whenever it comes: while the statement is prepared, before its first step, later.
#[tokio::test]
async fn a_statement_is_interrupted_at_any_moment() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    for micros in (0..200).step_by(2) {
        let told = give_up_endless(&connection, move || {
            spin(micros);
            Ok(())
        })
        .await;
        assert_eq!(soon(number(&connection, LONG)).await.unwrap(), 20_000);
        assert_eq!(told.try_recv(), Ok(ErrorCode::OperationInterrupted));
    }
}

#[tokio::test]
async fn what_has_not_begun_does_not_run() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (gate, wait) = gate();
    let (begin, begun) = mpsc::channel();
    let mut running = Box::pin(connection.call(move |db| {
        begin.send(()).unwrap();
        wait()?;
        db.query_row(LONG, [], |row| row.get::<_, i64>(0))
    }));
    poll(running.as_mut());
    begun.recv().unwrap();
    let has_run = Arc::new(AtomicBool::new(false));
    let note = Arc::clone(&has_run);
    poll(Box::pin(connection.call(move |_| {
        note.store(true, Ordering::Relaxed);
        Ok(())
    })));
    drop(gate);
    // Nor is the one interrupted that was running.
    assert_eq!(soon(running).await.unwrap(), 20_000);
    id(&connection).await;
    assert!(!has_run.load(Ordering::Relaxed));
    // Nothing is left of it.
    drop(connection);
    assert_eq!(pool.stats().idle, 1);
}

/// Whenever it comes: before the call that is given up, in it, at its end, after it.
#[tokio::test]
async fn the_call_behind_is_not_interrupted() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    for micros in (0..300).step_by(3) {
        let mut given_up = Box::pin(connection.call(|_| {
            spin(100);
            Ok(())
        }));
        poll(given_up.as_mut());
        let behind = number(&connection, LONG);
        let giving_up = async {
            spin(micros);
            drop(given_up);
        };
        let (counted, ()) = soon(async { tokio::join!(behind, giving_up) }).await;
        assert_eq!(counted.unwrap(), 20_000);
    }
}

#[tokio::test]
async fn a_result_reaches_nobody_but_who_asked() {
    let pool = pool_of(Manager::memory());
    for asked in 0..500 {
        let connection = pool.acquire().await.unwrap();
        poll(Box::pin(connection.call(|_| Ok(-1))));
        assert_eq!(connection.call(move |_| Ok(asked)).await.unwrap(), asked);
    }
    assert_eq!(pool.stats().created, 1);
}

/// SQLite leaves the transaction of an interrupted query open.
#[tokio::test]
async fn no_transaction_is_left_of_it() {
    let folder = Folder::new();
    let path = folder.database();
    let pool = pool_of(Manager::file(&path));
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    run(&connection, "INSERT INTO t VALUES (1); BEGIN; INSERT INTO t VALUES (2)").await.unwrap();
    give_up(&connection, |db| db.execute_batch(ENDLESS)).await;
    drop(connection);
    let connection = soon(pool.acquire()).await.unwrap();
    assert_eq!(id(&connection).await, first);
    assert!(connection.call(|db| Ok(db.is_autocommit())).await.unwrap());
    // What was committed before stays.
    assert_eq!(number(&connection, "SELECT sum(x) FROM t").await.unwrap(), 1);
}

/// The place stays taken: there are never more threads at work than `max`. Anyone who waits for it has the pool's timeout.
#[tokio::test]
async fn the_next_user_waits_until_it_has_ended() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    let (gate, wait) = gate();
    give_up(&connection, move |_| wait()).await;
    drop(connection);
    let error = pool.acquire_timeout(Duration::from_millis(30)).await.unwrap_err();
    assert!(matches!(error, cenote::Error::Timeout(_)), "{error:?}");
    drop(gate);
    assert_eq!(id(&soon(pool.acquire()).await.unwrap()).await, first);
}

/// Nothing can end a thread that does not want to; after the cleanup timeout the pool goes on without it.
#[tokio::test]
async fn one_that_does_not_end_is_replaced() {
    let limit = Duration::from_millis(30);
    let pool = Pool::managed(Manager::memory()).max(1).cleanup_timeout(limit).build().unwrap();
    let connection = pool.acquire().await.unwrap();
    let (first, mut end) = (id(&connection).await, End::of(&connection).await);
    let (gate, wait) = gate();
    give_up(&connection, move |_| wait()).await;
    drop(connection);
    let connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(soon(id(&connection)).await, first);
    assert!(!end.has_come());
    drop(gate);
    end.come().await;
    assert_eq!((pool.stats().created, pool.stats().total), (2, 1));
}

/// A progress handler of the user's takes the place of that which looks at later statements; the one that is running is interrupted.
#[tokio::test]
async fn a_progress_handler_of_ones_own_leaves_the_interrupt() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (tell, told) = mpsc::channel();
    let count = move || tell.send(()).is_err();
    let set = connection.call(move |db| {
        db.progress_handler(1000, Some(count));
        Ok(())
    });
    set.await.unwrap();
    let mut call = Box::pin(run(&connection, ENDLESS));
    poll(call.as_mut());
    // It is under way.
    told.recv().unwrap();
    drop(call);
    soon(id(&connection)).await;
}

/// SPEC 32.4, 34.32: tasks that end anywhere: no place and no file is lost, nobody sees another's result or transaction
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_that_end_anywhere() {
    let folder = Folder::new();
    let path = folder.database();
    let manager = Manager::file(&path)
        .setup(|db| db.execute_batch("PRAGMA journal_mode = wal; PRAGMA synchronous = off"));
    let pool = Pool::builder(manager).max(4).build().unwrap();
    abort_anywhere(&pool, 16, |pool, number| async move {
        let connection = pool.acquire().await.unwrap();
        let look = connection.call(move |db| {
            let own: u32 = db.query_row("SELECT ?1", [number], |row| row.get(0))?;
            Ok((own, db.is_autocommit()))
        });
        assert_eq!(look.await.unwrap(), (number, true));
        run(&connection, "BEGIN IMMEDIATE; INSERT INTO t VALUES (1)").await.unwrap();
        if number % 3 == 0 {
            run(&connection, "COMMIT").await.unwrap();
        }
    })
    .await;
    assert_eq!(pool.stats().rejected, 0, "{:?}", pool.stats());
    let committed = count(&path);
    assert!(committed <= i64::from(rounds().div_ceil(3)), "{committed}");
    pool.close_within(Duration::from_secs(10)).await.unwrap();
    assert_eq!(folder.open_files(), 0);
}

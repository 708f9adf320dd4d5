//! The thread of a connection ends with it, and its place is taken until then.

use crate::kit::*;
use cenote::Left;
use cenote_sqlite::{Guard, Manager, Pool};
use std::time::Duration;

const SHORT: Duration = Duration::from_millis(30);
const LONG: Duration = Duration::from_secs(30);

async fn left(pool: &Pool) -> Left {
    pool.close_within(SHORT).await.unwrap_err()
}

#[tokio::test]
async fn the_threads_of_idle_ones_end_when_the_pool_is_closed() {
    let folder = Folder::new();
    let pool = Pool::managed(Manager::file(folder.database())).max(3).build().unwrap();
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(pool.acquire().await.unwrap());
    }
    let mut ends = Vec::new();
    for connection in &held {
        ends.push(End::of(connection).await);
    }
    drop(held);
    assert_eq!(pool.stats().idle, 3);
    pool.close_within(LONG).await.unwrap();
    for end in ends {
        end.come().await;
    }
}

/// Each way in which a connection that is not in use can go.
#[tokio::test]
async fn its_thread_ends_however_it_goes() {
    type Way = fn(Pool, Guard);
    let ways: [(&str, Way); 6] = [
        ("discarded", |_, connection| connection.discard("no more")),
        ("detached", |_, connection| drop(connection.detach())),
        ("too many", |pool, connection| {
            let other = pool.clone();
            other.resize(1);
            drop(connection);
        }),
        ("pool closed before", |pool, connection| {
            pool.close();
            drop(connection);
        }),
        ("pool dropped before", |pool, connection| {
            drop(pool);
            drop(connection);
        }),
        ("pool dropped after", |pool, connection| {
            drop(connection);
            drop(pool);
        }),
    ];
    for (way, go) in ways {
        let pool = Pool::managed(Manager::memory()).max(2).build().unwrap();
        let (connection, other) = (pool.acquire().await.unwrap(), pool.acquire().await.unwrap());
        let end = End::of(&connection).await;
        println!("{way}");
        go(pool, connection);
        end.come().await;
        drop(other);
    }
}

#[tokio::test]
async fn a_detached_one_works_on_outside() {
    let folder = Folder::new();
    let path = folder.database();
    let pool = pool_of(Manager::file(&path));
    let connection = pool.acquire().await.unwrap().detach();
    let end = End::of(&connection).await;
    assert_eq!((pool.stats().total, pool.stats().detached), (0, 1));
    assert_ne!(id(&pool.acquire().await.unwrap()).await, id(&connection).await);
    pool.close_within(LONG).await.unwrap();
    run(&connection, "INSERT INTO t VALUES (1)").await.unwrap();
    drop(connection);
    end.come().await;
    assert_eq!(count(&path), 1);
}

#[tokio::test]
async fn a_call_that_runs_keeps_the_pool_from_being_closed() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let end = End::of(&connection).await;
    let (gate, wait) = gate();
    let task = tokio::spawn(async move { connection.call(move |_| wait()).await });
    assert_eq!(left(&pool).await.active, 1);
    drop(gate);
    // Its caller has its result all the same.
    soon(task).await.unwrap().unwrap();
    pool.close_within(LONG).await.unwrap();
    end.come().await;
}

/// Its user is gone, its thread is not.
#[tokio::test]
async fn so_does_one_that_was_given_up() {
    let ways: [fn(Guard); 2] = [drop, |connection| connection.discard("given up")];
    for give_back in ways {
        let pool = pool_of(Manager::memory());
        let connection = pool.acquire().await.unwrap();
        let mut end = End::of(&connection).await;
        let (gate, wait) = gate();
        give_up(&connection, move |_| wait()).await;
        give_back(connection);
        assert_eq!(left(&pool).await.active, 1);
        assert!(!end.has_come());
        drop(gate);
        pool.close_within(LONG).await.unwrap();
        end.come().await;
    }
}

/// So that the file can be moved or removed.
#[tokio::test]
async fn the_file_is_closed_when_the_pool_is() {
    let folder = Folder::new();
    for count in 0..8 {
        let path = folder.database_named(&format!("{count}.db"));
        let pool = Pool::managed(Manager::file(&path)).max(4).build().unwrap();
        let mut held = Vec::new();
        for _ in 0..4 {
            let connection = pool.acquire().await.unwrap();
            run(&connection, "PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)").await.unwrap();
            held.push(connection);
        }
        assert!(cfg!(not(target_os = "linux")) || folder.open_files() == 8);
        drop(held);
        pool.close_within(LONG).await.unwrap();
        assert_eq!(folder.open_files(), 0);
    }
}

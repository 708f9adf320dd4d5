//! Executors: tokio's two, and smol's, with and without a background.

use crate::kit::*;
use async_executor::Executor;
use cenote::{Builder, Task, Timer};
use cenote_sqlite::{Manager, Pool};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// 20 tasks share 4 connections, and each leaves a transaction open now and then.
async fn tasks_share_connections(pool: &Pool) {
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..20 {
        let pool = pool.clone();
        tasks.spawn(async move {
            for round in 0..5 {
                let connection = pool.acquire().await.unwrap();
                run(&connection, "INSERT INTO t VALUES (1)").await.unwrap();
                if (task + round) % 4 == 0 {
                    run(&connection, "BEGIN; INSERT INTO t VALUES (2)").await.unwrap();
                }
            }
        });
    }
    while let Some(task) = soon(tasks.join_next()).await {
        task.unwrap();
    }
}

async fn scenario() {
    let folder = Folder::new();
    let path = folder.database();
    let manager = Manager::file(&path)
        .setup(|db| db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())));
    let pool = Pool::managed(manager).max(4).build().unwrap();
    tasks_share_connections(&pool).await;
    let stats = pool.stats();
    assert!(stats.created <= 4 && stats.rejected == 0, "{stats:?}");
    pool.close_within(Duration::from_secs(30)).await.unwrap();
    assert_eq!(count(&path), 100);
}

#[tokio::test(flavor = "current_thread")]
async fn tasks_of_one_thread_share_connections() {
    scenario().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn tasks_of_several_threads_share_connections() {
    scenario().await;
}

#[tokio::test(flavor = "current_thread")]
async fn a_call_that_runs_holds_no_other_task_up() {
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (gate, wait) = gate();
    let other = async {
        tokio::time::sleep(Duration::from_millis(1)).await;
        drop(gate);
    };
    let (waited, ()) = soon(async { tokio::join!(connection.call(move |_| wait()), other) }).await;
    waited.unwrap();
}

static EXECUTOR: LazyLock<Executor> = LazyLock::new(Executor::new);

struct Smol {
    begun: Instant,
    has_background: bool,
}

impl Timer for Smol {
    fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    fn sleep(&self, span: Duration) -> Task {
        Box::pin(async move {
            async_io::Timer::after(span).await;
        })
    }

    fn spawn(&self, task: Task) -> Result<(), Task> {
        if !self.has_background {
            return Err(task);
        }
        EXECUTOR.spawn(task).detach();
        Ok(())
    }
}

fn on_smol(has_background: bool) -> Builder<Manager> {
    Pool::managed(Manager::memory()).max(1).timer(Smol { begun: Instant::now(), has_background })
}

/// Nothing of it is tokio's runtime.
#[test]
fn another_runtime_has_all_of_it() {
    async_io::block_on(EXECUTOR.run(async {
        let pool = on_smol(true).build().unwrap();
        let connection = pool.acquire().await.unwrap();
        let (first, end) = (id(&connection).await, End::of(&connection).await);
        run(&connection, "CREATE TABLE t (x); BEGIN; INSERT INTO t VALUES (1)").await.unwrap();
        drop(connection);
        let connection = pool.acquire().await.unwrap();
        assert_eq!(number(&connection, "SELECT count(*) FROM t").await.unwrap(), 0);
        assert_eq!(id(&connection).await, first);
        drop(connection);
        pool.close_within(Duration::from_secs(30)).await.unwrap();
        end.come_without_tokio().await;
    }));
}

/// A drop has nobody whom it could leave a cleaning to: what needs one is closed, unless its thread is faster; `release()` cleans.
#[test]
fn no_background_is_needed_for_what_needs_no_cleaning() {
    async_io::block_on(async {
        let pool = on_smol(false).maintenance_by_hand().build().unwrap();
        let first = id(&pool.acquire().await.unwrap()).await;
        let connection = pool.acquire().await.unwrap();
        assert_eq!(id(&connection).await, first);
        run(&connection, "BEGIN").await.unwrap();
        connection.release().await;
        let connection = pool.acquire().await.unwrap();
        assert_eq!(id(&connection).await, first);
        run(&connection, "BEGIN").await.unwrap();
        drop(connection);
        let connection = pool.acquire().await.unwrap();
        assert!(connection.call(|db| Ok(db.is_autocommit())).await.unwrap());
        assert_eq!(pool.stats().total, 1);
    });
}

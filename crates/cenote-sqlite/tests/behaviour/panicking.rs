//! Calls that panic: nobody knows what they leave behind, so their connection is closed.

use crate::kit::*;
use cenote_sqlite::{Connection, Error, Manager};
use std::panic::panic_any;
use std::sync::Once;

/// What the threads of connections would write to the tests' output.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some("sqlite") {
                usual(panic);
            }
        }));
    });
}

async fn panics(connection: &Connection, work: fn()) -> Error {
    quietly();
    let call = connection.call(move |db| {
        db.execute_batch("BEGIN; INSERT INTO t VALUES (1)")?;
        work();
        Ok(())
    });
    soon(call).await.unwrap_err()
}

#[tokio::test]
async fn the_caller_is_told_the_words() {
    let folder = Folder::new();
    let pool = pool_of(Manager::file(folder.database()));
    for (work, words) in [
        ((|| panic!("out of cheese")) as fn(), "out of cheese"),
        (|| panic!("out of {}", "milk"), "out of milk"),
        (|| panic_any(7), "no text"),
    ] {
        let error = panics(&pool.acquire().await.unwrap(), work).await;
        assert!(matches!(&error, Error::Panicked(said) if said == words), "{error:?}");
        let text = error.to_string();
        assert!(text.starts_with("the call panicked") && text.ends_with(words), "{text}");
    }
}

#[tokio::test]
async fn the_connection_is_replaced_and_its_thread_ends() {
    let folder = Folder::new();
    let path = folder.database();
    let pool = pool_of(Manager::file(&path));
    let connection = pool.acquire().await.unwrap();
    let (first, end) = (id(&connection).await, End::of(&connection).await);
    panics(&connection, || panic!("now")).await;
    drop(connection);
    let connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(id(&connection).await, first);
    assert_eq!(number(&connection, "SELECT count(*) FROM t").await.unwrap(), 0);
    let stats = pool.stats();
    assert_eq!((stats.created, stats.rejected, stats.total), (2, 1, 1));
    end.come().await;
}

#[tokio::test]
async fn one_that_waits_has_the_next_connection() {
    let folder = Folder::new();
    let pool = pool_of(Manager::file(folder.database()));
    let connection = pool.acquire().await.unwrap();
    let panicking = async {
        panics(&connection, || panic!("now")).await;
        drop(connection);
    };
    let (next, ()) = tokio::join!(soon(pool.acquire()), panicking);
    run(&next.unwrap(), "INSERT INTO t VALUES (1)").await.unwrap();
}

#[tokio::test]
async fn other_calls_on_it_are_told_that_it_is_gone() {
    let folder = Folder::new();
    let pool = pool_of(Manager::file(folder.database()));
    let connection = pool.acquire().await.unwrap();
    let (first, second) =
        tokio::join!(panics(&connection, || panic!("now")), soon(run(&connection, "SELECT 1")));
    assert!(matches!(first, Error::Panicked(_)), "{first:?}");
    assert!(matches!(second, Err(Error::Gone)), "{second:?}");
    let third = soon(run(&connection, "SELECT 1")).await;
    assert!(matches!(third, Err(Error::Gone)), "{third:?}");
    assert!(Error::Gone.to_string().contains("acquire another one"), "{}", Error::Gone);
}

#[tokio::test]
async fn a_setup_that_panics_is_an_error_of_acquire() {
    quietly();
    let pool = pool_of(Manager::memory().setup(|_| panic!("set up")));
    match soon(pool.acquire()).await {
        Err(cenote::Error::Create(Error::Panicked(words))) => assert_eq!(words, "set up"),
        other => panic!("{other:?}"),
    }
    assert_eq!(pool.stats().total, 0);
}

/// A panic that nobody waits for.
#[tokio::test]
async fn one_that_was_given_up_panics_alone() {
    quietly();
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (first, end) = (id(&connection).await, End::of(&connection).await);
    let (gate, wait) = gate();
    give_up(&connection, move |_| -> Result<(), _> {
        wait()?;
        panic!("unheard")
    })
    .await;
    drop(connection);
    drop(gate);
    assert_ne!(id(&soon(pool.acquire()).await.unwrap()).await, first);
    end.come().await;
}

/// Values that nobody waits for end on the thread.
struct Brittle;

impl Drop for Brittle {
    fn drop(&mut self) {
        panic!("a drop's");
    }
}

/// The connection's thread ends, and the next user has another one.
async fn costs_its_connection(provoke: impl AsyncFnOnce(&Connection)) {
    quietly();
    let pool = pool_of(Manager::memory());
    let connection = pool.acquire().await.unwrap();
    let (first, end) = (id(&connection).await, End::of(&connection).await);
    provoke(&connection).await;
    end.come().await;
    drop(connection);
    assert_ne!(id(&soon(pool.acquire()).await.unwrap()).await, first);
}

#[tokio::test]
async fn a_result_that_panics_when_it_is_dropped_costs_its_connection() {
    costs_its_connection(async |connection| {
        let (_gate, wait) = gate();
        give_up(connection, move |_| {
            wait()?;
            Ok(Brittle)
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_work_that_panics_when_it_is_dropped_costs_its_connection() {
    costs_its_connection(async |connection| {
        let (_gate, wait) = gate();
        give_up(connection, move |_| wait()).await;
        let brittle = Brittle;
        poll(Box::pin(connection.call(move |_| {
            std::mem::forget(brittle);
            Ok(())
        })));
    })
    .await;
}

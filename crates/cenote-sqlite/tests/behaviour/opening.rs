//! Databases that cannot be opened, and the setup of new connections.

use crate::kit::*;
use cenote_sqlite::rusqlite::{self, ErrorCode};
use cenote_sqlite::{Error, Manager, Pool};
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;
use tokio::sync::oneshot;

/// The error of acquire, which leaves no place taken.
async fn refused(pool: &Pool) -> Error {
    let error = match soon(pool.acquire()).await {
        Err(cenote::Error::Create(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!((pool.stats().total, pool.stats().creating), (0, 0));
    error
}

async fn works(pool: &Pool) {
    run(&pool.acquire().await.unwrap(), "CREATE TABLE works (x)").await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_not_there_is_made() {
    let folder = Folder::new();
    works(&pool_of(Manager::file(folder.path("new.db")))).await;
    assert!(folder.path("new.db").exists());
}

#[tokio::test]
async fn a_directory_that_is_not_there_is_an_error_of_acquire() {
    let folder = Folder::new();
    let path = folder.path("nowhere").join("new.db");
    let pool = pool_of(Manager::file(&path));
    let error = refused(&pool).await;
    assert_eq!(code(&error), ErrorCode::CannotOpen);
    assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
    std::fs::create_dir(folder.path("nowhere")).unwrap();
    works(&pool).await;
}

#[tokio::test]
async fn a_directory_is_no_database() {
    let folder = Folder::new();
    let pool = pool_of(Manager::file(folder.path("")));
    assert_eq!(code(&refused(&pool).await), ErrorCode::CannotOpen);
}

/// SQLite opens it, and would notice only when the user reads.
#[tokio::test]
async fn a_file_that_is_no_database_is_an_error_of_acquire() {
    let folder = Folder::new();
    let path = folder.path("text");
    std::fs::write(&path, "no database, but longer than the header of one ".repeat(100)).unwrap();
    let pool = pool_of(Manager::file(&path));
    let error = refused(&pool).await;
    assert_eq!(code(&error), ErrorCode::NotADatabase);
    assert!(error.to_string().contains("not a database"), "{error}");
    assert_eq!(folder.open_files(), 0);
    std::fs::remove_file(&path).unwrap();
    works(&pool).await;
}

fn read_only(path: &Path) -> Manager {
    Manager::file(format!("file:{}?mode=ro", path.display()))
}

#[tokio::test]
async fn a_file_opened_for_reading_is_read_and_not_written() {
    let folder = Folder::new();
    let pool = pool_of(read_only(&folder.database()));
    let connection = pool.acquire().await.unwrap();
    let first = id(&connection).await;
    assert_eq!(number(&connection, "SELECT count(*) FROM t").await.unwrap(), 0);
    let error = run(&connection, "INSERT INTO t VALUES (1)").await.unwrap_err();
    assert_eq!(code(&error), ErrorCode::ReadOnly);
    drop(connection);
    assert_eq!(id(&pool.acquire().await.unwrap()).await, first);
}

#[tokio::test]
async fn a_file_opened_for_reading_is_not_made() {
    let folder = Folder::new();
    let path = folder.path("missing.db");
    assert_eq!(code(&refused(&pool_of(read_only(&path))).await), ErrorCode::CannotOpen);
    assert!(!path.exists());
}

/// It can be opened though nothing can be read of it now.
#[tokio::test]
async fn a_database_that_somebody_has_locked_is_one() {
    let folder = Folder::new();
    let path = folder.database();
    let other = rusqlite::Connection::open(&path).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let pool = pool_of(Manager::file(&path).setup(|db| db.busy_timeout(Duration::ZERO)));
    let connection = pool.acquire().await.unwrap();
    let error = number(&connection, "SELECT count(*) FROM t").await.unwrap_err();
    assert_eq!(code(&error), ErrorCode::DatabaseBusy);
    other.execute_batch("COMMIT").unwrap();
    assert_eq!(number(&connection, "SELECT count(*) FROM t").await.unwrap(), 0);
}

#[tokio::test]
async fn the_setup_runs_on_each_new_connection() {
    let folder = Folder::new();
    let manager =
        Manager::file(folder.database()).setup(|db| db.pragma_update(None, "foreign_keys", true));
    let pool = Pool::managed(manager).max(3).build().unwrap();
    let mut held = Vec::new();
    for _ in 0..3 {
        let connection = pool.acquire().await.unwrap();
        assert_eq!(number(&connection, "PRAGMA foreign_keys").await.unwrap(), 1);
        held.push(connection);
    }
}

/// A setup, and the end of the thread on which it runs.
fn setup(
    work: fn(&rusqlite::Connection) -> rusqlite::Result<()>,
) -> (Manager, End, oneshot::Receiver<()>) {
    let (begin, begun) = oneshot::channel();
    let mut note = None;
    let end = End::noted_by(|noting| note = Some(noting));
    let once = Mutex::new(note.map(|note| (note, begin)));
    let manager = Manager::memory().setup(move |db| {
        let (note, begin) = once.lock().unwrap().take().unwrap();
        note()?;
        let _ = begin.send(());
        work(db)
    });
    (manager, end, begun)
}

#[tokio::test]
async fn a_setup_that_fails_is_an_error_of_acquire() {
    let (manager, end, _) = setup(|db| db.execute_batch("nonsense"));
    let error = refused(&pool_of(manager)).await;
    assert!(error.to_string().contains("syntax error"), "{error}");
    end.come().await;
}

/// Its statements are interrupted.
#[tokio::test]
async fn a_setup_that_takes_too_long_is_given_up() {
    let (manager, end, _) = setup(|db| db.execute_batch(ENDLESS));
    let limit = Duration::from_millis(50);
    let pool = Pool::managed(manager).max(1).create_timeout(limit).build().unwrap();
    let error = pool.acquire().await.unwrap_err();
    assert!(matches!(error, cenote::Error::CreateTimeout(_)), "{error:?}");
    assert_eq!(pool.stats().total, 0);
    end.come().await;
}

/// SPEC 32.4: it goes on for the pool, and ends with it
#[tokio::test]
async fn one_that_nobody_waits_for_any_more_ends_with_the_pool() {
    let (manager, end, begun) = setup(|db| db.execute_batch(ENDLESS));
    let pool = pool_of(manager);
    tokio::select! {
        _ = pool.acquire() => panic!("it was opened"),
        begun = begun => begun.unwrap(),
    }
    assert_eq!((pool.stats().creating, pool.stats().total), (1, 1));
    pool.close();
    end.come().await;
    soon(async {
        while pool.stats().total > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// SPEC 32.31: an address with settings of the pool
#[tokio::test]
async fn a_pool_from_an_address() {
    let folder = Folder::new();
    let path = folder.database();
    for address in [
        format!("sqlite:{}", path.display()),
        format!("sqlite://{}", path.display()),
        path.display().to_string(),
        format!("file:{}?mode=rw", path.display()),
    ] {
        let separator = if address.contains('?') { '&' } else { '?' };
        let address = format!("{address}{separator}pool_max=1");
        let pool = Pool::from_url(&address).unwrap().build().unwrap();
        assert_eq!(pool.stats().max, 1);
        run(&pool.acquire().await.unwrap(), "INSERT INTO t VALUES (1)").await.unwrap();
    }
    assert_eq!(count(&path), 4);
    let pool = Pool::from_url("sqlite::memory:?pool_max=1").unwrap().build().unwrap();
    assert_eq!(number(&pool.acquire().await.unwrap(), "SELECT 7").await.unwrap(), 7);
    assert!(Pool::from_url("sqlite:").is_err());
}

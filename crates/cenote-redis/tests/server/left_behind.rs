//! What a command leaves behind on a connection does not reach the next user.

use crate::kit::{by_another, id, manager, manager_with, pool_of, tell};
use cenote_redis::redis::Value;
use cenote_redis::{Connection, Pool};
use std::time::Duration;

/// Runs these on a connection and returns it. Gives its id, and the next user's connection.
async fn after(pool: &Pool, commands: &[&str]) -> (u64, cenote_redis::Guard) {
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    for (number, command) in commands.iter().enumerate() {
        // By the pool's type, and by the driver's.
        if number % 2 == 0 {
            drop(a_while(tell::<Value>(&mut connection, command)).await);
        } else {
            let mut words = command.split(' ');
            let mut sent = cenote_redis::redis::cmd(words.next().unwrap());
            sent.arg(words.collect::<Vec<_>>());
            drop(a_while(sent.query_async::<Value>(&mut **connection)).await);
        }
    }
    connection.release().await;
    (first, pool.acquire().await.unwrap())
}

/// Some commands have no answer.
async fn a_while<T>(answer: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(Duration::from_millis(300), answer).await.ok()
}

async fn database(connection: &mut Connection) -> String {
    let about: String = tell(connection, "CLIENT INFO").await.unwrap();
    about.split(' ').find(|word| word.starts_with("db=")).unwrap().to_owned()
}

/// SPEC 32.20: transactions, watched keys and the database are taken back, and the connection is kept
#[tokio::test]
async fn what_can_be_taken_back_is() {
    for home in [0, 3] {
        let pool = pool_of(manager_with(&format!("?db={home}")));
        for commands in [
            &["MULTI"][..],
            &["MULTI", "INCR a"],
            &["MULTI", "NONSENSE"],
            &["WATCH watched"],
            &["WATCH watched", "MULTI", "SELECT 6"],
            &["WATCH watched", "UNWATCH", "WATCH watched"],
            &["EXEC", "WATCH watched", "EXEC"],
            &["SELECT 5"],
            &["SELECT 5", "SELECT nonsense"],
            &["SELECT 5", "MULTI", "SELECT 6", "EXEC", "WATCH watched"],
        ] {
            let (first, mut connection) = after(&pool, commands).await;
            assert_eq!(id(&mut connection).await, first, "{commands:?}");
            assert_eq!(database(&mut connection).await, format!("db={home}"), "{commands:?}");
            // A watched key would make this transaction fail.
            by_another::<i64>("INCR watched").await;
            let mut other = pool_of(manager_with(&format!("?db={home}"))).acquire().await.unwrap();
            let _: i64 = tell(&mut other, "INCR watched").await.unwrap();
            let _: () = tell(&mut connection, "MULTI").await.unwrap();
            let _: () = tell(&mut connection, "PING").await.unwrap();
            let ran: Value = tell(&mut connection, "EXEC").await.unwrap();
            assert_eq!(ran, Value::Array(vec![Value::SimpleString("PONG".into())]), "{commands:?}");
        }
        assert_eq!((pool.stats().created, pool.stats().rejected), (1, 0));
    }
}

/// SPEC 32.20: nothing is sent if nothing was left
#[tokio::test]
async fn nothing_is_sent_if_nothing_was_left() {
    let pool = pool_of(manager());
    for commands in [
        &["INCR a"][..],
        &["MULTI", "INCR a", "EXEC"],
        &["MULTI", "NONSENSE", "EXEC"],
        &["MULTI", "DISCARD"],
        &["WATCH a", "UNWATCH"],
        &["WATCH a", "MULTI", "DISCARD"],
        &["SELECT 5", "SELECT 0"],
    ] {
        let (first, connection) = after(&pool, commands).await;
        let about: String = by_another(&format!("CLIENT LIST ID {first}")).await;
        let last = commands.last().unwrap().split(' ').next().unwrap().to_lowercase();
        assert!(about.contains(&format!("cmd={last}")), "{commands:?}: {about}");
        drop(connection);
    }
    assert_eq!(pool.stats().created, 1);
}

/// SPEC 32.20: what cannot be taken back ends with its connection
#[tokio::test]
async fn what_cannot_be_taken_back_ends_with_its_connection() {
    for options in ["", "?protocol=resp3"] {
        let pool = pool_of(manager_with(options));
        for commands in [
            &["SUBSCRIBE news"][..],
            &["PSUBSCRIBE n*"],
            &["SSUBSCRIBE news"],
            &["GET a", "MONITOR"],
            &["CLIENT REPLY SKIP"],
            &["CLIENT NO-EVICT ON"],
            &["CLIENT SETNAME mine"],
            &["AUTH default nothing"],
            &["HELLO 3"],
            &["RESET"],
            &["READONLY"],
        ] {
            let (first, mut connection) = after(&pool, commands).await;
            assert_ne!(id(&mut connection).await, first, "{options} {commands:?}");
            let about: String = tell(&mut connection, "CLIENT INFO").await.unwrap();
            assert!(about.contains(" sub=0 psub=0 ") && about.contains(" name= "), "{about}");
        }
        assert_eq!((pool.stats().created, pool.stats().rejected), (12, 11));
    }
}

/// SPEC 32.20: one that answers nothing any more does not hold up who returns it
#[tokio::test]
async fn one_that_is_silent_is_closed() {
    let pool = pool_of(manager());
    let mut connection = pool.acquire().await.unwrap();
    let first = id(&mut connection).await;
    assert!(a_while(tell::<Value>(&mut connection, "CLIENT REPLY OFF")).await.is_none());
    drop(connection);
    assert_ne!(id(&mut pool.acquire().await.unwrap()).await, first);
}

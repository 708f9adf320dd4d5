//! What a command leaves behind on a connection is there for the next user, unless it was given back with `discard`.

use crate::kit::{by_another, id, manager, pool_of, tell};
use cenote_redis::redis::Value;

#[tokio::test]
async fn state_stays_unless_the_connection_is_discarded() {
    for is_discarded in [false, true] {
        let pool = pool_of(manager());
        let mut connection = pool.acquire().await.unwrap();
        let first = id(&mut connection).await;
        for command in ["SELECT 5", "MULTI"] {
            let _: String = tell(&mut connection, command).await.unwrap();
        }
        if is_discarded {
            connection.discard("SELECT")
        } else {
            drop(connection)
        }
        let mut connection = pool.acquire().await.unwrap();
        let queued = tell::<String>(&mut connection, "PING").await.unwrap();
        if !is_discarded {
            assert_eq!(queued, "QUEUED");
            let _: String = tell(&mut connection, "DISCARD").await.unwrap();
        }
        let about: String = tell(&mut connection, "CLIENT INFO").await.unwrap();
        assert_eq!(about.contains(" db=5 "), !is_discarded, "{about}");
        assert_eq!(id(&mut connection).await == first, !is_discarded);
    }
}

#[tokio::test]
async fn a_watch_stays() {
    let pool = pool_of(manager());
    let _: () = tell(&mut pool.acquire().await.unwrap(), "WATCH watched").await.unwrap();
    by_another::<i64>("INCR watched").await;
    let mut connection = pool.acquire().await.unwrap();
    let _: () = tell(&mut connection, "MULTI").await.unwrap();
    let _: () = tell(&mut connection, "PING").await.unwrap();
    assert_eq!(tell::<Value>(&mut connection, "EXEC").await.unwrap(), Value::Nil);
}

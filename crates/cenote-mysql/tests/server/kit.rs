//! Pools of one connection, and what the server says about it.

use cenote_mysql::mysql_async::prelude::{FromRow, Queryable};
use cenote_mysql::mysql_async::{Conn, OptsBuilder};
use cenote_mysql::{Manager, Pool};
use std::future::Future;
use std::time::Duration;

/// What `scripts/servers/run.sh` has started.
pub(crate) fn socket() -> String {
    std::env::var("CENOTE_MARIADB")
        .unwrap_or_else(|_| panic!("CENOTE_MARIADB is not set: run scripts/check/managers.sh"))
}

pub(crate) fn opts() -> OptsBuilder {
    OptsBuilder::default().socket(Some(socket())).user(Some("root")).db_name(Some("mysql"))
}

pub(crate) fn manager() -> Manager {
    Manager::new(opts())
}

/// One connection, so that what is done to it is done to the next user's.
pub(crate) fn pool_of(manager: Manager) -> Pool {
    Pool::builder(manager).max(1).build().unwrap()
}

/// The first row of an answer.
pub(crate) async fn ask<T: FromRow + Send + 'static>(conn: &mut Conn, query: &str) -> T {
    conn.query_first(query).await.unwrap().unwrap()
}

/// On a connection that no pool has.
pub(crate) async fn by_another<T: FromRow + Send + 'static>(query: &str) -> T {
    let mut other = Conn::new(opts()).await.unwrap();
    let answer = ask(&mut other, query).await;
    other.disconnect().await.unwrap();
    answer
}

pub(crate) async fn by_another_does(query: &str) {
    let mut other = Conn::new(opts()).await.unwrap();
    other.query_drop(query).await.unwrap();
    other.disconnect().await.unwrap();
}

/// What has to come, in the end.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("it never came to that")
}

/// Until the server knows as many connections for which this holds.
pub(crate) async fn until(condition: &str, count: u64) {
    let query = format!("SELECT count(*) FROM information_schema.processlist WHERE {condition}");
    soon(async {
        while by_another::<u64>(&query).await != count {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

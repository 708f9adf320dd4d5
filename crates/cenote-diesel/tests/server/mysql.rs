//! On MySQL or MariaDB.

use crate::aborting::abort_anywhere;
use crate::dropping::drop_at_each_point;
use crate::network::Network;
use crate::{soon, told};
use cenote_diesel::diesel_async::{
    AsyncConnection, AsyncMysqlConnection, RunQueryDsl, SimpleAsyncConnection,
};
use cenote_diesel::{Manager, Pool, Verify};
use diesel::result::Error;
use diesel::sql_types::{BigInt, Integer};
use diesel::{IntoSql, QueryableByName, sql_query};
use std::time::{Duration, Instant};
use tokio::runtime::Runtime;
use tokio::time::timeout;

#[path = "both.rs"]
mod both;

type Connection = AsyncMysqlConnection;

/// Connections are told apart by their user.
const NOBODY: &str = "root";
const ID: &str = "connection_id()";
const MARK: &str = "SELECT 1";
const IS_MARKED: &str = "@@in_transaction";
const AT_WORK: &str = "info LIKE '%sleep%'";
const TEXTS_OF_A_FULL_SERVER: [&str; 1] = ["max_user_connections"];

fn socket() -> String {
    told("CENOTE_MARIADB")
}

fn address(user: &str) -> String {
    format!("mysql://{}@localhost/mysql?socket={}", user_of(user), socket())
}

fn address_of_user(name: &str) -> String {
    address(name)
}

fn address_by_port(port: u16) -> String {
    format!("mysql://root@127.0.0.1:{port}/mysql?prefer_socket=false")
}

/// Not that of another test.
fn user_of(name: &str) -> String {
    if name == NOBODY { name.to_owned() } else { format!("diesel_{name}") }
}

async fn create_user(name: &str, limits: &str) {
    let mut other = Connection::establish(&address(NOBODY)).await.unwrap();
    let user = user_of(name);
    for query in [
        format!("CREATE OR REPLACE USER {user}@localhost {limits}"),
        format!("GRANT ALL ON *.* TO {user}@localhost"),
    ] {
        other.batch_execute(&query).await.unwrap();
    }
}

async fn prepare(name: &str) {
    create_user(name, "").await;
}

async fn prepare_for_one(name: &str) {
    create_user(name, "WITH MAX_USER_CONNECTIONS 1").await;
}

fn count_named(name: &str, condition: &str) -> String {
    let user = user_of(name);
    format!(
        "(SELECT count(*) FROM information_schema.processlist WHERE user = '{user}' AND {condition})"
    )
}

fn sleep(seconds: &str) -> String {
    format!("DO sleep({seconds})")
}

fn kill(id: i64) -> String {
    format!("KILL {id}")
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

async fn ask(
    connection: &mut impl AsyncConnection<Backend = diesel::mysql::Mysql>,
    query: &str,
) -> i64 {
    let row: Number =
        sql_query(format!("SELECT {query} AS number")).get_result(connection).await.unwrap();
    row.number
}

//! On PostgreSQL.

use crate::aborting::abort_anywhere;
use crate::dropping::drop_at_each_point;
use crate::network::Network;
use crate::{soon, told};
use cenote_diesel::diesel_async::{
    AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection,
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
mod tls;
mod warnings;

type Connection = AsyncPgConnection;

/// Connections are told apart by the name of their application.
const NOBODY: &str = "nobody";
const ID: &str = "pg_backend_pid()";
/// A setting of a transaction that is open, and how long its text is.
const MARK: &str = "SET LOCAL test.mark = 1";
const IS_MARKED: &str = "length(coalesce(current_setting('test.mark', true), ''))";
const AT_WORK: &str = "state = 'active'";
const TEXTS_OF_A_FULL_SERVER: [&str; 1] = ["too many connections"];

/// What `CENOTE_POSTGRES` says of this.
fn value(key: &str) -> String {
    let config = told("CENOTE_POSTGRES");
    config.split(' ').find_map(|pair| pair.strip_prefix(key)).unwrap().to_owned()
}

fn socket() -> String {
    format!("{}/.s.PGSQL.{}", value("host="), value("port="))
}

/// As a URL: the folder of the socket is the host.
fn url(user: &str, name: &str) -> String {
    let (host, port) = (value("host=").replace('/', "%2F"), value("port="));
    format!("postgres://{user}@{host}:{port}/postgres?application_name=diesel_{name}")
}

fn address(name: &str) -> String {
    url("cenote", name)
}

fn address_of_user(name: &str) -> String {
    url(&format!("diesel_{name}"), name)
}

fn address_by_port(port: u16) -> String {
    format!("postgres://cenote@127.0.0.1:{port}/postgres?sslmode=disable")
}

async fn prepare(_name: &str) {}

async fn prepare_for_one(name: &str) {
    let mut other = Connection::establish(&address(NOBODY)).await.unwrap();
    let create = format!("CREATE ROLE diesel_{name} LOGIN CONNECTION LIMIT 1");
    other.batch_execute(&create).await.unwrap();
}

fn count_named(name: &str, condition: &str) -> String {
    format!(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'diesel_{name}' AND {condition}"
    )
}

fn sleep(seconds: &str) -> String {
    format!("SELECT pg_sleep({seconds})")
}

fn kill(id: i64) -> String {
    format!("SELECT pg_terminate_backend({id})")
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

async fn ask(connection: &mut impl AsyncConnection<Backend = diesel::pg::Pg>, query: &str) -> i64 {
    let row: Number = sql_query(format!("SELECT ({query})::bigint AS number"))
        .get_result(connection)
        .await
        .unwrap();
    row.number
}

/// SPEC 32.34: a request that outlives its guard costs the connection, and cannot be sent any more
#[tokio::test]
async fn a_request_that_outlives_its_guard() {
    let pool = Pool::builder(Manager::<Connection>::new(address(NOBODY))).max(1).build().unwrap();
    let mut connection = pool.acquire().await.unwrap();
    let first = ask(&mut connection, ID).await;
    let request = connection.execute_returning_count(sql_query("SET test.outlives = 1"));
    drop(connection);
    let mut connection = soon(pool.acquire()).await.unwrap();
    assert_ne!(ask(&mut connection, ID).await, first);
    request.await.unwrap_err();
}

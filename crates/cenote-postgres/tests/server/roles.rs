//! Several hosts, of which one may be written to, and servers that change their role.

use crate::kit::{Network, ask, by_another, process, soon};
use cenote_postgres::{Manager, Pool, Verify};
use std::time::Duration;
use tokio_postgres::error::SqlState;

async fn networks() -> (Network, Network) {
    (Network::new(Duration::ZERO).await, Network::new(Duration::ZERO).await)
}

/// Both, and one more that is not there.
fn manager(networks: &(Network, Network), wanted: &str) -> Manager {
    let (one, two) = (networks.0.port, networks.1.port);
    let hosts = format!("host=127.0.0.1,127.0.0.1,127.0.0.1 port=1,{one},{two}");
    let address = format!(
        "{hosts} user=cenote dbname=postgres sslmode=disable target_session_attrs={wanted}"
    );
    Manager::new(address.parse().unwrap()).verify(Verify::Never)
}

/// The last text that this connection has sent.
async fn last_query(process: &str) -> String {
    by_another(&format!("SELECT query FROM pg_stat_activity WHERE pid = {process}")).await
}

async fn three_idle(pool: &Pool) -> Vec<String> {
    let mut held = Vec::new();
    let mut processes = Vec::new();
    for _ in 0..3 {
        let client = pool.acquire().await.unwrap();
        processes.push(process(&client).await);
        held.push(client);
    }
    processes
}

/// SPEC 32.29: the host that fits is found; when sessions turn read-only, they are replaced by those of the host that fits then
#[tokio::test]
async fn sessions_that_turn_read_only_are_replaced() {
    let networks = networks().await;
    networks.0.stand_by(true);
    let pool = Pool::builder(manager(&networks, "read-write")).max(3).build().unwrap();
    let before = three_idle(&pool).await;
    let client = pool.acquire().await.unwrap();
    // A failover: the sessions live on.
    networks.0.stand_by(false);
    networks.1.stand_by(true);
    client.batch_execute("SET default_transaction_read_only = on").await.unwrap();
    let lost = process(&client).await;
    client.release().await;
    let mut after = three_idle(&pool).await;
    assert!(before.contains(&lost) && !after.contains(&lost), "{lost}: {before:?}, {after:?}");
    // The others were asked, and have not turned.
    after.retain(|process| before.contains(process));
    assert_eq!(after.len(), 2);
    assert_eq!(pool.stats().created, 4);
    let client = pool.acquire().await.unwrap();
    assert_eq!(ask(&client, "SHOW transaction_read_only").await, "off");
}

/// SPEC 32.29: a server that does not report its role is found out by a write that it refused
#[tokio::test]
async fn a_refused_write_is_looked_into() {
    let networks = networks().await;
    let pool = Pool::builder(manager(&networks, "read-write")).max(1).build().unwrap();
    let mut client = pool.acquire().await.unwrap();
    let first = process(&client).await;
    // A transaction of the user's own that may only read proves nothing.
    let transaction = client.build_transaction().read_only(true).start().await.unwrap();
    let create = "CREATE TABLE refused (x int)";
    let error = transaction.execute_cached(create, &[]).await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::READ_ONLY_SQL_TRANSACTION));
    drop(transaction);
    client.release().await;
    // It is asked once, and not again.
    let asked = "SHOW transaction_read_only";
    assert_eq!(last_query(&first).await, asked);
    let client = pool.acquire().await.unwrap();
    assert_eq!(process(&client).await, first);
    client.release().await;
    drop(pool.acquire().await.unwrap());
    let last = "SELECT pg_backend_pid()";
    assert_eq!(last_query(&first).await, last);
    for how in 0..3 {
        let client = pool.acquire().await.unwrap();
        client.batch_execute("BEGIN READ ONLY").await.unwrap();
        match how {
            0 => drop(client.execute_cached(create, &[]).await.unwrap_err()),
            1 => client.batch_execute(create).await.unwrap_err().code().map(drop).unwrap(),
            _ => drop(client.query(create, &[]).await.unwrap_err()),
        }
        client.release().await;
        assert_eq!(last_query(&first).await, asked, "{how}");
    }
}

/// SPEC 32.29: the same for those who want to read from a standby, when it is promoted
#[tokio::test]
async fn sessions_that_turn_read_write_are_replaced() {
    let networks = networks().await;
    networks.1.stand_by(true);
    let pool = Pool::builder(manager(&networks, "read-only")).max(1).build().unwrap();
    let client = pool.acquire().await.unwrap();
    let first = process(&client).await;
    assert_eq!(ask(&client, "SHOW transaction_read_only").await, "on");
    networks.0.stand_by(true);
    client.batch_execute("SET default_transaction_read_only = off").await.unwrap();
    drop(client);
    let client = soon(pool.acquire()).await.unwrap();
    assert_ne!(process(&client).await, first);
    assert_eq!(ask(&client, "SHOW transaction_read_only").await, "on");
}

/// SPEC 32.29: who has not asked for a role keeps each connection
#[tokio::test]
async fn without_a_wish_nothing_is_replaced() {
    let networks = networks().await;
    let pool = Pool::builder(manager(&networks, "any")).max(1).build().unwrap();
    let client = pool.acquire().await.unwrap();
    let first = process(&client).await;
    client.batch_execute("SET default_transaction_read_only = on").await.unwrap();
    client.batch_execute("CREATE TABLE refused (x int)").await.unwrap_err();
    client.release().await;
    assert_eq!(process(&pool.acquire().await.unwrap()).await, first);
}

//! Pools of one connection, and what the server says about it.

use cenote_postgres::{Client, Manager, Policy, Pool};

/// What `scripts/servers` has set.
pub(crate) fn told(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run scripts/manager-tests"))
}

pub(crate) fn manager() -> Manager {
    Manager::new(told("CENOTE_POSTGRES").parse().unwrap())
}

/// One connection, so that what is done to it is done to the next user's.
pub(crate) fn pool_of(manager: Manager) -> Pool {
    Pool::managed(manager).max(1).build().unwrap()
}

pub(crate) fn pool_with(policy: Policy) -> Pool {
    pool_of(manager().policy(policy))
}

/// One text, by a query of which nothing is prepared.
pub(crate) async fn ask(client: &Client, query: &str) -> String {
    use tokio_postgres::SimpleQueryMessage::Row;

    let answers = client.simple_query(query).await.unwrap();
    let mut texts = answers.iter().filter_map(|answer| match answer {
        Row(row) => Some(row.get(0).unwrap_or("null").to_owned()),
        _ => None,
    });
    texts.next().unwrap()
}

/// The texts of the statements that the server keeps for this connection.
pub(crate) async fn kept(client: &Client) -> String {
    let all = "SELECT coalesce(string_agg(statement, ' | ' ORDER BY statement), '') FROM pg_prepared_statements";
    ask(client, all).await
}

pub(crate) async fn process(client: &Client) -> String {
    ask(client, "SELECT pg_backend_pid()").await
}

//! A connection of the pool.

use std::ops::{Deref, DerefMut};

use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement};

use crate::statements::Statements;
use crate::transaction::Transaction;

/// A connection, with a cache of prepared statements. Derefs to [`tokio_postgres::Client`].
///
/// The methods whose names end in `_cached` take the text of a query, prepare it when they first see it, and keep the
/// statement for as long as the connection lives, up to [`Manager::statements`](crate::Manager::statements) of them. When
/// the server refuses a kept statement because a migration has changed the columns of its result, or because a
/// `DEALLOCATE` took it away, they prepare it again, once, and the caller sees nothing of it. Inside of a transaction that
/// cannot be: the error arrives, and the next try of the whole transaction succeeds.
///
/// ```no_run
/// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
/// let client = pool.acquire().await?;
/// let row = client.query_one_cached("SELECT $1::int + 1", &[&41]).await?;
/// assert_eq!(row.get::<_, i32>(0), 42);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Client {
    client: tokio_postgres::Client,
    statements: Statements,
}

impl Client {
    pub(crate) fn new(client: tokio_postgres::Client, most_statements: usize) -> Client {
        Client { client, statements: Statements::new(most_statements) }
    }

    /// Whether it is of no use to anybody.
    pub(crate) fn is_broken(&self) -> bool {
        self.client.is_closed() || self.statements.is_spoiled()
    }

    /// Prepares a statement the first time, and finds it again after that. For what has no method of its own here, such as
    /// [`query_raw`](tokio_postgres::Client::query_raw) or a transaction with an isolation level.
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Client::prepare`].
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// # use tokio_postgres::IsolationLevel;
    /// let mut client = pool.acquire().await?;
    /// let statement = client.prepare_cached("SELECT $1::int + 1").await?;
    /// let transaction =
    ///     client.build_transaction().isolation_level(IsolationLevel::Serializable).start().await?;
    /// let row = transaction.query_one(&statement, &[&41]).await?;
    /// assert_eq!(row.get::<_, i32>(0), 42);
    /// # transaction.commit().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn prepare_cached(&self, query: &str) -> Result<Statement, Error> {
        self.statements.prepare(&self.client, query).await
    }

    /// Runs a statement from the cache; again with a new one if it was stale.
    async fn run_cached<T, F>(&self, query: &str, run: impl Fn(Statement) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        match run(self.prepare_cached(query).await?).await {
            Err(error) => run(self.statements.renewed(&self.client, query, error).await?).await,
            result => result,
        }
    }

    /// [`tokio_postgres::Client::query`], with a cached statement; see the example of [`Client`].
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn query_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let run = |statement: Statement| async move { self.client.query(&statement, params).await };
        self.run_cached(query, run).await
    }

    /// [`tokio_postgres::Client::query_one`], with a cached statement; see the example of [`Client`].
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn query_one_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, Error> {
        let run =
            |statement: Statement| async move { self.client.query_one(&statement, params).await };
        self.run_cached(query, run).await
    }

    /// [`tokio_postgres::Client::query_opt`], with a cached statement; see the example of [`Client`].
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn query_opt_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Error> {
        let run =
            |statement: Statement| async move { self.client.query_opt(&statement, params).await };
        self.run_cached(query, run).await
    }

    /// [`tokio_postgres::Client::execute`], with a cached statement; see the example of [`Client`].
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn execute_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Error> {
        let run =
            |statement: Statement| async move { self.client.execute(&statement, params).await };
        self.run_cached(query, run).await
    }

    /// Begins a transaction that shares the cache of statements. Dropped before [`Transaction::commit`], it is rolled back.
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Client::transaction`].
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// let mut client = pool.acquire().await?;
    /// let transaction = client.transaction().await?;
    /// transaction.execute_cached("UPDATE stock SET count = count - 1 WHERE id = $1", &[&7]).await?;
    /// transaction.execute_cached("INSERT INTO orders (item) VALUES ($1)", &[&7]).await?;
    /// transaction.commit().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn transaction(&mut self) -> Result<Transaction<'_>, Error> {
        Ok(Transaction::new(self.client.transaction().await?, &self.statements))
    }

    /// Forgets all cached statements; they are closed on the server.
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// let client = pool.acquire().await?;
    /// client.clear_statements();
    /// # Ok(())
    /// # }
    /// ```
    pub fn clear_statements(&self) {
        self.statements.clear();
    }
}

impl Deref for Client {
    type Target = tokio_postgres::Client;

    fn deref(&self) -> &tokio_postgres::Client {
        &self.client
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut tokio_postgres::Client {
        &mut self.client
    }
}

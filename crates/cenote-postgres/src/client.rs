//! A connection of the pool.

use std::ops::{Deref, DerefMut};
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use tokio_postgres::error::SqlState;
use tokio_postgres::types::{BorrowToSql, ToSql, Type};
use tokio_postgres::{
    CancelToken, CopyOutStream, Error, Row, RowStream, SimpleQueryMessage, Statement,
};

use crate::link::Link;
use crate::policy::{CLEAN, Policy};
use crate::requests::requests;
use crate::session::Session;
use crate::text::ToStatement;
use crate::transactions::{Transaction, TransactionBuilder};

/// A connection, with a cache of prepared statements. Derefs to [`tokio_postgres::Client`].
///
/// It has the driver's methods itself, and so knows whether a transaction may be open or a request unanswered when it is
/// returned. What is called on the driver's client, which [`Deref`] hands out, is not seen: then the pool asks the server,
/// which costs one round trip in the background.
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
    pub(crate) session: Session,
    pub(crate) link: Link,
    /// When it was last returned, or made.
    idle_since: Instant,
    /// It is being asked whether it still works.
    is_probed: bool,
}

impl Client {
    pub(crate) fn new(client: tokio_postgres::Client, session: Session, link: Link) -> Client {
        Client { client, session, link, idle_since: Instant::now(), is_probed: false }
    }

    /// Whether it is of no use to anybody.
    pub(crate) fn is_broken(&self) -> bool {
        self.client.is_closed() || self.session.statements.is_spoiled()
    }

    pub(crate) fn note_return(&mut self) {
        self.idle_since = Instant::now();
    }

    pub(crate) fn idle_for(&self) -> Duration {
        self.idle_since.elapsed()
    }

    /// Asks the server for a sign of life, and, where that matters, whether it is still in its role.
    pub(crate) async fn probe(&mut self) -> Result<(), Error> {
        let role = &self.session.role;
        self.is_probed = true;
        let answer = if role.is_suspected() || role.is_doubtful() {
            role.ask(&self.client).await
        } else {
            self.client.batch_execute("").await.map(|()| true)
        };
        self.is_probed = false;
        if !answer? {
            role.tell_others();
            return self.hang_up().await;
        }
        Ok(())
    }

    /// Closes the connection. Gives the error of a closed one.
    pub(crate) async fn hang_up(&mut self) -> Result<(), Error> {
        self.link.hang_up().await;
        self.client.batch_execute("").await
    }

    /// Ends what may be going on, and does what the policy says.
    pub(crate) async fn clean(&self, policy: &Policy) -> Result<(), Error> {
        self.session.answer(self.send_cleaning(policy)).await
    }

    async fn send_cleaning(&self, policy: &Policy) -> Result<(), Error> {
        let then = if *policy == Policy::Clean { CLEAN } else { "" };
        if *policy == Policy::Fast {
            // Answered after all that was sent before.
            self.client.batch_execute("").await?;
        } else if self.session.is_unsure() {
            // `ROLLBACK` alone makes the server write a warning if no transaction is open, and nearly always none is.
            match self.client.batch_execute(&format!("BEGIN; ROLLBACK; {then}")).await {
                Err(error) if error.code() == Some(&SqlState::IN_FAILED_SQL_TRANSACTION) => {
                    self.client.batch_execute(&format!("ROLLBACK; {then}")).await?;
                }
                answer => answer?,
            }
        } else if !then.is_empty() {
            self.client.batch_execute(then).await?;
        }
        if let Policy::Query(query) = policy {
            // By itself: some statements may not stand beside others.
            self.client.batch_execute(query).await?;
            self.clear_statements();
        }
        Ok(())
    }

    /// Closes it after the answer to all that was sent. Dropped before that, the socket is closed.
    pub(crate) async fn end<F: Future<Output = ()>>(self, cancel: impl FnOnce(CancelToken) -> F) {
        let Client { client, session, mut link, is_probed, .. } = self;
        link.end_with_me();
        // A server that does not answer a probe reads no farewell.
        if is_probed {
            return;
        }
        if session.is_unanswered() {
            cancel(client.cancel_token()).await;
        }
        drop(client);
        link.ended().await;
    }

    /// Sends a `ROLLBACK` and waits for no answer: the pool does, when the connection is returned.
    pub(crate) fn send_rollback(&self) {
        let sent = pin!(self.client.batch_execute("ROLLBACK"));
        // The driver sends when it is first polled.
        let _ = sent.poll(&mut Context::from_waker(Waker::noop()));
    }

    requests!("Client", client);

    /// [`tokio_postgres::Client::is_closed`].
    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Prepares a statement the first time, and finds it again after that. For what has no `_cached` method, such as
    /// [`query_raw`](Self::query_raw). If a migration has made the statement stale, anyone who runs it gets the server's error,
    /// and all connections of the pool prepare theirs again.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Client::prepare`].
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// let client = pool.acquire().await?;
    /// let statement = client.prepare_cached("SELECT $1::int + 1").await?;
    /// let row = client.query_one(&statement, &[&41]).await?;
    /// assert_eq!(row.get::<_, i32>(0), 42);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn prepare_cached(&self, query: &str) -> Result<Statement, Error> {
        self.session.request(self.session.prepare_cached(&self.client, query)).await
    }

    /// Runs a statement from the cache; again with a new one if it was stale.
    async fn run_cached<T, F>(&self, query: &str, run: impl Fn(Statement) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let session = &self.session;
        let request = async {
            match run(session.prepare_cached(&self.client, query).await?).await {
                Err(error) => {
                    run(session.statements.renewed(&self.client, query, error).await?).await
                }
                result => result,
            }
        };
        let answer = self.session.answer(request).await;
        answer.inspect_err(|error| self.session.role.note_error(error))
    }

    /// [`tokio_postgres::Client::query`], with a cached statement; see the example of [`Client`].
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Client::query`].
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
    /// The errors of [`tokio_postgres::Client::query_one`].
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
    /// The errors of [`tokio_postgres::Client::query_opt`].
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
    /// The errors of [`tokio_postgres::Client::execute`].
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
    /// The errors of [`tokio_postgres::Client::transaction`].
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
        self.build_transaction().start().await
    }

    /// Begins a transaction with an isolation level, read-only or deferrable.
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// use tokio_postgres::IsolationLevel;
    /// let mut client = pool.acquire().await?;
    /// let transaction = client
    ///     .build_transaction()
    ///     .isolation_level(IsolationLevel::Serializable)
    ///     .read_only(true)
    ///     .start()
    ///     .await?;
    /// let row = transaction.query_one_cached("SELECT count(*) FROM orders", &[]).await?;
    /// # let _: i64 = row.get(0);
    /// transaction.commit().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn build_transaction(&mut self) -> TransactionBuilder<'_> {
        TransactionBuilder::new(self.client.build_transaction(), &self.session)
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
        self.session.statements.clear();
    }
}

impl Deref for Client {
    type Target = tokio_postgres::Client;

    fn deref(&self) -> &tokio_postgres::Client {
        self.session.note_unsure();
        &self.client
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut tokio_postgres::Client {
        self.session.note_unsure();
        &mut self.client
    }
}

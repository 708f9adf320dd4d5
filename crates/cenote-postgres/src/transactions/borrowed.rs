//! A transaction on a connection of the pool.

use std::fmt;
use std::ops::{Deref, DerefMut};

use tokio_postgres::types::{BorrowToSql, ToSql, Type};
use tokio_postgres::{
    CancelToken, CopyOutStream, Error, IsolationLevel, Row, RowStream, SimpleQueryMessage,
    Statement,
};

use crate::requests::requests;
use crate::session::Session;
use crate::text::ToStatement;

/// Begins a transaction; made by [`Client::build_transaction`](crate::Client::build_transaction), which has an example.
#[must_use = "a transaction begins when start() is awaited"]
pub struct TransactionBuilder<'a> {
    builder: tokio_postgres::TransactionBuilder<'a>,
    session: &'a Session,
}

impl<'a> TransactionBuilder<'a> {
    pub(crate) fn new(
        builder: tokio_postgres::TransactionBuilder<'a>,
        session: &'a Session,
    ) -> TransactionBuilder<'a> {
        TransactionBuilder { builder, session }
    }

    /// Sets the isolation level; the server's default otherwise.
    pub fn isolation_level(self, level: IsolationLevel) -> Self {
        TransactionBuilder { builder: self.builder.isolation_level(level), ..self }
    }

    /// Whether it may write; the server's default otherwise.
    pub fn read_only(self, read_only: bool) -> Self {
        TransactionBuilder { builder: self.builder.read_only(read_only), ..self }
    }

    /// Whether it may wait at its beginning so that it cannot fail to serialize; only for one that is serializable and
    /// read-only.
    pub fn deferrable(self, deferrable: bool) -> Self {
        TransactionBuilder { builder: self.builder.deferrable(deferrable), ..self }
    }

    /// Begins the transaction. It is rolled back unless [`Transaction::commit`] is called.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::TransactionBuilder::start`].
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, the transaction is rolled back.
    pub async fn start(self) -> Result<Transaction<'a>, Error> {
        let TransactionBuilder { builder, session } = self;
        session.set_in_transaction(true);
        let started = session.request(builder.start()).await;
        if started.is_err() {
            session.set_in_transaction(false);
        }
        Ok(Transaction { transaction: started?, session, is_savepoint: false })
    }
}

impl fmt::Debug for TransactionBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransactionBuilder").finish_non_exhaustive()
    }
}

/// A transaction, with the cache of its connection. Derefs to [`tokio_postgres::Transaction`]. Made by
/// [`Client::transaction`](crate::Client::transaction), which has an example, and by
/// [`Client::build_transaction`](crate::Client::build_transaction).
pub struct Transaction<'a> {
    transaction: tokio_postgres::Transaction<'a>,
    session: &'a Session,
    is_savepoint: bool,
}

impl<'a> Transaction<'a> {
    requests!("Transaction", transaction);

    /// Like [`Client::prepare_cached`](crate::Client::prepare_cached).
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::prepare`].
    pub async fn prepare_cached(&self, query: &str) -> Result<Statement, Error> {
        self.session.request(self.session.prepare_cached(&self.transaction, query)).await
    }

    /// [`tokio_postgres::Transaction::query`], with a cached statement.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::query`].
    pub async fn query_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let request = async {
            let statement = self.session.prepare_cached(&self.transaction, query).await?;
            self.transaction.query(&statement, params).await
        };
        self.run_cached(query, request).await
    }

    /// [`tokio_postgres::Transaction::query_one`], with a cached statement.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::query_one`].
    pub async fn query_one_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, Error> {
        let request = async {
            let statement = self.session.prepare_cached(&self.transaction, query).await?;
            self.transaction.query_one(&statement, params).await
        };
        self.run_cached(query, request).await
    }

    /// [`tokio_postgres::Transaction::query_opt`], with a cached statement.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::query_opt`].
    pub async fn query_opt_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Error> {
        let request = async {
            let statement = self.session.prepare_cached(&self.transaction, query).await?;
            self.transaction.query_opt(&statement, params).await
        };
        self.run_cached(query, request).await
    }

    /// [`tokio_postgres::Transaction::execute`], with a cached statement.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::execute`].
    pub async fn execute_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Error> {
        let request = async {
            let statement = self.session.prepare_cached(&self.transaction, query).await?;
            self.transaction.execute(&statement, params).await
        };
        self.run_cached(query, request).await
    }

    async fn run_cached<T>(
        &self,
        query: &str,
        request: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let result = self.session.request(request).await;
        result.map_err(|error| self.session.statements.refused(query, error))
    }

    /// A transaction within this one, by a savepoint.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::transaction`].
    pub async fn transaction(&mut self) -> Result<Transaction<'_>, Error> {
        let transaction = self.session.request(self.transaction.transaction()).await?;
        Ok(Transaction { transaction, session: self.session, is_savepoint: true })
    }

    /// A transaction within this one, by a savepoint of this name. The name is put into the SQL text as it is.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::savepoint`].
    ///
    /// ```no_run
    /// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
    /// let mut client = pool.acquire().await?;
    /// let mut order = client.transaction().await?;
    /// order.execute_cached("INSERT INTO orders VALUES (7)", &[]).await?;
    /// let gift = order.savepoint("gift").await?;
    /// if gift.execute_cached("INSERT INTO gifts VALUES (7)", &[]).await.is_ok() {
    ///     gift.commit().await?;
    /// } else {
    ///     gift.rollback().await?;
    /// }
    /// order.commit().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn savepoint(&mut self, name: impl Into<String>) -> Result<Transaction<'_>, Error> {
        let transaction = self.session.request(self.transaction.savepoint(name)).await?;
        Ok(Transaction { transaction, session: self.session, is_savepoint: true })
    }

    /// Ends the transaction for good.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::commit`].
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped before it is ready, the transaction may have been committed or not.
    pub async fn commit(self) -> Result<(), Error> {
        let Transaction { transaction, session, is_savepoint } = self;
        let ended = session.request(transaction.commit()).await;
        note_end(session, is_savepoint, &ended);
        ended
    }

    /// Takes the transaction back, as a drop does, and waits for it.
    ///
    /// # Errors
    ///
    /// The errors of [`tokio_postgres::Transaction::rollback`].
    pub async fn rollback(self) -> Result<(), Error> {
        let Transaction { transaction, session, is_savepoint } = self;
        let ended = session.request(transaction.rollback()).await;
        note_end(session, is_savepoint, &ended);
        ended
    }
}

/// The server ends a transaction also if it refuses the `COMMIT`.
fn note_end(session: &Session, is_savepoint: bool, ended: &Result<(), Error>) {
    let is_answered = ended.as_ref().map_or_else(|error| error.as_db_error().is_some(), |()| true);
    if !is_savepoint && is_answered {
        session.set_in_transaction(false);
    }
}

/// Without the driver's transaction, which has no words.
impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").field("session", self.session).finish_non_exhaustive()
    }
}

impl<'a> Deref for Transaction<'a> {
    type Target = tokio_postgres::Transaction<'a>;

    fn deref(&self) -> &tokio_postgres::Transaction<'a> {
        self.session.note_unsure();
        &self.transaction
    }
}

impl<'a> DerefMut for Transaction<'a> {
    fn deref_mut(&mut self) -> &mut tokio_postgres::Transaction<'a> {
        self.session.note_unsure();
        &mut self.transaction
    }
}

//! A transaction on a connection of the pool.

use std::fmt;
use std::ops::{Deref, DerefMut};

use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, Statement};

use crate::statements::Statements;

/// A transaction, with the cache of its connection. Derefs to [`tokio_postgres::Transaction`]. Made by
/// [`Client::transaction`](crate::Client::transaction), which has an example.
pub struct Transaction<'a> {
    transaction: tokio_postgres::Transaction<'a>,
    statements: &'a Statements,
}

impl<'a> Transaction<'a> {
    pub(crate) fn new(
        transaction: tokio_postgres::Transaction<'a>,
        statements: &'a Statements,
    ) -> Transaction<'a> {
        Transaction { transaction, statements }
    }

    /// Like [`Client::prepare_cached`](crate::Client::prepare_cached).
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Transaction::prepare`].
    pub async fn prepare_cached(&self, query: &str) -> Result<Statement, Error> {
        self.statements.prepare(&self.transaction, query).await
    }

    /// [`tokio_postgres::Transaction::query`], with a cached statement.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn query_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let result = self.transaction.query(&self.prepare_cached(query).await?, params).await;
        result.map_err(|error| self.statements.refused(query, error))
    }

    /// [`tokio_postgres::Transaction::query_one`], with a cached statement.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn query_one_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Row, Error> {
        let result = self.transaction.query_one(&self.prepare_cached(query).await?, params).await;
        result.map_err(|error| self.statements.refused(query, error))
    }

    /// [`tokio_postgres::Transaction::query_opt`], with a cached statement.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn query_opt_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<Row>, Error> {
        let result = self.transaction.query_opt(&self.prepare_cached(query).await?, params).await;
        result.map_err(|error| self.statements.refused(query, error))
    }

    /// [`tokio_postgres::Transaction::execute`], with a cached statement.
    ///
    /// # Errors
    ///
    /// Those of that method.
    pub async fn execute_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Error> {
        let result = self.transaction.execute(&self.prepare_cached(query).await?, params).await;
        result.map_err(|error| self.statements.refused(query, error))
    }

    /// A transaction within this one, by a savepoint.
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Transaction::transaction`].
    pub async fn transaction(&mut self) -> Result<Transaction<'_>, Error> {
        Ok(Transaction::new(self.transaction.transaction().await?, self.statements))
    }

    /// Ends the transaction for good.
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Transaction::commit`].
    pub async fn commit(self) -> Result<(), Error> {
        self.transaction.commit().await
    }

    /// Takes the transaction back, as a drop does, and waits for it.
    ///
    /// # Errors
    ///
    /// Those of [`tokio_postgres::Transaction::rollback`].
    pub async fn rollback(self) -> Result<(), Error> {
        self.transaction.rollback().await
    }
}

/// Without the driver's transaction, which has no words.
impl fmt::Debug for Transaction<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").field("statements", self.statements).finish_non_exhaustive()
    }
}

impl<'a> Deref for Transaction<'a> {
    type Target = tokio_postgres::Transaction<'a>;

    fn deref(&self) -> &tokio_postgres::Transaction<'a> {
        &self.transaction
    }
}

impl<'a> DerefMut for Transaction<'a> {
    fn deref_mut(&mut self) -> &mut tokio_postgres::Transaction<'a> {
        &mut self.transaction
    }
}

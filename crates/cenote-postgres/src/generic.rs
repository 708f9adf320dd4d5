//! One function for connections and transactions.

use std::future::Future;

use tokio_postgres::types::ToSql;
use tokio_postgres::{Error, Row, SimpleQueryMessage, Statement};

use crate::client::Client;
use crate::text::ToStatement;
use crate::transactions::OwnedTransaction;
use crate::transactions::Transaction;

/// What a [`Client`], a guard of it and a transaction have in common, for functions that take any of them.
///
/// ```no_run
/// use cenote_postgres::{GenericClient, Pool, tokio_postgres};
///
/// async fn stock(client: &impl GenericClient, item: i32) -> Result<i64, tokio_postgres::Error> {
///     let query = "SELECT count FROM stock WHERE item = $1";
///     Ok(client.query_one_cached(query, &[&item]).await?.get(0))
/// }
///
/// # async fn run(pool: Pool) -> Result<(), Box<dyn std::error::Error>> {
/// let mut client = pool.acquire().await?;
/// stock(&client, 7).await?;
/// let transaction = client.transaction().await?;
/// stock(&transaction, 7).await?;
/// transaction.commit().await?;
/// # Ok(())
/// # }
/// ```
pub trait GenericClient: Sync + sealed::Sealed {
    /// [`Client::query`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::query`].
    fn query<T>(
        &self,
        statement: &T,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<Vec<Row>, Error>> + Send
    where
        T: ?Sized + ToStatement;

    /// [`Client::query_one`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::query_one`].
    fn query_one<T>(
        &self,
        statement: &T,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<Row, Error>> + Send
    where
        T: ?Sized + ToStatement;

    /// [`Client::query_opt`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::query_opt`].
    fn query_opt<T>(
        &self,
        statement: &T,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<Option<Row>, Error>> + Send
    where
        T: ?Sized + ToStatement;

    /// [`Client::execute`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::execute`].
    fn execute<T>(
        &self,
        statement: &T,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<u64, Error>> + Send
    where
        T: ?Sized + ToStatement;

    /// [`Client::query_cached`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::query_cached`].
    fn query_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<Vec<Row>, Error>> + Send;

    /// [`Client::query_one_cached`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::query_one_cached`].
    fn query_one_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<Row, Error>> + Send;

    /// [`Client::query_opt_cached`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::query_opt_cached`].
    fn query_opt_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<Option<Row>, Error>> + Send;

    /// [`Client::execute_cached`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::execute_cached`].
    fn execute_cached(
        &self,
        query: &str,
        params: &[&(dyn ToSql + Sync)],
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    /// [`Client::prepare`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::prepare`].
    fn prepare(&self, query: &str) -> impl Future<Output = Result<Statement, Error>> + Send;

    /// [`Client::prepare_cached`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::prepare_cached`].
    fn prepare_cached(&self, query: &str) -> impl Future<Output = Result<Statement, Error>> + Send;

    /// [`Client::simple_query`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::simple_query`].
    fn simple_query(
        &self,
        query: &str,
    ) -> impl Future<Output = Result<Vec<SimpleQueryMessage>, Error>> + Send;

    /// [`Client::batch_execute`].
    ///
    /// # Errors
    ///
    /// The errors of [`Client::batch_execute`].
    fn batch_execute(&self, query: &str) -> impl Future<Output = Result<(), Error>> + Send;

    /// Begins a transaction; within one, a savepoint.
    ///
    /// # Errors
    ///
    /// The server's, or that of the connection.
    fn transaction(&mut self) -> impl Future<Output = Result<Transaction<'_>, Error>> + Send;
}

/// Implements the trait for a type that has a client or a transaction, and the way to it.
macro_rules! forward {
    ([$($generics:tt)*] $type:ty, $inner:ty, $target:expr, $target_mut:expr) => {
        impl<$($generics)*> sealed::Sealed for $type {}

        impl<$($generics)*> GenericClient for $type {
            async fn query<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)],) -> Result<Vec<Row>, Error>
            where
                T: ?Sized + ToStatement {
                <$inner>::query(($target)(self), statement, params).await
            }

            async fn query_one<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)],) -> Result<Row, Error>
            where
                T: ?Sized + ToStatement {
                <$inner>::query_one(($target)(self), statement, params).await
            }

            async fn query_opt<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)],) -> Result<Option<Row>, Error>
            where
                T: ?Sized + ToStatement {
                <$inner>::query_opt(($target)(self), statement, params).await
            }

            async fn execute<T>(&self, statement: &T, params: &[&(dyn ToSql + Sync)],) -> Result<u64, Error>
            where
                T: ?Sized + ToStatement {
                <$inner>::execute(($target)(self), statement, params).await
            }

            async fn query_cached(&self, query: &str, params: &[&(dyn ToSql + Sync)],) -> Result<Vec<Row>, Error> {
                <$inner>::query_cached(($target)(self), query, params).await
            }

            async fn query_one_cached(&self, query: &str, params: &[&(dyn ToSql + Sync)],) -> Result<Row, Error> {
                <$inner>::query_one_cached(($target)(self), query, params).await
            }

            async fn query_opt_cached(&self, query: &str, params: &[&(dyn ToSql + Sync)],) -> Result<Option<Row>, Error> {
                <$inner>::query_opt_cached(($target)(self), query, params).await
            }

            async fn execute_cached(&self, query: &str, params: &[&(dyn ToSql + Sync)],) -> Result<u64, Error> {
                <$inner>::execute_cached(($target)(self), query, params).await
            }

            async fn prepare(&self, query: &str) -> Result<Statement, Error> {
                <$inner>::prepare(($target)(self), query).await
            }

            async fn prepare_cached(&self, query: &str) -> Result<Statement, Error> {
                <$inner>::prepare_cached(($target)(self), query).await
            }

            async fn simple_query(&self, query: &str) -> Result<Vec<SimpleQueryMessage>, Error> {
                <$inner>::simple_query(($target)(self), query).await
            }

            async fn batch_execute(&self, query: &str) -> Result<(), Error> {
                <$inner>::batch_execute(($target)(self), query).await
            }

            async fn transaction(&mut self) -> Result<Transaction<'_>, Error> {
                <$inner>::transaction(($target_mut)(self)).await
            }
        }
    };
}

forward!([] Client, Client, same, same_mut);
forward!(['a] Transaction<'a>, Transaction<'a>, same, same_mut);
forward!([M: cenote::Manager<Resource = Client>] cenote::Guard<M>, Client, client_of, client_mut_of);
forward!([M: cenote::Manager<Resource = Client>] OwnedTransaction<M>, Client, OwnedTransaction::client, OwnedTransaction::client_mut);

fn same<T>(it: &T) -> &T {
    it
}

fn same_mut<T>(it: &mut T) -> &mut T {
    it
}

fn client_of<M: cenote::Manager<Resource = Client>>(guard: &cenote::Guard<M>) -> &Client {
    guard
}

fn client_mut_of<M: cenote::Manager<Resource = Client>>(
    guard: &mut cenote::Guard<M>,
) -> &mut Client {
    guard
}

mod sealed {
    pub trait Sealed {}
}

//! A transaction that owns its connection.

use std::fmt;
use std::future::Future;

use tokio_postgres::Error;

use crate::client::Client;

/// A transaction that owns the guard of its connection and borrows nothing, so it can be kept in a struct and moved to a task.
/// Its methods are those of [`GenericClient`](crate::GenericClient). Dropped before [`commit`](Self::commit), it is rolled
/// back, and the connection is returned.
///
/// ```no_run
/// # async fn run(pool: cenote_postgres::Pool) -> Result<(), Box<dyn std::error::Error>> {
/// use cenote_postgres::{Begin, GenericClient};
/// let transaction = pool.begin().await?;
/// transaction.execute_cached("UPDATE stock SET count = count - 1 WHERE id = $1", &[&7]).await?;
/// transaction.commit().await?;
/// # Ok(())
/// # }
/// ```
pub struct OwnedTransaction<M: cenote::Manager<Resource = Client>> {
    /// None: it has ended.
    guard: Option<cenote::Guard<M>>,
}

const ENDED: &str = "a transaction has its connection until it ends";

impl<M: cenote::Manager<Resource = Client>> OwnedTransaction<M> {
    /// Begins a transaction on a connection.
    ///
    /// # Errors
    ///
    /// The server's, or that of the connection.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, the transaction is rolled back and the connection returned.
    pub async fn begin(guard: cenote::Guard<M>) -> Result<OwnedTransaction<M>, Error> {
        let transaction = OwnedTransaction { guard: Some(guard) };
        transaction.client().session.set_in_transaction(true);
        transaction.client().batch_execute("BEGIN").await?;
        Ok(transaction)
    }

    /// Ends the transaction for good, and returns the connection to its pool.
    ///
    /// # Errors
    ///
    /// The server's, or that of the connection.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, the transaction may have been committed or not.
    pub async fn commit(self) -> Result<(), Error> {
        self.end("COMMIT").await
    }

    /// Takes the transaction back, as a drop does, waits for it, and returns the connection to its pool.
    ///
    /// # Errors
    ///
    /// The server's, or that of the connection.
    pub async fn rollback(self) -> Result<(), Error> {
        self.end("ROLLBACK").await
    }

    async fn end(mut self, how: &str) -> Result<(), Error> {
        let ended = self.client().batch_execute(how).await;
        // The server ends a transaction even if it refuses the `COMMIT`.
        match ended {
            Err(error) if error.as_db_error().is_none() => Err(error),
            answered => {
                let guard = self.guard.take().expect(ENDED);
                guard.session.set_in_transaction(false);
                answered
            }
        }
    }

    pub(crate) fn client(&self) -> &Client {
        self.guard.as_ref().expect(ENDED)
    }

    pub(crate) fn client_mut(&mut self) -> &mut Client {
        self.guard.as_mut().expect(ENDED)
    }
}

impl<M: cenote::Manager<Resource = Client>> Drop for OwnedTransaction<M> {
    fn drop(&mut self) {
        if let Some(guard) = &self.guard {
            guard.send_rollback();
        }
    }
}

impl<M: cenote::Manager<Resource = Client>> fmt::Debug for OwnedTransaction<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedTransaction").finish_non_exhaustive()
    }
}

/// Begins transactions on a connection of a pool's choice.
pub trait Begin<M: cenote::Manager<Resource = Client>> {
    /// Acquires a connection and begins a transaction on it; [`OwnedTransaction`] has an example.
    ///
    /// # Errors
    ///
    /// The errors of [`cenote::Pool::acquire`]; [`cenote::Error::Create`] with the server's error if it refuses the `BEGIN`.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, nothing is left: see [`cenote::Pool::acquire`] and [`OwnedTransaction::begin`].
    fn begin(
        &self,
    ) -> impl Future<Output = Result<OwnedTransaction<M>, cenote::Error<M::Error>>> + Send;
}

impl<M> Begin<M> for cenote::Pool<M>
where
    M: cenote::Manager<Resource = Client, Error = Error>,
{
    async fn begin(&self) -> Result<OwnedTransaction<M>, cenote::Error<Error>> {
        OwnedTransaction::begin(self.acquire().await?).await.map_err(cenote::Error::Create)
    }
}

//! What differs between databases.

use std::future::{Future, ready};

use diesel_async::AsyncConnection;

use crate::error::Error;

/// A connection that can be cleaned for its next user.
pub trait Database: AsyncConnection + Send + 'static {
    /// Waits for the answers to all that was sent, and rolls a transaction back that may be open.
    ///
    /// # Errors
    ///
    /// The connection cannot be used any more.
    fn clean(&mut self) -> impl Future<Output = Result<(), Error>> + Send;

    /// By what [`cancel`](Self::cancel) knows the connection. Asked once, when it was made.
    ///
    /// # Errors
    ///
    /// The connection cannot be used.
    fn server_id(&mut self) -> impl Future<Output = Result<u64, Error>> + Send {
        ready(Ok(0))
    }

    /// Ends what the server is at on this connection, which is closed after that. `connect` makes another connection.
    fn cancel(
        &mut self,
        server_id: u64,
        connect: impl Future<Output = diesel::ConnectionResult<Self>> + Send,
    ) -> impl Future<Output = ()> + Send {
        let _ = (server_id, connect);
        ready(())
    }
}

#[cfg(feature = "postgres")]
impl Database for diesel_async::AsyncPgConnection {
    /// In one round trip, without a warning in the server's log if no transaction is open.
    async fn clean(&mut self) -> Result<(), Error> {
        use diesel_async::SimpleAsyncConnection;

        // A transaction that has failed refuses everything but its end.
        if self.batch_execute("BEGIN; ROLLBACK").await.is_err() {
            self.batch_execute("ROLLBACK").await?;
        }
        Ok(())
    }

    async fn server_id(&mut self) -> Result<u64, Error> {
        use diesel::sql_types::Integer;
        use diesel_async::RunQueryDsl;

        let id: i32 =
            diesel::dsl::sql::<Integer>("SELECT pg_backend_pid()").get_result(self).await?;
        Ok(u64::from(id.unsigned_abs()))
    }

    /// By the protocol's own way, which needs no connection of the server's; or, where that must be encrypted, by another connection,
    /// since how to encrypt is known to `connect` alone.
    async fn cancel(
        &mut self,
        server_id: u64,
        connect: impl Future<Output = diesel::ConnectionResult<Self>> + Send,
    ) {
        use diesel_async::SimpleAsyncConnection;

        let token = self.cancel_token();
        let mut is_cancelled = token.cancel_query(tokio_postgres::NoTls).await.is_ok();
        if !is_cancelled {
            if let Ok(mut other) = connect.await {
                let query = format!("SELECT pg_cancel_backend({server_id})");
                is_cancelled = other.batch_execute(&query).await.is_ok();
            }
        }
        if is_cancelled {
            // Until the server has ended it.
            drop(self.clean().await);
        }
    }
}

#[cfg(feature = "mysql")]
impl Database for diesel_async::AsyncMysqlConnection {
    /// The driver takes an answer that nobody has read for the answer to the next request. So the server is asked for a number that no other
    /// answer has.
    async fn clean(&mut self) -> Result<(), Error> {
        use diesel::IntoSql;
        use diesel::sql_types::BigInt;
        use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
        use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

        static LAST: AtomicI64 = AtomicI64::new(0x00C0_FFEE_0000_0000);
        let number = LAST.fetch_add(1, Relaxed);
        let answer: i64 = diesel::select(number.into_sql::<BigInt>()).get_result(self).await?;
        if answer != number {
            return Err(Error::GivenUp);
        }
        self.batch_execute("ROLLBACK").await?;
        Ok(())
    }

    async fn server_id(&mut self) -> Result<u64, Error> {
        use diesel::sql_types::{BigInt, Unsigned};
        use diesel_async::RunQueryDsl;

        let id = diesel::dsl::sql::<Unsigned<BigInt>>("SELECT CONNECTION_ID()");
        Ok(id.get_result(self).await?)
    }

    async fn cancel(
        &mut self,
        server_id: u64,
        connect: impl Future<Output = diesel::ConnectionResult<Self>> + Send,
    ) {
        use diesel_async::SimpleAsyncConnection;

        if let Ok(mut other) = connect.await {
            drop(other.batch_execute(&format!("KILL {server_id}")).await);
        }
    }
}

//! The driver's methods that send something, on whatever has a driver's client and a [`Session`](crate::session::Session).
//!
//! Each is the driver's own; besides, it is noted that it was sent, and that it was answered.

/// Implements the methods. `$driver` is the type's name in the driver, `$field` the field with it.
macro_rules! requests {
    ($driver:literal, $field:ident) => {
        #[doc = concat!("[`tokio_postgres::", $driver, "::prepare`]; see `prepare_cached` for a statement that is kept.")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn prepare(&self, query: &str) -> Result<Statement, Error> {
            self.session.note_prepared(query);
            self.session.request(self.$field.prepare(query)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::prepare_typed`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn prepare_typed(
            &self,
            query: &str,
            parameter_types: &[Type],
        ) -> Result<Statement, Error> {
            self.session.note_prepared(query);
            self.session.request(self.$field.prepare_typed(query, parameter_types)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::query`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn query<T>(
            &self,
            statement: &T,
            params: &[&(dyn ToSql + Sync)],
        ) -> Result<Vec<Row>, Error>
        where
            T: ?Sized + ToStatement,
        {
            self.session.note_text(statement.text());
            self.session.request(self.$field.query(statement, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::query_one`].")]
        ///
        /// # Errors
        ///
        /// The server's, that of the connection, or that there is not exactly one row.
        pub async fn query_one<T>(
            &self,
            statement: &T,
            params: &[&(dyn ToSql + Sync)],
        ) -> Result<Row, Error>
        where
            T: ?Sized + ToStatement,
        {
            self.session.note_text(statement.text());
            self.session.request(self.$field.query_one(statement, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::query_opt`].")]
        ///
        /// # Errors
        ///
        /// The server's, that of the connection, or that there is more than one row.
        pub async fn query_opt<T>(
            &self,
            statement: &T,
            params: &[&(dyn ToSql + Sync)],
        ) -> Result<Option<Row>, Error>
        where
            T: ?Sized + ToStatement,
        {
            self.session.note_text(statement.text());
            self.session.request(self.$field.query_opt(statement, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::query_raw`]. Rows may be left in the stream: when the connection is")]
        /// returned, the pool waits for the server.
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn query_raw<T, P, I>(&self, statement: &T, params: I) -> Result<RowStream, Error>
        where
            T: ?Sized + ToStatement,
            P: BorrowToSql,
            I: IntoIterator<Item = P>,
            I::IntoIter: ExactSizeIterator,
        {
            self.session.note_unsure();
            self.session.request(self.$field.query_raw(statement, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::query_typed`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn query_typed(
            &self,
            query: &str,
            params: &[(&(dyn ToSql + Sync), Type)],
        ) -> Result<Vec<Row>, Error> {
            self.session.note_text(Some(query));
            self.session.request(self.$field.query_typed(query, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::query_typed_raw`]. Rows may be left in the stream: when the connection")]
        /// is returned, the pool waits for the server.
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn query_typed_raw<P, I>(&self, query: &str, params: I) -> Result<RowStream, Error>
        where
            P: BorrowToSql,
            I: IntoIterator<Item = (P, Type)>,
        {
            self.session.note_unsure();
            self.session.request(self.$field.query_typed_raw(query, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::execute`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn execute<T>(
            &self,
            statement: &T,
            params: &[&(dyn ToSql + Sync)],
        ) -> Result<u64, Error>
        where
            T: ?Sized + ToStatement,
        {
            self.session.note_text(statement.text());
            self.session.request(self.$field.execute(statement, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::execute_raw`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn execute_raw<T, P, I>(&self, statement: &T, params: I) -> Result<u64, Error>
        where
            T: ?Sized + ToStatement,
            P: BorrowToSql,
            I: IntoIterator<Item = P>,
            I::IntoIter: ExactSizeIterator,
        {
            self.session.note_text(statement.text());
            self.session.request(self.$field.execute_raw(statement, params)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::copy_out`]. When the connection is returned, the pool waits for the end")]
        /// of the copy.
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn copy_out<T>(&self, statement: &T) -> Result<CopyOutStream, Error>
        where
            T: ?Sized + ToStatement,
        {
            self.session.note_unsure();
            self.session.request(self.$field.copy_out(statement)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::simple_query`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn simple_query(&self, query: &str) -> Result<Vec<SimpleQueryMessage>, Error> {
            self.session.note_text(Some(query));
            self.session.request(self.$field.simple_query(query)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::batch_execute`].")]
        ///
        /// # Errors
        ///
        /// The server's, or that of the connection.
        pub async fn batch_execute(&self, query: &str) -> Result<(), Error> {
            self.session.note_text(Some(query));
            self.session.request(self.$field.batch_execute(query)).await
        }

        #[doc = concat!("[`tokio_postgres::", $driver, "::cancel_token`].")]
        pub fn cancel_token(&self) -> CancelToken {
            self.$field.cancel_token()
        }
    };
}

pub(crate) use requests;

//! sqlx-core's pool, over a database that does not exist: its connections answer `ping` at once, and there are no rows,
//! values or statements, as the type [`Never`] says. The check on acquire is its own (`test_before_acquire`, its default), a
//! ping; it pings again on every return, which is in a task of its own. It always has a limit on the wait.

use super::Lender;
use sqlx_core::Either;
use sqlx_core::arguments::{Arguments, IntoArguments};
use sqlx_core::column::{Column, ColumnIndex};
use sqlx_core::connection::{ConnectOptions, Connection};
use sqlx_core::database::Database;
use sqlx_core::encode::Encode;
use sqlx_core::error::{BoxDynError, Error};
use sqlx_core::from_row::FromRow;
use sqlx_core::pool::{Pool, PoolConnection, PoolOptions};
use sqlx_core::query::Query;
use sqlx_core::query_as::QueryAs;
use sqlx_core::query_scalar::QueryScalar;
use sqlx_core::row::Row;
use sqlx_core::sql_str::SqlStr;
use sqlx_core::statement::Statement;
use sqlx_core::transaction::{Transaction, TransactionManager};
use sqlx_core::type_info::TypeInfo;
use sqlx_core::types::Type;
use sqlx_core::value::{Value, ValueRef};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

#[derive(Clone)]
pub struct Sqlx(Pool<Nothing>);

pub struct SqlxGuard(#[allow(dead_code)] PoolConnection<Nothing>);

impl Lender for Sqlx {
    const NAME: &'static str = "sqlx-core";
    type Lent = SqlxGuard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        let limit = limit.unwrap_or(Duration::from_secs(3600));
        let options = PoolOptions::new().max_connections(max).acquire_timeout(limit);
        Sqlx(options.connect_lazy_with(To))
    }
    async fn lend(&self) -> SqlxGuard {
        SqlxGuard(self.0.acquire().await.unwrap())
    }
}

/// The database.
#[derive(Debug)]
pub struct Nothing;

/// What it has none of.
#[derive(Debug, Clone, PartialEq)]
pub enum Never {}

#[derive(Debug, Clone)]
pub struct To;

#[derive(Debug)]
pub struct Wire(#[allow(dead_code)] super::Thing);

#[derive(Default)]
pub struct NoArguments;

impl Database for Nothing {
    type Connection = Wire;
    type TransactionManager = Never;
    type Row = Never;
    type QueryResult = Nought;
    type Column = Never;
    type TypeInfo = Never;
    type Value = Never;
    type ValueRef<'r> = Never;
    type Arguments = NoArguments;
    type ArgumentBuffer = ();
    type Statement = Never;
    const NAME: &'static str = "nothing";
    const URL_SCHEMES: &'static [&'static str] = &["nothing"];
}

#[derive(Default)]
pub struct Nought;

impl Extend<Nought> for Nought {
    fn extend<T: IntoIterator<Item = Nought>>(&mut self, _: T) {}
}

impl Connection for Wire {
    type Database = Nothing;
    type Options = To;
    async fn close(self) -> Result<(), Error> {
        Ok(())
    }
    async fn close_hard(self) -> Result<(), Error> {
        Ok(())
    }
    async fn ping(&mut self) -> Result<(), Error> {
        std::hint::black_box(self);
        Ok(())
    }
    async fn begin(&mut self) -> Result<Transaction<'_, Nothing>, Error> {
        Err(Error::WorkerCrashed)
    }
    fn shrink_buffers(&mut self) {}
    async fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
    fn should_flush(&self) -> bool {
        false
    }
}

impl FromStr for To {
    type Err = Error;
    fn from_str(_: &str) -> Result<To, Error> {
        Ok(To)
    }
}

impl ConnectOptions for To {
    type Connection = Wire;
    fn from_url(_: &sqlx_core::Url) -> Result<To, Error> {
        Ok(To)
    }
    async fn connect(&self) -> Result<Wire, Error> {
        Ok(Wire([1, 2]))
    }
    fn log_statements(self, _: log::LevelFilter) -> To {
        self
    }
    fn log_slow_statements(self, _: log::LevelFilter, _: Duration) -> To {
        self
    }
}

impl TransactionManager for Never {
    type Database = Nothing;
    async fn begin(_: &mut Wire, _: Option<SqlStr>) -> Result<(), Error> {
        Ok(())
    }
    async fn commit(_: &mut Wire) -> Result<(), Error> {
        Ok(())
    }
    async fn rollback(_: &mut Wire) -> Result<(), Error> {
        Ok(())
    }
    fn start_rollback(_: &mut Wire) {}
    fn get_transaction_depth(_: &Wire) -> usize {
        0
    }
}

impl Row for Never {
    type Database = Nothing;
    fn columns(&self) -> &[Never] {
        match *self {}
    }
    fn try_get_raw<I: ColumnIndex<Self>>(&self, _: I) -> Result<Never, Error> {
        match *self {}
    }
}

impl Column for Never {
    type Database = Nothing;
    fn ordinal(&self) -> usize {
        match *self {}
    }
    fn name(&self) -> &str {
        match *self {}
    }
    fn type_info(&self) -> &Never {
        match *self {}
    }
}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl TypeInfo for Never {
    fn is_null(&self) -> bool {
        match *self {}
    }
    fn name(&self) -> &str {
        match *self {}
    }
}

impl Value for Never {
    type Database = Nothing;
    fn as_ref(&self) -> Never {
        match *self {}
    }
    fn type_info(&self) -> Cow<'_, Never> {
        match *self {}
    }
    fn is_null(&self) -> bool {
        match *self {}
    }
}

impl ValueRef<'_> for Never {
    type Database = Nothing;
    fn to_owned(&self) -> Never {
        match *self {}
    }
    fn type_info(&self) -> Cow<'_, Never> {
        match *self {}
    }
    fn is_null(&self) -> bool {
        match *self {}
    }
}

impl Arguments for NoArguments {
    type Database = Nothing;
    fn reserve(&mut self, _: usize, _: usize) {}
    fn add<'t, T: Encode<'t, Nothing> + Type<Nothing>>(&mut self, _: T) -> Result<(), BoxDynError> {
        Ok(())
    }
    fn len(&self) -> usize {
        0
    }
}

impl Statement for Never {
    type Database = Nothing;
    fn into_sql(self) -> SqlStr {
        match self {}
    }
    fn sql(&self) -> &SqlStr {
        match *self {}
    }
    fn parameters(&self) -> Option<Either<&[Never], usize>> {
        match *self {}
    }
    fn columns(&self) -> &[Never] {
        match *self {}
    }
    fn query(&self) -> Query<'_, Nothing, NoArguments> {
        match *self {}
    }
    fn query_with<A: IntoArguments<Nothing>>(&self, _: A) -> Query<'_, Nothing, A> {
        match *self {}
    }
    fn query_as<O: for<'r> FromRow<'r, Never>>(&self) -> QueryAs<'_, Nothing, O, NoArguments> {
        match *self {}
    }
    fn query_as_with<'s, O, A>(&'s self, _: A) -> QueryAs<'s, Nothing, O, A>
    where
        O: for<'r> FromRow<'r, Never>,
        A: IntoArguments<Nothing>,
    {
        match *self {}
    }
    fn query_scalar<O>(&self) -> QueryScalar<'_, Nothing, O, NoArguments>
    where
        (O,): for<'r> FromRow<'r, Never>,
    {
        match *self {}
    }
    fn query_scalar_with<'s, O, A>(&'s self, _: A) -> QueryScalar<'s, Nothing, O, A>
    where
        (O,): for<'r> FromRow<'r, Never>,
        A: IntoArguments<Nothing>,
    {
        match *self {}
    }
}

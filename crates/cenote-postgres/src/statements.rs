//! The prepared statements that a connection keeps: a bounded number, the one used longest ago goes first.
//!
//! A statement that is forgotten here is closed on the server when its last clone is dropped, which is what dropping a
//! [`Statement`] does.
//!
//! The server refuses a kept statement in two cases, before it has done anything: the columns of its result have changed
//! since it was prepared, or it is no longer there. Both are cured by preparing it again. In a transaction the refusal has
//! spoiled the transaction, so nothing is tried again there; but the statement is forgotten, so that the transaction can be.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Error, GenericClient, Statement};

#[derive(Debug)]
pub(crate) struct Statements {
    kept: Mutex<LruCache<String, Statement>>,
    /// The driver's own statements are gone.
    is_spoiled: AtomicBool,
}

impl Statements {
    pub(crate) fn new(most: usize) -> Statements {
        Statements { kept: Mutex::new(LruCache::new(most)), is_spoiled: AtomicBool::new(false) }
    }

    fn kept(&self) -> MutexGuard<'_, LruCache<String, Statement>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn clear(&self) {
        self.kept().clear();
    }

    /// Whether the connection is of no use for statements any more.
    pub(crate) fn is_spoiled(&self) -> bool {
        self.is_spoiled.load(Ordering::Relaxed)
    }

    /// The statement from the cache, or a new one that is kept there.
    pub(crate) async fn prepare(
        &self,
        client: &(impl GenericClient + Sync),
        query: &str,
    ) -> Result<Statement, Error> {
        if let Some(statement) = self.kept().get(query) {
            return Ok(statement.clone());
        }
        let prepared = client.prepare(query).await;
        if prepared.as_ref().is_err_and(|error| error.code() == Some(&NOT_THERE)) {
            self.is_spoiled.store(true, Ordering::Relaxed);
        }
        let statement = prepared?;
        self.kept().insert(query.to_owned(), statement.clone());
        Ok(statement)
    }

    /// A statement gave an error: if it was stale, it is forgotten. Gives the error back.
    pub(crate) fn refused(&self, query: &str, error: Error) -> Error {
        if is_stale(&error) {
            self.kept().remove(query);
        }
        error
    }

    /// A statement gave an error: if it was stale, here is a new one; else the error.
    pub(crate) async fn renewed(
        &self,
        client: &(impl GenericClient + Sync),
        query: &str,
        error: Error,
    ) -> Result<Statement, Error> {
        let is_stale = is_stale(&error);
        let error = self.refused(query, error);
        if !is_stale {
            return Err(error);
        }
        // A transaction that was opened by SQL text refuses this too: then the first refusal says more.
        let prepared = self.prepare(client, query).await;
        prepared.map_err(|second| match second.code() {
            Some(&SqlState::IN_FAILED_SQL_TRANSACTION) => error,
            _ => second,
        })
    }
}

const NOT_THERE: SqlState = SqlState::INVALID_SQL_STATEMENT_NAME;

/// Whether the server has refused the statement itself. Its words are translated, the names of its routines are not. An
/// error from within a function that the statement calls has a context, and is another matter.
fn is_stale(error: &Error) -> bool {
    let Some(error) = error.as_db_error().filter(|error| error.where_().is_none()) else {
        return false;
    };
    match error.routine() {
        Some("RevalidateCachedQuery") => *error.code() == SqlState::FEATURE_NOT_SUPPORTED,
        Some("FetchPreparedStatement") => *error.code() == NOT_THERE,
        _ => false,
    }
}

//! The prepared statements that a connection keeps: a bounded number, the one used longest ago goes first.
//!
//! A statement that is forgotten here is closed on the server when its last clone is dropped, which is what dropping a
//! [`Statement`] does.
//!
//! The server refuses a kept statement in three cases, before it has done anything: the columns of its result have changed
//! since it was prepared, a type that it names was dropped (and made again), or it is no longer there. All are cured by
//! preparing it again. In a transaction the refusal has
//! spoiled the transaction, so nothing is tried again there; but the statement is forgotten, so that the transaction can be.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashlink::LruCache;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Error, GenericClient, Statement};

#[derive(Debug)]
pub(crate) struct Statements {
    kept: Mutex<LruCache<String, Statement>>,
    /// How often a statement of any connection of the manager's was found stale; and how often when `kept` was last emptied
    /// for that.
    staleness: Arc<AtomicU64>,
    seen: AtomicU64,
    /// The driver's own statements are gone.
    is_spoiled: AtomicBool,
}

impl Statements {
    pub(crate) fn new(most: usize, staleness: Arc<AtomicU64>) -> Statements {
        let seen = AtomicU64::new(staleness.load(Ordering::Relaxed));
        let kept = Mutex::new(LruCache::new(most));
        Statements { kept, staleness, seen, is_spoiled: AtomicBool::new(false) }
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

    /// What is kept, unless a statement of some connection has been found stale meanwhile: the same migration has made
    /// those of this one stale.
    fn fresh(&self) -> MutexGuard<'_, LruCache<String, Statement>> {
        let mut kept = self.kept();
        let staleness = self.staleness.load(Ordering::Relaxed);
        if self.seen.swap(staleness, Ordering::Relaxed) != staleness {
            kept.clear();
        }
        kept
    }

    /// A request failed. If that was for a stale statement, which somebody had from the cache, nothing that is kept may be
    /// good any more, here and on the other connections.
    pub(crate) fn note(&self, error: &Error) {
        if is_stale(error) {
            self.staleness.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// The statement from the cache.
    pub(crate) fn find(&self, query: &str) -> Option<Statement> {
        self.fresh().get(query).cloned()
    }

    /// A new statement, which is kept.
    pub(crate) async fn prepare(
        &self,
        client: &(impl GenericClient + Sync),
        query: &str,
    ) -> Result<Statement, Error> {
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
    let Some(error) = error.as_db_error() else { return false };
    // A type was dropped, and may be there again under another number. The context may be the parameter. Internal errors are
    // not translated.
    if *error.code() == SqlState::INTERNAL_ERROR {
        return error.message().starts_with("cache lookup failed for type");
    }
    match error.routine() {
        _ if error.where_().is_some() => false,
        Some("RevalidateCachedQuery") => *error.code() == SqlState::FEATURE_NOT_SUPPORTED,
        Some("FetchPreparedStatement") => *error.code() == NOT_THERE,
        _ => false,
    }
}

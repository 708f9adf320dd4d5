//! What is known of a connection's session: whether a request has no answer yet, and whether a transaction may be open.
//!
//! The driver reads the transaction status that comes with each answer, and keeps it to itself. So it is kept here what was
//! sent: a connection on which nothing can be open is returned without a word to the server.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tokio_postgres::{Error, GenericClient, Statement};

use crate::role::Role;
use crate::statements::Statements;
use crate::text::may_begin;

#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) statements: Statements,
    pub(crate) role: Role,
    /// Requests that were sent and have no answer. One whose future was dropped stays here until the server is known to have
    /// ended it.
    unanswered: AtomicU32,
    /// Something was done that is not known in full: a text that may open a transaction, a stream of rows, a call on the
    /// driver's own client.
    is_unsure: AtomicBool,
    /// Between the start of a [`Transaction`](crate::Transaction) and the answer to its end.
    in_transaction: AtomicBool,
    /// A text that may open a transaction has been prepared: any statement may be that one.
    has_prepared_begin: AtomicBool,
}

impl Session {
    pub(crate) fn new(statements: Statements, role: Role) -> Session {
        Session {
            statements,
            role,
            unanswered: AtomicU32::new(0),
            is_unsure: AtomicBool::new(false),
            in_transaction: AtomicBool::new(false),
            has_prepared_begin: AtomicBool::new(false),
        }
    }

    /// Waits for the answer to a request, which counts as unanswered until then.
    pub(crate) async fn answer<T>(&self, request: impl Future<Output = T>) -> T {
        self.unanswered.fetch_add(1, Relaxed);
        let answer = request.await;
        self.unanswered.fetch_sub(1, Relaxed);
        answer
    }

    /// The same for a request whose error reaches the user: if it was for a stale statement, the next one is not.
    pub(crate) async fn request<T>(
        &self,
        request: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let answer = self.answer(request).await;
        if let Err(error) = &answer {
            self.statements.note(error);
            self.role.note_error(error);
        }
        answer
    }

    /// The statement from the cache, or a new one that is kept there; it is about to be run.
    pub(crate) async fn prepare_cached(
        &self,
        client: &(impl GenericClient + Sync),
        query: &str,
    ) -> Result<Statement, Error> {
        let statement = match self.statements.find(query) {
            Some(statement) => statement,
            None => {
                self.note_prepared(query);
                self.statements.prepare(client, query).await?
            }
        };
        self.note_text(None);
        Ok(statement)
    }

    /// This is about to be run. `None`: a prepared statement.
    pub(crate) fn note_text(&self, text: Option<&str>) {
        if text.map_or_else(|| self.has_prepared_begin.load(Relaxed), may_begin) {
            self.note_unsure();
        }
    }

    /// This is about to be prepared.
    pub(crate) fn note_prepared(&self, text: &str) {
        if may_begin(text) {
            self.has_prepared_begin.store(true, Relaxed);
        }
    }

    /// What happens now is not seen here.
    pub(crate) fn note_unsure(&self) {
        self.is_unsure.store(true, Relaxed);
    }

    pub(crate) fn set_in_transaction(&self, is_open: bool) {
        self.in_transaction.store(is_open, Relaxed);
    }

    /// Whether a request has no answer: somebody gave it up.
    pub(crate) fn is_unanswered(&self) -> bool {
        self.unanswered.load(Relaxed) > 0
    }

    /// Whether a transaction may be open, or the server at work.
    pub(crate) fn is_unsure(&self) -> bool {
        self.is_unanswered() || self.is_unsure.load(Relaxed) || self.in_transaction.load(Relaxed)
    }

    /// The server has answered all requests, and no transaction is open.
    pub(crate) fn note_clean(&mut self) {
        *self.unanswered.get_mut() = 0;
        *self.is_unsure.get_mut() = false;
        *self.in_transaction.get_mut() = false;
    }
}

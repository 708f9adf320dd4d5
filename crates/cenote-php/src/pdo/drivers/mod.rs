//! What the pool has to know of a driver, beyond what PDO's own interface tells.
//!
//! Any stock driver can be pooled (SPEC 27.1). One with a file here is known: how it shows an open transaction, what its
//! statements do to a session, how a connection is cleaned. The others go by cautious rules.

mod sqlite;

use super::{
    errors,
    handle::{Handle, Statement},
    session::{self, Effect},
};
use crate::zend::{Outcome, Thrown, Value, sys};

pub(super) use sqlite::install_busy_wait_on_plain;

/// A driver, as configured by one DSN.
pub(super) trait Driver {
    /// Prepares a connection just made for use in coroutines. `options` are the constructor's.
    fn opened(&self, _handle: Handle, _options: &Value) {}

    /// Forgets a connection that is about to be closed.
    fn closed(&self, _handle: Handle) {}

    /// Follows an attribute that the driver has accepted.
    fn attribute_set(&self, _handle: Handle, _attribute: i64, _value: &Value) {}

    /// Whether a transaction is open: by the driver's or the server's word, never from memory (SPEC 19.3).
    fn in_transaction(&self, handle: Handle) -> bool {
        // SAFETY: a live, connected handle.
        match unsafe { (*handle.methods()).in_transaction } {
            // SAFETY: as above.
            Some(ask) => unsafe { ask(handle.as_ptr()) },
            None => handle.tracked_transaction(),
        }
    }

    /// What PDO's own inTransaction(), commit() and rollBack() should ask, where the driver has nothing of its own.
    fn transaction_method(&self) -> sys::pdo_dbh_txn_func {
        None
    }

    /// What running a text does to the session (SPEC 21). `is_registered` knows functions that PHP code has added.
    fn judge(&self, sql: &[u8], _is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
        session::unknown_driver(sql)
    }

    /// What a text may have done to the session before it failed, when it was compiled (`only_compiled`) or run.
    fn judge_failed(
        &self,
        sql: &[u8],
        _only_compiled: bool,
        is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Effect {
        self.judge(sql, is_registered)
    }

    /// Before a text is compiled or run.
    fn before_text(&self, _handle: Handle, _sql: &[u8]) {}

    /// After a text was compiled or run.
    fn after_text(&self, _handle: Handle, _sql: &[u8]) {}

    /// Whether a dirty connection can be made clean, by opening it anew (SPEC 21.7). Otherwise it is destroyed.
    fn reopens(&self) -> bool {
        false
    }

    /// Whether one connection more has to be kept for as long as the object lives (SPEC 26.7).
    fn keeps_one_open(&self) -> bool {
        false
    }

    /// Whether no coroutine may be switched to inside a call of the driver (SPEC 26.8).
    fn forbids_switching(&self) -> bool {
        false
    }

    /// Whether an error with this SQLSTATE means that the connection is broken (SPEC 22.1).
    fn is_broken(&self, sqlstate: [u8; 6]) -> bool {
        sqlstate.starts_with(b"08")
    }

    /// The last insert id, if the driver knows it without asking a server (SPEC 23.4).
    fn insert_id(&self, _handle: Handle) -> Option<i64> {
        None
    }

    /// Makes the connection say this last insert id, so that it never tells another coroutine's.
    fn set_insert_id(&self, _handle: Handle, _id: i64) {}

    /// Whether a statement of this text, once compiled, can be run again by another user of the connection (SPEC 25.2).
    fn keeps_statement(&self, _sql: &[u8]) -> bool {
        false
    }

    /// Brings a statement back to the state of one just compiled: no rows, no parameters. False: it cannot be kept.
    fn reset_statement(&self, _statement: Statement) -> bool {
        false
    }

    /// The periodic check of an idle connection (SPEC 20.5).
    fn is_alive(
        &self,
        handle: Handle,
        methods: *const sys::pdo_dbh_methods,
    ) -> Result<bool, Thrown> {
        // SAFETY: the driver's own table for a live handle.
        if let Some(check) = unsafe { (*methods).check_liveness } {
            // SAFETY: as above.
            return Ok(unsafe { check(handle.as_ptr()) } == sys::SUCCESS);
        }
        handle.run_with(methods, &Value::string("SELECT 1")?)
    }
}

/// A driver that nothing more is known of.
struct Unknown;

impl Driver for Unknown {}

/// The driver for a DSN; Err: it refuses to be pooled with this DSN.
pub(super) fn choose(dsn: &[u8]) -> Result<Box<dyn Driver>, Thrown> {
    match dsn.strip_prefix(b"sqlite:") {
        Some(path) => Ok(Box::new(sqlite::Sqlite::new(path)?)),
        None => Ok(Box::new(Unknown)),
    }
}

/// Refuses methods that would change one connection only, in a way that cannot be repeated on others (SPEC 26.5).
pub(super) fn refuse_method(name: &[u8]) -> Outcome {
    const REFUSED: [&str; 6] = [
        "setAuthorizer",
        "openBlob",
        "loadExtension",
        "sqliteLoadExtension",
        "sqliteSetAuthorizer",
        "setNoticeCallback",
    ];
    match REFUSED.iter().find(|refused| name.eq_ignore_ascii_case(refused.as_bytes())) {
        None => Ok(()),
        Some(refused) => Err(errors::throw_plain(&format!(
            "{refused}() is not yet supported when PDO::ATTR_POOL_ENABLED is set: it would change one connection only"
        ))),
    }
}

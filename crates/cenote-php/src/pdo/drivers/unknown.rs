//! A driver of which no more is known than PDO's own interface tells: the cautious rules (SPEC 27.1). Of a connection that has
//! run anything but plain reads and writes nobody can say what state its session is in, so it is not handed out again.

use super::driver::{
    Cleaning, Driver, InsertIds, KeptStatements, LastStatement, Liveness, NamedStatements,
    ReportedSettings, RowsOneByOne, SessionState, Sockets, Statements, Traits, Transactions,
    WatchedTexts,
};
use crate::{
    pdo::stock::{
        handle::Handle,
        statement::{Statement, StatementData},
    },
    zend::{Outcome, Thrown, Value, sys},
};
use cenote_sql::{Dialect, Effect};
use std::hash::Hasher;

pub(super) struct Unknown;

impl Driver for Unknown {
    fn traits(&self) -> Traits {
        Traits {
            // The plainest one: backslashes and dollars mean nothing in it.
            dialect: Dialect::Sqlite,
            cleaning: Cleaning::None,
            outlives_request: false,
            keeps_one_open: false,
            waits_to_connect: true,
            forbids_switching: false,
            acts_when_compiled: false,
            keeps_columns: false,
            quotes_without_connection: false,
            asks_for_insert_id: false,
            other_ways_to_prepare: &[sys::PDO_ATTR_EMULATE_PREPARES as i64],
            dsn_without_server: None,
        }
    }

    fn sockets(&self) -> Option<&dyn Sockets> {
        None
    }

    fn insert_ids(&self) -> Option<&dyn InsertIds> {
        None
    }

    fn last_statement(&self) -> Option<&dyn LastStatement> {
        None
    }

    fn watched_texts(&self) -> Option<&dyn WatchedTexts> {
        None
    }

    fn reported_settings(&self) -> Option<&dyn ReportedSettings> {
        None
    }

    fn named_statements(&self) -> Option<&dyn NamedStatements> {
        None
    }

    fn rows_one_by_one(&self) -> Option<&dyn RowsOneByOne> {
        None
    }
}

impl SessionState for Unknown {
    fn opened(&self, _handle: Handle, _options: &Value) {}

    fn closed(&self, _handle: Handle) {}

    fn attribute_set(&self, _handle: Handle, _attribute: i64, _value: &Value) {}

    fn hash_surroundings(&self, _state: &mut dyn Hasher) {}

    fn leads_to(&self, _handle: Handle) -> bool {
        true
    }

    fn judge(&self, sql: &[u8], _is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
        cenote_sql::unknown::judge(sql)
    }

    /// As if it had succeeded.
    fn judge_failed(
        &self,
        sql: &[u8],
        _only_compiled: bool,
        _is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Effect {
        cenote_sql::unknown::judge(sql)
    }

    fn failed(&self, _handle: Handle, _sql: &[u8]) -> Outcome {
        Ok(())
    }

    fn ends_connection(&self, _sql: &[u8]) -> bool {
        false
    }

    fn recorded(&self, _sql: &[u8]) -> bool {
        false
    }

    fn clean(&self, _handle: Handle, _methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        Ok(false)
    }

    fn survives_cleaning(&self, _sql: &[u8]) -> bool {
        false
    }

    fn forget_unasked(&self, _handle: Handle) {}

    fn forget_error(&self, _handle: Handle) {}
}

impl Transactions for Unknown {
    fn in_transaction(&self, handle: Handle) -> bool {
        // SAFETY: a live, connected handle.
        match unsafe { (*handle.methods()).in_transaction } {
            // SAFETY: the driver's own function, from its table for this handle.
            Some(ask) => unsafe { ask(handle.as_ptr()) },
            None => handle.tracked_transaction(),
        }
    }

    fn transaction_method(&self) -> sys::pdo_dbh_txn_func {
        None
    }
}

impl Statements for Unknown {
    fn keeps_statement(&self, _sql: &[u8]) -> bool {
        false
    }

    fn is_compiled(&self, _statement: Statement) -> bool {
        true
    }

    fn reset_statement(&self, _statement: Statement) -> bool {
        false
    }

    fn columns_version(&self, _statement: Statement) -> u32 {
        0
    }

    fn forget_columns(&self, _statement: Statement) {}

    fn is_stale(&self, _handle: Handle, _statement: Statement) -> bool {
        false
    }

    fn kept_after(&self, _sql: &[u8], _effect: Effect) -> KeptStatements {
        KeptStatements::Valid
    }

    fn silence(&self, _statement_data: StatementData<'_>) {}

    fn defers_closing(&self, _handle: Handle, _statement_data: StatementData<'_>) -> bool {
        false
    }
}

impl Liveness for Unknown {
    fn is_full(&self, _error: &str, _refusal: Option<[u8; 5]>) -> bool {
        false
    }

    fn is_broken(&self, _handle: Handle, sqlstate: [u8; 6], _is_amid_rows: bool) -> bool {
        is_connection_exception(sqlstate)
    }

    fn has_turned_read_only(&self, _handle: Handle, _sqlstate: [u8; 6]) -> bool {
        false
    }

    fn is_unusable(&self, _handle: Handle, _holds_statements: bool) -> bool {
        false
    }

    fn has_rows_in_the_way(&self, _handle: Handle) -> bool {
        false
    }

    fn is_alive(&self, handle: Handle, methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        is_alive_by_pdo(handle, methods)
    }
}

/// By SQL's own class of such errors.
pub(super) fn is_connection_exception(sqlstate: [u8; 6]) -> bool {
    sqlstate.starts_with(b"08")
}

/// By the driver's check, or by a text that every server knows.
pub(super) fn is_alive_by_pdo(
    handle: Handle,
    methods: &sys::pdo_dbh_methods,
) -> Result<bool, Thrown> {
    if let Some(check) = methods.check_liveness {
        // SAFETY: the driver's own function, from its table for this handle.
        return Ok(unsafe { check(handle.as_ptr()) } == sys::SUCCESS);
    }
    handle.run_with(methods, &Value::string("SELECT 1")?)
}

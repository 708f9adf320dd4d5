//! SQLite: transaction state, the busy wait, cleaning by opening anew, memory databases.
//!
//! SQLite's own functions are looked up in the library that pdo_sqlite has loaded; a second copy in one process would break
//! its file locks. Where the library cannot be found, the driver works by PDO's own tracking and blocks while it waits.

mod busy;
mod library;
mod place;

use super::{
    driver::{
        Cleaning, Driver, InsertIds, KeptStatements, LastStatement, Liveness, NamedStatements,
        ReportedSettings, RowsOneByOne, SessionState, Sockets, Statements, Traits, Transactions,
        WatchedTexts,
    },
    last_error, unknown,
};
use crate::{
    pdo::{
        messages,
        stock::{
            errors,
            handle::Handle,
            statement::{Statement, StatementData},
        },
    },
    zend::{Outcome, Thrown, Value, sys},
};
use busy::{BusyWait, own_busy_timeout};
use cenote_sql::{Dialect, Effect, sqlite as rules};
use library::{Library, TIMES_COMPILED_ANEW, database, library};
use place::Place;
use std::{
    ffi::{c_int, c_void},
    hash::{Hash, Hasher},
};

pub(in crate::pdo) use busy::install_busy_wait_on_plain;

/// What pdo_sqlite keeps for a statement: its connection, SQLite's statement, and whether a row is fetched or none is left.
#[repr(C)]
struct StatementRecord {
    connection: *mut c_void,
    statement: *mut c_void,
    flags: u32,
}

/// The driver's `done`: all rows were fetched, and it has reset the statement.
const RESET_BY_DRIVER: u32 = 2;

/// One SQLite database.
pub(super) struct Sqlite {
    place: Place,
}

pub(super) fn shut_down() {
    library::shut_down();
}

impl Sqlite {
    /// Looks at what follows `sqlite:` in the DSN (SPEC 26.1).
    pub(super) fn new(path: &[u8]) -> Result<Sqlite, Thrown> {
        let place = Place::parse(path);
        if place.is_memory && !place.shares_cache {
            return Err(errors::throw_plain(&messages::IN_MEMORY));
        }
        Ok(Sqlite { place })
    }

    fn busy_wait(&self, limit: c_int) -> BusyWait {
        BusyWait { limit, shares_cache: self.place.shares_cache, is_pooled: true }
    }
}

impl Driver for Sqlite {
    fn traits(&self) -> Traits {
        Traits {
            dialect: Dialect::Sqlite,
            cleaning: Cleaning::Reopen,
            // What is in memory only lives as long as the object.
            outlives_request: !self.place.is_memory && library().is_some(),
            keeps_one_open: self.place.is_memory,
            waits_to_connect: false,
            forbids_switching: self.place.shares_cache,
            acts_when_compiled: true,
            keeps_columns: library().is_some_and(|library| library.statement_status.is_some()),
            quotes_without_connection: true,
            asks_for_insert_id: false,
            other_ways_to_prepare: &[sys::PDO_ATTR_EMULATE_PREPARES as i64],
            dsn_without_server: Some(b"sqlite::memory:"),
        }
    }

    fn sockets(&self) -> Option<&dyn Sockets> {
        None
    }

    fn insert_ids(&self) -> Option<&dyn InsertIds> {
        Some(self)
    }

    fn last_statement(&self) -> Option<&dyn LastStatement> {
        None
    }

    fn watched_texts(&self) -> Option<&dyn WatchedTexts> {
        Some(self)
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

impl SessionState for Sqlite {
    fn opened(&self, handle: Handle, options: &Value) {
        self.busy_wait(timeout_option(options)).install(handle);
    }

    fn closed(&self, handle: Handle) {
        BusyWait::forget(handle);
    }

    fn attribute_set(&self, handle: Handle, attribute: i64, value: &Value) {
        if attribute == i64::from(sys::PDO_ATTR_TIMEOUT) {
            self.busy_wait(seconds(value)).install(handle);
        }
    }

    /// Where a relative path leads.
    fn hash_surroundings(&self, mut state: &mut dyn Hasher) {
        place::current_directory().hash(&mut state);
    }

    /// A deployment may have put another file in its place, or led a symbolic link elsewhere.
    fn leads_to(&self, handle: Handle) -> bool {
        let name = library().and_then(|library| library.name_of_file(handle));
        name.is_some_and(|name| self.place.is(name))
    }

    fn judge(&self, sql: &[u8], is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
        rules::judge(sql, is_registered)
    }

    fn judge_failed(
        &self,
        sql: &[u8],
        _only_compiled: bool,
        is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Effect {
        // A PRAGMA has its effect when it is compiled, and may fail after it.
        rules::judge_failed(sql, is_registered)
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

    fn forget_error(&self, handle: Handle) {
        last_error::forget::<()>(handle);
    }
}

impl Transactions for Sqlite {
    fn in_transaction(&self, handle: Handle) -> bool {
        match library() {
            Some(library) => is_in_transaction(library, handle),
            None => handle.tracked_transaction(),
        }
    }

    fn transaction_method(&self) -> sys::pdo_dbh_txn_func {
        unsafe extern "C" fn ask(raw: *mut sys::pdo_dbh_t) -> bool {
            // SAFETY: the argument of a function of a driver's table is a connected handle.
            let handle = unsafe { Handle::from_raw(raw) };
            library().is_some_and(|library| is_in_transaction(library, handle))
        }
        library().map(|_| ask as _)
    }
}

impl Statements for Sqlite {
    /// A PRAGMA takes effect when it is compiled, so it is compiled each time; the rest is compiled anew by SQLite itself
    /// when the schema has changed.
    fn keeps_statement(&self, sql: &[u8]) -> bool {
        library().is_some() && cenote_sql::can_run_again(sql, Dialect::Sqlite)
    }

    fn is_compiled(&self, _statement: Statement) -> bool {
        true
    }

    fn reset_statement(&self, statement: Statement) -> bool {
        let (Some(library), false) = (library(), statement.driver_data().is_null()) else {
            return false;
        };
        // SAFETY: the driver's record of a live statement. SQLite accepts every statement that is not finalised; parameters
        // are cleared, because they lie in memory of the statement that dies.
        unsafe {
            let record = statement.driver_data().cast::<StatementRecord>();
            if (*record).statement.is_null() {
                return false;
            }
            if (*record).flags & RESET_BY_DRIVER == 0 {
                (library.reset)((*record).statement);
            }
            (library.clear_bindings)((*record).statement);
            (*record).flags = 0;
        }
        true
    }

    /// SQLite compiles a statement anew by itself, when it is executed after a change of the schema, and counts that.
    fn columns_version(&self, statement: Statement) -> u32 {
        let (Some(status), false) = (
            library().and_then(|library| library.statement_status),
            statement.driver_data().is_null(),
        ) else {
            return 0;
        };
        // SAFETY: the driver's record of a live statement, compiled; a count is read.
        unsafe {
            let record = statement.driver_data().cast::<StatementRecord>();
            status((*record).statement, TIMES_COMPILED_ANEW, 0) as u32
        }
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

impl Liveness for Sqlite {
    fn is_full(&self, _error: &str, _refusal: Option<[u8; 5]>) -> bool {
        false
    }

    fn is_broken(&self, _handle: Handle, sqlstate: [u8; 6], _is_amid_rows: bool) -> bool {
        unknown::is_connection_exception(sqlstate)
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
        unknown::is_alive_by_pdo(handle, methods)
    }
}

impl InsertIds for Sqlite {
    fn get(&self, handle: Handle) -> Option<i64> {
        // SAFETY: an open connection.
        library().map(|library| unsafe { (library.last_insert_rowid)(database(handle)) })
    }

    fn set(&self, handle: Handle, id: i64) {
        if self.get(handle).is_some_and(|current| current != id) {
            if let Some(library) = library() {
                // SAFETY: an open connection.
                unsafe { (library.set_last_insert_rowid)(database(handle), id) };
            }
        }
    }

    fn text(&self, id: i64) -> String {
        id.to_string()
    }
}

impl WatchedTexts for Sqlite {
    /// The PRAGMA reads and sets SQLite's own busy timeout, at the moment when it is compiled: show it the true one.
    fn includes(&self, sql: &[u8]) -> bool {
        rules::mentions_busy_timeout(sql)
    }

    fn before(&self, handle: Handle) {
        if let (Some(library), Some(limit)) = (library(), BusyWait::limit_of(handle)) {
            // SAFETY: an open connection.
            unsafe { (library.busy_timeout)(database(handle), limit) };
        }
    }

    fn after(&self, handle: Handle) {
        if let Some(limit) = own_busy_timeout(handle) {
            self.busy_wait(limit).install(handle);
        }
    }
}

fn is_in_transaction(library: &Library, handle: Handle) -> bool {
    let database = database(handle);
    // SAFETY: an open connection.
    !database.is_null() && unsafe { (library.get_autocommit)(database) } == 0
}

/// ATTR_TIMEOUT as pdo_sqlite reads it, in milliseconds.
fn timeout_option(options: &Value) -> c_int {
    const DEFAULT_SECONDS: i64 = 60;
    let given = options.as_array().and_then(|table| {
        // SAFETY: a live table; looking up allocates nothing.
        unsafe {
            let found = sys::zend_hash_index_find(table, u64::from(sys::PDO_ATTR_TIMEOUT));
            (!found.is_null()).then(|| Value::copy_of(found))
        }
    });
    seconds(&given.unwrap_or(Value::int(DEFAULT_SECONDS)))
}

fn seconds(value: &Value) -> c_int {
    let text = || {
        let text = value.as_bytes()?;
        std::str::from_utf8(text).ok()?.trim().parse().ok()
    };
    let float = value.as_float().map(|float| float as i64);
    let seconds: i64 = value.as_int().or(float).or_else(text).unwrap_or(i64::from(value.is_true()));
    seconds.saturating_mul(1000).clamp(0, c_int::MAX.into()) as c_int
}

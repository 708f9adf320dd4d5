//! PostgreSQL: transaction state, the socket, broken connections, cleaning, kept statements.
//!
//! Of pdo_pgsql's private records only fields are used that have never moved: since PHP 8.2, or since the version that
//! brought them. Where libpq cannot be found, the driver works by what PDO itself tells.

mod libpq;
mod records;

use super::{
    driver::{
        Cleaning, Driver, InsertIds, KeptStatements, LastStatement, Liveness, NamedStatements,
        ReportedSettings, RowsOneByOne, SessionState, Sockets, Statements, Traits, Transactions,
        WatchedTexts,
    },
    last_error,
};
use crate::{
    pdo::{
        drivers::{probe, transport::LinkOptions},
        stock::{
            handle::Handle,
            statement::{Statement, StatementData},
        },
    },
    wait,
    zend::{Outcome, Thrown, Value, guard, sys},
};
use cenote_sql::{Dialect, Effect, LooksBack, postgresql as rules};
#[cfg(php85)]
use libpq::result;
use libpq::{Server, library, transaction};
#[cfg(php85)]
use records::{ConnectionRecord, is_one_statement};
use records::{StatementRecord, error_field};
use std::{
    ffi::CStr,
    hash::{Hash, Hasher},
    os::fd::RawFd,
};

pub(super) fn shut_down() {
    libpq::shut_down();
}

/// A PostgreSQL server.
pub(super) struct PostgreSql;

impl Driver for PostgreSql {
    fn traits(&self) -> Traits {
        /// `PDO::PGSQL_ATTR_DISABLE_PREPARES`
        const DISABLE_PREPARES: i64 = 1000;
        Traits {
            dialect: Dialect::PostgreSql,
            cleaning: Cleaning::InPlace,
            outlives_request: library().is_some(),
            keeps_one_open: false,
            waits_to_connect: true,
            forbids_switching: false,
            acts_when_compiled: false,
            // The server refuses to execute what has other columns than when it was compiled.
            keeps_columns: true,
            quotes_without_connection: false,
            asks_for_insert_id: true,
            other_ways_to_prepare: &[sys::PDO_ATTR_EMULATE_PREPARES as i64, DISABLE_PREPARES],
            // Its options are not in order, which libpq sees before it connects; the driver has shown its functions by then.
            dsn_without_server: Some(b"pgsql:nowhere"),
        }
    }

    fn sockets(&self) -> Option<&dyn Sockets> {
        if library().is_some() { Some(self) } else { None }
    }

    fn insert_ids(&self) -> Option<&dyn InsertIds> {
        None
    }

    fn last_statement(&self) -> Option<&dyn LastStatement> {
        Some(self)
    }

    fn watched_texts(&self) -> Option<&dyn WatchedTexts> {
        None
    }

    fn reported_settings(&self) -> Option<&dyn ReportedSettings> {
        Some(self)
    }

    fn named_statements(&self) -> Option<&dyn NamedStatements> {
        Some(self)
    }

    fn rows_one_by_one(&self) -> Option<&dyn RowsOneByOne> {
        #[cfg(php85)]
        return Some(self);
        #[cfg(not(php85))]
        None
    }
}

impl SessionState for PostgreSql {
    fn opened(&self, _handle: Handle, _options: &Value) {}

    fn closed(&self, _handle: Handle) {}

    fn attribute_set(&self, _handle: Handle, _attribute: i64, _value: &Value) {}

    /// libpq asks the environment for what the DSN leaves out.
    fn hash_surroundings(&self, mut state: &mut dyn Hasher) {
        for (name, value) in std::env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"PG") || name == "HOME" {
                (name, value).hash(&mut state);
            }
        }
    }

    fn leads_to(&self, _handle: Handle) -> bool {
        true
    }

    fn judge(&self, sql: &[u8], _is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
        rules::judge(sql)
    }

    /// What fails to be compiled has not run.
    fn judge_failed(
        &self,
        sql: &[u8],
        only_compiled: bool,
        _is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Effect {
        if only_compiled { Effect::Harmless } else { rules::judge_failed(sql) }
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

    fn clean(&self, handle: Handle, methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        handle.run_with(methods, &Value::string("DISCARD ALL")?)
    }

    fn survives_cleaning(&self, sql: &[u8]) -> bool {
        rules::survives_discard(sql)
    }

    fn forget_unasked(&self, handle: Handle) {
        if let Some(server) = Server::of(handle) {
            server.drop_notifications();
        }
    }

    fn forget_error(&self, handle: Handle) {
        last_error::forget::<u32>(handle);
    }
}

impl Transactions for PostgreSql {
    fn in_transaction(&self, handle: Handle) -> bool {
        match Server::of(handle) {
            Some(server) => {
                matches!(server.transaction(), transaction::OPEN | transaction::FAILED)
            }
            None => handle.tracked_transaction(),
        }
    }

    fn transaction_method(&self) -> sys::pdo_dbh_txn_func {
        None
    }
}

impl Statements for PostgreSql {
    fn keeps_statement(&self, sql: &[u8]) -> bool {
        library().is_some() && cenote_sql::can_run_again(sql, Dialect::PostgreSql)
    }

    fn is_compiled(&self, _statement: Statement) -> bool {
        true
    }

    /// What is left is the text, its name, whether the server knows it, and the types of its columns: parameters lie in
    /// memory of the statement that dies.
    fn reset_statement(&self, statement: Statement) -> bool {
        let Some(library) = library() else { return false };
        let record = statement.driver_data().cast::<StatementRecord>();
        if record.is_null() {
            return false;
        }
        // SAFETY: the driver's record of a live statement. Results are libpq's, the rest the engine's memory; the driver
        // makes each anew where it finds null. To free is all that is done here: nothing of that can jump.
        unsafe {
            if (*record).statement_name.is_null()
                || !(*record).cursor_name.is_null()
                || (*record).reads_row_by_row
            {
                return false;
            }
            let result = std::mem::replace(&mut (*record).result, std::ptr::null_mut());
            (library.clear)(result);
            let columns = (!statement.has_columns()).then_some(&raw mut (*record).columns);
            let parameters = &raw mut (*record).parameters;
            for place in columns.into_iter().chain((0..4).map(|at| &raw mut (*parameters)[at])) {
                if !(*place).is_null() {
                    sys::cenote_free(*place);
                    *place = std::ptr::null_mut();
                }
            }
            (*record).current_row = 0;
        }
        true
    }

    fn columns_version(&self, _statement: Statement) -> u32 {
        0
    }

    /// Something between us and the server has put another statement in the place of ours.
    fn forget_columns(&self, statement: Statement) {
        /// At least, in any version.
        const SIZE_OF_COLUMN: usize = 64;
        let (record, count) =
            (statement.driver_data().cast::<StatementRecord>(), statement.column_count());
        // SAFETY: the driver's record of a live statement, whose columns are the engine's memory and described anew.
        let _ = guard(move || unsafe {
            sys::cenote_free((*record).columns);
            (*record).columns = sys::cenote_calloc(count, SIZE_OF_COLUMN);
        });
    }

    /// The server refuses before it has done anything; inside a transaction the refusal has aborted that. The same codes can
    /// come from the user's own SQL, when something may have been done: so it has to be the server's own function that refuses,
    /// and not on behalf of another one.
    fn is_stale(&self, handle: Handle, statement: Statement) -> bool {
        let refused_by: &[u8] = match &statement.sqlstate() {
            b"0A000\0" => b"RevalidateCachedQuery",
            b"26000\0" => b"FetchPreparedStatement",
            _ => return false,
        };
        Server::of(handle).is_some_and(|server| {
            server.transaction() == transaction::IDLE
                && error_field(server.library, statement, b'R').is_some_and(|by| by == refused_by)
                && error_field(server.library, statement, b'W').is_none()
        })
    }

    fn kept_after(&self, sql: &[u8], _effect: Effect) -> KeptStatements {
        if cenote_sql::forgets_statements(sql, Dialect::PostgreSql) {
            KeptStatements::Gone
        } else if cenote_sql::changes_schema(sql, Dialect::PostgreSql) {
            KeptStatements::Stale
        } else {
            KeptStatements::Valid
        }
    }

    /// The driver forgets what was executed last only where it closes that.
    #[cfg(php85)]
    fn silence(&self, statement_data: StatementData<'_>) {
        let record = statement_data.as_ptr().cast::<StatementRecord>();
        // SAFETY: what a statement of this driver had, whose connection is there.
        unsafe {
            let connection = (*record).handle.cast::<ConnectionRecord>();
            if (*connection).executed == record {
                (*connection).executed = std::ptr::null_mut();
            }
        }
    }

    #[cfg(not(php85))]
    fn silence(&self, _statement_data: StatementData<'_>) {}

    /// DEALLOCATE fails in an aborted transaction.
    fn defers_closing(&self, handle: Handle, _statement_data: StatementData<'_>) -> bool {
        Server::of(handle).is_some_and(|server| server.transaction() == transaction::FAILED)
    }
}

impl Liveness for PostgreSql {
    /// PDO tells no SQLSTATE of the server's. Under TLS it was not seen on its way either: then only its English words can be
    /// known.
    fn is_full(&self, error: &str, refusal: Option<[u8; 5]>) -> bool {
        const TOO_MANY_CONNECTIONS: [u8; 5] = *b"53300";
        const TEXTS: [&str; 4] = [
            "sorry, too many clients already",
            "remaining connection slots are reserved",
            "too many connections for role",
            "too many connections for database",
        ];
        match refusal {
            Some(state) => state == TOO_MANY_CONNECTIONS,
            None => TEXTS.iter().any(|text| error.contains(text)),
        }
    }

    fn is_broken(&self, handle: Handle, sqlstate: [u8; 6], is_amid_rows: bool) -> bool {
        let state = &sqlstate[..5];
        let told = state.starts_with(b"08")
            || state.starts_with(b"XX")
            || matches!(state, b"57P01" | b"57P02" | b"57P03");
        // libpq's own errors have no SQLSTATE. One that it met while it was sending leaves its connection "OK" to it.
        let is_own = state == b"HY000";
        let has_ended = || self.socket(handle).is_none_or(probe::has_hung_up);
        told || !is_amid_rows && self.is_unusable(handle, false) || is_own && has_ended()
    }

    /// Servers since PostgreSQL 14 tell of both.
    fn has_turned_read_only(&self, handle: Handle, sqlstate: [u8; 6]) -> bool {
        let is_on = |name| Server::of(handle).is_some_and(|server| server.setting(name) == b"on");
        sqlstate == *b"25006\0"
            && (is_on(c"default_transaction_read_only") || is_on(c"in_hot_standby"))
    }

    fn is_unusable(&self, handle: Handle, _holds_statements: bool) -> bool {
        Server::of(handle).is_some_and(|server| {
            let state = server.transaction();
            state == transaction::ACTIVE || state == transaction::UNKNOWN || server.is_bad()
        })
    }

    fn has_rows_in_the_way(&self, _handle: Handle) -> bool {
        false
    }

    /// PDO's own check would connect anew, to a session that nobody has configured.
    fn is_alive(&self, handle: Handle, methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        handle.run_with(methods, &Value::string("SELECT 1")?)
    }
}

impl Sockets for PostgreSql {
    fn socket(&self, handle: Handle) -> Option<RawFd> {
        let server = Server::of(handle)?;
        let socket = server.ask(server.library.socket);
        (socket >= 0).then_some(socket)
    }

    /// From whichever of its sources libpq has them: the DSN, a service file, the environment.
    fn link_options(&self, handle: Handle) -> LinkOptions {
        let mut told = LinkOptions::default();
        if let Some(server) = Server::of(handle) {
            server.options(&LinkOptions::NAMES, |name, value| told.add(name, value));
        }
        told
    }

    /// Notifications, parameter statuses and notices come unasked; an error is the server's farewell. Under TLS libpq itself
    /// has to read it.
    fn allows_input(&self, handle: Handle, first: u8) -> bool {
        let Some(server) = Server::of(handle) else { return false };
        let is_plain = server.ask(server.library.ssl_in_use) == 0;
        if is_plain && !matches!(first, b'A' | b'S' | b'N') {
            return false;
        }
        // Read here, what waits cannot reach the next user: see `forget_unasked`.
        server.ask(server.library.consume_input) == 1 && !server.is_bad()
    }
}

impl LastStatement for PostgreSql {
    fn looks_back(&self, sql: &[u8]) -> LooksBack {
        rules::looks_back(sql)
    }

    fn leaves_insert_id(&self, sql: &[u8]) -> bool {
        !rules::only_begins(sql)
    }

    /// The values of sequences that `currval()` and `lastval()` know are per session, and nobody can set them: there are none
    /// then, as in a new session.
    fn text_with_insert_id(&self, _id: i64) -> String {
        "DISCARD SEQUENCES".into()
    }

    fn warning_count(&self, _handle: Handle) -> u32 {
        0
    }

    fn set_warning_count(&self, _handle: Handle, _count: u32) {}

    fn text_without_conditions(&self) -> Option<&'static str> {
        None
    }
}

impl ReportedSettings for PostgreSql {
    fn digest(&self, handle: Handle) -> Option<u64> {
        Server::of(handle).map(Server::settings)
    }

    fn times(&self, handle: Handle) -> Option<u64> {
        if Server::of(handle)?.is_encrypted() { None } else { wait::settings_told() }
    }
}

impl NamedStatements for PostgreSql {
    fn name(&self, statement_data: StatementData<'_>) -> Option<Vec<u8>> {
        let record = statement_data.as_ptr().cast::<StatementRecord>();
        // SAFETY: what a statement of this driver has, or null; the name is a C string of the engine's memory, or null.
        unsafe {
            let is_known = !record.is_null()
                && (*record).is_compiled
                && !(*record).statement_name.is_null()
                && (*record).cursor_name.is_null();
            is_known.then(|| CStr::from_ptr((*record).statement_name).to_bytes().to_vec())
        }
    }

    fn is_known_as(&self, statement: Statement, name: &[u8]) -> Outcome {
        let record = statement.driver_data().cast::<StatementRecord>();
        let (start, length) = (name.as_ptr(), name.len());
        // SAFETY: the driver's record of a statement just prepared, which has a name, as it was to be compiled by the server. The name
        // and its place are the engine's memory; the copy ends with a zero.
        guard(move || unsafe {
            if record.is_null() || (*record).statement_name.is_null() || (*record).is_compiled {
                return;
            }
            let copy = sys::cenote_calloc(length + 1, 1).cast::<u8>();
            start.copy_to_nonoverlapping(copy, length);
            sys::cenote_free((*record).statement_name.cast());
            (*record).statement_name = copy.cast();
            (*record).is_compiled = true;
        })?;
        Ok(())
    }

    fn text_to_forget(&self, names: &[&[u8]]) -> Vec<u8> {
        names.iter().flat_map(|name| [b"DEALLOCATE ", *name, b";"].concat()).collect()
    }
}

#[cfg(php85)]
impl RowsOneByOne for PostgreSql {
    fn may_be_amid_rows(&self, handle: Handle) -> bool {
        Server::of(handle).is_some_and(|server| server.transaction() == transaction::ACTIVE)
    }

    fn is_amid_rows_of(&self, handle: Handle, statement_data: StatementData<'_>) -> bool {
        let record = statement_data.as_ptr().cast::<StatementRecord>();
        // SAFETY: what a statement of this driver has, or null.
        let is_amid = !record.is_null() && unsafe { (*record).is_amid_rows };
        is_amid && self.may_be_amid_rows(handle)
    }

    /// The driver leaves it to the next text to read that a text has ended. One of several statements is left to it while
    /// it goes on reading: what comes next may be another one's.
    fn settle(&self, handle: Handle, statement: Statement) -> Outcome {
        let record = statement.driver_data().cast::<StatementRecord>();
        let Some(server) = Server::of(handle) else { return Ok(()) };
        if record.is_null() || !self.may_be_amid_rows(handle) {
            return Ok(());
        }
        // SAFETY: the driver's records of a live statement and its connection, with libpq's result or null, which libpq takes.
        let has_ended = unsafe {
            let connection = (*record).handle.cast::<ConnectionRecord>();
            (*record).reads_row_by_row
                && (*connection).executed == record
                && match server.library.status_of((*record).result) {
                    result::SINGLE_ROW => false,
                    // The server does nothing more of that text.
                    result::ERROR => true,
                    _ => !(*record).is_amid_rows || is_one_statement(statement),
                }
        };
        // SAFETY: a live connection of libpq. The driver finds nothing more to read.
        let is_endless = has_ended && !guard(move || unsafe { server.finish_text() })?;
        if is_endless {
            // SAFETY: the record of a live statement. It would read indefinitely where it closes the statement of a
            // connection that is given up.
            unsafe { (*record).is_amid_rows = false };
        }
        Ok(())
    }
}

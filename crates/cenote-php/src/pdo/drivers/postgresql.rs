//! PostgreSQL: transaction state, the socket, broken connections, cleaning, kept statements.
//!
//! libpq's own functions are looked up in the library that pdo_pgsql is linked with. Of pdo_pgsql's private records only
//! fields are used that have been at the same place since PHP 8.2, or since they are there. Where the library cannot be found, the driver works by
//! what PDO itself tells.

use super::{Cleaning, Driver, Kept, last_error};
use crate::{
    pdo::{
        handle::{Handle, Statement},
        probe,
    },
    wait,
    zend::{Thrown, Value, guard, sys},
};
use cenote_sql::{Dialect, Effect, postgresql as rules};
use std::{
    ffi::{CStr, c_char, c_int, c_void},
    os::fd::RawFd,
    sync::OnceLock,
};

type Connection = *mut c_void;

/// `PGTransactionStatusType`.
mod transaction {
    use std::ffi::c_int;

    pub(super) const IDLE: c_int = 0;
    /// A command is in progress.
    pub(super) const ACTIVE: c_int = 1;
    pub(super) const OPEN: c_int = 2;
    pub(super) const FAILED: c_int = 3;
    /// The connection is bad.
    pub(super) const UNKNOWN: c_int = 4;
}

const CONNECTION_OK: c_int = 0;

struct Library {
    socket: unsafe extern "C" fn(Connection) -> c_int,
    status: unsafe extern "C" fn(Connection) -> c_int,
    transaction_status: unsafe extern "C" fn(Connection) -> c_int,
    consume_input: unsafe extern "C" fn(Connection) -> c_int,
    ssl_in_use: unsafe extern "C" fn(Connection) -> c_int,
    /// Only since libpq 12, as that encryption itself.
    gss_in_use: Option<unsafe extern "C" fn(Connection) -> c_int>,
    clear: unsafe extern "C" fn(*mut c_void),
    parameter_status: unsafe extern "C" fn(Connection, *const c_char) -> *const c_char,
    error_field: unsafe extern "C" fn(*const c_void, c_int) -> *const c_char,
}

impl Library {
    fn find() -> Option<Library> {
        // SAFETY: looks up what is loaded already. The types are those of libpq's documented interface, which is stable.
        unsafe {
            let loaded = libc::dlopen(c"libpq.so.5".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
            let scope = if loaded.is_null() { libc::RTLD_DEFAULT } else { loaded };
            let ask = |name: &CStr| {
                let found = libc::dlsym(scope, name.as_ptr());
                (!found.is_null()).then(|| {
                    std::mem::transmute::<*mut c_void, unsafe extern "C" fn(Connection) -> c_int>(
                        found,
                    )
                })
            };
            let clear = libc::dlsym(scope, c"PQclear".as_ptr());
            let parameter_status = libc::dlsym(scope, c"PQparameterStatus".as_ptr());
            let error_field = libc::dlsym(scope, c"PQresultErrorField".as_ptr());
            if clear.is_null() || parameter_status.is_null() || error_field.is_null() {
                return None;
            }
            Some(Library {
                socket: ask(c"PQsocket")?,
                status: ask(c"PQstatus")?,
                transaction_status: ask(c"PQtransactionStatus")?,
                consume_input: ask(c"PQconsumeInput")?,
                ssl_in_use: ask(c"PQsslInUse")?,
                gss_in_use: ask(c"PQgssEncInUse"),
                clear: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void)>(clear),
                parameter_status: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Connection, *const c_char) -> *const c_char,
                >(parameter_status),
                error_field: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*const c_void, c_int) -> *const c_char,
                >(error_field),
            })
        }
    }
}

impl Library {
    /// A part of the error with which the last execution of a statement has failed: `R`, the server's function that raised it;
    /// `W`, the functions on whose behalf.
    fn error_field(&self, statement: Statement, field: u8) -> Option<&'static [u8]> {
        let record = statement.driver_data().cast::<StatementRecord>();
        if record.is_null() {
            return None;
        }
        // SAFETY: the driver's record of a live statement, with libpq's result or null, which libpq takes. The text lives as
        // long as the result, and callers use it at once.
        unsafe {
            let text = (self.error_field)((*record).result, c_int::from(field));
            (!text.is_null()).then(|| CStr::from_ptr(text).to_bytes())
        }
    }
}

fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    LIBRARY.get_or_init(Library::find).as_ref()
}

/// What libpq says of a connection: its functions take null for one that is closed.
#[derive(Clone, Copy)]
struct Server {
    library: &'static Library,
    connection: Connection,
}

impl Server {
    fn of(handle: Handle) -> Option<Server> {
        let private = handle.driver_data();
        if private.is_null() {
            return None;
        }
        // SAFETY: the driver's part starts with the connection in every version of pdo_pgsql.
        let connection = unsafe { *private.cast::<Connection>() };
        library().map(|library| Server { library, connection })
    }

    fn ask(self, question: unsafe extern "C" fn(Connection) -> c_int) -> c_int {
        // SAFETY: a function of libpq's on a connection of libpq's, or null.
        unsafe { question(self.connection) }
    }

    fn transaction(self) -> c_int {
        self.ask(self.library.transaction_status)
    }

    fn is_encrypted(self) -> bool {
        let by_gss = self.library.gss_in_use;
        self.ask(self.library.ssl_in_use) != 0 || by_gss.is_some_and(|ask| self.ask(ask) != 0)
    }

    /// The settings of which the server sends each change by itself, as one number. Newer servers tell of the last two as
    /// well.
    fn settings(self) -> u64 {
        const NAMES: [&CStr; 10] = [
            c"client_encoding",
            c"TimeZone",
            c"DateStyle",
            c"IntervalStyle",
            c"application_name",
            c"session_authorization",
            c"is_superuser",
            c"standard_conforming_strings",
            c"default_transaction_read_only",
            c"search_path",
        ];
        // FNV-1a.
        let mut number = 0xcbf2_9ce4_8422_2325_u64;
        let mut add = |byte: u8| number = (number ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        for name in NAMES {
            // SAFETY: asks libpq for a text of its own, which lives until the next message of the server; null if it knows
            // none.
            let told = unsafe {
                let told = (self.library.parameter_status)(self.connection, name.as_ptr());
                if told.is_null() { c"" } else { CStr::from_ptr(told) }
            };
            told.to_bytes_with_nul().iter().copied().for_each(&mut add);
        }
        number
    }

    fn is_bad(self) -> bool {
        self.ask(self.library.status) != CONNECTION_OK
    }
}

/// The beginning of what pdo_pgsql keeps for a statement.
#[repr(C)]
struct StatementRecord {
    handle: *mut c_void,
    result: *mut c_void,
    columns: *mut c_void,
    cursor_name: *mut c_char,
    /// Set if the server is to compile it.
    statement_name: *mut c_char,
    query: *mut sys::zend_string,
    parameters: [*mut c_void; 4],
    current_row: c_int,
    is_compiled: bool,
    /// By `PDO::ATTR_PREFETCH`, since PHP 8.5; before, this and the next are zero, as is all that no field takes.
    reads_row_by_row: bool,
    /// Rows are still to come from the server.
    is_amid_rows: bool,
}

/// The beginning of what pdo_pgsql keeps for a connection.
#[cfg(php85)]
#[repr(C)]
struct ConnectionRecord {
    start: last_error::Private<u32>,
    last_oid: u32,
    statements_named: u32,
    ways_to_prepare: [bool; 3],
    lob_streams: *mut sys::HashTable,
    notice_callback: *mut c_void,
    reads_row_by_row: bool,
    /// What was executed last. The driver closes it before it reads another one row by row.
    executed: *mut StatementRecord,
}

/// A PostgreSQL server.
pub(super) struct PostgreSql;

impl Driver for PostgreSql {
    fn in_transaction(&self, handle: Handle) -> bool {
        match Server::of(handle) {
            Some(server) => {
                matches!(server.transaction(), transaction::OPEN | transaction::FAILED)
            }
            None => handle.tracked_transaction(),
        }
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

    fn told_settings(&self, handle: Handle) -> Option<u64> {
        Server::of(handle).map(Server::settings)
    }

    fn times_told(&self, handle: Handle) -> Option<u64> {
        if Server::of(handle)?.is_encrypted() { None } else { wait::settings_told() }
    }

    fn survives_cleaning(&self, sql: &[u8]) -> bool {
        rules::survives_discard(sql)
    }

    fn cleaning(&self) -> Cleaning {
        Cleaning::InPlace
    }

    fn clean(&self, handle: Handle, methods: *const sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        handle.run_with(methods, &Value::string("DISCARD ALL")?)
    }

    fn has_sockets(&self) -> bool {
        library().is_some()
    }

    fn socket(&self, handle: Handle) -> Option<RawFd> {
        let server = Server::of(handle)?;
        let socket = server.ask(server.library.socket);
        (socket >= 0).then_some(socket)
    }

    /// Notifications, parameter statuses and notices come unasked; an error is the server's farewell. Under TLS libpq itself
    /// has to read it.
    fn allows_input(&self, handle: Handle, first: u8) -> bool {
        let Some(server) = Server::of(handle) else { return false };
        if server.ask(server.library.ssl_in_use) == 0 {
            return matches!(first, b'A' | b'S' | b'N');
        }
        server.ask(server.library.consume_input) == 1 && !server.is_bad()
    }

    fn forget_error(&self, handle: Handle) {
        last_error::forget::<u32>(handle);
    }

    fn is_broken(&self, handle: Handle, sqlstate: [u8; 6]) -> bool {
        let state = &sqlstate[..5];
        let told = state.starts_with(b"08")
            || state.starts_with(b"XX")
            || matches!(state, b"57P01" | b"57P02" | b"57P03");
        // libpq's own errors have no SQLSTATE. One that it met while it was sending leaves its connection "OK" to it.
        let is_own = state == b"HY000";
        let has_ended = || self.socket(handle).is_none_or(probe::has_hung_up);
        told || self.is_unusable(handle, false) || is_own && has_ended()
    }

    fn is_unusable(&self, handle: Handle, _holds_statements: bool) -> bool {
        Server::of(handle).is_some_and(|server| {
            let state = server.transaction();
            state == transaction::ACTIVE || state == transaction::UNKNOWN || server.is_bad()
        })
    }

    fn is_amid_rows_of(&self, handle: Handle, statement_data: *mut c_void) -> bool {
        let record = statement_data.cast::<StatementRecord>();
        // SAFETY: what a statement of this driver has, or null.
        let is_amid = !record.is_null() && unsafe { (*record).is_amid_rows };
        is_amid
            && Server::of(handle).is_some_and(|server| server.transaction() == transaction::ACTIVE)
    }

    fn asks_for_insert_id(&self) -> bool {
        true
    }

    fn other_ways_to_prepare(&self) -> &'static [i64] {
        /// `PDO::PGSQL_ATTR_DISABLE_PREPARES`
        const DISABLE_PREPARES: i64 = 1000;
        &[sys::PDO_ATTR_EMULATE_PREPARES as i64, DISABLE_PREPARES]
    }

    fn keeps_statement(&self, sql: &[u8]) -> bool {
        library().is_some() && cenote_sql::is_query_or_change(sql, Dialect::PostgreSql)
    }

    /// The server refuses to execute what has other columns than when it was compiled.
    fn keeps_columns(&self) -> bool {
        true
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
                && server.library.error_field(statement, b'R').is_some_and(|by| by == refused_by)
                && server.library.error_field(statement, b'W').is_none()
        })
    }

    fn kept_after(&self, sql: &[u8], _effect: Effect) -> Kept {
        if cenote_sql::forgets_statements(sql, Dialect::PostgreSql) {
            Kept::Gone
        } else if cenote_sql::changes_schema(sql, Dialect::PostgreSql) {
            Kept::Stale
        } else {
            Kept::Valid
        }
    }

    /// The driver forgets what was executed last only where it closes that.
    #[cfg(php85)]
    fn silence(&self, statement_data: *mut c_void) {
        let record = statement_data.cast::<StatementRecord>();
        // SAFETY: what a statement of this driver had, whose connection is there.
        unsafe {
            let connection = (*record).handle.cast::<ConnectionRecord>();
            if (*connection).executed == record {
                (*connection).executed = std::ptr::null_mut();
            }
        }
    }

    /// DEALLOCATE fails in an aborted transaction.
    fn defers_closing(&self, handle: Handle, _statement_data: *mut c_void) -> bool {
        Server::of(handle).is_some_and(|server| server.transaction() == transaction::FAILED)
    }

    /// PDO's own check would connect anew, to a session that nobody has configured.
    fn is_alive(
        &self,
        handle: Handle,
        methods: *const sys::pdo_dbh_methods,
    ) -> Result<bool, Thrown> {
        handle.run_with(methods, &Value::string("SELECT 1")?)
    }
}

//! MySQL and MariaDB by pdo_mysql on mysqlnd: transaction state, the socket, broken connections, cleaning, kept statements.
//!
//! The server tells with each answer whether a transaction is open; only an answer that is an error does not, and then it
//! is asked, where an error can have left one open. A connection is cleaned by COM_RESET_CONNECTION, which keeps it, its
//! number and the login.

use super::{
    Cleaning, Driver, Kept, last_error,
    mysqlnd::{self, Server, StatementRecord},
};
use crate::{
    pdo::stock::handle::{Handle, Statement},
    zend::{Outcome, Thrown, sys},
};
use cenote_sql::{
    Dialect, Effect, LooksBack,
    mysql::{self as rules, Charset},
};
use std::{cell::Cell, ffi::c_void, os::fd::RawFd};

/// Errors after which the connection is of no use, by their numbers (SPEC 22.1).
mod broken {
    const SERVER_SHUTDOWN: u32 = 1053;
    const ABORTING: u32 = 1152;
    const KILLED: u32 = 1927;
    const GONE: u32 = 2006;
    const LOST: u32 = 2013;
    const MALFORMED_PACKET: u32 = 2027;
    const LOST_IN: u32 = 2055;
    const IDLE_TOO_LONG: u32 = 4031;

    pub(super) const ALL: [u32; 8] =
        [SERVER_SHUTDOWN, ABORTING, KILLED, GONE, LOST, MALFORMED_PACKET, LOST_IN, IDLE_TOO_LONG];
}

/// Errors of a session that must not write (SPEC 22.10).
mod read_only {
    pub(super) const BY_OPTION: u32 = 1290;
    /// A transaction is read-only, by its own words or by what the session was given.
    const TRANSACTION: u32 = 1792;
    const ENGINE: u32 = 1836;

    pub(super) const ALWAYS: [u32; 2] = [TRANSACTION, ENGINE];
}

/// MySQL says this both when a query was killed and when its connection was.
const QUERY_INTERRUPTED: u32 = 1317;

/// Errors of a prepared statement that say: prepare it anew (SPEC 25.6).
mod stale {
    const UNKNOWN_STATEMENT: u32 = 1243;
    const NEEDS_REPREPARE: u32 = 1615;
    const NEW_METADATA: u32 = 2057;

    pub(super) const ALL: [u32; 3] = [UNKNOWN_STATEMENT, NEEDS_REPREPARE, NEW_METADATA];
}

/// A MySQL or MariaDB server.
pub(super) struct MySql {
    /// How the server reads the bytes of texts.
    charset: Cell<Charset>,
}

impl MySql {
    /// If pdo_mysql is built in the way that is known here. `parameters` are what follows `mysql:` in the DSN.
    pub(super) fn find(parameters: &[u8]) -> Option<MySql> {
        let mut named = parameters.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
        let name = named.find_map(|parameter| parameter.strip_prefix(b"charset="));
        // Without a name the server's own choice holds, which may be any.
        let charset = name.map_or(Charset::Mixed, Charset::of);
        mysqlnd::is_used().then(|| MySql { charset: Cell::new(charset) })
    }
}

impl Driver for MySql {
    fn in_transaction(&self, handle: Handle) -> bool {
        Server::of(handle).is_some_and(Server::in_transaction)
    }

    fn outlives_request(&self) -> bool {
        true
    }

    fn judge(&self, sql: &[u8], _is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
        rules::judge(sql, self.charset.get())
    }

    fn judge_failed(
        &self,
        sql: &[u8],
        only_compiled: bool,
        _is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Effect {
        if only_compiled { Effect::Harmless } else { rules::judge_failed(sql, self.charset.get()) }
    }

    /// A text that failed may have begun a transaction before: a later statement of several, a procedure, the first
    /// statement without autocommit. One that was interrupted may have been so together with its connection.
    fn failed(&self, handle: Handle, sql: &[u8]) -> Outcome {
        let Some(server) = Server::of(handle).filter(|server| server.is_ready()) else {
            return Ok(());
        };
        let may_have_begun = || {
            !server.in_transaction()
                && (!server.commits_each_statement()
                    || rules::judge(sql, self.charset.get()) != Effect::Harmless)
        };
        if server.error_number() == QUERY_INTERRUPTED || may_have_begun() {
            return server.ask_status();
        }
        Ok(())
    }

    fn ends_connection(&self, sql: &[u8]) -> bool {
        rules::ends_connection(sql)
    }

    fn survives_cleaning(&self, sql: &[u8]) -> bool {
        rules::survives_reset(sql)
    }

    fn recorded(&self, sql: &[u8]) -> bool {
        let mixes = rules::names_mixed_charset(sql);
        if mixes {
            self.charset.set(Charset::Mixed);
        }
        mixes
    }

    fn cleaning(&self) -> Cleaning {
        Cleaning::InPlace
    }

    fn clean(&self, handle: Handle, _methods: *const sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        let Some(server) = Server::of(handle) else { return Ok(false) };
        server.start_over(handle)
    }

    /// Of the server, of a user, of a user by the hour or at a time.
    fn is_full(&self, error: &str, _refusal: Option<[u8; 5]>) -> bool {
        ["[1040]", "[1203]", "[1226]"].iter().any(|code| error.contains(code))
    }

    fn has_sockets(&self) -> bool {
        true
    }

    /// Nothing ever comes unasked but the server's farewell, so no input is allowed on an idle connection.
    fn socket(&self, handle: Handle) -> Option<RawFd> {
        Server::of(handle)?.socket()
    }

    fn forget_error(&self, handle: Handle) {
        last_error::forget::<u32>(handle);
    }

    fn is_broken(&self, handle: Handle, sqlstate: [u8; 6], _is_amid_rows: bool) -> bool {
        sqlstate.starts_with(b"08")
            || Server::of(handle).is_none_or(|server| {
                server.is_closed() || broken::ALL.contains(&server.error_number())
            })
    }

    /// The server itself, or what new sessions get, may be read-only no longer, or this is not the server to write to any more.
    fn has_turned_read_only(&self, handle: Handle, _sqlstate: [u8; 6]) -> bool {
        Server::of(handle).is_some_and(|server| match server.error_number() {
            // Of many options of the server; it names the one.
            read_only::BY_OPTION => server.error_says(&["read-only", "read_only"]),
            number => read_only::ALWAYS.contains(&number),
        })
    }

    /// Rows that are not read yet belong to a statement; without one the connection is out of step.
    fn is_unusable(&self, handle: Handle, holds_statements: bool) -> bool {
        Server::of(handle)
            .is_none_or(|server| server.is_closed() || !holds_statements && !server.is_ready())
    }

    fn has_rows_in_the_way(&self, handle: Handle) -> bool {
        Server::of(handle).is_some_and(|server| !server.is_ready() && !server.is_closed())
    }

    fn insert_id(&self, handle: Handle) -> Option<i64> {
        Server::of(handle).map(|server| server.insert_id() as i64)
    }

    fn insert_id_text(&self, id: i64) -> String {
        (id as u64).to_string()
    }

    fn set_insert_id(&self, handle: Handle, id: i64) {
        if let Some(server) = Server::of(handle) {
            server.set_insert_id(id as u64);
        }
    }

    fn keeps_last_statement(&self) -> bool {
        true
    }

    fn looks_back(&self, sql: &[u8]) -> LooksBack {
        rules::looks_back(sql)
    }

    fn warning_count(&self, handle: Handle) -> u32 {
        Server::of(handle).map_or(0, Server::warning_count)
    }

    fn set_warning_count(&self, handle: Handle, count: u32) {
        if let Some(server) = Server::of(handle) {
            server.set_warning_count(count);
        }
    }

    /// The server forgets them at the next statement that has a table in it.
    fn text_without_conditions(&self) -> &'static str {
        "DO (SELECT 1 FROM (SELECT 1) AS a)"
    }

    fn text_with_insert_id(&self, id: i64) -> String {
        format!("DO LAST_INSERT_ID({})", id as u64)
    }

    fn keeps_statement(&self, sql: &[u8]) -> bool {
        cenote_sql::can_run_again(sql, Dialect::MySql)
    }

    /// For a text that the server does not prepare PDO writes the values into the text.
    fn is_compiled(&self, statement: Statement) -> bool {
        StatementRecord::is_prepared(statement)
    }

    fn is_rollback(&self, sql: &[u8]) -> bool {
        cenote_sql::is_rollback(sql, Dialect::MySql)
    }

    fn reset_statement(&self, statement: Statement) -> bool {
        StatementRecord::reset(statement)
    }

    /// The refusal has changed nothing, in a transaction neither. A SIGNAL of the user's with such a number has another SQLSTATE,
    /// unless it goes out of its way.
    fn is_stale(&self, _handle: Handle, statement: Statement) -> bool {
        statement.sqlstate() == *b"HY000\0"
            && StatementRecord::last_error(statement)
                .is_some_and(|number| stale::ALL.contains(&number))
    }

    /// The server compiles anew by itself when a table has changed; not so when another schema is chosen, or another SQL
    /// mode or character set.
    fn kept_after(&self, _sql: &[u8], effect: Effect) -> Kept {
        if effect == Effect::Harmless { Kept::Valid } else { Kept::Stale }
    }

    /// mysqlnd would take what comes next on the connection for rows of the statement that it closes.
    fn defers_closing(&self, handle: Handle, statement_data: *mut c_void) -> bool {
        // SAFETY: what a statement of this driver had.
        Server::of(handle)
            .is_some_and(|server| unsafe { StatementRecord::is_in_the_way(statement_data, server) })
    }

    fn silence(&self, statement_data: *mut c_void) {
        // SAFETY: what a statement of this driver had.
        unsafe { StatementRecord::silence(statement_data) };
    }
}

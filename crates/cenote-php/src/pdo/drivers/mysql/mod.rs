//! MySQL and MariaDB by pdo_mysql on mysqlnd: transaction state, the socket, broken connections, cleaning, kept statements.
//!
//! The server tells with each answer whether a transaction is open; only an answer that is an error does not, and then it
//! is asked, where an error can have left one open. A connection is cleaned by COM_RESET_CONNECTION, which keeps it, its
//! number and the login.

mod mysqlnd;

use super::{
    driver::{
        Cleaning, Driver, InsertIds, KeptStatements, LastStatement, Liveness, NamedStatements,
        ReportedSettings, RowsOneByOne, SessionState, Sockets, Statements, Traits, Transactions,
        WatchedTexts,
    },
    last_error,
    transport::LinkOptions,
    unknown,
};
use crate::{
    pdo::stock::{
        handle::Handle,
        statement::{Statement, StatementData},
    },
    zend::{Outcome, Thrown, Value, ini, sys},
};
use cenote_sql::{
    Dialect, Effect, LooksBack,
    mysql::{self as rules, Charset},
};
use mysqlnd::{Server, StatementRecord};
use std::{
    cell::Cell,
    ffi::CStr,
    hash::{Hash, Hasher},
    os::fd::RawFd,
};

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
    fn traits(&self) -> Traits {
        Traits {
            dialect: Dialect::MySql,
            cleaning: Cleaning::InPlace,
            outlives_request: true,
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
        Some(self)
    }

    fn insert_ids(&self) -> Option<&dyn InsertIds> {
        Some(self)
    }

    fn last_statement(&self) -> Option<&dyn LastStatement> {
        Some(self)
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

impl SessionState for MySql {
    fn opened(&self, _handle: Handle, _options: &Value) {}

    fn closed(&self, _handle: Handle) {}

    fn attribute_set(&self, _handle: Handle, _attribute: i64, _value: &Value) {}

    /// Settings of php.ini that mysqlnd reads when it connects; each request may have its own.
    fn hash_surroundings(&self, mut state: &mut dyn Hasher) {
        const SETTINGS: [&CStr; 5] = [
            c"pdo_mysql.default_socket",
            c"mysqlnd.net_read_timeout",
            c"mysqlnd.sha256_server_public_key",
            c"openssl.cafile",
            c"openssl.capath",
        ];
        for name in SETTINGS {
            ini::text_of(name).hash(&mut state);
        }
    }

    fn leads_to(&self, _handle: Handle) -> bool {
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

    fn recorded(&self, sql: &[u8]) -> bool {
        let mixes = rules::names_mixed_charset(sql);
        if mixes {
            self.charset.set(Charset::Mixed);
        }
        mixes
    }

    fn clean(&self, handle: Handle, _methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        let Some(server) = Server::of(handle) else { return Ok(false) };
        server.start_over(handle)
    }

    fn survives_cleaning(&self, sql: &[u8]) -> bool {
        rules::survives_reset(sql)
    }

    fn forget_unasked(&self, _handle: Handle) {}

    fn forget_error(&self, handle: Handle) {
        last_error::forget::<u32>(handle);
    }
}

impl Transactions for MySql {
    fn in_transaction(&self, handle: Handle) -> bool {
        Server::of(handle).is_some_and(Server::in_transaction)
    }

    fn transaction_method(&self) -> sys::pdo_dbh_txn_func {
        None
    }
}

impl Statements for MySql {
    fn keeps_statement(&self, sql: &[u8]) -> bool {
        cenote_sql::can_run_again(sql, Dialect::MySql)
    }

    /// For a text that the server does not prepare PDO writes the values into the text.
    fn is_compiled(&self, statement: Statement) -> bool {
        StatementRecord::is_prepared(statement)
    }

    fn reset_statement(&self, statement: Statement) -> bool {
        StatementRecord::reset(statement)
    }

    fn columns_version(&self, _statement: Statement) -> u32 {
        0
    }

    fn forget_columns(&self, _statement: Statement) {}

    /// The refusal has changed nothing, in a transaction neither. A SIGNAL of the user's with such a number has another SQLSTATE,
    /// unless it goes out of its way.
    fn is_stale(&self, _handle: Handle, statement: Statement) -> bool {
        statement.sqlstate() == *b"HY000\0"
            && StatementRecord::last_error(statement)
                .is_some_and(|number| stale::ALL.contains(&number))
    }

    /// The server compiles anew by itself when a table has changed; not so when another schema is chosen, or another SQL
    /// mode or character set.
    fn kept_after(&self, _sql: &[u8], effect: Effect) -> KeptStatements {
        if effect == Effect::Harmless { KeptStatements::Valid } else { KeptStatements::Stale }
    }

    fn silence(&self, statement_data: StatementData<'_>) {
        // SAFETY: what a statement of this driver had.
        unsafe { StatementRecord::silence(statement_data.as_ptr()) };
    }

    /// mysqlnd would take what comes next on the connection for rows of the statement that it closes.
    fn defers_closing(&self, handle: Handle, statement_data: StatementData<'_>) -> bool {
        // SAFETY: what a statement of this driver had.
        Server::of(handle).is_some_and(|server| unsafe {
            StatementRecord::is_in_the_way(statement_data.as_ptr(), server)
        })
    }
}

impl Liveness for MySql {
    /// Of the server, of a user, of a user by the hour or at a time.
    fn is_full(&self, error: &str, _refusal: Option<[u8; 5]>) -> bool {
        ["[1040]", "[1203]", "[1226]"].iter().any(|code| error.contains(code))
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

    fn is_alive(&self, handle: Handle, methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown> {
        unknown::is_alive_by_pdo(handle, methods)
    }
}

impl Sockets for MySql {
    /// Nothing ever comes unasked but the server's farewell, so no input is allowed on an idle connection.
    fn socket(&self, handle: Handle) -> Option<RawFd> {
        Server::of(handle)?.socket()
    }

    fn link_options(&self, _handle: Handle) -> LinkOptions {
        LinkOptions::default()
    }

    fn allows_input(&self, _handle: Handle, _first: u8) -> bool {
        false
    }
}

impl InsertIds for MySql {
    fn get(&self, handle: Handle) -> Option<i64> {
        Server::of(handle).map(|server| server.insert_id() as i64)
    }

    fn set(&self, handle: Handle, id: i64) {
        if let Some(server) = Server::of(handle) {
            server.set_insert_id(id as u64);
        }
    }

    fn text(&self, id: i64) -> String {
        (id as u64).to_string()
    }
}

impl LastStatement for MySql {
    fn looks_back(&self, sql: &[u8]) -> LooksBack {
        rules::looks_back(sql)
    }

    fn leaves_insert_id(&self, _sql: &[u8]) -> bool {
        true
    }

    fn text_with_insert_id(&self, id: i64) -> String {
        format!("DO LAST_INSERT_ID({})", id as u64)
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
    fn text_without_conditions(&self) -> Option<&'static str> {
        Some("DO (SELECT 1 FROM (SELECT 1) AS a)")
    }
}

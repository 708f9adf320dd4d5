//! What the pool has to know of a driver, beyond what PDO's own interface tells.
//!
//! Any stock driver can be pooled (SPEC 27.1). One with a file here is known: how it shows an open transaction, what its
//! statements do to a session, how a connection is cleaned. The others go by cautious rules.

mod last_error;
mod libpq;
#[cfg(mysqlnd)]
mod mysql;
#[cfg(mysqlnd)]
mod mysqlnd;
mod postgresql;
pub(in crate::pdo) mod probe;
pub(in crate::pdo) mod readings;
mod sqlite;
pub(in crate::pdo) mod transport;

use crate::pdo::{
    drivers::transport::LinkOptions,
    messages,
    stock::{
        errors,
        handle::{Handle, Statement},
    },
};
use crate::zend::{Outcome, Thrown, Value, sys};
use cenote_sql::{Dialect, Effect, LooksBack};
use std::{
    ffi::{CStr, c_void},
    hash::Hasher,
    os::fd::RawFd,
};

pub(in crate::pdo) use sqlite::install_busy_wait_on_plain;

/// How a connection with session state is made clean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum Cleaning {
    /// It cannot be: it is destroyed.
    None,
    /// It is opened anew.
    Reopen,
    /// By [`Driver::clean`], on the connection that stays.
    InPlace,
}

/// What becomes of kept statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum Kept {
    Valid,
    /// They may not fit any more, and are closed on the server.
    Stale,
    /// The server has forgotten them.
    Gone,
}

/// A driver, as configured by one DSN.
pub(in crate::pdo) trait Driver {
    /// Prepares a connection just made for use in coroutines. `options` are the constructor's.
    fn opened(&self, _handle: Handle, _options: &Value) {}

    /// Whether a connection that was proved clean may serve another request of the process (SPEC 50).
    fn outlives_request(&self) -> bool {
        false
    }

    /// What else than the constructor's arguments decides where a new connection goes, and as whom.
    fn hash_surroundings(&self, _state: &mut dyn Hasher) {}

    /// Forgets a connection that is about to be closed.
    fn closed(&self, _handle: Handle) {}

    /// Follows an attribute that the driver has accepted.
    fn attribute_set(&self, _handle: Handle, _attribute: i64, _value: &Value) {}

    /// Whether a transaction is open: by the driver's or the server's word, never from memory (SPEC 19.3).
    fn in_transaction(&self, handle: Handle) -> bool {
        // SAFETY: a live, connected handle.
        match unsafe { (*handle.methods()).in_transaction } {
            // SAFETY: the driver's own function, from its table for this handle.
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
        cenote_sql::unknown::judge(sql)
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

    /// A text was run and has failed, by an error that left the connection whole. Here a driver can ask for what the error
    /// did not tell.
    fn failed(&self, _handle: Handle, _sql: &[u8]) -> Outcome {
        Ok(())
    }

    /// Whether [`Driver::before_text`] and [`Driver::after_text`] have something to do with this text.
    fn watches_text(&self, _sql: &[u8]) -> bool {
        false
    }

    /// What the server has told unasked of the session's settings, as one number that differs when they do (SPEC 21.4); a
    /// driver may know nothing.
    fn told_settings(&self, _handle: Handle) -> Option<u64> {
        None
    }

    /// A number that is another one when [`Driver::told_settings`] may be. `None`: only that itself can tell.
    fn times_told(&self, _handle: Handle) -> Option<u64> {
        None
    }

    /// Before such a text is compiled or run.
    fn before_text(&self, _handle: Handle) {}

    /// After such a text was compiled or run.
    fn after_text(&self, _handle: Handle) {}

    /// Whether the server ends the connection after this text, though it succeeds.
    fn ends_connection(&self, _sql: &[u8]) -> bool {
        false
    }

    /// A setting of the preamble was recorded, and holds on every connection. True: texts are to be read anew.
    fn recorded(&self, _sql: &[u8]) -> bool {
        false
    }

    /// Whether what a text leaves behind survives [`Driver::clean`].
    fn survives_cleaning(&self, _sql: &[u8]) -> bool {
        false
    }

    /// How a dirty connection is made clean (SPEC 21.7).
    fn cleaning(&self) -> Cleaning {
        Cleaning::None
    }

    /// With [`Cleaning::InPlace`]: brings the session back to its state after connecting.
    /// The texts and attributes that the pool keeps are told again afterwards by the pool itself; kept statements have been
    /// dropped without a word to the server. `methods` are the driver's own. False, or an exception: it failed, and the
    /// connection is destroyed.
    fn clean(
        &self,
        _handle: Handle,
        _methods: *const sys::pdo_dbh_methods,
    ) -> Result<bool, Thrown> {
        Ok(false)
    }

    /// Whether one connection more has to be kept for as long as the object lives (SPEC 26.7).
    fn keeps_one_open(&self) -> bool {
        false
    }

    /// Whether connecting may take the time of somebody else's answer, so that the acquire deadline bounds it (SPEC 23.7).
    fn waits_to_connect(&self) -> bool {
        true
    }

    /// Whether a connect has failed, with this text of an exception, because the server has as many connections as it, or the
    /// user, may have (SPEC 22.11). `refusal`: the SQLSTATE of the server, where it was seen on its way.
    fn is_full(&self, _error: &str, _refusal: Option<[u8; 5]>) -> bool {
        false
    }

    /// Whether no coroutine may be switched to inside a call of the driver (SPEC 26.8).
    fn forbids_switching(&self) -> bool {
        false
    }

    /// Whether compiling a text already has its effect on the session, as with SQLite's PRAGMA. Otherwise a prepared
    /// statement has it when it is executed.
    fn acts_when_compiled(&self) -> bool {
        false
    }

    /// Whether connections of this driver have a socket that [`Driver::socket`] finds: then each is probed before it is
    /// handed out (SPEC 20.2).
    fn has_sockets(&self) -> bool {
        false
    }

    /// What the driver's own configuration of a connection says of dead links (SPEC 22.8).
    fn link_options(&self, _handle: Handle) -> LinkOptions {
        LinkOptions::default()
    }

    /// The socket to the server. `None`: the connection is not open, or the driver did not show it.
    fn socket(&self, _handle: Handle) -> Option<RawFd> {
        None
    }

    /// Whether input that waits on an idle connection, and begins with this byte, is something that servers send unasked (a
    /// notification). Otherwise the connection is replaced.
    fn allows_input(&self, _handle: Handle, _first: u8) -> bool {
        false
    }

    /// Whether the connection is broken (SPEC 22.1): asked when a call has failed. `sqlstate` is that of the error on the
    /// handle or on the statement; the driver may look for more at the connection. `is_amid_rows`: by
    /// [`Driver::is_amid_rows_of`].
    fn is_broken(&self, _handle: Handle, sqlstate: [u8; 6], _is_amid_rows: bool) -> bool {
        sqlstate.starts_with(b"08")
    }

    /// Whether a call has failed only because the session, by a setting or a role of its server's that it did not choose in its
    /// transaction, does not write any more, while a new one may (SPEC 22.10).
    fn has_turned_read_only(&self, _handle: Handle, _sqlstate: [u8; 6]) -> bool {
        false
    }

    /// Whether the connection cannot be used by anybody else, by its own word and without an error: it is closed, or in
    /// the middle of something. Asked before it goes back. `holds_statements`: statements of it are still to be closed.
    fn is_unusable(&self, _handle: Handle, _holds_statements: bool) -> bool {
        false
    }

    /// Whether the connection may be in the middle of the rows of some statement, and does not tell meanwhile whether a
    /// transaction is open.
    fn may_be_amid_rows(&self, _handle: Handle) -> bool {
        false
    }

    /// Whether the connection is in the middle of the rows of this statement, of which this is the driver's part, and for no
    /// other reason unusable: whoever closes the statement makes it usable again.
    fn is_amid_rows_of(&self, _handle: Handle, _statement_data: *mut c_void) -> bool {
        false
    }

    /// A statement was executed, or rows of it were read. Where its text has ended on the server, the driver is to know.
    fn settle(&self, _handle: Handle, _statement: Statement) -> Outcome {
        Ok(())
    }

    /// Whether rows that are not read yet keep everything else from being sent.
    fn has_rows_in_the_way(&self, _handle: Handle) -> bool {
        false
    }

    /// Forgets what the server has sent unasked to the connection's former user, and the client library has queued
    /// (SPEC 21.5).
    fn forget_unasked(&self, _handle: Handle) {}

    /// A DSN with which constructing an object speaks to nobody and opens no file, but leaves the object with the driver's
    /// table of methods, whether it succeeds or not. `None`: the driver adds no methods, or is not known well enough.
    fn dsn_without_server(&self) -> Option<&'static [u8]> {
        None
    }

    /// Forgets what the driver keeps of the connection's last error (SPEC 20.1).
    fn forget_error(&self, _handle: Handle) {}

    /// The last insert id, if the driver knows it without asking a server (SPEC 23.4). `None`: the server has to be
    /// asked, on the connection that ran the INSERT (SPEC 23.5).
    fn insert_id(&self, _handle: Handle) -> Option<i64> {
        None
    }

    /// An id of [`Driver::insert_id`] as the driver's lastInsertId() writes it.
    fn insert_id_text(&self, id: i64) -> String {
        id.to_string()
    }

    /// Whether the last insert id is only known to the server.
    fn asks_for_insert_id(&self) -> bool {
        false
    }

    /// Whether the server keeps for a session what its last statements have left, and texts ask for it (SPEC 23.8).
    fn keeps_last_statement(&self) -> bool {
        false
    }

    /// What a text asks of the statements before it.
    fn looks_back(&self, _sql: &[u8]) -> LooksBack {
        LooksBack::default()
    }

    /// Whether a text may have changed what texts that look back get as the last insert id. Asked where only the server knows
    /// that id.
    fn leaves_insert_id(&self, _sql: &[u8]) -> bool {
        true
    }

    /// How many warnings the last statement has caused, as far as its answer was read.
    fn warning_count(&self, _handle: Handle) -> u32 {
        0
    }

    /// Makes the connection say so many.
    fn set_warning_count(&self, _handle: Handle, _count: u32) {}

    /// A text that makes the server forget the warnings and errors of earlier statements, and changes nothing else that lasts. Empty:
    /// it keeps none.
    fn text_without_conditions(&self) -> &'static str {
        ""
    }

    /// A text that makes the server say this last insert id, or none, and changes nothing else that lasts.
    fn text_with_insert_id(&self, _id: i64) -> String {
        String::new()
    }

    /// Makes the connection say this last insert id, so that it never tells another coroutine's.
    fn set_insert_id(&self, _handle: Handle, _id: i64) {}

    /// Whether a statement of this text, once compiled, can be run again by another user of the connection (SPEC 25.2).
    /// Statements are kept only while none of [`Driver::other_ways_to_prepare`] is on.
    fn keeps_statement(&self, _sql: &[u8]) -> bool {
        false
    }

    /// Whether a statement that was just prepared is compiled, and not one whose text the server refused to prepare and PDO
    /// will send as it is.
    fn is_compiled(&self, _statement: Statement) -> bool {
        true
    }

    /// Whether a text takes back the transaction, and does nothing else (SPEC 22.3).
    fn is_rollback(&self, sql: &[u8]) -> bool {
        cenote_sql::is_rollback(sql, Dialect::Sqlite)
    }

    /// The attributes that, when on, have the driver prepare without the server (SPEC 25.4).
    fn other_ways_to_prepare(&self) -> &'static [i64] {
        &[sys::PDO_ATTR_EMULATE_PREPARES as i64]
    }

    /// Brings a statement back to the state of one just compiled: no rows, no parameters, no columns. False: it cannot be
    /// kept, and is closed. A driver that keeps statements is not told when PDO frees the parameters of one that was reset.
    fn reset_statement(&self, _statement: Statement) -> bool {
        false
    }

    /// Whether a compiled text has the same columns at each execution, as long as [`Driver::columns_version`] is the same.
    /// Then [`Driver::reset_statement`] leaves what the driver's part has of them to a statement of which PDO has found them
    /// out.
    fn keeps_columns(&self) -> bool {
        false
    }

    /// A number that is another one when a statement just executed may have other columns than at its last execution.
    fn columns_version(&self, _statement: Statement) -> u32 {
        0
    }

    /// A statement with such a part was executed, and has another number of columns all the same.
    fn forget_columns(&self, _statement: Statement) {}

    /// Whether a kept statement has failed only because the server no longer knows it as it was: compiled anew, it may be
    /// executed once more, as nothing has been done (SPEC 25.6).
    fn is_stale(&self, _handle: Handle, _statement: Statement) -> bool {
        false
    }

    /// What a text that has run, with this effect on the session, means for the statements that are kept.
    fn kept_after(&self, _sql: &[u8], _effect: Effect) -> Kept {
        Kept::Valid
    }

    /// A compiled statement, of which this is the driver's part, will be closed, and the server has forgotten it or will:
    /// closing it need tell the server nothing.
    fn silence(&self, _statement_data: *mut c_void) {}

    /// The name by which the server knows a compiled statement, of which this is the driver's part, on whichever statement object that is
    /// executed. `None`: it does not know it, or not by a name.
    fn name_on_server(&self, _statement_data: *mut c_void) -> Option<Vec<u8>> {
        None
    }

    /// The server knows a statement that was just prepared already, by this name.
    fn is_known_as(&self, _statement: Statement, _name: &[u8]) -> Outcome {
        Ok(())
    }

    /// A text that has the server forget these statements.
    fn text_to_forget(&self, _names: &[&[u8]]) -> Vec<u8> {
        Vec::new()
    }

    /// Whether closing a statement, of which this is the driver's part, has to wait: it would fail now, or do harm
    /// (SPEC 25.7).
    fn defers_closing(&self, _handle: Handle, _statement_data: *mut c_void) -> bool {
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
            // SAFETY: the driver's own function, from its table for this handle.
            return Ok(unsafe { check(handle.as_ptr()) } == sys::SUCCESS);
        }
        handle.run_with(methods, &Value::string("SELECT 1")?)
    }
}

/// What a driver says of itself for ever, asked once: calls are too frequent to ask each time.
#[derive(Clone, Copy, Debug)]
pub(in crate::pdo) struct Traits {
    pub(in crate::pdo) has_sockets: bool,
    pub(in crate::pdo) forbids_switching: bool,
    pub(in crate::pdo) keeps_columns: bool,
    pub(in crate::pdo) keeps_last_statement: bool,
    pub(in crate::pdo) cleaning: Cleaning,
}

impl Traits {
    pub(in crate::pdo) fn of(driver: &dyn Driver) -> Traits {
        Traits {
            has_sockets: driver.has_sockets(),
            forbids_switching: driver.forbids_switching(),
            keeps_columns: driver.keeps_columns(),
            keeps_last_statement: driver.keeps_last_statement(),
            cleaning: driver.cleaning(),
        }
    }
}

/// A driver that nothing more is known of.
struct Unknown;

impl Driver for Unknown {}

/// Modules of drivers that [`choose`] knows.
pub(in crate::pdo) const KNOWN: &[&CStr] = if cfg!(mysqlnd) {
    &[c"pdo_sqlite", c"pdo_pgsql", c"pdo_mysql"]
} else {
    &[c"pdo_sqlite", c"pdo_pgsql"]
};

/// Modules of other drivers, as far as they are known by name.
pub(in crate::pdo) const OTHERS: &[&CStr] = &[
    c"pdo_odbc",
    c"pdo_firebird",
    c"pdo_dblib",
    c"pdo_oci",
    c"pdo_sqlsrv",
    c"pdo_informix",
    c"pdo_ibm",
    c"pdo_snowflake",
];

/// Module shutdown.
pub(in crate::pdo) fn shut_down() {
    libpq::shut_down();
    sqlite::shut_down();
}

/// The driver for a DSN; Err: it refuses to be pooled with this DSN.
pub(in crate::pdo) fn choose(dsn: &[u8]) -> Result<Box<dyn Driver>, Thrown> {
    if let Some(path) = dsn.strip_prefix(b"sqlite:") {
        return Ok(Box::new(sqlite::Sqlite::new(path)?));
    }
    if dsn.starts_with(b"pgsql:") {
        return Ok(Box::new(postgresql::PostgreSql));
    }
    #[cfg(mysqlnd)]
    if let Some(mysql) = dsn.strip_prefix(b"mysql:").and_then(mysql::MySql::find) {
        return Ok(Box::new(mysql));
    }
    Ok(Box::new(Unknown))
}

/// Refuses methods that would change one connection only, in a way that cannot be repeated on others (SPEC 26.5).
pub(in crate::pdo) fn refuse_method(name: &[u8]) -> Outcome {
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
        Some(refused) => Err(errors::throw_plain(&messages::method_refused(refused))),
    }
}

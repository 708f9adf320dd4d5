//! What a driver has to say of itself.
//!
//! [`Traits`] are facts that never change, and four traits are what every driver does: [`SessionState`], [`Transactions`],
//! [`Statements`], [`Liveness`]. None of their methods has a default, so that a new driver cannot inherit an answer that is
//! wrong for it: what is not known of it, it says as [`super::unknown`] does. What only some drivers have at all is a trait of
//! its own, behind a method that gives it or `None`; who has it, has to implement all of it.

use super::transport::LinkOptions;
use crate::{
    pdo::stock::{
        handle::Handle,
        statement::{Statement, StatementData},
    },
    zend::{Outcome, Thrown, Value, sys},
};
use cenote_sql::{Dialect, Effect, LooksBack};
use std::{hash::Hasher, os::fd::RawFd};

/// How a connection with session state is made clean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum Cleaning {
    /// It cannot be: it is destroyed.
    None,
    /// It is opened anew.
    Reopen,
    /// By [`SessionState::clean`], on the connection that stays.
    InPlace,
}

/// What becomes of kept statements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum KeptStatements {
    Valid,
    /// They may not fit any more, and are closed on the server.
    Stale,
    /// The server has forgotten them.
    Gone,
}

/// A driver, as configured by one DSN.
pub(in crate::pdo) trait Driver:
    SessionState + Transactions + Statements + Liveness
{
    /// Asked once for each pooled object.
    fn traits(&self) -> Traits;

    /// If its connections have a socket: then each is probed before it is handed out (SPEC 20.2).
    fn sockets(&self) -> Option<&dyn Sockets>;

    /// If it knows the last insert id without asking a server (SPEC 23.4).
    fn insert_ids(&self) -> Option<&dyn InsertIds>;

    /// If the server keeps for a session what its last statements have left, and texts ask for it (SPEC 23.8).
    fn last_statement(&self) -> Option<&dyn LastStatement>;

    /// If it wants to do something before and after certain texts.
    fn watched_texts(&self) -> Option<&dyn WatchedTexts>;

    /// If the server tells unasked of the session's settings (SPEC 21.4).
    fn reported_settings(&self) -> Option<&dyn ReportedSettings>;

    /// If the server knows compiled statements by names that can be read and set.
    fn named_statements(&self) -> Option<&dyn NamedStatements>;

    /// If rows may still be on their way from the server when a statement was executed.
    fn rows_one_by_one(&self) -> Option<&dyn RowsOneByOne>;
}

/// The facts about a driver that never change.
#[derive(Clone, Copy, Debug)]
pub(in crate::pdo) struct Traits {
    /// Of texts, where it matters to the pool itself.
    pub(in crate::pdo) dialect: Dialect,
    /// How a dirty connection is made clean (SPEC 21.7).
    pub(in crate::pdo) cleaning: Cleaning,
    /// Whether a connection that was proved clean may serve another request of the process (SPEC 50).
    pub(in crate::pdo) outlives_request: bool,
    /// Whether one connection more has to be kept for as long as the object lives (SPEC 26.7).
    pub(in crate::pdo) keeps_one_open: bool,
    /// Whether connecting may take the time of somebody else's answer, so that the acquire deadline bounds it (SPEC 23.7).
    pub(in crate::pdo) waits_to_connect: bool,
    /// Whether no coroutine may be switched to inside a call of the driver (SPEC 26.8).
    pub(in crate::pdo) forbids_switching: bool,
    /// Whether compiling a text already has its effect on the session, as with SQLite's PRAGMA. Otherwise a prepared
    /// statement has it when it is executed.
    pub(in crate::pdo) acts_when_compiled: bool,
    /// Whether a compiled text has the same columns at each execution, as long as [`Statements::columns_version`] is the same.
    /// Then [`Statements::reset_statement`] leaves what the driver's part has of them to a statement of which PDO has found them out.
    pub(in crate::pdo) keeps_columns: bool,
    /// Whether quote() asks nothing of its connection: then it takes one only to find the driver's function (SPEC 19.1).
    pub(in crate::pdo) quotes_without_connection: bool,
    /// Whether the last insert id is only known to the server.
    pub(in crate::pdo) asks_for_insert_id: bool,
    /// The attributes that, when on, have the driver prepare without the server (SPEC 25.4).
    pub(in crate::pdo) other_ways_to_prepare: &'static [i64],
    /// A DSN with which constructing an object speaks to nobody and opens no file, but leaves the object with the driver's
    /// table of methods, whether it succeeds or not. `None`: the driver adds no methods, or is not known well enough.
    pub(in crate::pdo) dsn_without_server: Option<&'static [u8]>,
}

/// What texts and users leave in a session, and how it is brought back to what it was.
pub(in crate::pdo) trait SessionState {
    /// Prepares a connection just made for use in coroutines. `options` are the constructor's.
    fn opened(&self, handle: Handle, options: &Value);

    /// Forgets a connection that is about to be closed.
    fn closed(&self, handle: Handle);

    /// Follows an attribute that the driver has accepted.
    fn attribute_set(&self, handle: Handle, attribute: i64, value: &Value);

    /// What else than the constructor's arguments decides where a new connection goes, and as whom.
    fn hash_surroundings(&self, state: &mut dyn Hasher);

    /// Whether what the constructor's arguments name is still what this open connection is of. Who asks knows that it was.
    fn leads_to(&self, handle: Handle) -> bool;

    /// What running a text does to the session (SPEC 21). `is_registered` knows functions that PHP code has added.
    fn judge(&self, sql: &[u8], is_registered: &dyn Fn(&[u8]) -> bool) -> Effect;

    /// What a text may have done to the session before it failed, when it was compiled (`only_compiled`) or run.
    fn judge_failed(
        &self,
        sql: &[u8],
        only_compiled: bool,
        is_registered: &dyn Fn(&[u8]) -> bool,
    ) -> Effect;

    /// A text was run and has failed, by an error that left the connection whole. Here a driver can ask for what the error
    /// did not tell.
    fn failed(&self, handle: Handle, sql: &[u8]) -> Outcome;

    /// Whether the server ends the connection after this text, though it succeeds.
    fn ends_connection(&self, sql: &[u8]) -> bool;

    /// A setting of the preamble was recorded, and holds on every connection. True: texts are to be read anew.
    fn recorded(&self, sql: &[u8]) -> bool;

    /// With [`Cleaning::InPlace`]: brings the session back to its state after connecting.
    /// The texts and attributes that the pool keeps are told again afterwards by the pool itself; kept statements have been
    /// dropped without a word to the server. `methods` are the driver's own. False, or an exception: it failed, and the
    /// connection is destroyed.
    fn clean(&self, handle: Handle, methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown>;

    /// Whether what a text leaves behind survives [`SessionState::clean`].
    fn survives_cleaning(&self, sql: &[u8]) -> bool;

    /// Forgets what the server has sent unasked to the connection's former user, and the client library has queued
    /// (SPEC 21.5).
    fn forget_unasked(&self, handle: Handle);

    /// Forgets what the driver keeps of the connection's last error (SPEC 20.1).
    fn forget_error(&self, handle: Handle);
}

/// Whether a transaction is open.
pub(in crate::pdo) trait Transactions {
    /// By the driver's or the server's word, never from memory (SPEC 19.3).
    fn in_transaction(&self, handle: Handle) -> bool;

    /// What PDO's own inTransaction(), commit() and rollBack() should ask, where the driver has nothing of its own.
    fn transaction_method(&self) -> sys::pdo_dbh_txn_func;
}

/// Compiled statements, and how they are kept for others (SPEC 25).
pub(in crate::pdo) trait Statements {
    /// Whether a statement of this text, once compiled, can be run again by another user of the connection (SPEC 25.2).
    /// Statements are kept only while none of [`Traits::other_ways_to_prepare`] is on.
    fn keeps_statement(&self, sql: &[u8]) -> bool;

    /// Whether a statement that was just prepared is compiled, and not one whose text the server refused to prepare and PDO
    /// will send as it is.
    fn is_compiled(&self, statement: Statement) -> bool;

    /// Brings a statement back to the state of one just compiled: no rows, no parameters, no columns. False: it cannot be
    /// kept, and is closed. A driver that keeps statements is not told when PDO frees the parameters of one that was reset.
    fn reset_statement(&self, statement: Statement) -> bool;

    /// A number that is another one when a statement just executed may have other columns than at its last execution.
    fn columns_version(&self, statement: Statement) -> u32;

    /// A statement with kept columns was executed, and has another number of columns all the same.
    fn forget_columns(&self, statement: Statement);

    /// Whether a kept statement has failed only because the server no longer knows it as it was: compiled anew, it may be
    /// executed once more, as nothing has been done (SPEC 25.6).
    fn is_stale(&self, handle: Handle, statement: Statement) -> bool;

    /// What a text that has run, with this effect on the session, means for the statements that are kept.
    fn kept_after(&self, sql: &[u8], effect: Effect) -> KeptStatements;

    /// A compiled statement, of which this is the driver's part, will be closed, and the server has forgotten it or will:
    /// closing it need tell the server nothing.
    fn silence(&self, statement_data: StatementData<'_>);

    /// Whether closing a statement, of which this is the driver's part, has to wait: it would fail now, or do harm
    /// (SPEC 25.7).
    fn defers_closing(&self, handle: Handle, statement_data: StatementData<'_>) -> bool;
}

/// Whether a connection can still be used, and by whom.
pub(in crate::pdo) trait Liveness {
    /// Whether a connect has failed, with this text of an exception, because the server has as many connections as it, or the
    /// user, may have (SPEC 22.11). `refusal`: the SQLSTATE of the server, where it was seen on its way.
    fn is_full(&self, error: &str, refusal: Option<[u8; 5]>) -> bool;

    /// Whether the connection is broken (SPEC 22.1): asked when a call has failed. `sqlstate` is that of the error on the
    /// handle or on the statement; the driver may look for more at the connection. `is_amid_rows`: by
    /// [`RowsOneByOne::is_amid_rows_of`].
    fn is_broken(&self, handle: Handle, sqlstate: [u8; 6], is_amid_rows: bool) -> bool;

    /// Whether a call has failed only because the session, by a setting or a role of its server's that it did not choose in its
    /// transaction, does not write any more, while a new one may (SPEC 22.10).
    fn has_turned_read_only(&self, handle: Handle, sqlstate: [u8; 6]) -> bool;

    /// Whether the connection cannot be used by anybody else, by its own word and without an error: it is closed, or in
    /// the middle of something. Asked before it goes back. `holds_statements`: statements of it are still to be closed.
    fn is_unusable(&self, handle: Handle, holds_statements: bool) -> bool;

    /// Whether rows that are not read yet keep everything else from being sent.
    fn has_rows_in_the_way(&self, handle: Handle) -> bool;

    /// The periodic check of an idle connection (SPEC 20.5). `methods` are the driver's own.
    fn is_alive(&self, handle: Handle, methods: &sys::pdo_dbh_methods) -> Result<bool, Thrown>;
}

/// Connections with a socket.
pub(in crate::pdo) trait Sockets {
    /// The socket to the server. `None`: the connection is not open, or the driver did not show it.
    fn socket(&self, handle: Handle) -> Option<RawFd>;

    /// What the driver's own configuration of a connection says of dead links (SPEC 22.8).
    fn link_options(&self, handle: Handle) -> LinkOptions;

    /// Whether input that waits on an idle connection, and begins with this byte, is something that servers send unasked (a
    /// notification). Otherwise the connection is replaced.
    fn allows_input(&self, handle: Handle, first: u8) -> bool;
}

/// The last insert id, kept by the client.
pub(in crate::pdo) trait InsertIds {
    /// `None`: only the server knows it, and has to be asked, on the connection that ran the INSERT (SPEC 23.5).
    fn get(&self, handle: Handle) -> Option<i64>;

    /// Makes the connection say this id, so that it never tells another coroutine's.
    fn set(&self, handle: Handle, id: i64);

    /// An id as the driver's lastInsertId() writes it.
    fn text(&self, id: i64) -> String;
}

/// What a server keeps for a session of its last statements (SPEC 23.8).
pub(in crate::pdo) trait LastStatement {
    /// What a text asks of the statements before it.
    fn looks_back(&self, sql: &[u8]) -> LooksBack;

    /// Whether a text may have changed what texts that look back get as the last insert id. Asked where only the server knows
    /// that id.
    fn leaves_insert_id(&self, sql: &[u8]) -> bool;

    /// A text that makes the server say this last insert id, or none, and changes nothing else that lasts.
    fn text_with_insert_id(&self, id: i64) -> String;

    /// How many warnings the last statement has caused, as far as its answer was read.
    fn warning_count(&self, handle: Handle) -> u32;

    /// Sets the number that the connection reports.
    fn set_warning_count(&self, handle: Handle, count: u32);

    /// A text that makes the server forget the warnings and errors of earlier statements, and changes nothing else that lasts.
    /// `None`: it keeps none.
    fn text_without_conditions(&self) -> Option<&'static str>;
}

/// Texts around which the driver has something to do.
pub(in crate::pdo) trait WatchedTexts {
    fn includes(&self, sql: &[u8]) -> bool;

    /// Before such a text is compiled or run.
    fn before(&self, handle: Handle);

    /// After such a text was compiled or run.
    fn after(&self, handle: Handle);
}

/// Settings of which the server tells by itself (SPEC 21.4).
pub(in crate::pdo) trait ReportedSettings {
    /// What it has told, as one number that differs when the settings do. `None`: nothing is known of this connection.
    fn digest(&self, handle: Handle) -> Option<u64>;

    /// A number that is another one when [`ReportedSettings::digest`] may be. `None`: only that itself can tell.
    fn times(&self, handle: Handle) -> Option<u64>;
}

/// Compiled statements that the server knows by name.
pub(in crate::pdo) trait NamedStatements {
    /// The name of a compiled statement, of which this is the driver's part, on whichever statement object that is executed.
    /// `None`: the server does not know it, or not by a name.
    fn name(&self, statement_data: StatementData<'_>) -> Option<Vec<u8>>;

    /// The server knows a statement that was just prepared already, by this name.
    fn is_known_as(&self, statement: Statement, name: &[u8]) -> Outcome;

    /// A text that has the server forget these statements.
    fn text_to_forget(&self, names: &[&[u8]]) -> Vec<u8>;
}

/// Results that are read while the server still sends them.
pub(in crate::pdo) trait RowsOneByOne {
    /// Whether the connection may be in the middle of the rows of some statement, and does not tell meanwhile whether a
    /// transaction is open.
    fn may_be_amid_rows(&self, handle: Handle) -> bool;

    /// Whether the connection is in the middle of the rows of this statement, of which this is the driver's part, and for no
    /// other reason unusable: anyone who closes the statement makes it usable again.
    fn is_amid_rows_of(&self, handle: Handle, statement_data: StatementData<'_>) -> bool;

    /// A statement was executed, or rows of it were read. Where its text has ended on the server, the driver is to know.
    fn settle(&self, handle: Handle, statement: Statement) -> Outcome;
}

/// What is asked of drivers that have the one or the other, and what those get that have not.
impl dyn Driver + '_ {
    pub(in crate::pdo) fn socket(&self, handle: Handle) -> Option<RawFd> {
        self.sockets()?.socket(handle)
    }

    /// `None`: the server has to be asked, if any.
    pub(in crate::pdo) fn insert_id(&self, handle: Handle) -> Option<i64> {
        self.insert_ids()?.get(handle)
    }

    pub(in crate::pdo) fn before_watched_text(&self, handle: Handle) {
        if let Some(watched) = self.watched_texts() {
            watched.before(handle);
        }
    }

    pub(in crate::pdo) fn after_watched_text(&self, handle: Handle) {
        if let Some(watched) = self.watched_texts() {
            watched.after(handle);
        }
    }

    #[inline]
    pub(in crate::pdo) fn may_be_amid_rows(&self, handle: Handle) -> bool {
        self.rows_one_by_one().is_some_and(|rows| rows.may_be_amid_rows(handle))
    }
}

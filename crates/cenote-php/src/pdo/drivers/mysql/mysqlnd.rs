//! A connection and a prepared statement of mysqlnd, PHP's own client library for MySQL and MariaDB.
//!
//! mysqlnd exports no functions for what is asked here; its structures and method tables are public, with headers. They
//! are used as those say, and only where pdo_mysql is built on mysqlnd ([`is_used`]).

use crate::{
    pdo::stock::{handle::Handle, statement::Statement},
    zend::{
        Outcome, Thrown, Value, exception,
        globals::{is_module_loaded, module_depends_on},
        guard, sys,
    },
};
use std::{
    ffi::{CStr, c_char, c_int, c_uint, c_void},
    os::fd::RawFd,
    ptr,
};

const PASS: sys::enum_func_status = sys::PASS;

/// Whether pdo_mysql's connections are mysqlnd's.
pub(super) fn is_used() -> bool {
    is_module_loaded(c"mysqlnd") && module_depends_on(c"pdo_mysql", c"mysqlnd")
}

/// An open connection. It lives as long as its handle.
#[derive(Clone, Copy)]
pub(super) struct Server(*mut sys::MYSQLND_CONN_DATA);

impl Server {
    /// The connection of a handle: the first field of the driver's private part.
    #[inline]
    pub(super) fn of(handle: Handle) -> Option<Server> {
        let private = handle.driver_data().cast::<*mut sys::MYSQLND>();
        if private.is_null() {
            return None;
        }
        // SAFETY: pdo_mysql's part of a live handle starts with the connection, which is null once it is closed.
        let data = unsafe {
            let connection = *private;
            if connection.is_null() { ptr::null_mut() } else { (*connection).data }
        };
        (!data.is_null()).then_some(Server(data))
    }

    fn state(self) -> sys::mysqlnd_connection_state {
        // SAFETY: a live connection.
        unsafe { (*self.0).state.state }
    }

    /// Nothing is under way.
    pub(super) fn is_ready(self) -> bool {
        self.state() == sys::CONN_READY
    }

    /// mysqlnd itself has seen the end.
    pub(super) fn is_closed(self) -> bool {
        self.state() == sys::CONN_QUIT_SENT
    }

    fn status(self) -> u32 {
        // SAFETY: a live connection; the pointer leads to a part of it.
        unsafe { (*(*self.0).upsert_status).server_status }
    }

    /// By the status that came with the last answer.
    #[inline]
    pub(super) fn in_transaction(self) -> bool {
        self.status() & sys::SERVER_STATUS_IN_TRANS != 0
    }

    pub(super) fn commits_each_statement(self) -> bool {
        self.status() & sys::SERVER_STATUS_AUTOCOMMIT != 0
    }

    /// The number of the last error, 0 for none.
    pub(super) fn error_number(self) -> u32 {
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives.
        unsafe { (*(*self.0).error_info).error_no }
    }

    /// Whether the text of the last error has one of these, which no language of the server changes.
    pub(super) fn error_says(self, words: &[&str]) -> bool {
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives; a
        // zero ends the text.
        let text = unsafe { CStr::from_ptr((&raw const (*(*self.0).error_info).error).cast()) };
        let text = text.to_string_lossy();
        words.iter().any(|word| text.contains(word))
    }

    pub(super) fn warning_count(self) -> u32 {
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives.
        unsafe { (*(*self.0).upsert_status).warning_count }
    }

    pub(super) fn set_warning_count(self, count: u32) {
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives.
        unsafe { (*(*self.0).upsert_status).warning_count = count };
    }

    pub(super) fn insert_id(self) -> u64 {
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives.
        unsafe { (*(*self.0).upsert_status).last_insert_id }
    }

    pub(super) fn set_insert_id(self, id: u64) {
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives.
        unsafe { (*(*self.0).upsert_status).last_insert_id = id };
    }

    /// The socket below the stream, over TLS too.
    pub(super) fn socket(self) -> Option<RawFd> {
        // SAFETY: a live connection; `vio` and its data live as long, the stream until it is closed.
        let stream = unsafe {
            let vio = (*self.0).vio;
            if vio.is_null() || (*vio).data.is_null() {
                return None;
            }
            (*(*vio).data).stream
        };
        if stream.is_null() {
            return None;
        }
        let mut socket: RawFd = -1;
        let place = &raw mut socket;
        let way = (sys::PHP_STREAM_AS_FD_FOR_SELECT | sys::PHP_STREAM_CAST_INTERNAL) as c_int;
        // SAFETY: a live stream; a descriptor is written.
        let found = guard(move || unsafe { sys::_php_stream_cast(stream, way, place.cast(), 0) });
        (found == Ok(sys::SUCCESS) && socket >= 0).then_some(socket)
    }

    /// Asks the server for the state of the transaction: answers with errors do not tell it.
    pub(super) fn ask_status(self) -> Outcome {
        let connection = self.0;
        // SAFETY: a connection of mysqlnd has its records for as long as it lives, and the handle that it was read from lives.
        // The copy is written in place of the original, which keeps the figures of the last text.
        let mut answer = unsafe { *(*connection).upsert_status };
        let place = &raw mut answer;
        // SAFETY: a live connection that no other call is on; the answer goes into the copy, which lives through the call.
        let done = guard(move || unsafe { command(connection, sys::COM_PING, place) })?;
        exception::check()?;
        if done {
            // SAFETY: a connection has its status for as long as it lives, and the command has not ended it.
            unsafe { (*(*connection).upsert_status).server_status = answer.server_status };
        }
        Ok(())
    }

    /// Brings the session back to its state after connecting: by COM_RESET_CONNECTION, which leaves the chosen schema, or,
    /// where the constructor chose none, by logging in again. False: the server has refused, or is gone.
    pub(super) fn start_over(self, handle: Handle) -> Result<bool, Thrown> {
        let connection = self.0;
        let schema = schema(handle)?;
        let text = self.character_set();
        let dbh = handle.as_ptr();
        // `Copy` views of what lives in this frame.
        let (schema, text) = (schema.as_deref(), text.as_deref());
        // SAFETY: a live connection on which nothing is under way, and mysqlnd's own functions with what they ask for.
        let done = guard(move || unsafe {
            let methods = (*connection).m;
            let restarted = match schema {
                Some(_) => {
                    command(connection, sys::COM_RESET_CONNECTION, (*connection).upsert_status)
                }
                None => log_in_again(connection, dbh),
            };
            restarted
                && text.is_none_or(|text| {
                    (*methods).query.is_some_and(|query| {
                        query(connection, text.as_ptr().cast(), text.len()) == PASS
                    })
                })
                && schema.is_none_or(|schema| select_schema(connection, schema))
                && (*methods).execute_init_commands.is_some_and(|run| run(connection) == PASS)
                && ((*dbh).auto_commit() as u8 == 1
                    || (*methods).set_autocommit.is_some_and(|set| set(connection, 0) == PASS))
        })?;
        exception::check()?;
        Ok(done)
    }

    /// What sets the character set and collation that were agreed on when connecting. MariaDB keeps them by itself, and
    /// may have chosen another collation than the one that mysqlnd asked for.
    fn character_set(self) -> Option<String> {
        // SAFETY: a live connection; its version is a text, the record is one of mysqlnd's constants.
        unsafe {
            let (charset, version) = ((*self.0).charset, (*self.0).server_version);
            if charset.is_null() || version.is_null() {
                return None;
            }
            if CStr::from_ptr(version).to_bytes().windows(7).any(|part| part == b"MariaDB") {
                return None;
            }
            let text = |name: *const c_char| CStr::from_ptr(name).to_str().ok();
            let (name, collation) = (text((*charset).name)?, text((*charset).collation)?);
            Some(format!("SET NAMES '{name}' COLLATE '{collation}'"))
        }
    }
}

/// The schema that the constructor chose, ended by a zero. (mysqlnd itself notes it up to PHP 8.4 only.)
fn schema(handle: Handle) -> Result<Option<Vec<u8>>, Thrown> {
    let name = handle.data_source_value(c"dbname")?.filter(|name| !name.is_empty());
    Ok(name.map(|name| [&name[..], b"\0"].concat()))
}

/// Sends a command without arguments and reads its OK. False: refused, or the connection is gone.
///
/// # Safety
/// A live connection, and a status to write to.
unsafe fn command(
    connection: *mut sys::MYSQLND_CONN_DATA,
    command: sys::php_mysqlnd_server_command,
    status: *mut sys::MYSQLND_UPSERT_STATUS,
) -> bool {
    // SAFETY: by the contract; the connection's factory encodes and decodes for it.
    unsafe {
        let factory = (*connection).payload_decoder_factory;
        let (Some(send), Some(receive)) =
            ((*factory).m.send_command, (*factory).m.send_command_handle_response)
        else {
            return false;
        };
        let errors = (*connection).error_info;
        let sent = send(
            factory,
            command,
            ptr::null(),
            0,
            true,
            &raw mut (*connection).state,
            errors,
            status,
            (*connection).stats,
            (*(*connection).m).send_close,
            connection.cast(),
        );
        let message = &raw mut (*connection).last_message;
        sent == PASS
            && receive(factory, sys::PROT_OK_PACKET, true, command, false, errors, status, message)
                == PASS
    }
}

unsafe fn select_schema(connection: *mut sys::MYSQLND_CONN_DATA, schema: &[u8]) -> bool {
    // SAFETY: the caller's live connection; the name, which ends with a zero, is copied.
    unsafe {
        let name = sys::MYSQLND_CSTRING { s: schema.as_ptr().cast(), l: schema.len() - 1 };
        (*(*connection).command).init_db.is_some_and(|select| select(connection, name) == PASS)
    }
}

/// COM_CHANGE_USER with the name and password of the handle: mysqlnd keeps another text as password.
unsafe fn log_in_again(connection: *mut sys::MYSQLND_CONN_DATA, dbh: *mut sys::pdo_dbh_t) -> bool {
    // SAFETY: the caller's live connection and handle; both texts end with a zero, or are null.
    unsafe {
        let text = |text: *mut c_char| {
            if text.is_null() { c"".as_ptr() } else { text.cast_const() }
        };
        let (user, password) = (text((*dbh).username), text((*dbh).password));
        let length = CStr::from_ptr(password).count_bytes();
        (*(*connection).m).change_user.is_some_and(|change| {
            change(connection, user, password, c"".as_ptr(), true, length) == PASS
        })
    }
}

/// What pdo_mysql keeps for a statement, when it is built on mysqlnd.
#[repr(C)]
pub(super) struct StatementRecord {
    handle: *mut c_void,
    result: *mut sys::MYSQLND_RES,
    fields: *const sys::MYSQLND_FIELD,
    error_file: *const c_char,
    error_line: c_int,
    error_number: c_uint,
    error_text: *mut c_char,
    /// Null if the server does not prepare it.
    prepared: *mut sys::MYSQLND_STMT,
    parameter_count: c_int,
    parameters: *mut c_void,
    row: *mut sys::zval,
    flags: u32,
}

impl StatementRecord {
    /// "All results have been read."
    const DONE: u32 = 2;

    unsafe fn of(data: *mut c_void) -> Option<*mut StatementRecord> {
        let record = data.cast::<StatementRecord>();
        // SAFETY: the caller vouches for a statement of pdo_mysql.
        let is_prepared = unsafe {
            !record.is_null()
                && !(*record).prepared.is_null()
                && !(*(*record).prepared).data.is_null()
        };
        is_prepared.then_some(record)
    }

    /// Whether the server has prepared it.
    pub(super) fn is_prepared(statement: Statement) -> bool {
        // SAFETY: a live statement of pdo_mysql.
        unsafe { Self::of(statement.driver_data()).is_some() }
    }

    /// The number of the last error of a statement that the server has prepared.
    pub(super) fn last_error(statement: Statement) -> Option<u32> {
        // SAFETY: a live statement of pdo_mysql.
        unsafe { Self::of(statement.driver_data()).map(|record| (*record).error_number) }
    }

    /// Leaves only what the server has prepared: no rows, no parameters, no error. False: it is no such statement, or rows
    /// of the connection have still to be read.
    pub(super) fn reset(statement: Statement) -> bool {
        // SAFETY: a live statement of pdo_mysql.
        let Some(record) = (unsafe { Self::of(statement.driver_data()) }) else { return false };
        // SAFETY: a statement that the server has prepared has its record, and mysqlnd keeps the connection of it alive.
        unsafe {
            let data = (*(*record).prepared).data;
            if (*data).conn.is_null() || !Server((*data).conn).is_ready() {
                return false;
            }
        }
        // SAFETY: all three records live, as checked above. mysqlnd frees what is its own and makes anew what it finds null;
        // nothing of that can jump, and what parameters held is the statement's own, whose destructors `Value` guards.
        unsafe {
            let result = std::mem::replace(&mut (*record).result, ptr::null_mut());
            (*record).fields = ptr::null();
            if !result.is_null() {
                if let Some(free) = (*result).m.free_result {
                    free(result, false);
                }
            }
            let prepared = (*record).prepared;
            let methods = (*prepared).m;
            if let Some(free) = (*methods).free_result {
                free(prepared);
            }
            let data = (*prepared).data;
            let bound = std::mem::replace(&mut (*data).param_bind, ptr::null_mut());
            if !bound.is_null() {
                for at in 0..(*data).param_count as usize {
                    drop(Value::take_from(&raw mut (*bound.add(at)).zv));
                }
                if let Some(free) = (*methods).free_parameter_bind {
                    free(prepared, bound);
                }
            }
            if let (false, Some(handle)) = ((*record).error_text.is_null(), statement.handle()) {
                handle.free((*record).error_text.cast());
                (*record).error_text = ptr::null_mut();
            }
            (*record).error_number = 0;
            (*record).flags |= Self::DONE;
            // One without rows has no way back from "executed", and needs none.
            matches!((*data).state, sys::MYSQLND_STMT_PREPARED | sys::MYSQLND_STMT_EXECUTED)
        }
    }

    /// Whether closing the statement now would read, or throw away, rows that are another one's.
    ///
    /// # Safety
    /// `data` is the driver's part of a statement of pdo_mysql.
    pub(super) unsafe fn is_in_the_way(data: *mut c_void, server: Server) -> bool {
        // SAFETY: by the contract.
        let has_read_all =
            unsafe { Self::of(data).is_some_and(|record| (*record).flags & Self::DONE != 0) };
        has_read_all && !server.is_ready() && !server.is_closed()
    }

    /// Makes the end of a statement say nothing to the server: the statement is forgotten there, or will be.
    ///
    /// # Safety
    /// `data` is the driver's part of a statement of pdo_mysql.
    pub(super) unsafe fn silence(data: *mut c_void) {
        // SAFETY: by the contract. mysqlnd closes only what has a number.
        unsafe {
            if let Some(record) = Self::of(data) {
                (*(*(*record).prepared).data).stmt_id = 0;
            }
        }
    }
}

//! libpq, the client library of PostgreSQL: what it says of a connection.
//!
//! Its functions are looked up in the library that pdo_pgsql is linked with.

use crate::{pdo::stock::handle::Handle, zend::started::PerStart};
use std::ffi::{CStr, c_char, c_int, c_void};

type Connection = *mut c_void;

/// `PGTransactionStatusType`.
pub(super) mod transaction {
    use std::ffi::c_int;

    pub(in crate::pdo::drivers) const IDLE: c_int = 0;
    /// A command is in progress.
    pub(in crate::pdo::drivers) const ACTIVE: c_int = 1;
    pub(in crate::pdo::drivers) const OPEN: c_int = 2;
    pub(in crate::pdo::drivers) const FAILED: c_int = 3;
    /// The connection is bad.
    pub(in crate::pdo::drivers) const UNKNOWN: c_int = 4;
}

/// `ExecStatusType`.
#[cfg(php85)]
pub(super) mod result {
    use std::ffi::c_int;

    pub(in crate::pdo::drivers) const COPY: [c_int; 3] = [3, 4, 8];
    pub(in crate::pdo::drivers) const ERROR: c_int = 7;
    pub(in crate::pdo::drivers) const SINGLE_ROW: c_int = 9;
}

const CONNECTION_OK: c_int = 0;

/// `PQconninfoOption`.
#[repr(C)]
struct ConnectOption {
    keyword: *const c_char,
    texts: [*const c_char; 2],
    value: *const c_char,
    label: *const c_char,
    dispchar: *const c_char,
    dispsize: c_int,
}

pub(super) struct Library {
    pub(super) socket: unsafe extern "C" fn(Connection) -> c_int,
    status: unsafe extern "C" fn(Connection) -> c_int,
    transaction_status: unsafe extern "C" fn(Connection) -> c_int,
    pub(super) consume_input: unsafe extern "C" fn(Connection) -> c_int,
    pub(super) ssl_in_use: unsafe extern "C" fn(Connection) -> c_int,
    /// Only since libpq 12, as that encryption itself.
    gss_in_use: Option<unsafe extern "C" fn(Connection) -> c_int>,
    pub(super) clear: unsafe extern "C" fn(*mut c_void),
    notifies: unsafe extern "C" fn(Connection) -> *mut c_void,
    freemem: unsafe extern "C" fn(*mut c_void),
    #[cfg(php85)]
    next_result: unsafe extern "C" fn(Connection) -> *mut c_void,
    #[cfg(php85)]
    result_status: unsafe extern "C" fn(*const c_void) -> c_int,
    parameter_status: unsafe extern "C" fn(Connection, *const c_char) -> *const c_char,
    error_field: unsafe extern "C" fn(*const c_void, c_int) -> *const c_char,
    options: unsafe extern "C" fn(Connection) -> *mut ConnectOption,
    free_options: unsafe extern "C" fn(*mut ConnectOption),
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
            let freemem = libc::dlsym(scope, c"PQfreemem".as_ptr());
            let parameter_status = libc::dlsym(scope, c"PQparameterStatus".as_ptr());
            let error_field = libc::dlsym(scope, c"PQresultErrorField".as_ptr());
            let options = libc::dlsym(scope, c"PQconninfo".as_ptr());
            let free_options = libc::dlsym(scope, c"PQconninfoFree".as_ptr());
            let needed = [clear, freemem, parameter_status, error_field, options, free_options];
            if needed.iter().any(|function| function.is_null()) {
                return None;
            }
            Some(Library {
                socket: ask(c"PQsocket")?,
                status: ask(c"PQstatus")?,
                transaction_status: ask(c"PQtransactionStatus")?,
                consume_input: ask(c"PQconsumeInput")?,
                ssl_in_use: ask(c"PQsslInUse")?,
                gss_in_use: ask(c"PQgssEncInUse"),
                #[cfg(php85)]
                next_result: std::mem::transmute::<
                    unsafe extern "C" fn(Connection) -> c_int,
                    unsafe extern "C" fn(Connection) -> *mut c_void,
                >(ask(c"PQgetResult")?),
                #[cfg(php85)]
                result_status: std::mem::transmute::<
                    unsafe extern "C" fn(Connection) -> c_int,
                    unsafe extern "C" fn(*const c_void) -> c_int,
                >(ask(c"PQresultStatus")?),
                clear: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void)>(clear),
                notifies: std::mem::transmute::<
                    unsafe extern "C" fn(Connection) -> c_int,
                    unsafe extern "C" fn(Connection) -> *mut c_void,
                >(ask(c"PQnotifies")?),
                freemem: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void)>(
                    freemem,
                ),
                parameter_status: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Connection, *const c_char) -> *const c_char,
                >(parameter_status),
                error_field: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*const c_void, c_int) -> *const c_char,
                >(error_field),
                options: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Connection) -> *mut ConnectOption,
                >(options),
                free_options: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*mut ConnectOption),
                >(free_options),
            })
        }
    }
}

impl Library {
    /// A part of the error that a result is; `result` may be null.
    ///
    /// # Safety
    /// The result is libpq's, and the text lives as long as it does.
    pub(super) unsafe fn error_field(
        &self,
        result: *const c_void,
        field: u8,
    ) -> Option<&'static [u8]> {
        // SAFETY: by the contract.
        unsafe {
            let text = (self.error_field)(result, c_int::from(field));
            (!text.is_null()).then(|| CStr::from_ptr(text).to_bytes())
        }
    }

    /// What a result is; for null an error.
    ///
    /// # Safety
    /// A result of libpq's, or null.
    #[cfg(php85)]
    pub(super) unsafe fn status_of(&self, result: *const c_void) -> c_int {
        // SAFETY: by the contract.
        unsafe { (self.result_status)(result) }
    }
}

static LIBRARY: PerStart<Option<Library>> = PerStart::new();

pub(super) fn library() -> Option<&'static Library> {
    LIBRARY.get_or_set(Library::find).as_ref()
}

/// Module shutdown: by the next start the library may be somewhere else.
pub(super) fn shut_down() {
    LIBRARY.clear();
}

/// What libpq says of a connection: its functions take null for one that is closed.
#[derive(Clone, Copy)]
pub(super) struct Server {
    pub(super) library: &'static Library,
    connection: Connection,
}

impl Server {
    pub(super) fn of(handle: Handle) -> Option<Server> {
        let private = handle.driver_data();
        if private.is_null() {
            return None;
        }
        // SAFETY: the driver's part starts with the connection in every version of pdo_pgsql.
        let connection = unsafe { *private.cast::<Connection>() };
        library().map(|library| Server { library, connection })
    }

    pub(super) fn ask(self, question: unsafe extern "C" fn(Connection) -> c_int) -> c_int {
        // SAFETY: a function of libpq's on a connection of libpq's, or null.
        unsafe { question(self.connection) }
    }

    pub(super) fn transaction(self) -> c_int {
        self.ask(self.library.transaction_status)
    }

    pub(super) fn is_encrypted(self) -> bool {
        let by_gss = self.library.gss_in_use;
        self.ask(self.library.ssl_in_use) != 0 || by_gss.is_some_and(|ask| self.ask(ask) != 0)
    }

    /// The settings of which the server sends each change by itself, as one number. Newer servers tell of the last two as
    /// well.
    pub(super) fn settings(self) -> u64 {
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
            self.setting(name).iter().copied().for_each(&mut add);
            add(0);
        }
        number
    }

    /// A setting of which the server sends each change by itself; empty if it does not. To be used at once.
    pub(super) fn setting<'a>(self, name: &CStr) -> &'a [u8] {
        // SAFETY: asks libpq for a text of its own, which lives until the next message of the server; null if it knows none.
        unsafe {
            let told = (self.library.parameter_status)(self.connection, name.as_ptr());
            if told.is_null() { &[] } else { CStr::from_ptr(told).to_bytes() }
        }
    }

    /// Tells those of the named options of the connection that somebody has given, with their values.
    pub(super) fn options(self, names: &[&str], mut tell: impl FnMut(&[u8], &[u8])) {
        let Library { options, free_options, .. } = *self.library;
        // SAFETY: a list of libpq's, of its own or null, which ends with an entry without a keyword and is freed once.
        unsafe {
            let list = options(self.connection);
            let mut at = list.cast_const();
            while !at.is_null() && !(*at).keyword.is_null() {
                let name = CStr::from_ptr((*at).keyword).to_bytes();
                if !(*at).value.is_null() && names.iter().any(|known| known.as_bytes() == name) {
                    tell(name, CStr::from_ptr((*at).value).to_bytes());
                }
                at = at.add(1);
            }
            free_options(list);
        }
    }

    /// Empties libpq's queue of notifications. It reads nothing from the socket.
    pub(super) fn drop_notifications(self) {
        let Library { notifies, freemem, .. } = *self.library;
        // SAFETY: libpq's functions on a connection of its own, or null; each notification is ours and freed once.
        unsafe {
            loop {
                let notification = notifies(self.connection);
                if notification.is_null() {
                    return;
                }
                freemem(notification);
            }
        }
    }

    pub(super) fn is_bad(self) -> bool {
        self.ask(self.library.status) != CONNECTION_OK
    }

    /// Reads what the server still has to say of a text whose rows are over: libpq tells the state of the transaction only
    /// after that. False: there is no end, as it is COPY that the driver has executed like any text.
    ///
    /// # Safety
    /// A live connection, on which no rows are under way that somebody wants.
    #[cfg(php85)]
    pub(super) unsafe fn finish_text(self) -> bool {
        let Library { next_result, result_status, clear, .. } = *self.library;
        loop {
            // SAFETY: libpq's functions, on a live connection of its own and on results that are nobody else's.
            let status = unsafe {
                let next = next_result(self.connection);
                if next.is_null() {
                    return true;
                }
                let status = result_status(next);
                clear(next);
                status
            };
            // That would be told again and again.
            if result::COPY.contains(&status) {
                return false;
            }
        }
    }
}

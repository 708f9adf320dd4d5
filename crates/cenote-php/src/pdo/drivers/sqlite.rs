//! SQLite: transaction state, the busy wait, cleaning by opening anew, memory databases.
//!
//! SQLite's own functions are looked up in the library that pdo_sqlite has loaded; a second copy in one process would break
//! its file locks. Where the library cannot be found, the driver works by PDO's own tracking and blocks while it waits.

use super::{Cleaning, Driver, last_error};
use crate::{
    pdo::{
        errors,
        handle::{Handle, Statement},
        in_use, messages,
    },
    runtime,
    zend::{Thrown, Value, globals::EngineLocal, sys},
};
use cenote_core::Time;
use cenote_sql::{Dialect, Effect, sqlite as rules};
use std::{
    cell::{LazyCell, RefCell},
    collections::HashMap,
    ffi::{CStr, c_char, c_int, c_void},
    sync::OnceLock,
    time::Duration,
};

type Db = *mut c_void;
type BusyCallback = extern "C" fn(*mut c_void, c_int) -> c_int;
type RowCallback = extern "C" fn(*mut c_void, c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;

struct Library {
    get_autocommit: unsafe extern "C" fn(Db) -> c_int,
    busy_handler: unsafe extern "C" fn(Db, Option<BusyCallback>, *mut c_void) -> c_int,
    busy_timeout: unsafe extern "C" fn(Db, c_int) -> c_int,
    last_insert_rowid: unsafe extern "C" fn(Db) -> i64,
    set_last_insert_rowid: unsafe extern "C" fn(Db, i64),
    exec: unsafe extern "C" fn(
        Db,
        *const c_char,
        Option<RowCallback>,
        *mut c_void,
        *mut *mut c_char,
    ) -> c_int,
    reset: unsafe extern "C" fn(*mut c_void) -> c_int,
    clear_bindings: unsafe extern "C" fn(*mut c_void) -> c_int,
    /// Where the library counts [`TIMES_COMPILED_ANEW`].
    statement_status: Option<unsafe extern "C" fn(*mut c_void, c_int, c_int) -> c_int>,
}

/// `SQLITE_STMTSTATUS_REPREPARE`, and the first version that has it.
const TIMES_COMPILED_ANEW: c_int = 5;
const COUNTED_SINCE: c_int = 3_020_000;

impl Library {
    fn find() -> Option<Library> {
        // SAFETY: looks up what is loaded already. The types are those of SQLite's documented interface, which is stable.
        unsafe {
            let loaded =
                libc::dlopen(c"libsqlite3.so.0".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
            let scope = if loaded.is_null() { libc::RTLD_DEFAULT } else { loaded };
            let symbol = |name: &CStr| {
                let found = libc::dlsym(scope, name.as_ptr());
                (!found.is_null()).then_some(found)
            };
            let version = std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_int>(
                symbol(c"sqlite3_libversion_number")?,
            )();
            let statement_status =
                symbol(c"sqlite3_stmt_status").filter(|_| version >= COUNTED_SINCE).map(|found| {
                    std::mem::transmute::<
                        *mut c_void,
                        unsafe extern "C" fn(*mut c_void, c_int, c_int) -> c_int,
                    >(found)
                });
            Some(Library {
                get_autocommit: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(Db) -> c_int>(
                    symbol(c"sqlite3_get_autocommit")?,
                ),
                busy_handler: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Db, Option<BusyCallback>, *mut c_void) -> c_int,
                >(symbol(c"sqlite3_busy_handler")?),
                busy_timeout: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Db, c_int) -> c_int,
                >(symbol(c"sqlite3_busy_timeout")?),
                last_insert_rowid: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Db) -> i64,
                >(symbol(c"sqlite3_last_insert_rowid")?),
                set_last_insert_rowid: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Db, i64),
                >(symbol(c"sqlite3_set_last_insert_rowid")?),
                exec: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(
                        Db,
                        *const c_char,
                        Option<RowCallback>,
                        *mut c_void,
                        *mut *mut c_char,
                    ) -> c_int,
                >(symbol(c"sqlite3_exec")?),
                reset: std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut c_void) -> c_int>(
                    symbol(c"sqlite3_reset")?,
                ),
                clear_bindings: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*mut c_void) -> c_int,
                >(symbol(c"sqlite3_clear_bindings")?),
                statement_status,
            })
        }
    }
}

fn library() -> Option<&'static Library> {
    static LIBRARY: OnceLock<Option<Library>> = OnceLock::new();
    LIBRARY.get_or_init(Library::find).as_ref()
}

/// The `sqlite3 *` of a handle: the first field of the driver's private part.
fn database(handle: Handle) -> Db {
    let private = handle.driver_data();
    if private.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the driver's part starts with the connection in every version of pdo_sqlite.
    unsafe { *private.cast::<Db>() }
}

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
    /// In memory, shared by connections of this process.
    is_memory: bool,
    /// Connections share one page cache, whose locks do not allow a switch inside a call.
    shares_cache: bool,
}

impl Sqlite {
    /// Looks at what follows `sqlite:` in the DSN (SPEC 26.1).
    pub(super) fn new(path: &[u8]) -> Result<Sqlite, Thrown> {
        let place = Place::parse(path);
        if place.is_memory && !place.shares_cache {
            return Err(errors::throw_plain(&messages::IN_MEMORY));
        }
        Ok(Sqlite { is_memory: place.is_memory, shares_cache: place.shares_cache })
    }

    fn busy_wait(&self, limit: c_int) -> BusyWait {
        BusyWait { limit, shares_cache: self.shares_cache, is_pooled: true }
    }
}

/// Where a database lies, by SQLite's reading of file names and URIs.
struct Place {
    is_memory: bool,
    shares_cache: bool,
}

impl Place {
    fn parse(path: &[u8]) -> Place {
        let Some(uri) = path.strip_prefix(b"file:") else {
            let is_memory = path.is_empty() || path == b":memory:";
            return Place { is_memory, shares_cache: false };
        };
        let uri = uri.split(|&byte| byte == b'#').next().unwrap_or_default();
        let mut parts = uri.splitn(2, |&byte| byte == b'?');
        let name = decode(parts.next().unwrap_or_default());
        let mut place = Place { is_memory: name == b":memory:", shares_cache: false };
        for parameter in parts.next().unwrap_or_default().split(|&byte| byte == b'&') {
            match decode(parameter).as_slice() {
                b"mode=memory" => place.is_memory = true,
                b"cache=shared" => place.shares_cache = true,
                b"cache=private" => place.shares_cache = false,
                _ => {}
            }
        }
        if name.is_empty() && !place.is_memory {
            // A temporary database, which is never shared.
            place = Place { is_memory: true, shares_cache: false };
        }
        place
    }
}

/// Resolves `%HH`.
fn decode(text: &[u8]) -> Vec<u8> {
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    let mut decoded = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match (text[at], digit(text.get(at + 1)), digit(text.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                decoded.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    decoded
}

impl Driver for Sqlite {
    fn opened(&self, handle: Handle, options: &Value) {
        self.busy_wait(timeout_option(options)).install(handle);
    }

    fn closed(&self, handle: Handle) {
        LIMITS.borrow_mut().remove(&handle.as_ptr().addr());
    }

    fn attribute_set(&self, handle: Handle, attribute: i64, value: &Value) {
        if attribute == i64::from(sys::PDO_ATTR_TIMEOUT) {
            self.busy_wait(seconds(value)).install(handle);
        }
    }

    fn in_transaction(&self, handle: Handle) -> bool {
        match library() {
            Some(library) => is_in_transaction(library, handle),
            None => handle.tracked_transaction(),
        }
    }

    fn transaction_method(&self) -> sys::pdo_dbh_txn_func {
        unsafe extern "C" fn ask(raw: *mut sys::pdo_dbh_t) -> bool {
            library().is_some_and(|library| is_in_transaction(library, Handle::from_raw(raw)))
        }
        library().map(|_| ask as _)
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

    /// The PRAGMA reads and sets SQLite's own busy timeout, at the moment when it is compiled: show it the true one.
    fn watches_text(&self, sql: &[u8]) -> bool {
        rules::mentions_busy_timeout(sql)
    }

    fn before_text(&self, handle: Handle) {
        if let (Some(library), Some(limit)) = (library(), BusyWait::limit_of(handle)) {
            // SAFETY: an open connection.
            unsafe { (library.busy_timeout)(database(handle), limit) };
        }
    }

    fn after_text(&self, handle: Handle) {
        if let Some(limit) = own_busy_timeout(handle) {
            self.busy_wait(limit).install(handle);
        }
    }

    /// A PRAGMA takes effect when it is compiled, so it is compiled each time; the rest is compiled anew by SQLite itself
    /// when the schema has changed.
    fn keeps_statement(&self, sql: &[u8]) -> bool {
        library().is_some() && cenote_sql::is_query_or_change(sql, Dialect::Sqlite)
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

    fn keeps_columns(&self) -> bool {
        library().is_some_and(|library| library.statement_status.is_some())
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

    fn cleaning(&self) -> Cleaning {
        Cleaning::Reopen
    }

    fn acts_when_compiled(&self) -> bool {
        true
    }

    fn keeps_one_open(&self) -> bool {
        self.is_memory
    }

    fn waits_to_connect(&self) -> bool {
        false
    }

    fn forbids_switching(&self) -> bool {
        self.shares_cache
    }

    fn forget_error(&self, handle: Handle) {
        last_error::forget::<()>(handle);
    }

    fn insert_id(&self, handle: Handle) -> Option<i64> {
        // SAFETY: an open connection.
        library().map(|library| unsafe { (library.last_insert_rowid)(database(handle)) })
    }

    fn set_insert_id(&self, handle: Handle, id: i64) {
        if self.insert_id(handle).is_some_and(|current| current != id) {
            if let Some(library) = library() {
                // SAFETY: an open connection.
                unsafe { (library.set_last_insert_rowid)(database(handle), id) };
            }
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

/// The busy timeout that SQLite itself has for the connection.
fn own_busy_timeout(handle: Handle) -> Option<c_int> {
    extern "C" fn read(
        found: *mut c_void,
        columns: c_int,
        values: *mut *mut c_char,
        _names: *mut *mut c_char,
    ) -> c_int {
        // SAFETY: `found` is the `c_int` below; SQLite passes `columns` C strings or nulls.
        unsafe {
            if columns > 0 && !(*values).is_null() {
                let text = CStr::from_ptr(*values).to_str().unwrap_or_default();
                *found.cast::<c_int>() = text.parse().unwrap_or(0);
            }
        }
        0
    }
    let library = library()?;
    let mut found: c_int = -1;
    // SAFETY: an open connection that is in no call; `read` writes to `found`.
    unsafe {
        (library.exec)(
            database(handle),
            c"PRAGMA busy_timeout".as_ptr(),
            Some(read),
            (&raw mut found).cast(),
            std::ptr::null_mut(),
        );
    }
    (found >= 0).then_some(found)
}

/// How a connection waits for the lock of its file: parked, so that the coroutine which holds it can go on.
#[derive(Clone, Copy)]
struct BusyWait {
    /// In milliseconds.
    limit: c_int,
    shares_cache: bool,
    is_pooled: bool,
}

/// The limits of pooled connections, by handle: SQLite does not tell the argument of a callback.
static LIMITS: EngineLocal<LazyCell<RefCell<HashMap<usize, c_int>>>> =
    EngineLocal::new(LazyCell::new(RefCell::default));

impl BusyWait {
    /// The callback's argument holds both fields, so that nothing has to be allocated or freed.
    fn pack(self) -> *mut c_void {
        std::ptr::without_provenance_mut(
            (self.limit as usize) << 1 | usize::from(self.shares_cache),
        )
    }

    fn unpack(argument: *mut c_void) -> BusyWait {
        let bits = argument.addr();
        BusyWait { limit: (bits >> 1) as c_int, shares_cache: bits & 1 != 0, is_pooled: false }
    }

    fn install(self, handle: Handle) {
        if let Some(library) = library() {
            // SAFETY: an open connection; the callback needs nothing but its argument.
            unsafe { (library.busy_handler)(database(handle), Some(wait), self.pack()) };
            if self.is_pooled {
                LIMITS.borrow_mut().insert(handle.as_ptr().addr(), self.limit);
            }
        }
    }

    fn limit_of(handle: Handle) -> Option<c_int> {
        LIMITS.borrow().get(&handle.as_ptr().addr()).copied()
    }
}

/// SQLite found a lock for the `attempt`th time in one wait. Answers whether to try again.
extern "C" fn wait(argument: *mut c_void, attempt: c_int) -> c_int {
    let BusyWait { limit, shares_cache, .. } = BusyWait::unpack(argument);
    let (before, pause) = pauses(attempt);
    let pause = pause.min(limit.saturating_sub(before));
    if pause <= 0 {
        return 0;
    }
    let pause = Duration::from_millis(pause as u64);
    if shares_cache || !runtime::may_park() {
        std::thread::sleep(pause);
        return 1;
    }
    let until = Time(runtime::precise_now().0 + pause.as_nanos() as u64);
    match runtime::park(Some(until)) {
        Ok(_) => 1,
        Err(interrupted) => {
            // SQLite has to return first; the call that waits raises what ended the wait.
            in_use::interrupt(interrupted);
            0
        }
    }
}

/// Milliseconds waited in all attempts before this one, and in this one: doubling up to 25.
fn pauses(attempt: c_int) -> (c_int, c_int) {
    const STEPS: c_int = 5;
    const LONGEST: c_int = 25;
    if attempt < STEPS {
        return ((1 << attempt) - 1, 1 << attempt);
    }
    let steady = (attempt - STEPS).saturating_mul(LONGEST);
    (((1 << STEPS) - 1_i32).saturating_add(steady), LONGEST)
}

/// A plain PDO object waits in the same way, from the first call on it after coroutines exist.
pub(in super::super) fn install_busy_wait_on_plain(handle: Handle) {
    if handle.driver_name() != b"sqlite" || database(handle).is_null() {
        return;
    }
    if let Some(limit) = own_busy_timeout(handle).filter(|&limit| limit > 0) {
        // Nothing tells whether a plain handle shares its cache but its name.
        let shares_cache = Place::parse(handle.data_source()).shares_cache;
        BusyWait { limit, shares_cache, is_pooled: false }.install(handle);
    }
}

//! SQLite's own functions, in the library that pdo_sqlite has loaded.

use crate::{pdo::stock::handle::Handle, zend::started::PerStart};
use std::ffi::{CStr, c_char, c_int, c_void};

pub(super) type Db = *mut c_void;
pub(super) type BusyCallback = extern "C" fn(*mut c_void, c_int) -> c_int;
pub(super) type RowCallback =
    extern "C" fn(*mut c_void, c_int, *mut *mut c_char, *mut *mut c_char) -> c_int;

pub(super) struct Library {
    pub(super) get_autocommit: unsafe extern "C" fn(Db) -> c_int,
    pub(super) busy_handler: unsafe extern "C" fn(Db, Option<BusyCallback>, *mut c_void) -> c_int,
    pub(super) busy_timeout: unsafe extern "C" fn(Db, c_int) -> c_int,
    pub(super) last_insert_rowid: unsafe extern "C" fn(Db) -> i64,
    pub(super) set_last_insert_rowid: unsafe extern "C" fn(Db, i64),
    pub(super) exec: unsafe extern "C" fn(
        Db,
        *const c_char,
        Option<RowCallback>,
        *mut c_void,
        *mut *mut c_char,
    ) -> c_int,
    pub(super) reset: unsafe extern "C" fn(*mut c_void) -> c_int,
    pub(super) clear_bindings: unsafe extern "C" fn(*mut c_void) -> c_int,
    pub(super) file_control: unsafe extern "C" fn(Db, *const c_char, c_int, *mut c_void) -> c_int,
    pub(super) file_name: unsafe extern "C" fn(Db, *const c_char) -> *const c_char,
    /// Where the library counts [`TIMES_COMPILED_ANEW`].
    pub(super) statement_status: Option<unsafe extern "C" fn(*mut c_void, c_int, c_int) -> c_int>,
}

/// `SQLITE_STMTSTATUS_REPREPARE`, and the first version that has it.
pub(super) const TIMES_COMPILED_ANEW: c_int = 5;
const COUNTED_SINCE: c_int = 3_020_000;
const SQLITE_OK: c_int = 0;
/// `SQLITE_FCNTL_HAS_MOVED`: whether the file's name leads to another one than was opened.
const HAS_MOVED: c_int = 20;

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
                file_control: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Db, *const c_char, c_int, *mut c_void) -> c_int,
                >(symbol(c"sqlite3_file_control")?),
                file_name: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(Db, *const c_char) -> *const c_char,
                >(symbol(c"sqlite3_db_filename")?),
                statement_status,
            })
        }
    }
}

impl Library {
    /// The name of the open file, if that is still the file's. To be used at once.
    pub(super) fn name_of_file(&self, handle: Handle) -> Option<&[u8]> {
        let mut has_moved: c_int = 0;
        let database = database(handle);
        if database.is_null() {
            return None;
        }
        // SAFETY: an open connection; the name is SQLite's and lives as long as that, or is null.
        unsafe {
            let told = (self.file_control)(
                database,
                c"main".as_ptr(),
                HAS_MOVED,
                (&raw mut has_moved).cast(),
            );
            let name = (self.file_name)(database, c"main".as_ptr());
            let is_known = told == SQLITE_OK && has_moved == 0 && !name.is_null();
            is_known.then(|| CStr::from_ptr(name).to_bytes())
        }
    }
}

static LIBRARY: PerStart<Option<Library>> = PerStart::new();

#[inline]
pub(super) fn library() -> Option<&'static Library> {
    LIBRARY.get().unwrap_or_else(find).as_ref()
}

#[cold]
fn find() -> &'static Option<Library> {
    LIBRARY.get_or_set(Library::find)
}

/// Module shutdown: by the next start the library may be somewhere else.
pub(super) fn shut_down() {
    LIBRARY.clear();
}

/// The `sqlite3 *` of a handle: the first field of the driver's private part.
pub(super) fn database(handle: Handle) -> Db {
    let private = handle.driver_data();
    if private.is_null() {
        return std::ptr::null_mut();
    }
    // SAFETY: the driver's part starts with the connection in every version of pdo_sqlite.
    unsafe { *private.cast::<Db>() }
}

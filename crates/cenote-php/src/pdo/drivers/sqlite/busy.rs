//! How a connection waits for the lock of its file (SPEC 26): parked, where a coroutine may be.

use super::{
    library::{database, library},
    place::Place,
};
use crate::{
    pdo::stock::{handle::Handle, interruptions},
    runtime,
    zend::globals::engine_local,
};
use cenote_core::Time;
use std::{
    cell::{LazyCell, RefCell},
    collections::HashMap,
    ffi::{CStr, c_char, c_int, c_void},
    time::Duration,
};

/// The busy timeout that SQLite itself has for the connection.
pub(super) fn own_busy_timeout(handle: Handle) -> Option<c_int> {
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
pub(super) struct BusyWait {
    /// In milliseconds.
    pub(super) limit: c_int,
    pub(super) shares_cache: bool,
    pub(super) is_pooled: bool,
}

engine_local! {
    /// The limits of pooled connections, by handle: SQLite does not tell the argument of a callback.
    static LIMITS: LazyCell<RefCell<HashMap<usize, c_int>>> = LazyCell::new(RefCell::default);
}

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

    pub(super) fn install(self, handle: Handle) {
        if let Some(library) = library() {
            // SAFETY: an open connection; the callback needs nothing but its argument.
            unsafe { (library.busy_handler)(database(handle), Some(wait), self.pack()) };
            if self.is_pooled {
                LIMITS.borrow_mut().insert(handle.as_ptr().addr(), self.limit);
            }
        }
    }

    /// A pooled connection is about to be closed.
    pub(super) fn forget(handle: Handle) {
        LIMITS.borrow_mut().remove(&handle.as_ptr().addr());
    }

    pub(super) fn limit_of(handle: Handle) -> Option<c_int> {
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
            interruptions::note(interrupted);
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
pub(in crate::pdo) fn install_busy_wait_on_plain(handle: Handle) {
    if handle.driver_name() != b"sqlite" || database(handle).is_null() {
        return;
    }
    if let Some(limit) = own_busy_timeout(handle).filter(|&limit| limit > 0) {
        // Nothing tells whether a plain handle shares its cache but its name.
        let shares_cache = Place::parse(handle.data_source()).shares_cache;
        BusyWait { limit, shares_cache, is_pooled: false }.install(handle);
    }
}

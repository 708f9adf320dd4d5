//! Handles whose memory outlives the request, as PDO makes them for its own persistent connections (ADR 12).
//!
//! PDO makes one if its constructor is given `ATTR_PERSISTENT`, and enters it into the engine's list of persistent resources, where
//! every later constructor with the same name finds it. A pool wants none of that but the memory: the handle is taken from the
//! list at once and belongs to its hidden object, until the pool has proved it clean and takes it out of that object. Between
//! two requests it is in the list again, under a key that no constructor asks for: so the engine closes it when the process
//! ends, while the driver's code is still there.

use super::{classes, handle::Handle};
use crate::zend::{Object, Thrown, globals::engine_local, guard, sys};
use std::{
    cell::{Cell, RefCell},
    ffi::c_int,
    process,
};

engine_local! {
    /// The type of PDO's persistent resources, once it was seen.
    static RESOURCE: Cell<c_int> = Cell::new(0);
    static MADE: Cell<u64> = Cell::new(0);
}

/// A value for `ATTR_PERSISTENT` that nobody else uses.
pub(in crate::pdo) fn name() -> String {
    MADE.set(MADE.get() + 1);
    format!("cenote pool {} {}", process::id(), MADE.get())
}

engine_local! {
    /// Objects inside PDO's constructor.
    static CONSTRUCTING: RefCell<Vec<*mut sys::zend_object>> = RefCell::new(Vec::new());
}

/// PDO's constructor is about to be called with such a name.
pub(in crate::pdo) fn begin(object: &Object) {
    CONSTRUCTING.borrow_mut().push(object.as_ptr());
}

/// A fatal error has left constructors in their midst: what they have made goes with their objects, which are still to be freed.
pub(in crate::pdo) fn end_request() {
    for object in CONSTRUCTING.take() {
        // SAFETY: the frame that holds the object was abandoned, so it lives until the engine frees all objects.
        unsafe { sys::cenote_pdo_make_own(Handle::of(object).as_ptr()) };
    }
}

/// PDO's constructor was called with such a name, and may have failed: what it made belongs to the object alone.
pub(in crate::pdo) fn make_own(object: &Object) {
    CONSTRUCTING.borrow_mut().retain(|other| *other != object.as_ptr());
    // SAFETY: a live PDO object; the list is the engine's, and nothing is closed.
    let kind = unsafe { sys::cenote_pdo_make_own(Handle::of(object.as_ptr()).as_ptr()) };
    if kind != 0 {
        RESOURCE.set(kind);
    }
}

/// A handle as PDO's objects have one before they are constructed: what is left in the object that a connection is taken out of.
pub(in crate::pdo) struct Blank(*mut sys::pdo_dbh_t);

impl Blank {
    pub(in crate::pdo) fn new() -> Result<Blank, Thrown> {
        let class = classes::get().statement;
        // SAFETY: memory of the request, all zero but for the class of statements, as PDO makes it.
        let made = guard(move || unsafe {
            let made = sys::cenote_calloc(1, size_of::<sys::pdo_dbh_t>()).cast::<sys::pdo_dbh_t>();
            (*made).def_stmt_ce = class.as_ptr();
            made
        })?;
        Ok(Blank(made))
    }
}

impl Drop for Blank {
    fn drop(&mut self) {
        // SAFETY: memory of this request that nothing refers to; a blank handle owns nothing.
        unsafe { sys::cenote_free(self.0.cast()) };
    }
}

/// A connected handle that belongs to no object and no request. If it is dropped, PDO closes it.
pub(in crate::pdo) struct Loose {
    handle: Handle,
    number: u64,
}

impl Loose {
    /// The driver's own functions.
    pub(in crate::pdo) fn methods(&self) -> &'static sys::pdo_dbh_methods {
        // SAFETY: a connected handle, which has its driver's own table by the contract of `take_from`.
        unsafe { &*self.handle.methods() }
    }

    /// Takes the handle out of its object. `None`: it is not a persistent one, or could not be entered into the engine's list.
    ///
    /// # Safety
    /// A PDO object in no call, whose handle has the driver's own functions and no statements.
    pub(in crate::pdo) unsafe fn take_from(
        object: *mut sys::zend_object,
        blank: Blank,
    ) -> Option<Loose> {
        // SAFETY: by the contract.
        unsafe {
            let handle = Handle::of(object);
            let raw = handle.as_ptr();
            if !sys::cenote_pdo_is_persistent(raw) || RESOURCE.get() == 0 {
                return None;
            }
            // What PDO does when the object of a persistent handle is freed.
            if let Some(shutdown) = (*handle.methods()).persistent_shutdown {
                shutdown(raw);
            }
            handle.forget_request();
            MADE.set(MADE.get() + 1);
            let number = MADE.get();
            if !sys::cenote_pdo_enlist(raw, RESOURCE.get(), number) {
                return None;
            }
            handle_field(object).write(blank.0);
            std::mem::forget(blank);
            Some(Loose { handle, number })
        }
    }

    pub(in crate::pdo) fn handle(&self) -> Handle {
        self.handle
    }

    /// Gives the handle to a new object, which has not been constructed; what that had.
    pub(in crate::pdo) fn give_to(self, object: &Object) -> Blank {
        // SAFETY: a PDO object of nobody else's, whose handle is blank.
        unsafe {
            sys::cenote_pdo_delist(self.number, true);
            let blank = handle_field(object.as_ptr()).replace(self.handle.as_ptr());
            std::mem::forget(self);
            Blank(blank)
        }
    }

    /// The engine has closed it with its list.
    pub(in crate::pdo) fn forget(self) {
        std::mem::forget(self);
    }

    /// In a child process: the connection is the parent's. Nothing is sent or freed.
    pub(in crate::pdo) fn disown(self) {
        // SAFETY: the list is a copy that belongs to this process.
        unsafe { sys::cenote_pdo_delist(self.number, true) };
        std::mem::forget(self);
    }
}

impl Drop for Loose {
    fn drop(&mut self) {
        let number = self.number;
        // SAFETY: PDO closes what it finds under the number; nothing refers to the handle.
        let _ = guard(move || unsafe { sys::cenote_pdo_delist(number, false) });
    }
}

/// Where a PDO object keeps the pointer to its handle.
///
/// # Safety
/// `object` is a PDO object.
pub(in crate::pdo) unsafe fn handle_field(
    object: *mut sys::zend_object,
) -> *mut *mut sys::pdo_dbh_t {
    // SAFETY: by the contract PDO's record lies around the object.
    unsafe {
        let offset = std::mem::offset_of!(sys::_pdo_dbh_object_t, std);
        let record = object.cast::<u8>().sub(offset).cast::<sys::_pdo_dbh_object_t>();
        &raw mut (*record).inner
    }
}

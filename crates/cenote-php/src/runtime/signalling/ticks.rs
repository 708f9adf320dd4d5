//! Ticks of the script (`declare(ticks=1)`), which ask for what pcntl holds back (SPEC 30.14).

use super::pcntl_handlers;
use crate::zend::{entry, globals::EngineLocal, sys};
use std::{
    cell::Cell,
    ffi::{c_int, c_void},
};

static ARE_WATCHED: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));

/// Has each tick of this request ask. PHP forgets its tick functions when the request ends.
#[cold]
pub(super) fn watch() {
    if !ARE_WATCHED.replace(true) {
        // SAFETY: during a request; the function takes no argument.
        unsafe { sys::php_add_tick_function(Some(on_tick), std::ptr::null_mut()) };
    }
}

pub(super) fn forget() {
    ARE_WATCHED.set(false);
}

unsafe extern "C" fn on_tick(_count: c_int, _argument: *mut c_void) {
    entry::boundary(pcntl_handlers::release_held);
}

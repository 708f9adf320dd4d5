//! Between two runs no code of the program may run, and the end of a value can run a destructor. There values are put by in
//! place of being freed.

use super::value::Value;
use crate::zend::globals::EngineLocal;
use std::cell::{Cell, RefCell};

struct PutOff {
    is_on: Cell<bool>,
    values: RefCell<Vec<Value>>,
}

static PUT_OFF: EngineLocal<PutOff> =
    EngineLocal::new(PutOff { is_on: Cell::new(false), values: RefCell::new(Vec::new()) });

/// Whether values are to be put by now.
#[inline]
pub(super) fn is_on() -> bool {
    PUT_OFF.is_on.get()
}

#[cold]
pub(super) fn put_by(value: Value) {
    PUT_OFF.values.borrow_mut().push(value);
}

/// Runs `body`, which calls no PHP code. Returns what would have been freed meanwhile.
pub(crate) fn put_off_ends(body: impl FnOnce()) -> Vec<Value> {
    let outer = PUT_OFF.is_on.replace(true);
    body();
    PUT_OFF.is_on.set(outer);
    if outer { Vec::new() } else { PUT_OFF.values.take() }
}

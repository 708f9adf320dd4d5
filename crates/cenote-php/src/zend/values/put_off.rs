//! Between two runs no code of the program may run, and the end of a value can run a destructor. There values are put by in
//! place of being freed.

use super::value::Value;
use crate::zend::globals::engine_local;
use std::cell::{Cell, RefCell};

struct PutOff {
    is_on: Cell<bool>,
    values: RefCell<Vec<Value>>,
}

engine_local! {
    static PUT_OFF: PutOff = PutOff { is_on: Cell::new(false), values: RefCell::new(Vec::new()) };
}

/// Whether values are to be put by now.
#[inline]
pub(super) fn is_on() -> bool {
    PUT_OFF.is_on.get()
}

#[cold]
pub(super) fn put_by(value: Value) {
    PUT_OFF.values.borrow_mut().push(value);
}

/// Values are put by for as long as this lives, and as they were before afterwards.
struct Putting {
    outer: bool,
}

impl Putting {
    fn begin() -> Self {
        Putting { outer: PUT_OFF.is_on.replace(true) }
    }
}

impl Drop for Putting {
    fn drop(&mut self) {
        PUT_OFF.is_on.set(self.outer);
    }
}

/// Runs `body`, which calls no PHP code. Returns what would have been freed meanwhile; within another such call, that one does.
pub(crate) fn put_off_ends(body: impl FnOnce()) -> Vec<Value> {
    let putting = Putting::begin();
    body();
    if putting.outer { Vec::new() } else { PUT_OFF.values.take() }
}

//! Iterating over a Traversable from Rust.

use crate::zend::{Thrown, Value, control::exception, guard, sys};

/// A walk through a Traversable. Its methods run PHP code, which may wait.
pub(crate) struct Iteration {
    iterator: *mut sys::zend_object_iterator,
    started: bool,
    /// The number of elements before this one: the key of an iterator that has none.
    passed: i64,
}

impl Iteration {
    /// Begins: `getIterator()` runs here.
    pub(crate) fn over(traversable: &Value) -> Result<Self, Thrown> {
        let object = traversable.as_object().expect("a Traversable is an object");
        let zval = traversable.as_ptr().cast_mut();
        // SAFETY: a live Traversable, whose class has this function.
        let iterator = guard(move || unsafe {
            let class = (*object).ce;
            (*class).get_iterator.map_or(std::ptr::null_mut(), |make| make(class, zval, 0))
        })?;
        exception::check()?;
        if iterator.is_null() {
            return Err(Thrown::Exception);
        }
        Ok(Iteration { iterator, started: false, passed: 0 })
    }

    /// The next element: its key, if the iterator has keys, and its value.
    pub(crate) fn next(&mut self) -> Result<Option<(Value, Value)>, Thrown> {
        // A generator that goes on under an exception runs one opcode again and again.
        exception::check()?;
        let iterator = self.iterator;
        let started = std::mem::replace(&mut self.started, true);
        // SAFETY: a live iterator; `rewind` may be missing, `valid` and `move_forward` may not.
        let valid = guard(move || unsafe {
            let functions = &*(*iterator).funcs;
            let step = if started { functions.move_forward } else { functions.rewind };
            if let Some(step) = step {
                step(iterator);
            }
            let failed = !crate::zend::module::globals::executor().exception.is_null();
            !failed && functions.valid.is_some_and(|valid| valid(iterator) == sys::SUCCESS as _)
        })?;
        exception::check()?;
        if !valid {
            return Ok(None);
        }
        // SAFETY: the iterator is at an element.
        let data = guard(move || unsafe {
            (*(*iterator).funcs).get_current_data.map_or(std::ptr::null_mut(), |get| get(iterator))
        })?;
        exception::check()?;
        if data.is_null() {
            return Ok(None);
        }
        // SAFETY: the element's value, which the iterator keeps until its next step.
        let value = unsafe { Value::copy_of(data) };
        let key = self.key()?;
        self.passed += 1;
        Ok(Some((key, value)))
    }

    fn key(&self) -> Result<Value, Thrown> {
        let iterator = self.iterator;
        // SAFETY: a live iterator.
        let Some(get) = (unsafe { (*(*iterator).funcs).get_current_key }) else {
            return Ok(Value::int(self.passed));
        };
        let mut key = Value::undef();
        let slot = key.as_mut_ptr();
        // SAFETY: writes the key to an empty slot.
        guard(move || unsafe { get(iterator, slot) })?;
        exception::check()?;
        Ok(key.dereferenced())
    }
}

impl Drop for Iteration {
    fn drop(&mut self) {
        let iterator = self.iterator;
        let aside = exception::InFlight::put_aside();
        // SAFETY: our reference to the iterator, given up once; its destructor may run PHP code.
        let _ = guard(move || unsafe { sys::zend_iterator_dtor(iterator) });
        aside.restore();
    }
}

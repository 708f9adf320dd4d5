//! `foreach` over a statement fetches without calling a method, so the class's iterator is guarded as well (SPEC 28.2).

use super::statement;
use crate::pdo::stock::{classes::Classes, request};
use crate::zend::{globals::SetAtStart, started::PerStart, sys};
use std::cell::Cell;

type GetIterator = unsafe extern "C" fn(
    *mut sys::zend_class_entry,
    *mut sys::zval,
    std::ffi::c_int,
) -> *mut sys::zend_object_iterator;

/// PDO's functions, and the same with a guarded step.
struct Tables {
    stock: *const sys::zend_object_iterator_funcs,
    ours: sys::zend_object_iterator_funcs,
}

static ORIGINAL: SetAtStart<Cell<Option<GetIterator>>> = SetAtStart::new(Cell::new(None));
/// Made with the first iterator.
static TABLES: PerStart<Tables> = PerStart::new();

pub(in crate::pdo) fn install(classes: &Classes) {
    let class = classes.statement.as_ptr();
    TABLES.clear();
    // SAFETY: module start-up; an internal class, whose children copy the function when they are declared.
    unsafe {
        ORIGINAL.set((*class).get_iterator);
        (*class).get_iterator = (*class).get_iterator.map(|_| get_iterator as _);
    }
}

unsafe extern "C" fn get_iterator(
    class: *mut sys::zend_class_entry,
    zval: *mut sys::zval,
    by_reference: std::ffi::c_int,
) -> *mut sys::zend_object_iterator {
    let Some(original) = ORIGINAL.get() else { return std::ptr::null_mut() };
    if request::is_quiet() {
        // SAFETY: the engine's own arguments.
        return unsafe { original(class, zval, by_reference) };
    }
    let made: Cell<*mut sys::zend_object_iterator> = Cell::new(std::ptr::null_mut());
    let slot = &made;
    // SAFETY: the engine's own arguments, of which one is a statement; the first row is fetched here.
    unsafe {
        let object = (*zval).value.obj;
        statement::guarded_call(object, false, move || {
            slot.set(original(class, zval, by_reference));
        });
    }
    let iterator = made.get();
    if !iterator.is_null() {
        // SAFETY: PDO's iterator, just made; its functions all come from one table.
        unsafe { (*iterator).funcs = guarded((*iterator).funcs) };
    }
    iterator
}

/// PDO's functions with a guarded step.
unsafe fn guarded(
    stock: *const sys::zend_object_iterator_funcs,
) -> *const sys::zend_object_iterator_funcs {
    let tables = TABLES.get_or_set(|| {
        // SAFETY: PDO's constant table.
        let mut ours = unsafe { *stock };
        ours.move_forward = Some(move_forward);
        Tables { stock, ours }
    });
    &tables.ours
}

unsafe extern "C" fn move_forward(iterator: *mut sys::zend_object_iterator) {
    // SAFETY: set before the first iterator got this function.
    let step = TABLES.get().and_then(|tables| unsafe { (*tables.stock).move_forward });
    let Some(step) = step else { return };
    // SAFETY: an iterator of PDO keeps its statement in `data`.
    let object = unsafe { (*iterator).data.value.obj };
    // SAFETY: the engine's own argument.
    unsafe { statement::guarded_call(object, false, move || step(iterator)) };
}

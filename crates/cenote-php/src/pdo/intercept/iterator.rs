//! `foreach` over a statement fetches without calling a method, so the class's iterator is guarded as well (SPEC 28.2).

use super::statement;
use crate::pdo::stock::{classes::Classes, request};
use crate::zend::{globals::SetAtStart, sys};
use std::cell::{Cell, UnsafeCell};

type GetIterator = unsafe extern "C" fn(
    *mut sys::zend_class_entry,
    *mut sys::zval,
    std::ffi::c_int,
) -> *mut sys::zend_object_iterator;

struct Tables {
    original: Cell<Option<GetIterator>>,
    stock: Cell<*const sys::zend_object_iterator_funcs>,
    ours: UnsafeCell<Option<sys::zend_object_iterator_funcs>>,
}

static TABLES: SetAtStart<Tables> = SetAtStart::new(Tables {
    original: Cell::new(None),
    stock: Cell::new(std::ptr::null()),
    ours: UnsafeCell::new(None),
});

pub(in crate::pdo) fn install(classes: &Classes) {
    let class = classes.statement.as_ptr();
    // SAFETY: no iterator is left of an earlier start, and no other borrow of the table exists.
    unsafe { *TABLES.ours.get() = None };
    // SAFETY: module start-up; an internal class, whose children copy the function when they are declared.
    unsafe {
        TABLES.original.set((*class).get_iterator);
        (*class).get_iterator = (*class).get_iterator.map(|_| get_iterator as _);
    }
}

unsafe extern "C" fn get_iterator(
    class: *mut sys::zend_class_entry,
    zval: *mut sys::zval,
    by_reference: std::ffi::c_int,
) -> *mut sys::zend_object_iterator {
    let Some(original) = TABLES.original.get() else { return std::ptr::null_mut() };
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
    // SAFETY: `stock` is PDO's constant table. Only this thread touches the copy, which is made once.
    unsafe {
        let ours = &mut *TABLES.ours.get();
        if ours.is_none() {
            TABLES.stock.set(stock);
            let mut table = *stock;
            table.move_forward = Some(move_forward);
            *ours = Some(table);
        }
        ours.as_ref().map_or(stock, std::ptr::from_ref)
    }
}

unsafe extern "C" fn move_forward(iterator: *mut sys::zend_object_iterator) {
    // SAFETY: set before the first iterator got this function.
    let Some(step) = (unsafe { (*TABLES.stock.get()).move_forward }) else { return };
    // SAFETY: an iterator of PDO keeps its statement in `data`.
    let object = unsafe { (*iterator).data.value.obj };
    // SAFETY: the engine's own argument.
    unsafe { statement::guarded_call(object, false, move || step(iterator)) };
}

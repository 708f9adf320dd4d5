//! The marks that [`super::library`] puts on calls, where the engine may leave them behind.
//!
//! A mark is freed by the engine when the call returns. The code of the function JIT leaves that step out: such a mark belongs to nobody any
//! more, and is freed here, once its call is over.

use super::library;
use crate::{
    runtime::coroutines::{coroutine::CoroutineId, scheduler},
    zend::{
        globals::{self, engine_local},
        guard, sys,
    },
};
use std::cell::RefCell;

struct Mark {
    coroutine: CoroutineId,
    call: *mut sys::zend_execute_data,
    array: *mut sys::zend_array,
}

engine_local! {
    static MARKS: RefCell<Vec<Mark>> = RefCell::new(Vec::new());
}

/// A call of the running coroutine has got this mark, under the JIT.
pub(super) fn note(call: *mut sys::zend_execute_data, array: *mut sys::zend_array) {
    sweep();
    let coroutine = scheduler::running().id;
    MARKS.borrow_mut().push(Mark { coroutine, call, array });
}

/// The engine frees the mark with this element itself.
#[inline]
pub(super) fn forget(element: *const sys::zval) {
    if !MARKS.borrow().is_empty() {
        // SAFETY: a mark is a live array until the engine, or `free`, has freed it; then it is in the list no more.
        MARKS.borrow_mut().retain(|mark| unsafe { element_of(mark.array) } != element);
    }
}

/// Frees those whose calls are over.
fn sweep() {
    let running = scheduler::running().id;
    let frame = globals::executor().current_execute_data;
    let is_over = |mark: &Mark| {
        if mark.coroutine != running {
            return scheduler::with(|scheduler| scheduler.find(mark.coroutine).is_none());
        }
        // SAFETY: the running frame.
        unsafe { library::called_by(mark.call, frame) }.is_none()
    };
    let (over, live): (Vec<_>, _) = MARKS.take().into_iter().partition(is_over);
    MARKS.replace(live);
    over.into_iter().for_each(free);
}

/// The request ends: no call goes on. After a fatal error the engine's memory goes as a whole.
pub(in crate::runtime) fn end_request() {
    let left = MARKS.take();
    if !globals::compiler().unclean_shutdown {
        left.into_iter().for_each(free);
    }
}

fn free(mark: Mark) {
    let array = mark.array;
    // SAFETY: nobody else frees it; its destructor would tell of a return.
    let _ = guard(move || unsafe {
        (*array).pDestructor = None;
        sys::zend_array_destroy(array);
    });
}

/// # Safety
/// A live array with one element that was added by name.
unsafe fn element_of(array: *const sys::zend_array) -> *const sys::zval {
    // SAFETY: promised.
    unsafe { &raw const (*(*array).__bindgen_anon_1.arData).val }
}

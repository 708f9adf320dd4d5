//! What a coroutine that parks notes of its frames: where in PHP code it waits, what its calls work on (SPEC 28.6), and which of the
//! engine's marks it takes off (SPEC 30.16). One walk for all three, as every wait has one. Most find nothing but PHP code, where there is
//! only the first to note.

use crate::{
    runtime::{
        calls::{inside, things},
        coroutines::coroutine::Coroutine,
        engine::recursion,
    },
    zend::{frame, sys},
};

/// `me` parks, in the frame `innermost`.
///
/// # Safety
/// Null, or the running frame.
#[inline]
pub(super) unsafe fn note(me: &Coroutine, innermost: *mut sys::zend_execute_data) {
    recursion::take_off_opening(&me.marks);
    let mut has_place = false;
    let mut frame = innermost;
    // SAFETY: promised; all that a running frame was called from is live, and so is what they hold.
    unsafe {
        while !frame.is_null() {
            if frame::runs_user_code(frame) {
                if !has_place {
                    has_place = true;
                    me.suspended_at.move_to(frame);
                }
                if things::may_iterate(frame) {
                    inside::enter(me, frame, true);
                }
                if recursion::may_have_marks(frame) {
                    recursion::take_off_around(&me.marks, frame);
                }
            } else if things::may_have(frame) {
                inside::enter(me, frame, frame != innermost);
            }
            frame = (*frame).prev_execute_data;
        }
    }
}

/// The PHP code that has called one of our functions, in the frame `innermost`, if nothing but PHP code stands above it up to where the main
/// script, or what runs on a carrier, began. There no C code is in the middle of a call: nothing that somebody could close is in use,
/// there are no marks, and the engine's globals hold nothing of a call (SPEC 30.11), as all of it is C code's around the PHP code that it
/// calls, which the engine marks as called so.
///
/// # Safety
/// Null, or the running frame.
#[inline]
pub(super) unsafe fn plain_caller(
    innermost: *mut sys::zend_execute_data,
) -> Option<*mut sys::zend_execute_data> {
    // SAFETY: promised; all that a running frame was called from is live.
    unsafe {
        if innermost.is_null() || !things::is_own(innermost) || is_called_by_c(innermost) {
            return None;
        }
        let caller = (*innermost).prev_execute_data;
        let mut frame = caller;
        loop {
            if frame.is_null() || !frame::runs_user_code(frame) {
                return None;
            }
            let above = (*frame).prev_execute_data;
            if is_called_by_c(frame) {
                let is_first = if above.is_null() {
                    (*frame).This.u1.type_info & sys::ZEND_CALL_CODE != 0
                } else {
                    std::ptr::eq((*above).func, &raw const sys::cenote_carrier_function)
                };
                return is_first.then_some(caller);
            }
            frame = above;
        }
    }
}

/// # Safety
/// A live frame.
#[inline]
unsafe fn is_called_by_c(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: promised.
    unsafe { (*frame).This.u1.type_info & sys::ZEND_CALL_TOP != 0 }
}

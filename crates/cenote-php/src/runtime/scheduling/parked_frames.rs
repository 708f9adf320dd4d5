//! What a coroutine that parks notes of its frames: where in PHP code it waits, what its calls work on (SPEC 28.6), and which of the
//! engine's marks it takes off (SPEC 30.16). One walk for all three, as every wait has one.

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
                    me.suspended_at.borrow_mut().move_to(frame);
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

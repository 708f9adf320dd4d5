//! The engine's Fibers, as the user makes them.

use crate::zend::{Object, Value, module::globals, sys};
use std::ptr::NonNull;

/// A Fiber. Like a pointer, it does not keep it alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FiberRef(NonNull<sys::zend_fiber>);

impl FiberRef {
    /// The one that is running, without those that have resumed it. `None`: no Fiber is.
    #[inline]
    pub(crate) fn active() -> Option<FiberRef> {
        NonNull::new(globals::executor().active_fiber).map(FiberRef)
    }

    /// # Safety
    /// `object` is a Fiber that lives as long as the result is used.
    pub(crate) unsafe fn of(object: *mut sys::zend_object) -> FiberRef {
        // SAFETY: a live object is not at null, and is the first part of a Fiber.
        FiberRef(unsafe { NonNull::new_unchecked(object.cast()) })
    }

    /// The one whose context this is, if it is a Fiber's.
    ///
    /// # Safety
    /// `context` is null or live.
    pub(crate) unsafe fn with_context(context: *mut sys::zend_fiber_context) -> Option<FiberRef> {
        // SAFETY: by the contract; the kind tells that the context is a part of a Fiber.
        unsafe {
            let is_fiber = !context.is_null() && (*context).kind == sys::zend_ce_fiber.cast();
            let start = std::mem::offset_of!(sys::zend_fiber, context);
            is_fiber.then(|| FiberRef(NonNull::new_unchecked(context.byte_sub(start).cast())))
        }
    }

    fn fields<'a>(self) -> &'a sys::zend_fiber {
        // SAFETY: anyone who made this vouches for a live Fiber.
        unsafe { self.0.as_ref() }
    }

    pub(crate) fn object(self) -> Object {
        // SAFETY: a live object, and the first part of a Fiber.
        unsafe { Object::from_borrowed(self.0.as_ptr().cast()) }
    }

    pub(crate) fn is_new(self) -> bool {
        self.fields().context.status == sys::ZEND_FIBER_STATUS_INIT
    }

    pub(crate) fn has_ended(self) -> bool {
        self.fields().context.status == sys::ZEND_FIBER_STATUS_DEAD
    }

    /// Whether it is in `Fiber::suspend()`: nobody has resumed it since.
    #[inline]
    pub(crate) fn is_suspended(self) -> bool {
        let fiber = self.fields();
        fiber.context.status == sys::ZEND_FIBER_STATUS_SUSPENDED && fiber.caller.is_null()
    }

    /// The Fiber that has resumed this one, and waits for it. `None`: a coroutine has, or nobody.
    pub(crate) fn resumer(self) -> Option<FiberRef> {
        // SAFETY: null, or the context of who waits for this one, which is live.
        unsafe { FiberRef::with_context(self.fields().caller) }
    }

    /// This one, the Fiber that has resumed it, and so on.
    pub(crate) fn and_resumers(self) -> impl Iterator<Item = FiberRef> {
        std::iter::successors(Some(self), |fiber| fiber.resumer())
    }

    /// Where it is, unless it is running.
    pub(crate) fn frame(self) -> *mut sys::zend_execute_data {
        self.fields().execute_data
    }

    /// What it has returned.
    pub(crate) fn result(self) -> Value {
        // SAFETY: an initialised zval.
        let result = unsafe { Value::copy_of(&raw const self.fields().result) };
        if result.is_undef() { Value::null() } else { result }
    }
}

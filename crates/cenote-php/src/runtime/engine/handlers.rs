//! The stacks of error and exception handlers, one pair per coroutine (SPEC 30.11).

use crate::zend::{Value, globals, guard, sys};
use std::mem::ManuallyDrop;

/// The handlers of one coroutine while it does not run.
pub(in crate::runtime) struct Handlers {
    error: Value,
    error_mask: i32,
    exception: Value,
    error_stack: Stack,
    error_mask_stack: Stack,
    exception_stack: Stack,
}

const NO_STACK: sys::zend_stack =
    sys::zend_stack { size: 0, top: 0, max: 0, elements: std::ptr::null_mut() };

/// An engine stack that we own.
struct Stack(sys::zend_stack);

impl Stack {
    /// Takes an engine stack over, leaving an empty one with elements of the same size.
    fn take(place: &mut sys::zend_stack) -> Self {
        let empty = sys::zend_stack { size: place.size, ..NO_STACK };
        Stack(std::mem::replace(place, empty))
    }

    fn empty_like(model: &sys::zend_stack) -> Self {
        Stack(sys::zend_stack { size: model.size, ..NO_STACK })
    }

    fn into_raw(self) -> sys::zend_stack {
        ManuallyDrop::new(self).0
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        let stack = &raw mut self.0;
        let values = self.0.size as usize == size_of::<sys::zval>();
        // SAFETY: our own stack, never used again; the handler stacks hold zvals, the mask stack plain ints.
        let _ = guard(move || unsafe {
            if values && (*stack).top > 0 {
                sys::zend_stack_clean(stack, Some(drop_zval), false);
            }
            sys::zend_stack_destroy(stack);
        });
    }
}

unsafe extern "C" fn drop_zval(element: *mut std::ffi::c_void) {
    // SAFETY: called for each zval on one of our stacks, which is discarded right after.
    unsafe { sys::zval_ptr_dtor(element.cast()) };
}

impl Handlers {
    /// The spawner's current handlers, with stacks of their own that start empty.
    pub(in crate::runtime) fn inherited() -> Option<Box<Handlers>> {
        let eg = globals::executor();
        if is_undef(&eg.user_error_handler) && is_undef(&eg.user_exception_handler) {
            return None;
        }
        // SAFETY: both are initialised zvals.
        let (error, exception) = unsafe {
            (
                Value::copy_of(&raw const eg.user_error_handler),
                Value::copy_of(&raw const eg.user_exception_handler),
            )
        };
        Some(Box::new(Handlers {
            error,
            error_mask: eg.user_error_handler_error_reporting,
            exception,
            error_stack: Stack::empty_like(&eg.user_error_handlers),
            error_mask_stack: Stack::empty_like(&eg.user_error_handlers_error_reporting),
            exception_stack: Stack::empty_like(&eg.user_exception_handlers),
        }))
    }

    /// The same current handlers for another coroutine.
    pub(in crate::runtime) fn inherited_from(parked: &Handlers) -> Box<Handlers> {
        let eg = globals::executor();
        Box::new(Handlers {
            error: parked.error.clone(),
            error_mask: parked.error_mask,
            exception: parked.exception.clone(),
            error_stack: Stack::empty_like(&eg.user_error_handlers),
            error_mask_stack: Stack::empty_like(&eg.user_error_handlers_error_reporting),
            exception_stack: Stack::empty_like(&eg.user_exception_handlers),
        })
    }

    #[inline]
    pub(in crate::runtime) fn is_neutral() -> bool {
        Self::left() == 0
    }

    /// What is in the globals, or'ed together; 0: they are neutral.
    #[inline]
    pub(in crate::runtime) fn left() -> usize {
        const { assert!(sys::IS_UNDEF == 0) };
        let eg = globals::executor();
        // SAFETY: the type word is always initialised.
        let types =
            unsafe { eg.user_error_handler.u1.type_info | eg.user_exception_handler.u1.type_info };
        types as usize
            | eg.user_error_handlers.elements as usize
            | eg.user_exception_handlers.elements as usize
    }

    /// Which of the two are set, a bit for each.
    #[inline]
    pub(in crate::runtime) fn which() -> u8 {
        let eg = globals::executor();
        u8::from(!is_undef(&eg.user_error_handler))
            | u8::from(!is_undef(&eg.user_exception_handler)) << 1
    }

    /// Each set_error_handler() and its like pushes what was before.
    #[inline]
    pub(in crate::runtime) fn nothing_is_stacked() -> bool {
        let eg = globals::executor();
        eg.user_error_handlers.top == 0 && eg.user_exception_handlers.top == 0
    }

    pub(in crate::runtime) fn put_aside() -> Option<Box<Handlers>> {
        if Self::is_neutral() { None } else { Some(Self::take()) }
    }

    #[cold]
    fn take() -> Box<Handlers> {
        let mut eg = globals::executor();
        // SAFETY: both are initialised zvals that the engine owns; ownership moves to us.
        let (error, exception) = unsafe {
            (
                Value::take_from(&raw mut eg.user_error_handler),
                Value::take_from(&raw mut eg.user_exception_handler),
            )
        };
        Box::new(Handlers {
            error,
            error_mask: eg.user_error_handler_error_reporting,
            exception,
            error_stack: Stack::take(&mut eg.user_error_handlers),
            error_mask_stack: Stack::take(&mut eg.user_error_handlers_error_reporting),
            exception_stack: Stack::take(&mut eg.user_exception_handlers),
        })
    }

    pub(in crate::runtime) fn put_back(self) {
        let mut eg = globals::executor();
        eg.user_error_handler = self.error.into_raw();
        eg.user_error_handler_error_reporting = self.error_mask;
        eg.user_exception_handler = self.exception.into_raw();
        eg.user_error_handlers = self.error_stack.into_raw();
        eg.user_error_handlers_error_reporting = self.error_mask_stack.into_raw();
        eg.user_exception_handlers = self.exception_stack.into_raw();
    }
}

/// Drops the running coroutine's handlers at its end. Says whether there were any: their destructors may set new ones.
pub(in crate::runtime) fn drop_current() -> bool {
    Handlers::put_aside().is_some()
}

#[inline]
fn is_undef(zval: &sys::zval) -> bool {
    // SAFETY: the type word is always initialised.
    unsafe { zval.u1.type_info == sys::IS_UNDEF }
}

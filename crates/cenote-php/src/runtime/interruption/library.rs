//! Waiting inside a C library, and leaving it.
//!
//! A coroutine that is parked in the middle of a C function cannot be unwound: the function has to return first, by its
//! own error path. So what ended the wait (a cancellation, the end of the script) becomes *outstanding*: further waits of
//! the same call are refused at once, and when the PHP function that called into the library returns, it is raised, with
//! the exception of the library as its `previous`.
//!
//! "When the function returns" is found through its own call frame. The engine frees named arguments that a call did
//! not declare right after the function has returned, before the next opcode; so the frame of the running internal
//! function is given such an argument, in an array with a destructor of our own. Where there is no such frame (C code
//! called by an opcode, a frame that has such arguments of its own), or the JIT's code leaves that step out, the
//! engine's interrupt raises it: at the next call, loop or return in PHP code. PHP code that the function itself calls (an
//! error handler, for what the library says about its connection) is too early for that: there the interrupt waits for
//! that code's own return, by an argument of the same kind.

use super::{interrupted::Interrupted, raised_early};
use crate::{
    runtime::{
        closing::vacating,
        coroutines::coroutine::{Coroutine, State},
        engine::skipped_opcode,
        scheduling::scheduler,
        signalling::pcntl_handlers,
    },
    zend::{
        Object, Thrown, bailout, entry, exception, frame,
        globals::{self, EngineLocal},
        guard,
        started::Hook,
        sys,
    },
};
use cenote_core::Time;
use std::{
    ffi::{CStr, c_void},
    sync::atomic::AtomicBool,
};

type InterruptHandler = unsafe extern "C" fn(*mut sys::zend_execute_data);

static INTERRUPT: EngineLocal<Hook<InterruptHandler>> = EngineLocal::new(Hook::new());

/// How a wait in C code has to be done at this place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Foreign {
    /// As on stock PHP: nobody else could run, or the engine forbids switching (SPEC 30.12).
    Block,
    /// Others run meanwhile.
    Park,
    /// Not at all: the library is to return.
    Leave,
}

pub(in crate::runtime) fn register() {
    // SAFETY: module start-up; the handler that was there is called by ours.
    unsafe {
        sys::cenote_set_interrupt(Some(on_interrupt));
        INTERRUPT.install(&raw mut sys::zend_interrupt_function, sys::cenote_on_interrupt);
    }
}

pub(in crate::runtime) fn shut_down() {
    // SAFETY: module shutdown; the hook is the engine's variable.
    unsafe { INTERRUPT.remove(&raw mut sys::zend_interrupt_function, sys::cenote_on_interrupt) };
}

/// How the running coroutine, on the engine's thread, has to wait in C code. Before the first spawn of a request always
/// as on stock PHP (SPEC 30.13).
#[inline]
pub(crate) fn waiting_here() -> Foreign {
    if !crate::runtime::has_spawned() {
        return Foreign::Block;
    }
    let Some(me) = scheduler::current_for_library() else { return Foreign::Block };
    if me.outstanding.borrow().is_some() && raised_early::is_still_outstanding(&me) {
        return Foreign::Leave;
    }
    if may_let_others_run(&me) {
        return Foreign::Park;
    }
    pcntl_handlers::look_after_this_wait();
    Foreign::Block
}

fn may_let_others_run(me: &Coroutine) -> bool {
    // While the scheduler itself runs a signal handler, the one on whose stack it does is not running.
    let runs = me.state.get() == State::Running;
    // Once the script's end unwinds a coroutine, its `finally` blocks finish their I/O without anybody else.
    let blocked = me.unwinding.get() || bailout::pending() || globals::compiler().unclean_shutdown;
    runs && !blocked && crate::runtime::may_park()
}

/// Lets others run until `deadline`, in a wait that a library must not be refused, whatever is outstanding. `false`: the
/// rest of the wait has to be done without them.
pub(crate) fn park_unrefused(deadline: Time) -> bool {
    let me = scheduler::try_with(|scheduler| scheduler.current().clone());
    if !me.is_some_and(|me| crate::runtime::has_spawned() && may_let_others_run(&me)) {
        return false;
    }
    match crate::runtime::shielded(|| scheduler::park(Some(deadline))) {
        Ok(_) => true,
        Err(interrupted) => {
            leave_library(interrupted);
            false
        }
    }
}

/// Takes down what ended a wait in C code: it is raised when the library has returned.
#[cold]
pub(crate) fn leave_library(interrupted: Interrupted) {
    let me = scheduler::running();
    if me.outstanding.borrow().is_some() && raised_early::is_still_outstanding(&me) {
        return;
    }
    *me.outstanding.borrow_mut() = Some(interrupted);
    let frame = globals::executor().current_execute_data;
    // SAFETY: null, or the running frame.
    let internal = unsafe { frame::internal_function(frame) }.is_some();
    let marked = internal && attach(frame, on_return);
    me.leaving.set(if marked { frame } else { std::ptr::null_mut() });
    if !marked || jit_is_on() {
        request_interrupt();
    }
}

/// Others have run while `me` rested. The engine has one interrupt for all of them, and theirs may have used it up.
#[inline]
pub(in crate::runtime) fn renew_interrupt(me: &Coroutine) {
    if me.outstanding.borrow().is_some() {
        request_interrupt();
    }
}

/// Whether there is something for [`raise_outstanding`].
#[inline]
pub(crate) fn is_outstanding() -> bool {
    scheduler::try_with(|scheduler| scheduler.current().outstanding.borrow().is_some())
        .unwrap_or(false)
}

/// Raises what is outstanding. A pending exception, which is the library's own, becomes its `previous`, or is dropped if
/// the script is ending.
pub(crate) fn raise_outstanding() -> Option<Thrown> {
    let me = scheduler::try_with(|scheduler| scheduler.current().clone())?;
    let interrupted = me.outstanding.borrow_mut().take()?;
    raised_early::forget(&me);
    vacating::somebody_left();
    if interrupted.is_quiet() {
        return None;
    }
    let eg = globals::executor();
    let from_engine = std::mem::replace(&mut eg.exception, std::ptr::null_mut());
    // SAFETY: the engine's own reference to the pending exception, which it no longer holds.
    let pending = (!from_engine.is_null()).then(|| unsafe { Object::from_owned(from_engine) });
    match pending {
        // An `exit()` on its way out stays.
        Some(exit) if exception::is_exit(&exit) => {
            eg.exception = exit.into_raw();
            Some(Thrown::Exception)
        }
        pending => {
            let thrown = interrupted.throw();
            chain(pending);
            Some(thrown)
        }
    }
}

fn chain(earlier: Option<Object>) {
    let raised = globals::executor().exception;
    let Some(earlier) = earlier.filter(|_| !raised.is_null()) else { return };
    // SAFETY: a pending exception is a live object.
    let raised = unsafe { Object::from_borrowed(raised) };
    if raised.as_ptr() != earlier.as_ptr()
        && !exception::is_exit(&raised)
        && !exception::is_exit(&earlier)
    {
        exception::chain(&raised, earlier);
    }
}

/// Whether this is the very call that is to return, as opposed to a later one in the same place.
pub(in crate::runtime) fn is_leaving(frame: *mut sys::zend_execute_data) -> bool {
    // SAFETY: null or a live frame, of an internal function where it is read; the flag says that the array is there.
    unsafe {
        frame::internal_function(frame).is_some()
            && (*frame).This.u1.type_info & sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS != 0
            && (*(*frame).extra_named_params).pDestructor.map(|known| known as usize)
                == Some(on_return as *const () as usize)
    }
}

/// Has `destructor` called when the function of this frame has returned. `false`: the frame has named arguments of its
/// own.
fn attach(
    frame: *mut sys::zend_execute_data,
    destructor: unsafe extern "C" fn(*mut sys::zval),
) -> bool {
    // SAFETY: a live frame.
    if unsafe { (*frame).This.u1.type_info } & sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS != 0 {
        return false;
    }
    let attached = guard(move || {
        // SAFETY: a new array with one element, whose destructor is told by the array. The engine releases it exactly
        // once, with the frame.
        unsafe {
            let array = sys::_zend_new_array(1);
            let mut cancelled: sys::zval = std::mem::zeroed();
            cancelled.u1.type_info = sys::IS_TRUE;
            (*array).pDestructor = Some(destructor);
            let name = c"cancelled";
            sys::zend_hash_str_add(array, name.as_ptr(), name.count_bytes(), &raw mut cancelled);
            (*frame).extra_named_params = array;
            (*frame).This.u1.type_info |= sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS;
        }
    });
    attached.is_ok()
}

/// What the function that is to return has called: the outermost frame of it, or its own frame, if it has just called an
/// internal function. `None`: that function is not running any more.
pub(in crate::runtime) fn called_by(
    leaving: *mut sys::zend_execute_data,
    mut frame: *mut sys::zend_execute_data,
) -> Option<*mut sys::zend_execute_data> {
    // SAFETY: the running frame and all those it was called from are live; `leaving` is looked at only as one of them.
    unsafe {
        if frame == leaving && is_leaving(frame) {
            return Some(frame);
        }
        while !frame.is_null() {
            let caller = (*frame).prev_execute_data;
            if caller == leaving && is_leaving(caller) {
                return Some(frame);
            }
            frame = caller;
        }
    }
    None
}

/// The function has returned: the engine frees its frame.
unsafe extern "C" fn on_return(_element: *mut sys::zval) {
    entry::boundary(|| {
        let _ = raise_outstanding();
    });
}

/// Has us look again when this PHP code has returned. A function that takes any number of arguments could get to see ours.
pub(in crate::runtime) fn wait_for_return(frame: *mut sys::zend_execute_data) {
    unsafe extern "C" fn on_return_of_callback(_element: *mut sys::zval) {
        request_interrupt();
        raised_early::on_throw();
    }
    // SAFETY: a live frame with its function.
    let takes_any = unsafe { (*(*frame).func).common.fn_flags } & sys::ZEND_ACC_VARIADIC != 0;
    if !takes_any {
        attach(frame, on_return_of_callback);
    }
}

/// Has the engine ask its interrupt handlers when the PHP function that runs in `frame` has returned.
pub(in crate::runtime) fn interrupt_on_return(mut frame: *mut sys::zend_execute_data) {
    unsafe extern "C" fn on_return(_element: *mut sys::zval) {
        request_interrupt();
    }
    // SAFETY: the running frame, or null, and those it was called from.
    unsafe {
        while !frame.is_null()
            && ((*frame).func.is_null() || (*frame).This.u1.type_info & sys::ZEND_CALL_CODE != 0)
        {
            frame = (*frame).prev_execute_data;
        }
        let takes_any = |frame: &sys::zend_execute_data| {
            (*frame.func).common.fn_flags & sys::ZEND_ACC_VARIADIC != 0
        };
        if frame.as_ref().is_some_and(|frame| !takes_any(frame)) {
            attach(frame, on_return);
        }
    }
}

/// Has the engine ask its interrupt handlers before one of the next opcodes.
pub(in crate::runtime) fn request_interrupt() {
    interrupt_flag().store(true, std::sync::atomic::Ordering::Relaxed);
}

/// What the engine looks at before it goes on, and signal handlers and other threads may set.
pub(in crate::runtime) fn interrupt_flag() -> &'static AtomicBool {
    // SAFETY: the engine reads and writes this byte atomically, and it is there as long as the process.
    unsafe { AtomicBool::from_ptr((&raw mut globals::executor().vm_interrupt).cast()) }
}

pub(in crate::runtime) fn jit_is_on() -> bool {
    let name = c"opcache.jit_buffer_size";
    // SAFETY: reads an ini entry, 0 if opcache is not there.
    unsafe { sys::zend_ini_long(name.as_ptr().cast_mut(), name.count_bytes(), 0) != 0 }
}

/// `caller` is where in the process's machine code the engine has called this.
unsafe extern "C" fn on_interrupt(frame: *mut sys::zend_execute_data, caller: *const c_void) {
    let place = pcntl_handlers::Place::of(frame, caller);
    entry::boundary(|| {
        let running = scheduler::try_with(|scheduler| scheduler.current().clone());
        if let Some(me) = running.filter(|me| is_due(me)) {
            match called_by(me.leaving.get(), frame) {
                // No opcode is looked at again and again here, so this comes to an end.
                Some(own) if own == me.leaving.get() => request_interrupt(),
                Some(outermost) => wait_for_return(outermost),
                None if raised_early::has_arrived(&me, frame) => raised_early::forget(&me),
                None => {
                    if raise_outstanding().is_some() {
                        skipped_opcode::make_up_for_it(frame);
                    }
                }
            }
        }
    });
    if crate::runtime::has_spawned() && exception::pending() {
        return entry::boundary(|| beside_an_exception(frame, place));
    }
    if let Some(next) = INTERRUPT.next() {
        // SAFETY: the handler that was there before ours, called as the engine would.
        unsafe { next(frame) };
    }
    if pcntl_handlers::are_due() {
        entry::boundary(|| {
            if pcntl_handlers::run_at_interrupt(place).is_some() {
                skipped_opcode::make_up_for_it(frame);
            }
        });
    }
}

/// The interrupt has come while an exception looks for its `catch`. pcntl would lose a signal, as the engine calls nothing then;
/// and an interrupt that is asked for again comes again before the exception goes on.
#[cold]
fn beside_an_exception(frame: *mut sys::zend_execute_data, place: pcntl_handlers::Place) {
    let aside = exception::InFlight::put_aside();
    if let Some(next) = INTERRUPT.next() {
        // SAFETY: as in `on_interrupt`.
        let _ = guard(move || unsafe { next(frame) });
    }
    if pcntl_handlers::are_due() && !bailout::pending() && !exception::pending() {
        let _ = pcntl_handlers::run_at_interrupt(place);
    }
    aside.restore();
}

fn is_due(coroutine: &Coroutine) -> bool {
    coroutine.state.get() == State::Running && coroutine.outstanding.borrow().is_some()
}

/// `coroutine` will never run again, but what it called has not returned: objects of that extension may be in the middle
/// of a change (a result that was freed and is about to be replaced). They stay as they are until the process ends.
pub(in crate::runtime) fn keep_objects_of(coroutine: &Coroutine) {
    let frame = coroutine.frame.get();
    if frame.is_null() {
        return;
    }
    // SAFETY: the frame of a parked coroutine is live, and so is its function.
    let extension = unsafe { frame::internal_function(frame) }
        .map_or(std::ptr::null_mut(), |function| function.module);
    // What waits in a function of ours is consistent whenever it waits.
    // SAFETY: a module's entry and its name live as long as the process.
    if extension.is_null() || unsafe { CStr::from_ptr((*extension).name) } == c"cenote" {
        return;
    }
    let store = &globals::executor().objects_store;
    for at in 1..store.top as usize {
        // SAFETY: entries below `top` are objects, or free places, which are marked in the lowest bit. Flags are the
        // engine's way to say that the object's own clean-up has been done.
        unsafe {
            let object = *store.object_buckets.add(at);
            if object as usize & 1 == 0 && belongs_to((*object).ce, extension) {
                (*object).gc.u.type_info |= sys::IS_OBJ_FREE_CALLED;
            }
        }
    }
}

/// Whether the class or one that it extends comes from `extension`.
///
/// # Safety
/// A live class entry.
unsafe fn belongs_to(
    mut class: *mut sys::zend_class_entry,
    extension: *mut sys::zend_module_entry,
) -> bool {
    // SAFETY: a class whose parent is resolved has it as a pointer; objects exist of such classes only.
    unsafe {
        while !class.is_null() {
            if u32::from((*class).type_ as u8) == sys::ZEND_INTERNAL_CLASS
                && (*class).info.internal.module == extension
            {
                return true;
            }
            class = (*class).__bindgen_anon_1.parent;
        }
    }
    false
}

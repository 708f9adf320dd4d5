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

use super::{
    coroutine::{Coroutine, State},
    interrupted::Interrupted,
    scheduler,
};
use crate::zend::{
    Object, Thrown, bailout, entry, exception,
    globals::{self, EngineLocal},
    guard, sys,
};
use std::{cell::Cell, ffi::CStr};

type InterruptHandler = unsafe extern "C" fn(*mut sys::zend_execute_data);

static NEXT_INTERRUPT: EngineLocal<Cell<Option<InterruptHandler>>> =
    EngineLocal::new(Cell::new(None));

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

pub(super) fn register() {
    // SAFETY: module start-up; the handler that was there is called by ours.
    unsafe {
        NEXT_INTERRUPT.set(sys::zend_interrupt_function);
        sys::zend_interrupt_function = Some(on_interrupt);
    }
}

/// How the running coroutine, on the engine's thread, has to wait in C code. Before the first spawn of a request always
/// as on stock PHP (SPEC 30.13).
#[inline]
pub(crate) fn waiting_here() -> Foreign {
    if !super::has_spawned() {
        return Foreign::Block;
    }
    let me = scheduler::try_with(|scheduler| scheduler.current().clone());
    let Some(me) = me else { return Foreign::Block };
    if me.outstanding.borrow().is_some() {
        return Foreign::Leave;
    }
    // While the scheduler itself runs a signal handler, the one on whose stack it does is not running.
    let runs = me.state.get() == State::Running;
    // Once the script's end unwinds a coroutine, its `finally` blocks finish their I/O without anybody else.
    let blocked = me.unwinding.get() || bailout::pending() || globals::compiler().unclean_shutdown;
    if runs && !blocked && super::may_park() { Foreign::Park } else { Foreign::Block }
}

/// Takes down what ended a wait in C code: it is raised when the library has returned.
#[cold]
pub(crate) fn leave_library(interrupted: Interrupted) {
    let me = scheduler::running();
    if me.outstanding.borrow().is_some() {
        return;
    }
    *me.outstanding.borrow_mut() = Some(interrupted);
    let frame = globals::executor().current_execute_data;
    let marked = is_internal_function(frame) && attach(frame, on_return);
    me.leaving.set(if marked { frame } else { std::ptr::null_mut() });
    if !marked || jit_is_on() {
        request_interrupt();
    }
}

/// Raises what is outstanding. A pending exception, which is the library's own, becomes its `previous`, or is dropped if
/// the script is ending.
pub(super) fn raise_outstanding() -> Option<Thrown> {
    let me = scheduler::try_with(|scheduler| scheduler.current().clone())?;
    let interrupted = me.outstanding.borrow_mut().take()?;
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

fn is_internal_function(frame: *mut sys::zend_execute_data) -> bool {
    // SAFETY: null or a live frame; the union of its function is read by its type.
    unsafe {
        !frame.is_null()
            && !(*frame).func.is_null()
            && u32::from((*(*frame).func).type_) == sys::ZEND_INTERNAL_FUNCTION
            && !(*(*frame).func).common.function_name.is_null()
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
fn called_by(
    leaving: *mut sys::zend_execute_data,
    mut frame: *mut sys::zend_execute_data,
) -> Option<*mut sys::zend_execute_data> {
    // SAFETY: the running frame and all those it was called from are live; `leaving` is looked at only as one of them.
    unsafe {
        if frame == leaving && is_internal_function(frame) {
            return Some(frame);
        }
        while !frame.is_null() {
            let caller = (*frame).prev_execute_data;
            if caller == leaving && is_internal_function(caller) {
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

/// Has the interrupt come again when this PHP code has returned. A function that takes any number of arguments could get
/// to see ours.
fn wait_for_return(frame: *mut sys::zend_execute_data) {
    unsafe extern "C" fn on_return_of_callback(_element: *mut sys::zval) {
        request_interrupt();
    }
    // SAFETY: a live frame with its function.
    let takes_any = unsafe { (*(*frame).func).common.fn_flags } & sys::ZEND_ACC_VARIADIC != 0;
    if !takes_any {
        attach(frame, on_return_of_callback);
    }
}

fn request_interrupt() {
    // SAFETY: the engine reads and writes this byte atomically.
    unsafe {
        std::sync::atomic::AtomicBool::from_ptr((&raw mut globals::executor().vm_interrupt).cast())
            .store(true, std::sync::atomic::Ordering::Relaxed);
    }
}

fn jit_is_on() -> bool {
    let name = c"opcache.jit_buffer_size";
    // SAFETY: reads an ini entry, 0 if opcache is not there.
    unsafe { sys::zend_ini_long(name.as_ptr().cast_mut(), name.count_bytes(), 0) != 0 }
}

unsafe extern "C" fn on_interrupt(frame: *mut sys::zend_execute_data) {
    entry::boundary(|| {
        let running = scheduler::try_with(|scheduler| scheduler.current().clone());
        if let Some(me) = running.filter(|me| is_due(me)) {
            match called_by(me.leaving.get(), frame) {
                // No opcode is looked at again and again here, so this comes to an end.
                Some(own) if own == me.leaving.get() => request_interrupt(),
                Some(outermost) => wait_for_return(outermost),
                None => {
                    let _ = raise_outstanding();
                    free_value_for_skipped_opcode(frame);
                    define_result_of_skipped_opcode(frame);
                }
            }
        }
    });
    if let Some(next) = NEXT_INTERRUPT.get() {
        // SAFETY: the handler that was there before ours, called as the engine would.
        unsafe { next(frame) };
    }
}

fn is_due(coroutine: &Coroutine) -> bool {
    coroutine.state.get() == State::Running && coroutine.outstanding.borrow().is_some()
}

/// The opcode at which the interrupt came is never executed, but the engine frees what it would have set: the next part
/// of a string in the making, or the next argument of a call that is being prepared.
fn define_result_of_skipped_opcode(frame: *mut sys::zend_execute_data) {
    let eg = globals::executor();
    let opcode = eg.opline_before_exception;
    if eg.exception.is_null() || opcode.is_null() || frame.is_null() {
        return;
    }
    // SAFETY: an exception was thrown in this user frame just now, so the opline is one of its function; the result of the
    // first two opcodes is an array of string pointers in the frame, that of the others an argument in the frame of the
    // innermost call that is being prepared.
    unsafe {
        let result = (*opcode).result.var as usize;
        match u32::from((*opcode).opcode) {
            sys::ZEND_ROPE_INIT => set_part(frame, result, 0),
            sys::ZEND_ROPE_ADD => set_part(frame, result, (*opcode).extended_value as usize),
            sys::ZEND_SEND_VAL
            | sys::ZEND_SEND_VAL_EX
            | sys::ZEND_SEND_VAR
            | sys::ZEND_SEND_VAR_EX
            | sys::ZEND_SEND_FUNC_ARG
            | sys::ZEND_SEND_REF
            | sys::ZEND_SEND_VAR_NO_REF
            | sys::ZEND_SEND_VAR_NO_REF_EX
            | sys::ZEND_SEND_USER
                if !(*frame).call.is_null() && u32::from((*opcode).op2_type) != sys::IS_CONST =>
            {
                let argument = (*frame).call.cast::<u8>().add(result).cast::<sys::zval>();
                (*argument).u1.type_info = sys::IS_UNDEF;
            }
            _ => {}
        }
    }
}

/// Puts an empty string into a string in the making.
///
/// # Safety
/// At `rope` in the frame is an array of string pointers with such a part.
unsafe fn set_part(frame: *mut sys::zend_execute_data, rope: usize, part: usize) {
    // SAFETY: by the contract.
    unsafe {
        let rope = frame.cast::<u8>().add(rope).cast::<*mut sys::zend_string>();
        *rope.add(part) = sys::zend_empty_string;
    }
}

/// In compiled code the interrupt comes when the call is over and before the opcode that takes its value, or the object
/// whose constructor it was. That opcode is never executed, and the engine takes the value for consumed.
fn free_value_for_skipped_opcode(frame: *mut sys::zend_execute_data) {
    let eg = globals::executor();
    let opcode = eg.opline_before_exception;
    if eg.exception.is_null() || opcode.is_null() || frame.is_null() {
        return;
    }
    // SAFETY: an exception was thrown in this user frame just now, so the opline is one of its function's. Whatever comes
    // right after a call and takes its value (or that of the `new` it belongs to) finds it in its slot; live ranges tell
    // which values the engine frees itself.
    unsafe {
        let code = &(*(*frame).func).op_array;
        let at = opcode.offset_from(code.opcodes);
        let Ok(at) = u32::try_from(at) else { return };
        if at == 0 || at >= code.last || !is_call(&*opcode.sub(1)) {
            return;
        }
        let Some(slot) = value_taken_after_call(opcode, code.opcodes) else { return };
        let ranges = (0..code.last_live_range as usize).map(|at| &*code.live_range.add(at));
        let mut kept = ranges.filter(|range| (range.start..range.end).contains(&at));
        if kept.any(|range| range.var & !LIVE_KIND == slot) {
            return;
        }
        let value = frame.cast::<u8>().add(slot as usize).cast::<sys::zval>();
        let freed = guard(move || {
            sys::zval_ptr_dtor(value);
        });
        if freed.is_ok() {
            (*value).u1.type_info = sys::IS_UNDEF;
        }
    }
}

/// The lowest bits of a live range's variable say what kind of value it is.
const LIVE_KIND: u32 = 7;

fn is_call(opcode: &sys::zend_op) -> bool {
    matches!(
        u32::from(opcode.opcode),
        sys::ZEND_DO_FCALL | sys::ZEND_DO_ICALL | sys::ZEND_DO_UCALL | sys::ZEND_DO_FCALL_BY_NAME
    )
}

/// Which slot with the value of the call (or `new`) before it `opcode` takes.
///
/// # Safety
/// `opcode` comes after a call in the function whose code begins at `first`.
unsafe fn value_taken_after_call(
    opcode: *const sys::zend_op,
    first: *const sys::zend_op,
) -> Option<u32> {
    const VALUE: u32 = sys::IS_TMP_VAR | sys::IS_VAR;
    // SAFETY: by contract; an assignment to a property is followed by the opcode with its value.
    unsafe {
        let (kind, slot) = match u32::from((*opcode).opcode) {
            sys::ZEND_ASSIGN => ((*opcode).op2_type, (*opcode).op2.var),
            sys::ZEND_ASSIGN_OBJ | sys::ZEND_ASSIGN_DIM | sys::ZEND_ASSIGN_STATIC_PROP => {
                ((*opcode.add(1)).op1_type, (*opcode.add(1)).op1.var)
            }
            sys::ZEND_RETURN
            | sys::ZEND_FREE
            | sys::ZEND_SEND_VAL
            | sys::ZEND_SEND_VAL_EX
            | sys::ZEND_SEND_VAR
            | sys::ZEND_SEND_VAR_EX
            | sys::ZEND_JMP_SET
            | sys::ZEND_QM_ASSIGN
            | sys::ZEND_VERIFY_RETURN_TYPE
            | sys::ZEND_INIT_METHOD_CALL => ((*opcode).op1_type, (*opcode).op1.var),
            _ => return None,
        };
        if u32::from(kind) & VALUE == 0 {
            return None;
        }
        let call = opcode.sub(1);
        if u32::from((*call).result_type) & VALUE != 0 {
            return ((*call).result.var == slot).then_some(slot);
        }
        // A constructor has no value; the object came into its slot with `new`.
        let mut earlier = call;
        while earlier > first {
            earlier = earlier.sub(1);
            if u32::from((*earlier).result_type) & VALUE != 0 && (*earlier).result.var == slot {
                return (u32::from((*earlier).opcode) == sys::ZEND_NEW).then_some(slot);
            }
        }
        None
    }
}

/// `coroutine` will never run again, but what it called has not returned: objects of that extension may be in the middle
/// of a change (a result that was freed and is about to be replaced). They stay as they are until the process ends.
pub(super) fn keep_objects_of(coroutine: &Coroutine) {
    let frame = coroutine.frame.get();
    if frame.is_null() {
        return;
    }
    // SAFETY: the frame of a parked coroutine is live, and so is its function.
    let extension = unsafe {
        let function = (*frame).func;
        let internal = !function.is_null()
            && u32::from((*function).type_) == sys::ZEND_INTERNAL_FUNCTION
            && !(*function).common.function_name.is_null();
        if internal { (*function).internal_function.module } else { std::ptr::null_mut() }
    };
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

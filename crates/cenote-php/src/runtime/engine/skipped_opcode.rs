//! The opcode that an exception out of the engine's interrupt leaves out.
//!
//! The interrupt comes between two opcodes. If it throws, the second of them is never executed, but the engine cleans up as
//! if it had begun: what it takes counts as consumed, what it sets as set.

use crate::zend::{frame, globals, guard, sys};

/// An exception was thrown at an interrupt in this frame just now. In a function of an extension (PHP 8.5 asks at its end) none
/// is left out.
///
/// # Safety
/// Null, or the running frame.
pub(in crate::runtime) unsafe fn make_up_for_it(frame: *mut sys::zend_execute_data) {
    // SAFETY: null, or the running frame.
    if unsafe { frame::internal_function(frame) }.is_some() {
        return;
    }
    // SAFETY: by the contract.
    unsafe {
        free_value(frame);
        define_result(frame);
    }
}

/// The opcode at which the interrupt came is never executed, but the engine frees what it would have set: the next part
/// of a string in the making, or the next argument of a call that is being prepared.
///
/// # Safety
/// Null, or the running frame.
unsafe fn define_result(frame: *mut sys::zend_execute_data) {
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
///
/// # Safety
/// Null, or the running frame.
unsafe fn free_value(frame: *mut sys::zend_execute_data) {
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

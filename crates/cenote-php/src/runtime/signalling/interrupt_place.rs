//! Where the engine asks its interrupt handlers: only between two opcodes may anybody else run.
//!
//! Releases differ. All ask at jumps, at the entry of functions, and when C code has called a function of an extension, in the middle of that
//! C code. PHP 8.5, and 8.4 since some release, ask at the end of each call of such a function, too. Code that a JIT has made asks between
//! opcodes, without coming again.

use crate::{
    runtime::libraries::library,
    zend::{bailout, frame, started::PerStart, sys},
};
use std::ffi::{CStr, c_void};

/// Where the engine has asked its interrupt handlers, and how often it had been called from here by then.
#[derive(Clone, Copy)]
pub(super) struct InterruptPlace {
    pub(super) frame: *mut sys::zend_execute_data,
    /// Null in a function of an extension.
    opline: *const sys::zend_op,
    calls: u64,
    /// The machine code that has asked.
    caller: *const c_void,
}

impl InterruptPlace {
    /// # Safety
    /// The frame of an interrupt.
    pub(super) unsafe fn of(frame: *mut sys::zend_execute_data, caller: *const c_void) -> Self {
        // SAFETY: null, or the running frame with its function, which has opcodes only if it is one of PHP code.
        let opline = unsafe {
            let running = frame.as_ref().filter(|frame| {
                frame.func.as_ref().is_some_and(|function| {
                    u32::from(function.type_) != sys::ZEND_INTERNAL_FUNCTION
                })
            });
            running.map_or(std::ptr::null(), |frame| frame.opline)
        };
        InterruptPlace { frame, opline, calls: bailout::calls(), caller }
    }

    /// Whether this is between two opcodes, `before` being where the last interrupt came. The engine asks also when a function of an extension returns that C code has called:
    /// pcntl, which does not allow switching then, or our own code, which is in the middle of something. But only between two
    /// opcodes an interrupt that is asked for at once comes again before anything else happens. Compiled code asks between
    /// opcodes only, and does not ask again.
    pub(super) fn is_between_opcodes(self, before: Option<Self>) -> bool {
        before.is_some_and(|before| before.is_same(self))
            || self.is_asked_by_compiled_code()
            || self.is_at_the_end_of_a_call()
    }

    /// At the end of a call the engine does not ask again before the next opcode.
    fn is_at_the_end_of_a_call(self) -> bool {
        // SAFETY: null, or the running frame, which is live with the one it was called from; that has opcodes if its function is one
        // of PHP code.
        unsafe {
            let Some(call) = frame::internal_function(self.frame).and(self.frame.as_ref()) else {
                return false;
            };
            let caller = call.prev_execute_data.as_ref().filter(|caller| {
                caller.func.as_ref().is_some_and(|function| {
                    u32::from(function.type_) != sys::ZEND_INTERNAL_FUNCTION
                })
            });
            caller.is_some_and(|caller| {
                matches!(
                    u32::from((*caller.opline).opcode),
                    sys::ZEND_DO_ICALL
                        | sys::ZEND_DO_UCALL
                        | sys::ZEND_DO_FCALL
                        | sys::ZEND_DO_FCALL_BY_NAME
                )
            }) && self.is_end_of(self.frame)
        }
    }

    /// Whether the engine asks because this call of a function of an extension is over: PHP 8.5, and 8.4 since some release, do before they
    /// look for an exception and free the frame. When C code has called a function, all releases ask with the frame of either.
    pub(super) fn is_end_of(self, call: *mut sys::zend_execute_data) -> bool {
        let engine = ENGINE.get_or_set(Engine::find);
        self.frame == call
            && engine.asks_at_the_end_of_a_call
            && symbol_around(self.caller).addr() != engine.calls_for_c_code
    }

    /// The same, after one more call from here.
    pub(super) fn counted_again(self) -> Self {
        InterruptPlace { calls: bailout::calls(), ..self }
    }

    fn is_same(self, other: Self) -> bool {
        !self.opline.is_null()
            && (self.frame, self.opline, self.calls) == (other.frame, other.opline, other.calls)
    }

    /// What the JIT has made is in no file.
    fn is_asked_by_compiled_code(self) -> bool {
        library::jit_is_on() && symbol_around(self.caller).is_null()
    }
}

/// What the engine that runs this has; it may be another release than the one that this was built with.
struct Engine {
    asks_at_the_end_of_a_call: bool,
    /// The address of the function by which C code calls functions.
    calls_for_c_code: usize,
}

static ENGINE: PerStart<Engine> = PerStart::new();

impl Engine {
    fn find() -> Self {
        // SAFETY: looks up names, and reads nothing behind them.
        let address =
            |name: &CStr| unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()).addr() };
        Engine {
            asks_at_the_end_of_a_call: address(c"zend_fcall_interrupt") != 0,
            calls_for_c_code: address(c"zend_call_function"),
        }
    }
}

/// The function of a loaded file that an instruction is in, or the file itself; null: it is in none.
fn symbol_around(instruction: *const c_void) -> *const c_void {
    // SAFETY: any address may be asked for; the answer is written into a place of ours.
    unsafe {
        let mut known: libc::Dl_info = std::mem::zeroed();
        if libc::dladdr(instruction, &raw mut known) == 0 {
            return std::ptr::null();
        }
        if known.dli_saddr.is_null() { known.dli_fbase } else { known.dli_saddr }
    }
}

//! One call at a time on a connection of libpq (SPEC 28.11).
//!
//! libpq has no guard of its own. While it executes a command it tells of notices, and what it tells is PHP code: an error
//! handler (`pgsql.log_notice`), or the function of `Pdo\Pgsql::setNoticeCallback()`. A command that this code sends on the same
//! connection takes the answer of the one under way, which then waits indefinitely. So each function by which an extension
//! executes something, or takes results, is refused inside of another one: for the coroutine that is in it, and for others
//! while that code waits. Where libpq itself waits, [`leaving`](crate::wait::leaving) keeps them apart.

use crate::{
    runtime::{self, CoroutineId, Interrupted},
    wait::patching::{
        gate,
        patcher::{Place, Replacement, Replacements},
    },
    zend::{
        frame,
        globals::{self, engine_local},
        sys,
    },
};
use libc::{c_char, c_int, c_void};
use std::{
    cell::RefCell,
    ffi::CStr,
    ptr,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

type Connection = *mut c_void;
type Texts = *const *const c_char;
type Numbers = *const c_int;

struct InCall {
    connection: Connection,
    caller: CoroutineId,
    /// The PHP function that has called libpq.
    frame: *mut sys::zend_execute_data,
}

engine_local! {
    static IN_CALL: RefCell<Vec<InCall>> = RefCell::new(Vec::new());
}

/// A request begins: calls of the last one may have been left by a jump.
pub(crate) fn forget_calls() {
    IN_CALL.borrow_mut().clear();
}

/// What [`begin`] answers.
enum Begun {
    /// Nobody needs to know: no coroutines, or another thread.
    Unwatched,
    Watched(OnEnd),
    Refused,
}

/// Takes the call out of the list.
struct OnEnd {
    connection: Connection,
    caller: CoroutineId,
}

impl Drop for OnEnd {
    fn drop(&mut self) {
        let mut calls = IN_CALL.borrow_mut();
        let is_own =
            |call: &InCall| call.connection == self.connection && call.caller == self.caller;
        if let Some(at) = calls.iter().rposition(is_own) {
            calls.swap_remove(at);
        }
    }
}

fn begin(connection: Connection) -> Begun {
    if !gate::may_know_waits() {
        return Begun::Unwatched;
    }
    let caller = runtime::current();
    if is_refused(connection, caller) {
        runtime::leave_library(Interrupted::connection_in_call());
        return Begun::Refused;
    }
    let frame = globals::executor().current_execute_data;
    IN_CALL.borrow_mut().push(InCall { connection, caller, frame });
    Begun::Watched(OnEnd { connection, caller })
}

fn is_refused(connection: Connection, caller: CoroutineId) -> bool {
    let calls = IN_CALL.borrow();
    let Some(call) = calls.iter().find(|call| call.connection == connection) else { return false };
    // After a fatal error nobody else runs any more; its call was left by a jump.
    if globals::compiler().unclean_shutdown {
        return false;
    }
    let waits_elsewhere = || runtime::parked_in(call.caller).is_some_and(|at| at != call.frame);
    call.caller == caller || waits_elsewhere()
}

/// Whether a function is called with a connection on which its own coroutine is in the middle of a call: to close it there, or to
/// connect it anew, would leave that call with what is freed. Without arguments the connection is the last one, which any
/// may be.
///
/// # Safety
/// The live frame of an internal function.
pub(in crate::wait) unsafe fn has_own_call(frame: *mut sys::zend_execute_data) -> bool {
    let calls = IN_CALL.borrow();
    if calls.is_empty() || globals::compiler().unclean_shutdown {
        return false;
    }
    let caller = runtime::current();
    // SAFETY: promised.
    let Some((closer, closed)) = (unsafe { extension_and_objects(frame) }) else { return false };
    calls.iter().filter(|call| call.caller == caller).any(|call| {
        // SAFETY: the frame of an own call, which has not returned.
        let Some((user, used)) = (unsafe { extension_and_objects(call.frame) }) else {
            return false;
        };
        let may_be_the_last = user == closer && (closed.is_empty() || used.is_empty());
        may_be_the_last || closed.iter().any(|object| used.contains(object))
    })
}

type Objects = Vec<*mut sys::zend_object>;

/// Which extension the function of a frame is of, and the objects that it is called with. `None`: PHP code.
///
/// # Safety
/// Null, or a live frame.
unsafe fn extension_and_objects(
    frame: *mut sys::zend_execute_data,
) -> Option<(*mut sys::zend_module_entry, Objects)> {
    // SAFETY: promised; values are read by their types.
    unsafe {
        let extension = frame::internal_function(frame)?.module;
        let values = frame::this_and_arguments(frame);
        let objects = values.filter(|value| u32::from((**value).u1.v.type_) == sys::IS_OBJECT);
        Some((extension, objects.map(|value| (*value).value.obj).collect()))
    }
}

/// The function of libpq's of that name. Its caller is linked with it, so it is there.
fn original(name: &CStr) -> *mut c_void {
    // SAFETY: looks up what is loaded already; neither keeps it nor loads anything.
    unsafe {
        let loaded = libc::dlopen(c"libpq.so.5".as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD);
        let found =
            libc::dlsym(if loaded.is_null() { libc::RTLD_DEFAULT } else { loaded }, name.as_ptr());
        if !loaded.is_null() {
            libc::dlclose(loaded);
        }
        found
    }
}

macro_rules! one_at_a_time {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $result:ty, or $refused:expr;)*) => {
        pub(in crate::wait) static REPLACEMENTS: Replacements = Replacements::new(&[$(Replacement {
            name: stringify!($name),
            function: $name as *const c_void,
            place: Place::Except("libpq.so"),
        }),*]);
        $(
            #[allow(non_snake_case)]
            unsafe extern "C" fn $name(connection: Connection, $($argument: $kind),*) -> $result {
                type Function = unsafe extern "C" fn(Connection, $($kind),*) -> $result;
                static ORIGINAL: AtomicUsize = AtomicUsize::new(0);
                let mut address = ORIGINAL.load(Relaxed);
                if address == 0 {
                    const NAME: &[u8] = concat!(stringify!($name), "\0").as_bytes();
                    address = original(CStr::from_bytes_with_nul(NAME).unwrap_or_default()) as usize;
                    ORIGINAL.store(address, Relaxed);
                }
                if address == 0 {
                    return $refused;
                }
                // SAFETY: libpq's function of that name, whose interface is documented and stable.
                let original = unsafe { std::mem::transmute::<usize, Function>(address) };
                let _watched = match begin(connection) {
                    Begun::Refused => return $refused,
                    Begun::Unwatched => None,
                    Begun::Watched(call) => Some(call),
                };
                // SAFETY: the caller's arguments go on as they are.
                unsafe { original(connection, $($argument),*) }
            }
        )*
    };
}

one_at_a_time! {
    PQexec(command: *const c_char) -> *mut c_void, or ptr::null_mut();
    PQexecParams(command: *const c_char, count: c_int, types: *const u32, values: Texts, lengths: Numbers, formats: Numbers,
        result: c_int) -> *mut c_void, or ptr::null_mut();
    PQprepare(name: *const c_char, command: *const c_char, count: c_int, types: *const u32) -> *mut c_void, or ptr::null_mut();
    PQexecPrepared(name: *const c_char, count: c_int, values: Texts, lengths: Numbers, formats: Numbers, result: c_int)
        -> *mut c_void, or ptr::null_mut();
    PQgetResult() -> *mut c_void, or ptr::null_mut();
    PQsendQuery(command: *const c_char) -> c_int, or 0;
    PQsendQueryParams(command: *const c_char, count: c_int, types: *const u32, values: Texts, lengths: Numbers, formats: Numbers,
        result: c_int) -> c_int, or 0;
    PQsendPrepare(name: *const c_char, command: *const c_char, count: c_int, types: *const u32) -> c_int, or 0;
    PQsendQueryPrepared(name: *const c_char, count: c_int, values: Texts, lengths: Numbers, formats: Numbers, result: c_int)
        -> c_int, or 0;
    PQputCopyData(data: *const c_char, size: c_int) -> c_int, or -1;
    PQputCopyEnd(error: *const c_char) -> c_int, or -1;
}

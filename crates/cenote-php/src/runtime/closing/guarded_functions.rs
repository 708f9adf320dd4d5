//! Functions that ask before they begin, as others may be inside of what they work on (SPEC 28.6, 28.7, 28.9).
//!
//! To close a stream or client frees what C code of a parked coroutine still uses, and by the time the descriptor is
//! closed much of it is gone. So these functions ask first ([`super::claims`]). [`intents`](crate::runtime::calls::intents) knows them. Their handlers are
//! replaced once all extensions are there. What is closed by way of something else (a process's pipes with the process) is
//! found when its descriptor is, see [`super::vacating`].

use super::claims;
use crate::{
    runtime::{
        calls::{
            inside,
            intents::{
                Guarded, Handler, Names, TABLE, Table, closes, key_of, note, noted, reserve,
            },
            things,
        },
        coroutines::{scheduler, uses::Intent},
        libraries::evictions,
    },
    zend::{
        entry, frame,
        globals::{self, SetAtStart},
        started::Hook,
        sys,
    },
};

type PostStartup = unsafe extern "C" fn() -> sys::zend_result;
static POST_STARTUP: SetAtStart<Hook<PostStartup>> = SetAtStart::new(Hook::new());

/// Module start-up.
pub(in crate::runtime) fn register() {
    scheduler::before_first_spawn(install);
    TABLE.clear();
    reserve();
    // SAFETY: the engine calls it once, after the start-up of all modules; who was there before us is called by ours.
    unsafe { POST_STARTUP.install(&raw mut sys::zend_post_startup_cb, after_startup) };
}

pub(in crate::runtime) fn shut_down() {
    // SAFETY: module shutdown; the hook is the engine's variable.
    unsafe { POST_STARTUP.remove(&raw mut sys::zend_post_startup_cb, after_startup) };
}

unsafe extern "C" fn after_startup() -> sys::zend_result {
    install();
    match POST_STARTUP.next() {
        // SAFETY: the function that was there before ours, called as the engine would.
        Some(next) => unsafe { next() },
        None => sys::SUCCESS,
    }
}

/// Replaces the handlers, unless that was done. At the first spawn of a request too, if PHP loaded us after its start.
pub(in crate::runtime) fn install() {
    if TABLE.get().is_some() {
        return;
    }
    things::register();
    let (mut table, mut names) = (Table::default(), Names::new());
    let compiler = globals::compiler();
    // SAFETY: tables of functions and classes, which live as long as the engine.
    unsafe {
        each(compiler.function_table, |value| guard(&mut table, &mut names, value.func, false));
        each(compiler.class_table, |value| {
            let class = value.ce;
            if u32::from((*class).type_ as u8) != sys::ZEND_INTERNAL_CLASS {
                return;
            }
            let methods = &raw mut (*class).function_table;
            let mut is_closed = false;
            each(methods, |value| is_closed |= closes(value.func));
            each(methods, |value| guard(&mut table, &mut names, value.func, is_closed));
        });
    }
    TABLE.set(table);
}

/// # Safety
/// A live table of pointers.
unsafe fn each(table: *mut sys::HashTable, mut f: impl FnMut(&sys::zend_value)) {
    // SAFETY: promised; walking by positions changes nothing.
    unsafe {
        let mut at = 0;
        loop {
            let value = sys::zend_hash_get_current_data_ex(table, &raw mut at);
            if value.is_null() {
                return;
            }
            f(&(*value).value);
            sys::zend_hash_move_forward_ex(table, &raw mut at);
        }
    }
}

/// # Safety
/// A live function of a table of the engine's.
unsafe fn guard(
    table: &mut Table,
    names: &mut Names,
    function: *mut sys::zend_function,
    of_closable: bool,
) {
    // SAFETY: promised; the module of an internal function lives as long as the process.
    unsafe {
        if u32::from((*function).type_) != sys::ZEND_INTERNAL_FUNCTION {
            return;
        }
        let Some(intent) = names.intent(function, of_closable) else { return };
        let internal = &mut (*function).internal_function;
        let Some(original) = internal.handler else { return };
        let Some(key) = key_of(internal) else { return };
        if !is_ours(internal) {
            // The class that has inherited the function has the same key, and a function that points to the same.
            let known = table.entry(key).or_insert_with(|| Box::new(Guarded { original, intent }));
            **known = Guarded { original, intent };
            note(internal, known);
            internal.handler = Some(guarded);
        }
    }
}

/// Whether the function is one of those.
fn is_ours(function: &sys::zend_internal_function) -> bool {
    function.handler.is_some_and(|handler| std::ptr::fn_addr_eq(handler, guarded as Handler))
}

unsafe extern "C" fn guarded(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    // SAFETY: the running function, which is an internal one and has this handler.
    let Some(known) = (unsafe { noted(&(*(*frame).func).internal_function) }) else { return };
    let may_close = matches!(known.intent, Intent::Close | Intent::Change);
    let may_be_in_own_call = may_close && scheduler::has_spawned();
    // SAFETY: the running frame.
    if (may_be_in_own_call || inside::is_anyone()) && !unsafe { is_admitted(frame, known.intent) } {
        return;
    }
    // SAFETY: the function's own handler, called as the engine would; nothing of ours is in the way of a jump.
    unsafe { (known.original)(frame, result) };
    if evictions::is_waited_for() {
        tell_of_return();
    }
}

#[cold]
fn tell_of_return() {
    entry::boundary(evictions::somebody_left);
}

/// # Safety
/// The running frame.
#[inline(never)]
unsafe fn is_admitted(frame: *mut sys::zend_execute_data, intent: Intent) -> bool {
    let mut is_admitted = true;
    entry::boundary(|| {
        // SAFETY: promised.
        is_admitted = unsafe { may_begin(frame, intent) };
    });
    is_admitted
}

/// # Safety
/// The running frame.
unsafe fn may_begin(frame: *mut sys::zend_execute_data, intent: Intent) -> bool {
    // SAFETY: promised.
    unsafe {
        claims::spare_own_call(frame, intent).is_ok()
            && (!inside::is_anyone()
                || has_nothing_to_read(frame, intent)
                || claims::claim(frame, intent).is_ok())
    }
}

/// A filter for what is written.
///
/// # Safety
/// A live frame.
unsafe fn has_nothing_to_read(frame: *mut sys::zend_execute_data, intent: Intent) -> bool {
    const MODE: usize = 3;
    // SAFETY: promised; the value is read by its type.
    intent == Intent::ChangeBuffer
        && unsafe {
            frame::this_and_arguments(frame).nth(MODE).is_some_and(|mode| {
                u32::from((*mode).u1.v.type_) == sys::IS_LONG
                    && (*mode).value.lval == sys::zend_long::from(sys::PHP_STREAM_FILTER_WRITE)
            })
        }
}

//! Functions that close or change what another coroutine may be inside of (SPEC 28.6, 28.7).
//!
//! To close a stream or client frees what C code of a parked coroutine still uses, and by the time the descriptor is
//! closed much of it is gone. So these functions ask first. They are known by their names: what closes is called so in every
//! extension, `Redis::close`, `pg_close`, `ftp_quit` and those we have never heard of. Their handlers are replaced once all
//! extensions are there. What is closed by way of something else (a process's pipes with the process) is found when its
//! descriptor is, see [`super::tracking`].

use crate::{
    runtime::{self, Intent},
    zend::{
        entry,
        globals::{self, EngineLocal},
        sys,
    },
};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::CStr,
};

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

/// A class and the hash of a name in lower or mixed case, as the engine keeps it: closures are copies of a function, and
/// opcache moves names.
type Key = (usize, u64);

type Originals = HashMap<Key, (Handler, Intent)>;

/// `None`: not looked for yet.
static ORIGINALS: EngineLocal<RefCell<Option<Originals>>> = EngineLocal::new(RefCell::new(None));

type PostStartup = unsafe extern "C" fn() -> sys::zend_result;
static NEXT: EngineLocal<Cell<Option<PostStartup>>> = EngineLocal::new(Cell::new(None));

/// Ends of names.
const CLOSE: [&str; 5] = ["close", "quit", "disconnect", "unbind", "logout"];
const CHANGE: [&str; 8] =
    ["connect", "popen", "open", "reset", "finalize", "free", "free_result", "change_user"];
/// Names that say it in no such way, by extension.
const CHANGE_BY_NAME: [(&CStr, &[&str]); 3] = [
    (c"curl", &["curl_setopt", "curl_setopt_array", "curl_reset", "curl_exec"]),
    (c"standard", &["stream_filter_remove"]),
    (c"sqlite3", &["createfunction", "createaggregate", "createcollation"]),
];
/// They close no connection, or look after themselves.
const OTHERS: [&CStr; 8] =
    [c"core", c"cenote", c"pdo", c"curl", c"date", c"Reflection", c"Zend OPcache", c"random"];

/// Module start-up.
pub(super) fn register() {
    // A web server may start PHP several times; each time the tables of functions are new.
    ORIGINALS.replace(None);
    // SAFETY: the engine calls it once, after the start-up of all modules; who was there before us is called by ours.
    unsafe {
        NEXT.set(sys::zend_post_startup_cb);
        sys::zend_post_startup_cb = Some(after_startup);
    }
}

unsafe extern "C" fn after_startup() -> sys::zend_result {
    install();
    match NEXT.get() {
        // SAFETY: the function that was there before ours, called as the engine would.
        Some(next) => unsafe { next() },
        None => sys::SUCCESS,
    }
}

/// Replaces the handlers, unless that was done. At the first spawn of a request too, if PHP loaded us after its start.
pub(super) fn install() {
    if ORIGINALS.borrow().is_some() {
        return;
    }
    ORIGINALS.replace(Some(HashMap::new()));
    let compiler = globals::compiler();
    // SAFETY: tables of functions and classes, which live as long as the engine.
    unsafe {
        each(compiler.function_table, |value| guard(value.func, false));
        each(compiler.class_table, |value| {
            let class = value.ce;
            if u32::from((*class).type_ as u8) != sys::ZEND_INTERNAL_CLASS {
                return;
            }
            let table = &raw mut (*class).function_table;
            let mut is_closed = false;
            each(table, |value| is_closed |= CLOSE.contains(&name_of(value.func).as_str()));
            each(table, |value| guard(value.func, is_closed));
        });
    }
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
/// A live function with a name.
unsafe fn name_of(function: *const sys::zend_function) -> String {
    // SAFETY: promised.
    unsafe {
        let name = &*(*function).common.function_name;
        let bytes = std::slice::from_raw_parts((&raw const name.val).cast::<u8>(), name.len);
        String::from_utf8_lossy(bytes).to_lowercase()
    }
}

/// # Safety
/// A live function of a table of the engine's.
unsafe fn guard(function: *mut sys::zend_function, of_closable: bool) {
    // SAFETY: promised; the module of an internal function lives as long as the process.
    unsafe {
        if u32::from((*function).type_) != sys::ZEND_INTERNAL_FUNCTION {
            return;
        }
        let module = (*function).internal_function.module;
        let Some(intent) = intent_of(&name_of(function), module, of_closable) else { return };
        let handler = &mut (*function).internal_function.handler;
        let Some(original) = *handler else { return };
        let Some(key) = key_of(function) else { return };
        let ours = guarded as Handler;
        if !std::ptr::fn_addr_eq(original, ours) {
            let mut originals = ORIGINALS.borrow_mut();
            originals.get_or_insert_default().insert(key, (original, intent));
            *handler = Some(ours);
        }
    }
}

/// # Safety
/// Null or a live module.
unsafe fn intent_of(
    name: &str,
    module: *mut sys::zend_module_entry,
    of_closable: bool,
) -> Option<Intent> {
    // SAFETY: promised; the name of a module is a C string.
    let extension = unsafe { CStr::from_ptr(module.as_ref()?.name) };
    if extension == c"sqlite3" {
        runtime::note_module_of_shared_objects(module);
    }
    let named = CHANGE_BY_NAME.iter().find(|(of, _)| *of == extension);
    if named.is_some_and(|(_, names)| names.contains(&name)) {
        return Some(Intent::Change);
    }
    if OTHERS.contains(&extension) {
        return None;
    }
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends(&CLOSE) {
        return Some(Intent::Close);
    }
    let again = of_closable && name == "__construct";
    (again || ends(&CHANGE)).then_some(Intent::Change)
}

/// # Safety
/// A live function.
unsafe fn key_of(function: *const sys::zend_function) -> Option<Key> {
    // SAFETY: promised; the names of functions are interned, so that their hash is there.
    unsafe {
        let common = &(*function).common;
        let name = common.function_name.as_ref()?;
        Some((common.scope as usize, name.h))
    }
}

unsafe extern "C" fn guarded(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    // SAFETY: the running function, which is in the table.
    let key = unsafe { key_of((*frame).func) };
    let known = key.and_then(|key| {
        ORIGINALS.borrow().as_ref().and_then(|originals| originals.get(&key).copied())
    });
    let Some((original, intent)) = known else { return };
    if runtime::is_anyone_inside() {
        let mut admitted = true;
        entry::boundary(|| {
            // SAFETY: the running frame.
            admitted = unsafe { runtime::claim(frame, intent) }.is_ok();
        });
        if !admitted {
            return;
        }
    }
    // SAFETY: the function's own handler, called as the engine would; nothing of ours is in the way of a jump.
    unsafe { original(frame, result) };
}

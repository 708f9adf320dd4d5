//! Functions that ask before they begin, as others may be inside of what they work on (SPEC 28.6, 28.7, 28.9).
//!
//! To close a stream or client frees what C code of a parked coroutine still uses, and by the time the descriptor is
//! closed much of it is gone. So these functions ask first ([`super::claims`]). They are known by their names: what closes is
//! called so in every extension, `Redis::close`, `pg_close`, `ftp_quit` and those we have never heard of. Their handlers are
//! replaced once all extensions are there. What is closed by way of something else (a process's pipes with the process) is
//! found when its descriptor is, see [`super::vacating`].

use super::{
    claims::{self, Intent},
    inside, things, vacating,
};
use crate::zend::{
    entry, frame,
    globals::{self, EngineLocal},
    started::{Hook, PerStart},
    sys, value,
};
use std::{
    collections::HashMap,
    ffi::CStr,
    hash::{BuildHasherDefault, Hasher},
};

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

/// A class and the hash of a name in lower or mixed case, as the engine keeps it: closures are copies of a function, and
/// opcache moves names.
type Key = (usize, u64);

struct Guarded {
    original: Handler,
    intent: Intent,
}

type Table = HashMap<Key, Guarded, BuildHasherDefault<KeyHasher>>;

static TABLE: PerStart<Table> = PerStart::new();

type PostStartup = unsafe extern "C" fn() -> sys::zend_result;
static POST_STARTUP: EngineLocal<Hook<PostStartup>> = EngineLocal::new(Hook::new());

/// Ends of names.
const CLOSE: [&str; 6] = ["close", "closedir", "quit", "disconnect", "unbind", "logout"];
const CHANGE: [&str; 8] =
    ["connect", "popen", "open", "reset", "finalize", "free", "free_result", "change_user"];
/// Of objects that [`CHANGE`] says it of too seldom: name, intent, and extension.
const BY_NAME: [(&CStr, Intent, &[&str]); 13] = [
    (c"bz2", Intent::Read, &["bzread"]),
    (c"curl", Intent::Change, &["curl_exec", "curl_reset", "curl_setopt", "curl_setopt_array"]),
    (c"exif", Intent::Read, &["exif_read_data", "exif_thumbnail"]),
    (c"fileinfo", Intent::Read, &["mime_content_type"]),
    (
        c"curl",
        Intent::Turn,
        &[
            "curl_multi_add_handle",
            "curl_multi_close",
            "curl_multi_exec",
            "curl_multi_info_read",
            "curl_multi_remove_handle",
        ],
    ),
    (
        c"mysqli",
        Intent::Change,
        &[
            "mysqli_stmt::bind_param",
            "mysqli_stmt::bind_result",
            "mysqli_stmt::execute",
            "mysqli_stmt::prepare",
            "mysqli_stmt::store_result",
            "mysqli_stmt_bind_param",
            "mysqli_stmt_bind_result",
            "mysqli_stmt_execute",
            "mysqli_stmt_prepare",
            "mysqli_stmt_store_result",
        ],
    ),
    (
        c"sqlite3",
        Intent::Change,
        &["sqlite3::createaggregate", "sqlite3::createcollation", "sqlite3::createfunction"],
    ),
    (c"standard", Intent::Change, &["stream_filter_remove"]),
    (c"standard", Intent::ChangeBuffer, &["stream_filter_append", "stream_filter_prepend"]),
    (
        c"standard",
        Intent::Read,
        &[
            "fgetc",
            "fgetcsv",
            "fgets",
            "fpassthru",
            "fread",
            "fscanf",
            "fseek",
            "rewind",
            "stream_copy_to_stream",
            "stream_get_contents",
            "stream_get_line",
        ],
    ),
    (
        c"SPL",
        Intent::Read,
        &[
            "splfileobject::current",
            "splfileobject::eof",
            "splfileobject::fgetc",
            "splfileobject::fgetcsv",
            "splfileobject::fgets",
            "splfileobject::fpassthru",
            "splfileobject::fread",
            "splfileobject::fscanf",
            "splfileobject::fseek",
            "splfileobject::getcurrentline",
            "splfileobject::next",
            "splfileobject::rewind",
            "splfileobject::seek",
            "splfileobject::valid",
        ],
    ),
    (c"hash", Intent::Read, &["hash_update_stream"]),
    (c"zlib", Intent::Read, &["gzgetc", "gzgets", "gzpassthru", "gzread", "gzrewind", "gzseek"]),
];
/// Each method of a client writes a command and reads the reply, and both change what the other methods use: replies that
/// are expected, whether the connection is up.
const EXCHANGES: &CStr = c"redis";
/// They close no connection, or look after themselves.
const OTHERS: [&CStr; 8] =
    [c"Core", c"cenote", c"pdo", c"curl", c"date", c"Reflection", c"Zend OPcache", c"random"];

/// Module start-up.
pub(in crate::runtime) fn register() {
    TABLE.clear();
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
    let mut table = Table::default();
    let compiler = globals::compiler();
    // SAFETY: tables of functions and classes, which live as long as the engine.
    unsafe {
        each(compiler.function_table, |value| guard(&mut table, value.func, false));
        each(compiler.class_table, |value| {
            let class = value.ce;
            if u32::from((*class).type_ as u8) != sys::ZEND_INTERNAL_CLASS {
                return;
            }
            let methods = &raw mut (*class).function_table;
            let mut is_closed = false;
            each(methods, |value| is_closed |= CLOSE.contains(&name_of(value.func).as_str()));
            each(methods, |value| guard(&mut table, value.func, is_closed));
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
/// A live function with a name.
unsafe fn name_of(function: *const sys::zend_function) -> String {
    // SAFETY: promised.
    unsafe {
        String::from_utf8_lossy(value::string_bytes((*function).common.function_name))
            .to_lowercase()
    }
}

/// # Safety
/// A live function of a table of the engine's.
unsafe fn guard(table: &mut Table, function: *mut sys::zend_function, of_closable: bool) {
    // SAFETY: promised; the module of an internal function lives as long as the process.
    unsafe {
        if u32::from((*function).type_) != sys::ZEND_INTERNAL_FUNCTION {
            return;
        }
        let Some(intent) = intent_by_name(function, of_closable) else { return };
        let internal = &mut (*function).internal_function;
        let Some(original) = internal.handler else { return };
        let Some(key) = key_of(internal) else { return };
        if !is_ours(internal) {
            table.insert(key, Guarded { original, intent });
            internal.handler = Some(guarded);
        }
    }
}

/// # Safety
/// A live internal function; its module lives as long as the process.
unsafe fn intent_by_name(function: *const sys::zend_function, of_closable: bool) -> Option<Intent> {
    // SAFETY: promised; the name of a module is a C string.
    let (extension, name, scope) = unsafe {
        let module = (*function).internal_function.module.as_ref()?;
        let scope = (*function).common.scope.as_ref();
        let scope = scope.map(|class| String::from_utf8_lossy(value::string_bytes(class.name)));
        (CStr::from_ptr(module.name), name_of(function), scope)
    };
    let full = match &scope {
        Some(class) => format!("{}::{name}", class.to_lowercase()),
        None => name.clone(),
    };
    let named = |&&(of, _, names): &&(&CStr, Intent, &[&str])| {
        of == extension && names.contains(&full.as_str())
    };
    if let Some(&(_, intent, _)) = BY_NAME.iter().find(named) {
        return Some(intent);
    }
    if OTHERS.contains(&extension) {
        return None;
    }
    let is_whole_exchange = extension == EXCHANGES && scope.is_some() && !name.starts_with("__");
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if ends(&CLOSE) {
        return Some(Intent::Close);
    }
    // A plain function of that name opens something new; and reset() is for arrays.
    let opens_anew = scope.is_none() && (name.ends_with("open") || extension == c"standard");
    let again = of_closable && name == "__construct";
    let changes = again || is_whole_exchange || ends(&CHANGE);
    (!opens_anew && changes).then_some(Intent::Change)
}

/// A function whose name is not interned has no key, and is none of those.
///
/// # Safety
/// A live function.
unsafe fn key_of(function: *const sys::zend_internal_function) -> Option<Key> {
    // SAFETY: promised; the names of functions are interned, so that their hash is there.
    unsafe {
        let name = (*function).function_name.as_ref()?;
        Some(((*function).scope as usize, name.h))
    }
}

/// Whether the function is one of those.
fn is_ours(function: &sys::zend_internal_function) -> bool {
    function.handler.is_some_and(|handler| std::ptr::fn_addr_eq(handler, guarded as Handler))
}

#[inline]
fn find(function: &sys::zend_internal_function) -> Option<&'static Guarded> {
    // SAFETY: a live function.
    let key = unsafe { key_of(function) }?;
    TABLE.get()?.get(&key)
}

/// What a function does with what it is called with, if it is one of those. Asked by name: in a closure of it the engine
/// puts a handler of its own before ours.
#[inline]
pub(in crate::runtime) fn intent_of(function: &sys::zend_internal_function) -> Option<Intent> {
    find(function).map(|known| known.intent)
}

unsafe extern "C" fn guarded(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    // SAFETY: the running function, which is an internal one.
    let Some(known) = find(unsafe { &(*(*frame).func).internal_function }) else { return };
    if inside::is_anyone() {
        let mut admitted = true;
        entry::boundary(|| {
            // SAFETY: the running frame.
            admitted = unsafe {
                has_nothing_to_read(frame, known.intent)
                    || claims::claim(frame, known.intent).is_ok()
            };
        });
        if !admitted {
            return;
        }
    }
    // SAFETY: the function's own handler, called as the engine would; nothing of ours is in the way of a jump.
    unsafe { (known.original)(frame, result) };
    if vacating::is_waited_for() {
        entry::boundary(vacating::somebody_left);
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

/// Mixes two words, which are an address and a hash.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, word: u64) {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(ODD);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

//! Which functions close, change or read what they are called with: known by their names (SPEC 28.6, 28.7, 28.9).
//!
//! What closes is called so in every extension: `Redis::close`, `pg_close`, `ftp_quit` and those we have never heard of.

use crate::{
    runtime::coroutines::uses::Intent,
    zend::{globals::SetAtStart, started::PerStart, sys, value},
};
use std::{
    cell::Cell,
    collections::HashMap,
    ffi::CStr,
    hash::{BuildHasherDefault, Hasher},
};

pub(in crate::runtime) type Handler =
    unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

/// A class and the hash of a name in lower or mixed case, as the engine keeps it: closures are copies of a function, and
/// opcache moves names.
pub(in crate::runtime) type Key = (usize, u64);

pub(in crate::runtime) struct Guarded {
    pub(in crate::runtime) original: Handler,
    pub(in crate::runtime) intent: Intent,
}

/// Boxed, as functions point to what it holds.
pub(in crate::runtime) type Table = HashMap<Key, Box<Guarded>, BuildHasherDefault<KeyHasher>>;

pub(in crate::runtime) static TABLE: PerStart<Table> = PerStart::new();

/// Which of the pointers that the engine keeps with each function is ours. None if other extensions have taken all.
static RESERVED: SetAtStart<Cell<Option<usize>>> = SetAtStart::new(Cell::new(None));

/// Module start-up, while the engine gives places away.
pub(in crate::runtime) fn reserve() {
    // SAFETY: module start-up; the name is a C string.
    let place = unsafe { sys::zend_get_resource_handle(c"cenote".as_ptr()) };
    RESERVED.set(usize::try_from(place).ok());
}

/// Has a function, and each copy that the engine makes of it, point to what is known of it.
pub(in crate::runtime) fn note(function: &mut sys::zend_internal_function, known: &Guarded) {
    if let Some(place) = RESERVED.get() {
        function.reserved[place] = std::ptr::from_ref(known).cast_mut().cast();
    }
}

/// What is known of a function that has our handler.
///
/// # Safety
/// The function went through [`note`], or is a copy of one that did.
#[inline]
pub(in crate::runtime) unsafe fn noted(
    function: &sys::zend_internal_function,
) -> Option<&'static Guarded> {
    let known = RESERVED.get().map_or(std::ptr::null_mut(), |place| function.reserved[place]);
    // SAFETY: null, where the engine has cleared it, or what `note` has put there: the table keeps that until PHP starts anew, with
    // new functions.
    unsafe { known.cast::<Guarded>().as_ref() }.or_else(|| looked_up(function))
}

#[cold]
fn looked_up(function: &sys::zend_internal_function) -> Option<&'static Guarded> {
    find(function)
}

/// Ends of names.
const CLOSE: [&str; 6] = ["close", "closedir", "quit", "disconnect", "unbind", "logout"];

const CHANGE: [&str; 8] =
    ["connect", "popen", "open", "reset", "finalize", "free", "free_result", "change_user"];

/// Of objects that [`CHANGE`] says it of too seldom: name, intent, and extension.
const BY_NAME: [(&CStr, Intent, &[&str]); 14] = [
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
    (
        c"readline",
        Intent::Turn,
        &[
            "readline",
            "readline_callback_handler_install",
            "readline_callback_handler_remove",
            "readline_callback_read_char",
            "readline_clear_history",
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

/// The name as it was written. Names are compared in place, as each start of PHP asks for those of all functions.
///
/// # Safety
/// A live function with a name.
unsafe fn name_of<'a>(function: *const sys::zend_function) -> &'a [u8] {
    // SAFETY: promised.
    unsafe { value::string_bytes((*function).common.function_name) }
}

/// Whether a method closes its object.
///
/// # Safety
/// A live function with a name.
pub(in crate::runtime) unsafe fn closes(method: *const sys::zend_function) -> bool {
    // SAFETY: promised.
    let name = unsafe { name_of(method) };
    CLOSE.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
}

/// What names mean in the extension that is being walked through. Each start of PHP asks for all functions, which come by extension.
pub(in crate::runtime) struct Names {
    module: *const sys::zend_module_entry,
    named: Vec<(Intent, &'static [&'static str])>,
    is_told_by_ends: bool,
    is_exchange: bool,
    is_standard: bool,
}

impl Names {
    pub(in crate::runtime) fn new() -> Self {
        Names {
            module: std::ptr::null(),
            named: Vec::new(),
            is_told_by_ends: false,
            is_exchange: false,
            is_standard: false,
        }
    }

    fn enter(&mut self, extension: &CStr) {
        let rows = BY_NAME.iter().filter(|(of, ..)| *of == extension);
        self.named.clear();
        self.named.extend(rows.map(|&(_, intent, names)| (intent, names)));
        self.is_told_by_ends = !OTHERS.contains(&extension);
        self.is_exchange = extension == EXCHANGES;
        self.is_standard = extension == c"standard";
    }

    /// # Safety
    /// A live internal function; its module lives as long as the process.
    pub(in crate::runtime) unsafe fn intent(
        &mut self,
        function: *const sys::zend_function,
        of_closable: bool,
    ) -> Option<Intent> {
        // SAFETY: promised; the name of a module is a C string.
        let (name, class) = unsafe {
            let module = (*function).internal_function.module;
            if module != self.module.cast_mut() {
                self.enter(CStr::from_ptr(module.as_ref()?.name));
                self.module = module;
            }
            let class = (*function).common.scope.as_ref();
            (name_of(function), class.map(|class| value::string_bytes(class.name)))
        };
        let is = |known: &&str| is_named(known.as_bytes(), class, name);
        if let Some(&(intent, _)) = self.named.iter().find(|(_, names)| names.iter().any(is)) {
            return Some(intent);
        }
        if !self.is_told_by_ends {
            return None;
        }
        if ends_with_one(name, &CLOSE) {
            return Some(Intent::Close);
        }
        // A plain function of that name opens something new; and reset() is for arrays.
        let opens_anew = class.is_none() && (self.is_standard || ends_with(name, b"open"));
        let is_exchange = self.is_exchange && class.is_some() && !name.starts_with(b"__");
        let again = of_closable && name.eq_ignore_ascii_case(b"__construct");
        let changes = again || is_exchange || ends_with_one(name, &CHANGE);
        (changes && !opens_anew).then_some(Intent::Change)
    }
}

/// Whether `known`, in lower case and with its class if it is a method, is that name.
fn is_named(known: &[u8], class: Option<&[u8]>, name: &[u8]) -> bool {
    match class {
        None => known.len() == name.len() && known.eq_ignore_ascii_case(name),
        Some(class) => {
            known.len() == class.len() + 2 + name.len()
                && known[class.len()..].starts_with(b"::")
                && known[..class.len()].eq_ignore_ascii_case(class)
                && known[class.len() + 2..].eq_ignore_ascii_case(name)
        }
    }
}

fn ends_with_one(name: &[u8], ends: &[&str]) -> bool {
    ends.iter().any(|end| ends_with(name, end.as_bytes()))
}

/// Most names differ in the last letter.
fn ends_with(name: &[u8], end: &[u8]) -> bool {
    let is_last = |last: &u8| Some(&last.to_ascii_lowercase()) == end.last();
    name.last().is_some_and(is_last)
        && name.len() >= end.len()
        && name[name.len() - end.len()..].eq_ignore_ascii_case(end)
}

/// A function whose name is not interned has no key, and is none of those.
///
/// # Safety
/// A live function.
pub(in crate::runtime) unsafe fn key_of(
    function: *const sys::zend_internal_function,
) -> Option<Key> {
    // SAFETY: promised; the names of functions are interned, so that their hash is there.
    unsafe {
        let name = (*function).function_name.as_ref()?;
        Some(((*function).scope as usize, name.h))
    }
}

#[inline]
pub(in crate::runtime) fn find(function: &sys::zend_internal_function) -> Option<&'static Guarded> {
    // SAFETY: a live function.
    let key = unsafe { key_of(function) }?;
    TABLE.get()?.get(&key).map(|known| &**known)
}

/// What a function does with what it is called with, if it is one of those. Asked by name: in a closure of it the engine
/// puts a handler of its own before ours.
#[inline]
pub(in crate::runtime) fn intent_of(function: &sys::zend_internal_function) -> Option<Intent> {
    find(function).map(|known| known.intent)
}

/// Mixes two words, which are an address and a hash.
#[derive(Default)]
pub(in crate::runtime) struct KeyHasher(u64);

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

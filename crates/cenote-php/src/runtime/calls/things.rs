//! What a call of an extension's function works on: objects, and what is behind resources (SPEC 28.6).
//!
//! These are the arguments and the `$this` of the function. A few calls work on more than that, or on something that no
//! frame shows, and some only hand on what they get; they are named here.

use super::intents;
use crate::{
    runtime::coroutines::uses::{Closed, Intent, Thing, Use},
    zend::{frame, globals, started::PerStart, sys, value},
};
use std::ffi::CStr;

type Module = *mut sys::zend_module_entry;

/// Extensions that are asked about at each call.
struct Modules {
    /// Our own functions wait at places where nothing is half done.
    own: Module,
    /// Calls of closures, generators and Fibers.
    core: Module,
    curl: Module,
    mysqli: Module,
    pgsql: Module,
    /// Its library has one line, one prompt and one terminal.
    readline: Module,
    reflection: Module,
    standard: Module,
    /// Its objects share what is behind them: in a callback of one of them, all are in use.
    sqlite3: Module,
}

static MODULES: PerStart<Modules> = PerStart::new();

/// Functions of ext/standard that pass on to PHP code what they get.
const HAND_ON: [&[u8]; 7] = [
    b"array_reduce",
    b"array_walk",
    b"array_walk_recursive",
    b"call_user_func",
    b"call_user_func_array",
    b"forward_static_call",
    b"forward_static_call_array",
];
/// They get streams in arrays, and may run a `stream_cast()` of PHP code on each.
const CAST_ELEMENTS: [&[u8]; 2] = [b"proc_open", b"stream_select"];

/// All extensions are there.
pub(in crate::runtime) fn register() {
    let find = |name: &CStr| {
        // SAFETY: looks a name up in the engine's table of modules.
        let found = unsafe {
            let modules = &raw const sys::module_registry;
            sys::zend_hash_str_find(modules, name.as_ptr(), name.count_bytes()).as_ref()
        };
        // SAFETY: values of that table are pointers to entries.
        found.map_or(std::ptr::null_mut(), |found| unsafe { found.value.ptr.cast() })
    };
    MODULES.set(Modules {
        own: find(c"cenote"),
        core: find(c"core"),
        curl: find(c"curl"),
        mysqli: find(c"mysqli"),
        pgsql: find(c"pgsql"),
        readline: find(c"readline"),
        reflection: find(c"reflection"),
        standard: find(c"standard"),
        sqlite3: find(c"sqlite3"),
    });
}

/// What the call in `frame` works on. `has_called`: PHP code that it has called is running.
///
/// # Safety
/// A live frame.
pub(in crate::runtime) unsafe fn each(
    frame: *mut sys::zend_execute_data,
    has_called: bool,
    mut see: impl FnMut(Use),
) {
    let Some(modules) = MODULES.get() else { return };
    // SAFETY: promised; a function's module lives as long as the process.
    unsafe {
        match frame::internal_function(frame) {
            Some(function) if function.module.is_null() || modules.hand_on(function.module) => {}
            Some(function) => each_of_call(frame, has_called, function, modules, &mut see),
            None => {
                if let Some(thing) = iterated(frame) {
                    see(Use::of(thing));
                }
            }
        }
    }
}

/// Whether the call of an extension's function in `frame` may work on something, as far as the function alone tells.
///
/// # Safety
/// A live frame.
#[inline]
pub(in crate::runtime) unsafe fn may_have(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: promised.
    let module = unsafe { frame::internal_function(frame) }.map(|function| function.module);
    module.is_some_and(|module| {
        !module.is_null() && MODULES.get().is_some_and(|modules| !modules.hand_on(module))
    })
}

/// Whether a function of this extension runs in `frame`.
///
/// # Safety
/// A live frame.
#[inline]
pub(in crate::runtime) unsafe fn is_own(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: promised; the union of a function is read by its type.
    unsafe {
        let function = (*frame).func;
        !function.is_null()
            && u32::from((*function).type_) == sys::ZEND_INTERNAL_FUNCTION
            && MODULES.get().is_some_and(|known| (*function).internal_function.module == known.own)
    }
}

/// Whether PHP code in `frame` may iterate over something, as far as its opcode alone tells.
///
/// # Safety
/// A live frame of PHP code.
#[inline]
pub(in crate::runtime) unsafe fn may_iterate(frame: *const sys::zend_execute_data) -> bool {
    // SAFETY: promised; it has an opcode, or none before its first.
    unsafe { (*frame).opline.as_ref() }.is_some_and(|opline| {
        matches!(
            u32::from(opline.opcode),
            sys::ZEND_FE_FETCH_R
                | sys::ZEND_FE_FETCH_RW
                | sys::ZEND_FE_RESET_R
                | sys::ZEND_FE_RESET_RW
                | sys::ZEND_ADD_ARRAY_UNPACK
                | sys::ZEND_SEND_UNPACK
        )
    })
}

impl Modules {
    /// Functions of that extension work on nothing that somebody could close.
    fn hand_on(&self, module: Module) -> bool {
        module == self.own || module == self.core || module == self.reflection
    }
}

/// # Safety
/// A live frame of `function`.
unsafe fn each_of_call(
    frame: *mut sys::zend_execute_data,
    has_called: bool,
    function: &sys::zend_internal_function,
    modules: &Modules,
    see: &mut dyn FnMut(Use),
) {
    let module = function.module;
    // SAFETY: promised; each argument holds a reference to what it names. A function has a name, which is a string.
    unsafe {
        let is_named =
            |names: &[&[u8]]| names.contains(&value::string_bytes(function.function_name));
        let is_standard = module == modules.standard;
        if is_standard && has_called && is_named(&HAND_ON) {
            return;
        }
        let is_multi = module == modules.curl;
        // Others may add and remove transfers while it waits: libcurl looks at its list anew.
        if is_multi && is_named(&[b"curl_multi_select"]) {
            return;
        }
        let intent = intents::intent_of(function);
        let mut takes_turns = matches!(intent, Some(Intent::Read | Intent::Turn));
        let mut any = false;
        for value in frame::this_and_arguments(frame) {
            if let Some(thing) = thing_of(value) {
                // A function reads from the first stream that it gets.
                let is_other =
                    intent == Some(Intent::Read) && is_object_of_function(value, function);
                let in_turn = takes_turns && !is_other;
                see(Use { thing, in_turn, closes: closed_stream(value, intent) });
                takes_turns &= !in_turn;
                any = true;
            } else if (module == modules.mysqli && is_named(&[b"mysqli_poll", b"poll"]))
                || (is_standard && has_called && is_named(&CAST_ELEMENTS))
            {
                each_in_array(value, see);
            }
        }
        if is_multi && is_named(&[b"curl_multi_exec"]) {
            each_transfer(frame, see);
        }
        if module == modules.pgsql && !any {
            if let Some(thing) = default_connection(modules.pgsql) {
                see(Use::of(thing));
            }
        }
        if module == modules.readline && intent.is_some() {
            see(Use { in_turn: takes_turns, ..Use::of(Thing(module as usize)) });
        }
        if module == modules.sqlite3 {
            see(Use::of(Thing(module as usize)));
        }
    }
}

/// An object that a plain function gets: a hash for `hash_update_stream()`. What a method reads from is its own object.
///
/// # Safety
/// A live value.
unsafe fn is_object_of_function(
    value: *const sys::zval,
    function: &sys::zend_internal_function,
) -> bool {
    // SAFETY: promised.
    function.scope.is_null() && unsafe { dereferenced(value).u1.v.type_ } == sys::IS_OBJECT as u8
}

/// # Safety
/// A live value.
unsafe fn dereferenced<'a>(value: *const sys::zval) -> &'a sys::zval {
    // SAFETY: promised; the union is read by the type.
    unsafe {
        match u32::from((*value).u1.v.type_) {
            sys::IS_REFERENCE => &(*(*value).value.ref_).val,
            _ => &*value,
        }
    }
}

/// # Safety
/// A live value.
unsafe fn thing_of(value: *const sys::zval) -> Option<Thing> {
    // SAFETY: promised; each part of the union is read by the type.
    unsafe {
        let value = dereferenced(value);
        match u32::from(value.u1.v.type_) {
            sys::IS_OBJECT => Thing::at(value.value.obj),
            sys::IS_RESOURCE => behind(value.value.res),
            _ => None,
        }
    }
}

/// The resource of a stream that the function closes.
///
/// # Safety
/// A live value.
unsafe fn closed_stream(value: *const sys::zval, intent: Option<Intent>) -> Option<Closed> {
    // SAFETY: promised; the union is read by the type.
    unsafe {
        let value = dereferenced(value);
        if intent != Some(Intent::Close) || u32::from(value.u1.v.type_) != sys::IS_RESOURCE {
            return None;
        }
        let resource = value.value.res;
        let kind = (*resource).type_;
        let is_stream = kind == sys::php_file_le_stream() || kind == sys::php_file_le_pstream();
        is_stream.then_some(Closed { resource, kind })
    }
}

/// # Safety
/// A live resource.
unsafe fn behind(resource: *mut sys::zend_resource) -> Option<Thing> {
    // SAFETY: promised; what is behind a resource of that type is a filter, in the chain of a stream.
    unsafe {
        let behind = (*resource).ptr;
        let kind = (*resource).type_;
        // One context serves many streams at once, and nothing closes it.
        if behind.is_null() || kind == sys::php_le_stream_context() {
            return None;
        }
        if kind == sys::php_file_le_stream_filter() {
            let chain = (*behind.cast::<sys::php_stream_filter>()).chain.as_ref()?;
            return Thing::at(chain.stream);
        }
        Thing::at(behind)
    }
}

/// # Safety
/// A live value.
unsafe fn each_in_array(value: *const sys::zval, see: &mut dyn FnMut(Use)) {
    // SAFETY: promised; walking by positions changes nothing.
    unsafe {
        let value = dereferenced(value);
        if u32::from(value.u1.v.type_) != sys::IS_ARRAY {
            return;
        }
        let table = value.value.arr;
        let mut at = 0;
        loop {
            let element = sys::zend_hash_get_current_data_ex(table, &raw mut at);
            if element.is_null() {
                return;
            }
            if let Some(thing) = thing_of(element) {
                see(Use::of(thing));
            }
            sys::zend_hash_move_forward_ex(table, &raw mut at);
        }
    }
}

/// The transfers of a curl_multi handle, which it tells the collector of.
///
/// # Safety
/// A live frame of `curl_multi_exec()`.
unsafe fn each_transfer(frame: *mut sys::zend_execute_data, see: &mut dyn FnMut(Use)) {
    // SAFETY: promised; the table that is given is the engine's scratch, and valid until the next question of the kind.
    unsafe {
        let Some(multi) = frame::this_and_arguments(frame).nth(1) else { return };
        let multi = dereferenced(multi);
        if u32::from(multi.u1.v.type_) != sys::IS_OBJECT {
            return;
        }
        let object = multi.value.obj;
        let Some(get_gc) = (*(*object).handlers).get_gc else { return };
        let (mut table, mut count) = (std::ptr::null_mut(), 0);
        get_gc(object, &raw mut table, &raw mut count);
        for at in 0..usize::try_from(count).unwrap_or(0) {
            if let Some(thing) = thing_of(table.add(at)) {
                see(Use::of(thing));
            }
        }
    }
}

/// The connection that functions of ext/pgsql use if they are given none. Its globals begin with it; that this is so is
/// not taken for granted.
///
/// # Safety
/// Null, or the extension's entry.
#[cold]
unsafe fn default_connection(module: Module) -> Option<Thing> {
    // SAFETY: promised. Of the globals, only the objects' own store is followed, in which
    // free places are marked in the lowest bit.
    unsafe {
        let entry = module.as_ref()?;
        let (place, size) = globals::of_entry(entry);
        let there = place.here().cast::<*mut sys::zend_object>();
        if there.is_null() || size < size_of::<*mut sys::zend_object>() {
            return None;
        }
        let named = *there;
        let store = &globals::executor().objects_store;
        let is_connection = (1..store.top as usize).any(|at| {
            let object = *store.object_buckets.add(at);
            object == named
                && object as usize & 1 == 0
                && value::string_bytes((*(*object).ce).name) == b"PgSql\\Connection"
        });
        is_connection.then_some(Thing(named as usize))
    }
}

/// What an opcode iterates over in C code, without a frame: `foreach`, and `...` in an array or a call.
///
/// # Safety
/// A live frame.
unsafe fn iterated(frame: *mut sys::zend_execute_data) -> Option<Thing> {
    // SAFETY: promised; operands of these opcodes lie in the frame, and are alive while the opcode runs.
    unsafe {
        if !frame::runs_user_code(frame) || !may_iterate(frame) {
            return None;
        }
        let opline = (*frame).opline.as_ref()?;
        let is_fetch =
            matches!(u32::from(opline.opcode), sys::ZEND_FE_FETCH_R | sys::ZEND_FE_FETCH_RW);
        if u32::from(opline.op1_type) & (sys::IS_CV | sys::IS_VAR | sys::IS_TMP_VAR) == 0 {
            return None;
        }
        let operand = dereferenced(frame.byte_add(opline.op1.var as usize).cast());
        if u32::from(operand.u1.v.type_) != sys::IS_OBJECT {
            return None;
        }
        let object = operand.value.obj;
        // The engine wraps an iterator as an object without handlers of its own; what it goes over is its data.
        let wraps = is_fetch
            && sys::zend_iterator_unwrap(std::ptr::from_ref(operand).cast_mut()) == object.cast();
        if wraps {
            return thing_of(&raw const (*object.cast::<sys::zend_object_iterator>()).data);
        }
        Thing::at(object)
    }
}

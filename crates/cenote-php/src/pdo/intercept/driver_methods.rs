//! Methods that are in no class table: `getPool()`, and those that a driver adds (`sqliteCreateFunction` …).
//!
//! The engine finds them through the object's method lookup. For a template the lookup gives functions of ours, which take
//! the coroutine's connection when they are called, not when they are found, and run the driver's method there.

use super::call;
use crate::pdo::{
    checkout::manager,
    connection::{pooled::ConnectionRef, template::Template},
    drivers,
    log::Registered,
    messages,
    stock::{classes, errors, object_tables, originals::Handler, request},
};
use crate::zend::{
    Call, Outcome, Signature, Thrown, Type, Value, class, entry, exception, globals::engine_local,
    guard, sys, value,
};
use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    mem::MaybeUninit,
};

/// A method of a driver, as templates show it. The engine's record comes first.
#[repr(C)]
struct DriverMethod {
    function: sys::zend_internal_function,
    original: Handler,
}

/// Room for what observers keep per function.
const RUN_TIME_CACHE: usize = 64;

#[derive(Default)]
struct Found {
    get_pool: OnceCell<Box<sys::zend_internal_function>>,
    /// By driver and name in lower case: the same for all templates of a driver.
    methods: RefCell<HashMap<Vec<u8>, Box<DriverMethod>>>,
}

engine_local! {
    static FOUND: RefCell<Option<Box<Found>>> = RefCell::new(None);
}

impl Drop for Found {
    fn drop(&mut self) {
        let methods = self.methods.get_mut().values().map(|method| &method.function);
        for function in methods.chain(self.get_pool.get().map(|function| &**function)) {
            let cache = function.run_time_cache__ptr.cast::<[usize; RUN_TIME_CACHE]>();
            // SAFETY: made by `blank`, and no call of the function is left to use it.
            drop(unsafe { Box::from_raw(cache) });
        }
    }
}

fn methods_found() -> &'static Found {
    let mut found = FOUND.borrow_mut();
    let found: *const Found = &raw const **found.get_or_insert_default();
    // SAFETY: boxed, and kept until the thread runs PHP no more, when no method is called.
    unsafe { &*found }
}

/// Module shutdown: the functions name classes and call drivers of this start.
pub(in crate::pdo) fn shut_down() {
    FOUND.take();
}

/// A method of ours for this name. `None`: look further.
///
/// # Safety
/// A live PDO object.
pub(in crate::pdo) unsafe fn find(
    object: *mut sys::zend_object,
    name: &[u8],
) -> Result<Option<*mut sys::zend_function>, Thrown> {
    // SAFETY: by the contract.
    if unsafe { has_own_method(object, name) } {
        return Ok(None);
    }
    if name.eq_ignore_ascii_case(b"getPool") {
        return Ok(Some(std::ptr::from_ref(get_pool()).cast_mut().cast()));
    }
    // SAFETY: by the contract; the caller holds the object.
    let Some(template) = (unsafe { Template::of(object) }) else { return Ok(None) };
    find_in_driver(template, name)
}

/// Whether the class has a method of this name, or `__call`, which goes first on stock PDO too.
///
/// # Safety
/// A live object.
unsafe fn has_own_method(object: *mut sys::zend_object, name: &[u8]) -> bool {
    let lower = name.to_ascii_lowercase();
    // SAFETY: a live object; looking up allocates nothing.
    unsafe {
        let class = (*object).ce;
        let table = &raw const (*class).function_table;
        !sys::zend_hash_str_find(table, lower.as_ptr().cast(), lower.len()).is_null()
            || !(*class).__call.is_null() && !lower.eq(b"getpool")
    }
}

fn get_pool() -> &'static sys::zend_internal_function {
    methods_found().get_pool.get_or_init(|| {
        let mut function = blank();
        // Made while a request runs, and kept: an interned name would go with the request.
        function.function_name = class::lasting_string(c"getPool");
        function.handler = Some(entry::handler(return_pool));
        function.arg_info =
            Signature::new(&[], Type::object(c"Async\\Pool").or_null()).leak_for_running_engine();
        function.fn_flags |= sys::ZEND_ACC_HAS_RETURN_TYPE;
        Box::new(function)
    })
}

/// An internal method of PDO without arguments.
fn blank() -> sys::zend_internal_function {
    // SAFETY: all zero is a valid start; what has to be set is set here and by the callers.
    let mut function: sys::zend_internal_function = unsafe { MaybeUninit::zeroed().assume_init() };
    function.type_ = sys::ZEND_INTERNAL_FUNCTION as u8;
    function.fn_flags = sys::ZEND_ACC_PUBLIC | sys::ZEND_ACC_NEVER_CACHE;
    function.scope = classes::get().pdo.as_ptr();
    function.T = 1;
    let cache: Box<[usize; RUN_TIME_CACHE]> = Box::new([0; RUN_TIME_CACHE]);
    function.run_time_cache__ptr = Box::into_raw(cache).cast();
    function
}

fn return_pool(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // SAFETY: `$this` of a method of PDO.
    let view = match unsafe { Template::of(call.this()) } {
        Some(template) => Value::object(template.view()?),
        None => Value::null(),
    };
    call.returns(view);
    Ok(())
}

/// Looks a name up among the driver's methods. It never connects, and raises nothing (SPEC 27.6).
fn find_in_driver(
    template: &Template,
    name: &[u8],
) -> Result<Option<*mut sys::zend_function>, Thrown> {
    let key = key(template, name);
    if let Some(known) = methods_found().methods.borrow().get(&key) {
        return Ok(Some(std::ptr::from_ref(&**known).cast_mut().cast()));
    }
    let found = match template.traits.dsn_without_server {
        Some(dsn) => ask_unconnected(template, dsn, name)?,
        None => ask_a_connection(template, name)?,
    };
    let Some(ours) = found else { return Ok(None) };
    let mut methods = methods_found().methods.borrow_mut();
    let kept = methods.entry(key).or_insert(ours);
    Ok(Some(std::ptr::from_ref(&**kept).cast_mut().cast()))
}

/// Any connection will do, even one that is in use: the driver's table is the same for all.
fn ask_a_connection(template: &Template, name: &[u8]) -> Result<Option<Box<DriverMethod>>, Thrown> {
    if template.is_foreign() {
        return Ok(None);
    }
    let open = template
        .shared
        .connections
        .borrow()
        .iter()
        .copied()
        .find(|connection| !connection.session().has_left());
    match open {
        // SAFETY: a hidden object of an open connection, and a function of its driver's table.
        Some(connection) => unsafe {
            Ok(look_up(connection.object, name)?.and_then(|theirs| copy_for_templates(theirs)))
        },
        None => Ok(None),
    }
}

/// Asks an object of the driver's that is no connection.
fn ask_unconnected(
    template: &Template,
    dsn: &[u8],
    name: &[u8],
) -> Result<Option<Box<DriverMethod>>, Thrown> {
    let in_flight = exception::InFlight::put_aside();
    let object = manager::unconnected(template.source.class, dsn);
    let found = object.map(|object| {
        // SAFETY: a PDO object, and a function of its driver's table, which goes with the object.
        let ours = unsafe {
            let theirs = look_up(object.as_ptr(), name);
            theirs.map(|theirs| theirs.and_then(|theirs| copy_for_templates(theirs)))
        };
        drop(object);
        ours
    });
    in_flight.restore();
    found?
}

/// A function of ours that stands for one of a driver's table.
///
/// # Safety
/// A live function.
unsafe fn copy_for_templates(theirs: *mut sys::zend_function) -> Option<Box<DriverMethod>> {
    // SAFETY: a function of the table of a connection that is open; names are copied, argument descriptions live as long
    // as the driver.
    unsafe {
        let theirs = &(*theirs).internal_function;
        let original = theirs.handler?;
        let mut function = blank();
        function.fn_flags = theirs.fn_flags | sys::ZEND_ACC_NEVER_CACHE;
        function.arg_flags = theirs.arg_flags;
        function.num_args = theirs.num_args;
        function.required_num_args = theirs.required_num_args;
        function.arg_info = theirs.arg_info;
        // What is deprecated says since when, and what to use.
        function.attributes = sys::cenote_lasting_attributes(theirs.attributes);
        let text = value::string_bytes(theirs.function_name);
        let text = std::ffi::CString::new(text).unwrap_or_default();
        function.function_name = class::lasting_string(&text);
        function.handler = Some(run_on_connection);
        Some(Box::new(DriverMethod { function, original }))
    }
}

fn key(template: &Template, name: &[u8]) -> Vec<u8> {
    [template.driver_name(), b":", &name.to_ascii_lowercase()].concat()
}

/// # Safety
/// A live PDO object.
unsafe fn look_up(
    object: *mut sys::zend_object,
    name: &[u8],
) -> Result<Option<*mut sys::zend_function>, Thrown> {
    let text = Value::string(name)?;
    let text = text.as_ptr();
    let found = request::bypass(|| {
        guard(move || {
            let mut object = object;
            // SAFETY: by the contract, and `text` is a string.
            unsafe {
                let name = (*text).value.str_;
                object_tables::find_stock_method(&mut object, name, std::ptr::null())
            }
        })
    })?;
    exception::check()?;
    Ok((!found.is_null()).then_some(found))
}

/// The handler of a driver's method on a template.
unsafe extern "C" fn run_on_connection(frame: *mut sys::zend_execute_data, result: *mut sys::zval) {
    // SAFETY: the frame of a running call of a function that `find_in_driver` made. The closure of a method keeps a copy
    // of the record without what follows it, so the original is looked up by name.
    let object = unsafe { (*frame).This.value.obj };
    // SAFETY: a running call has its object and its function, and functions of classes have names.
    let found = unsafe {
        Template::of(object).and_then(|template| {
            let name = value::string_bytes((*(*frame).func).common.function_name);
            let methods = methods_found().methods.borrow();
            methods.get(&key(template, name)).map(|method| (template, method.original))
        })
    };
    match found {
        // SAFETY: called by the engine with the frame and result of a running call of this method.
        Some((template, original)) => unsafe { run(template, original, frame, result) },
        // A closure that was bound to another object.
        None => entry::boundary(|| {
            let _ = errors::throw_plain(&messages::NOT_POOLED);
        }),
    }
}

/// Runs a driver's method, called on a template, on the coroutine's connection.
///
/// # Safety
/// `frame` and `result` are those of the running call, on the object of `template`.
pub(in crate::pdo) unsafe fn run(
    template: &Template,
    original: Handler,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let mut connection = None;
    entry::boundary(|| {
        // SAFETY: by the contract.
        connection = begin(template, &unsafe { Call::from_raw(frame, result) }).ok();
    });
    let Some(connection) = connection else { return };
    // SAFETY: by the contract.
    unsafe { call::run_on(connection, original, frame, result) };
    entry::boundary(|| {
        // SAFETY: the frame and result of the call that has just returned; the engine frees them after this handler.
        let call = unsafe { Call::from_raw(frame, result) };
        register(connection, &call);
        // What it raises is pending in the engine.
        let _ = call::end(connection);
    });
}

fn begin(template: &Template, call: &Call) -> Result<ConnectionRef, Thrown> {
    drivers::refuse_method(name_of(call))?;
    template.check_process()?;
    if let Some(new) = registration(call) {
        let known = template.log.borrow().knows(&new);
        if known {
            return Err(errors::throw_plain(&messages::registered_before(&new)));
        }
    }
    let binding = template.binding();
    binding.clear_error();
    let connection = call::bound_connection(template, &binding)?;
    if !connection.enter() {
        return Err(crate::pdo::statements::in_use::refuse_pooled());
    }
    connection.before_driver_method();
    if waits_as_long_as_told(call) {
        connection.lift_limit();
    }
    if copies_by_a_text(call) {
        connection.session_mut().left_state(false);
    }
    Ok(connection)
}

/// Whether a COPY method of PostgreSQL was given more than a table's name: it becomes part of a text that no rule reads, and may
/// call anything (SPEC 34.17).
fn copies_by_a_text(call: &Call) -> bool {
    let name = name_of(call).to_ascii_lowercase();
    let copies = name.windows(4).any(|part| part == b"copy");
    let in_a_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'"');
    copies
        && call.count() > 0
        && !call.value(0).as_bytes().is_some_and(|table| table.iter().all(in_a_name))
}

/// Whether a method waits for what may come or not, for a time that is its argument.
fn waits_as_long_as_told(call: &Call) -> bool {
    let name = name_of(call).to_ascii_lowercase();
    name.ends_with(b"getnotify")
}

pub(in crate::pdo) fn name_of(call: &Call) -> &[u8] {
    // SAFETY: the frame of a running call has a named function.
    unsafe { value::string_bytes((*(*call.frame()).func).common.function_name) }
}

/// What a call registers, if it is one of those that every connection has to repeat (SPEC 26.2).
fn registration(call: &Call) -> Option<Registered> {
    const REPEATED: [&[u8]; 6] = [
        b"sqlitecreatefunction",
        b"sqlitecreateaggregate",
        b"sqlitecreatecollation",
        b"createfunction",
        b"createaggregate",
        b"createcollation",
    ];
    let name = name_of(call);
    let repeated = REPEATED.iter().any(|known| name.eq_ignore_ascii_case(known));
    repeated.then(|| {
        let arguments = (0..call.count()).map(|index| call.value(index)).collect();
        Registered::new(name, arguments)
    })
}

fn register(connection: ConnectionRef, call: &Call) {
    let Some(new) = registration(call) else { return };
    if exception::pending() || !call.result_is_true() {
        return;
    }
    let template = &connection.template;
    let before = template.version.get();
    template.version.set(before + 1);
    template.log.borrow_mut().register(new);
    template.readings.forget();
    let count = template.log.borrow().function_count();
    connection.session_mut().told_mut().function_came_from_here(before, before + 1, count);
}

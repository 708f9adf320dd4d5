//! The methods of PDO and PDOStatement: our handlers in their class tables.
//!
//! PDO's class table is the only place where every call on every PDO object passes, user subclasses included (they copy the
//! entries). A handler of ours decides whose call it is. On a plain object it marks the handle as in use and calls the
//! original; as long as no coroutine and no template exists it only calls the original. On a template it finds the
//! connection, puts the hidden object into the frame as `$this`, calls the original, and puts the template back: so every
//! call frame has its own connection, whatever other coroutines do meanwhile.

use super::{
    call,
    classes::Classes,
    constructor, drivers, errors,
    handle::Handle,
    handlers, in_use,
    in_use::Entry,
    messages,
    slot::SlotRef,
    statement::{self, Admitted},
};
use crate::{
    runtime,
    zend::{ClassRef, Outcome, Thrown, bailout, entry, exception, globals::EngineLocal, sys},
};
use std::cell::Cell;

pub(super) type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

/// The methods of PDO that work on a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    Prepare,
    Query,
    Exec,
    Quote,
    BeginTransaction,
    Commit,
    RollBack,
    InTransaction,
    SetAttribute,
    GetAttribute,
    LastInsertId,
    ErrorCode,
    ErrorInfo,
}

const METHODS: [(&str, Method, Handler); 13] = [
    ("prepare", Method::Prepare, pdo_method::<0>),
    ("query", Method::Query, pdo_method::<1>),
    ("exec", Method::Exec, pdo_method::<2>),
    ("quote", Method::Quote, pdo_method::<3>),
    ("begintransaction", Method::BeginTransaction, pdo_method::<4>),
    ("commit", Method::Commit, pdo_method::<5>),
    ("rollback", Method::RollBack, pdo_method::<6>),
    ("intransaction", Method::InTransaction, pdo_method::<7>),
    ("setattribute", Method::SetAttribute, pdo_method::<8>),
    ("getattribute", Method::GetAttribute, pdo_method::<9>),
    ("lastinsertid", Method::LastInsertId, pdo_method::<10>),
    ("errorcode", Method::ErrorCode, pdo_method::<11>),
    ("errorinfo", Method::ErrorInfo, pdo_method::<12>),
];

const EXECUTE: usize = 0;

/// Methods of statements that reach the driver.
const STATEMENT_METHODS: [(&str, Handler); 14] = [
    ("execute", statement_method::<EXECUTE>),
    ("fetch", statement_method::<1>),
    ("fetchall", statement_method::<2>),
    ("fetchcolumn", statement_method::<3>),
    ("fetchobject", statement_method::<4>),
    ("nextrowset", statement_method::<5>),
    ("closecursor", statement_method::<6>),
    ("getcolumnmeta", statement_method::<7>),
    ("setattribute", statement_method::<8>),
    ("getattribute", statement_method::<9>),
    ("getiterator", statement_method::<10>),
    ("bindparam", statement_method::<11>),
    ("bindvalue", statement_method::<12>),
    ("bindcolumn", statement_method::<13>),
];

struct Originals {
    pdo: [Cell<Option<Handler>>; METHODS.len()],
    statement: [Cell<Option<Handler>>; STATEMENT_METHODS.len()],
    constructor: Cell<Option<Handler>>,
    connect: Cell<Option<Handler>>,
}

static ORIGINALS: EngineLocal<Originals> = EngineLocal::new(Originals {
    pdo: [const { Cell::new(None) }; METHODS.len()],
    statement: [const { Cell::new(None) }; STATEMENT_METHODS.len()],
    constructor: Cell::new(None),
    connect: Cell::new(None),
});

/// A template was made in this request.
static HAS_TEMPLATES: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));
static ENDED: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));
/// The pool itself calls a method of a hidden object.
static BYPASS: EngineLocal<Cell<bool>> = EngineLocal::new(Cell::new(false));

/// Puts the handlers into the class tables, at module start-up.
pub(super) fn install(classes: &Classes) {
    for (index, (name, _, ours)) in METHODS.iter().enumerate() {
        replace(classes.pdo, name, *ours, &ORIGINALS.pdo[index]);
    }
    for (index, (name, ours)) in STATEMENT_METHODS.iter().enumerate() {
        replace(classes.statement, name, *ours, &ORIGINALS.statement[index]);
    }
    replace(classes.pdo, "__construct", constructor::construct, &ORIGINALS.constructor);
    // Since PHP 8.4.
    replace(classes.pdo, "connect", constructor::connect, &ORIGINALS.connect);
    super::iterator::install(classes);
}

fn replace(class: ClassRef, name: &str, ours: Handler, original: &Cell<Option<Handler>>) {
    let Some(function) = class.method(name) else { return };
    // SAFETY: module start-up; an entry of an internal class's method table, which lives as long as the process.
    unsafe {
        original.set((*function).internal_function.handler);
        (*function).internal_function.handler = Some(ours);
    }
}

/// Puts the handlers of PDO's methods into a class that has copied PDO's entries before they were there.
pub(super) fn adopt(class: ClassRef) {
    for (index, (name, _, ours)) in METHODS.iter().enumerate() {
        replace_copy(class, name, *ours, &ORIGINALS.pdo[index]);
    }
    replace_copy(class, "__construct", constructor::construct, &ORIGINALS.constructor);
    replace_copy(class, "connect", constructor::connect, &ORIGINALS.connect);
}

fn replace_copy(class: ClassRef, name: &str, ours: Handler, original: &Cell<Option<Handler>>) {
    let (Some(function), Some(original)) = (class.method(name), original.get()) else { return };
    // SAFETY: as in `replace`.
    unsafe {
        let handler = &mut (*function).internal_function.handler;
        if handler.is_some_and(|handler| std::ptr::fn_addr_eq(handler, original)) {
            *handler = Some(ours);
        }
    }
}

/// Calls what PDO itself does in its constructor.
///
/// # Safety
/// The arguments are those of a running call of it.
pub(super) unsafe fn call_stock_constructor(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    if let Some(original) = ORIGINALS.constructor.get() {
        // SAFETY: by the contract.
        unsafe { original(frame, result) };
    }
}

/// PDO's constructor for objects of `class` as it was when cenote was loaded: an agent that has put its own handler over
/// ours since then sees what the user calls, and no connection of a pool (SPEC 16.9).
pub(super) fn stock_constructor(class: ClassRef) -> sys::zend_internal_function {
    // SAFETY: a class of PDO's, whose constructor is an internal function.
    let mut constructor = unsafe { (*(*class.as_ptr()).constructor).internal_function };
    constructor.handler = ORIGINALS.constructor.get();
    constructor
}

/// Calls what PDO itself does in `PDO::connect()`.
///
/// # Safety
/// As in [`call_stock_constructor`].
pub(super) unsafe fn call_stock_connect(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    if let Some(original) = ORIGINALS.connect.get() {
        // SAFETY: by the contract.
        unsafe { original(frame, result) };
    }
}

/// Whether nothing of ours can be concerned: no coroutine and no pooled object has been made in this request.
#[inline]
pub(super) fn is_quiet() -> bool {
    !HAS_TEMPLATES.get() && !runtime::has_spawned()
}

pub(super) fn note_template() {
    HAS_TEMPLATES.set(true);
}

/// PHP code runs no more; what objects are left are only freed.
pub(super) fn end_request() {
    ENDED.set(true);
}

pub(super) fn has_ended() -> bool {
    ENDED.get()
}

pub(super) fn begin_request() {
    ENDED.set(false);
    HAS_TEMPLATES.set(false);
    BYPASS.set(false);
}

/// Runs `body`, whose calls on a hidden object are meant for that object. It must not run PHP code.
pub(super) fn bypass<T>(body: impl FnOnce() -> T) -> T {
    let before = BYPASS.replace(true);
    let result = body();
    BYPASS.set(before);
    result
}

pub(super) fn is_bypassed() -> bool {
    BYPASS.get()
}

/// A call on a plain handle begins.
pub(super) fn enter_plain(handle: Handle) -> Result<Entry, Thrown> {
    if handle.methods().is_null() || !handle.is_constructed() {
        return Ok(Entry::Nested);
    }
    let entry = in_use::enter(handle)?;
    if entry == Entry::First && !handle.has_busy_wait() {
        handle.set_busy_wait(true);
        drivers::install_busy_wait_on_plain(handle);
    }
    Ok(entry)
}

/// The call has ended.
pub(super) fn leave_plain(handle: Handle, entry: Entry) -> Outcome {
    if entry == Entry::First {
        in_use::leave(handle);
    }
    if in_use::has_interrupted() { in_use::raise_interruption() } else { Ok(()) }
}

/// Looks whether a call on a pooled connection was cut off midway: then nothing can be said of the connection (SPEC 22.5).
pub(super) fn note_interruption(slot: SlotRef) -> Outcome {
    if in_use::has_interrupted() {
        let interrupted = in_use::raise_interruption();
        if interrupted.is_err() {
            slot.tell().broke();
        }
        return interrupted;
    }
    if exception::pending() && is_cut_off() {
        slot.tell().broke();
    } else if slot.has_taken_too_long() {
        return Err(slot.took_too_long());
    }
    Ok(())
}

/// Whether a cancellation or an exit is pending.
#[cold]
fn is_cut_off() -> bool {
    let pending = crate::zend::globals::executor().exception;
    // SAFETY: a pending exception is live while it is pending.
    let pending = unsafe { crate::zend::Object::from_borrowed(pending) };
    exception::is_exit(&pending) || pending.instance_of(runtime::exceptions::cancellation())
}

unsafe extern "C" fn pdo_method<const M: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Some(original) = ORIGINALS.pdo[M].get() else { return };
    // SAFETY: the frame of a running method call on an object of class PDO or a child.
    let object = unsafe { (*frame).This.value.obj };
    if handlers::is_template(object) {
        // SAFETY: as above.
        return unsafe { call::on_template(METHODS[M].1, original, object, frame, result) };
    }
    let concerns_attributes = matches!(METHODS[M].1, Method::SetAttribute | Method::GetAttribute);
    if (is_quiet() && !concerns_attributes) || BYPASS.get() {
        // SAFETY: as above.
        return unsafe { original(frame, result) };
    }
    // SAFETY: as above.
    unsafe { loud_pdo_method(METHODS[M].1, original, object, frame, result) }
}

/// A call on an object that is no template, while coroutines or templates exist.
unsafe fn loud_pdo_method(
    method: Method,
    original: Handler,
    object: *mut sys::zend_object,
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    // SAFETY: the caller passes a live PDO object.
    let handle = unsafe { Handle::of(object) };
    if let Some(slot) = SlotRef::of(handle) {
        // SAFETY: the frame and result of the running call.
        return as_template(slot, frame, || unsafe {
            call::on_template(method, original, (*frame).This.value.obj, frame, result);
        });
    }
    let mut entry = None;
    entry::boundary(|| {
        // SAFETY: as above.
        entry = unsafe { call::begin_plain(method, handle, frame, result) }.ok().flatten();
    });
    let Some(entry) = entry else { return };
    // SAFETY: as above.
    unsafe { original(frame, result) };
    entry::boundary(|| {
        // What `leave_plain` raises is pending in the engine.
        let _ = leave_plain(handle, entry);
        // SAFETY: as above.
        unsafe { call::end_plain(method, handle, frame, result) };
    });
}

/// PHP code got hold of a hidden object: the call is routed as if made on its template (SPEC 16.7).
pub(super) fn as_template(
    slot: SlotRef,
    frame: *mut sys::zend_execute_data,
    call: impl FnOnce() + Copy,
) {
    let Some(template) = slot.template.object() else {
        entry::boundary(|| {
            let _ = errors::throw_plain(&messages::TEMPLATE_IS_GONE);
        });
        return;
    };
    // SAFETY: the caller passes the frame of the running call. The template may die in it, so it is held meanwhile.
    unsafe {
        let hidden = (*frame).This.value.obj;
        (*template.as_ptr()).gc.refcount += 1;
        (*frame).This.value.obj = template.as_ptr();
        call();
        (*frame).This.value.obj = hidden;
        entry::boundary(|| drop(crate::zend::Object::from_owned(template.as_ptr())));
    }
}

unsafe extern "C" fn statement_method<const M: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Some(original) = ORIGINALS.statement[M].get() else { return };
    if is_quiet() {
        // SAFETY: the frame and result of the running call.
        return unsafe { original(frame, result) };
    }
    // SAFETY: as above.
    let object = unsafe { (*frame).This.value.obj };
    // SAFETY: as above.
    guarded_statement_call(object, M == EXECUTE, || unsafe { original(frame, result) });
}

/// Runs a driver call of a statement, if nobody else is inside a call on its connection.
pub(super) fn guarded_statement_call(
    object: *mut sys::zend_object,
    executes: bool,
    call: impl FnOnce() + Copy,
) {
    let mut admitted = None;
    entry::boundary(|| admitted = statement::enter(object, executes).ok());
    let Some(admitted) = admitted else { return };
    let blocked = match admitted {
        Admitted::Pooled(slot) => slot.template.traits.forbids_switching,
        Admitted::Stock | Admitted::Plain(..) => false,
    };
    without_switching(blocked, call);
    if bailout::pending() {
        return;
    }
    entry::boundary(|| {
        // What it raises is pending in the engine.
        let _ = statement::leave(object, admitted);
    });
}

/// Runs a call of the driver; if `blocked`, no coroutine is switched to meanwhile (SPEC 26.8).
#[inline]
pub(super) fn without_switching(blocked: bool, call: impl FnOnce() + Copy) {
    if blocked { runtime::library_locks::hold(call) } else { call() }
}

//! The methods of PDO and PDOStatement: our handlers in their class tables.
//!
//! PDO's class table is the only place where every call on every PDO object passes, user subclasses included (they copy the
//! entries). A handler of ours decides whose call it is. On a plain object it marks the handle as in use and calls the
//! original; as long as no coroutine and no template exists it only calls the original. On a template it finds the
//! connection, puts the hidden object into the frame as `$this`, calls the original, and puts the template back: so every
//! call frame has its own connection, whatever other coroutines do meanwhile.

use super::{call, constructor, iterator, own_answers, statement};
use crate::pdo::{
    connection::pooled::ConnectionRef,
    statements::plain,
    stock::{
        classes::Classes,
        handle::Handle,
        object_tables,
        originals::{self, CONNECT, CONSTRUCTOR, Handler, Method},
        request,
    },
};
use crate::zend::{entry, globals::SetAtStart, sys};
use std::cell::Cell;

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
    /// Each is there before a handler of ours can be called.
    pdo: [Cell<Handler>; METHODS.len()],
    statement: [Cell<Option<Handler>>; STATEMENT_METHODS.len()],
}

static ORIGINALS: SetAtStart<Originals> = SetAtStart::new(Originals {
    pdo: [const { Cell::new(no_method as Handler) }; METHODS.len()],
    statement: [const { Cell::new(None) }; STATEMENT_METHODS.len()],
});

/// Stands for the methods of PDO before they are known.
unsafe extern "C" fn no_method(_: *mut sys::zend_execute_data, _: *mut sys::zval) {}

/// Puts the handlers into the class tables, at module start-up.
pub(in crate::pdo) fn install(classes: &Classes) {
    for (index, (name, _, ours)) in METHODS.iter().enumerate() {
        if let Some(original) = originals::replace_inherited(classes.pdo, name, *ours) {
            ORIGINALS.pdo[index].set(original);
        }
    }
    for (index, (name, ours)) in STATEMENT_METHODS.iter().enumerate() {
        ORIGINALS.statement[index].set(originals::replace(classes.statement, name, *ours));
    }
    originals::replace_inherited(classes.pdo, CONSTRUCTOR, constructor::construct);
    // Since PHP 8.4.
    originals::replace_inherited(classes.pdo, CONNECT, constructor::connect);
    iterator::install(classes);
}

unsafe extern "C" fn pdo_method<const M: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let concerns_attributes = matches!(METHODS[M].1, Method::SetAttribute | Method::GetAttribute);
    let handler = if request::is_quiet() && !concerns_attributes {
        // There is no template that it could be.
        ORIGINALS.pdo[M].get()
    } else {
        pdo_method_among_templates::<M>
    };
    // SAFETY: the frame and result that the engine called this handler with, for the method that the original is of.
    unsafe { handler(frame, result) }
}

/// The same where a template or a coroutine was made.
unsafe extern "C" fn pdo_method_among_templates<const M: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let original = ORIGINALS.pdo[M].get();
    // SAFETY: the frame of a running method call on an object of class PDO or a child.
    let object = unsafe { (*frame).This.value.obj };
    // SAFETY: a live object.
    if unsafe { object_tables::is_template(object) } {
        if METHODS[M].1 == Method::InTransaction {
            // SAFETY: the frame and result that the engine called this handler with; the object is a template.
            return unsafe { own_answers::in_transaction(object, frame, result) };
        }
        // SAFETY: the frame and result that the engine called this handler with.
        return unsafe { call::on_template(METHODS[M].1, original, object, frame, result) };
    }
    if request::is_bypassed() {
        // SAFETY: the frame and result that the engine called this handler with, for the method that this is the original of.
        return unsafe { original(frame, result) };
    }
    // SAFETY: the frame and result that the engine called this handler with; the object is of class PDO or a child.
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
    if let Some(connection) = ConnectionRef::of(handle) {
        // SAFETY: the frame and result of the running call.
        return unsafe {
            call::as_template(connection, frame, || {
                let object = (*frame).This.value.obj;
                if object_tables::is_template(object) {
                    call::on_template(method, original, object, frame, result);
                }
            })
        };
    }
    let mut entry = None;
    entry::boundary(|| {
        // SAFETY: by the contract: the frame and result of the running call.
        entry = unsafe { call::begin_plain(method, handle, frame, result) }.ok().flatten();
    });
    let Some(entry) = entry else { return };
    // SAFETY: by the contract: the frame and result of the running call, of which this is the original.
    unsafe { original(frame, result) };
    entry::boundary(|| {
        // What `leave` raises is pending in the engine.
        let _ = plain::leave(handle, entry);
        // SAFETY: the frame and result of the call that has just returned; the engine frees them after this handler.
        unsafe { call::end_plain(method, handle, frame, result) };
    });
}

unsafe extern "C" fn statement_method<const M: usize>(
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
) {
    let Some(original) = ORIGINALS.statement[M].get() else { return };
    if request::is_quiet() {
        // SAFETY: the frame and result of the running call.
        return unsafe { original(frame, result) };
    }
    // SAFETY: the frame of a running method call on an object of class PDOStatement or a child.
    let object = unsafe { (*frame).This.value.obj };
    // SAFETY: the frame and result that the engine called this handler with, for the method that this is the original of.
    unsafe { statement::guarded_call(object, M == EXECUTE, || original(frame, result)) };
}

//! The driver's functions of a pooled connection, as the pool replaces them.
//!
//! PDO calls a driver through the table of the handle. Ours are called first, see the text or the value, and call the
//! driver's own.

use super::execution;
use crate::pdo::{
    connection::pooled::ConnectionRef,
    drivers::readings::Reading,
    settings::options,
    stock::{
        attributes::{self, Realm},
        handle::Handle,
        statement::Statement,
    },
};
use crate::zend::{Value, array, entry, sys, value};

/// Puts ours into a copy of a driver's table; the `closer` is the connection's.
pub(in crate::pdo) fn replace(methods: &mut sys::pdo_dbh_methods) {
    methods.preparer = methods.preparer.map(|_| prepare as _);
    methods.doer = methods.doer.map(|_| run as _);
    methods.set_attribute = methods.set_attribute.map(|_| set_attribute as _);
    methods.rollback = methods.rollback.map(|_| roll_back as _);
}

/// # Safety
/// `raw` is the handle of a call through our table, which lives for as long as the result is used.
unsafe fn connection_of(raw: *mut sys::pdo_dbh_t) -> ConnectionRef {
    // SAFETY: by the contract.
    ConnectionRef::of(unsafe { Handle::from_raw(raw) }).expect("called through our table")
}

/// PDO rolls back when it frees a handle. In a forked child the transaction is the parent's (SPEC 29.6).
unsafe extern "C" fn roll_back(raw: *mut sys::pdo_dbh_t) -> bool {
    // SAFETY: PDO's argument, the handle that this table belongs to.
    let connection = unsafe { connection_of(raw) };
    if connection.template.is_foreign() {
        return true;
    }
    // SAFETY: the driver's own function, with its own argument.
    connection.original.rollback.is_some_and(|original| unsafe { original(raw) })
}

unsafe extern "C" fn prepare(
    raw: *mut sys::pdo_dbh_t,
    sql: *mut sys::zend_string,
    statement: *mut sys::pdo_stmt_t,
    options: *mut sys::zval,
) -> bool {
    // SAFETY: PDO's argument, the handle that this table belongs to.
    let connection = unsafe { connection_of(raw) };
    // SAFETY: PDO's argument: a statement that is being made.
    let made = unsafe { Statement::from_raw(statement) };
    let mut reading = Reading::NONE;
    let (mut keepable, mut was_kept) = (false, false);
    entry::boundary(|| {
        connection.template.hold();
        // SAFETY: PDO holds the string through the call.
        let text = unsafe { Value::of_string_in_place(sql) };
        // SAFETY: PDO's argument.
        let keeps = connection.keeps_statements() && unsafe { is_ordinary(options) };
        was_kept = keeps && connection.take_kept(&text, made);
        if !was_kept {
            connection.live.add(made);
            reading = connection.judge(&text);
            keepable = keeps && reading.is_keepable;
        }
    });
    if was_kept {
        return true;
    }
    // SAFETY: the driver's own function with PDO's arguments.
    let prepared = unsafe {
        connection.original.preparer.is_some_and(|prepare| prepare(raw, sql, statement, options))
    };
    entry::boundary(|| {
        if prepared {
            execution::watch(made);
            keepable &= connection.template.driver.is_compiled(made);
        }
        // SAFETY: PDO holds the string through the call.
        if !(prepared && keepable && connection.inherit(unsafe { value::string_bytes(sql) }, made))
        {
            connection.count_not_kept(keepable);
        }
        // SAFETY: PDO holds the string through the call; the value adds a reference.
        let text = unsafe { Value::of_string(sql) };
        connection.prepared(made, &text, reading, keepable, prepared);
    });
    prepared
}

/// Whether the options of a prepare() ask for nothing that a kept statement may not have: no scrollable cursor, and no
/// other way of preparing (SPEC 25.4).
///
/// # Safety
/// Null, or an initialised value.
unsafe fn is_ordinary(options: *mut sys::zval) -> bool {
    if options.is_null() {
        return true;
    }
    // SAFETY: PDO passes the array that it got.
    let entries = unsafe {
        if (*options).u1.type_info & 0xff != sys::IS_ARRAY {
            return false;
        }
        array::entries((*options).value.arr)
    };
    let forward = i64::from(sys::PDO_CURSOR_FWDONLY);
    entries.iter().all(|(key, value)| match key {
        array::Key::Index(number) if *number == i64::from(sys::PDO_ATTR_STATEMENT_CLASS) => true,
        array::Key::Index(number) if *number == i64::from(sys::PDO_ATTR_CURSOR) => {
            value.as_int() == Some(forward)
        }
        _ => false,
    })
}

unsafe extern "C" fn run(raw: *mut sys::pdo_dbh_t, sql: *const sys::zend_string) -> sys::zend_long {
    // SAFETY: PDO's argument, the handle that this table belongs to.
    let connection = unsafe { connection_of(raw) };
    let mut reading = Reading::NONE;
    // SAFETY: PDO holds the string through the call.
    let text = || unsafe { Value::of_string(sql.cast_mut()) };
    entry::boundary(|| {
        let text = text();
        reading = connection.judge(&text);
        // What it raises is pending in the engine.
        let _ = connection.before_text(&text);
    });
    // SAFETY: the driver's own function with PDO's arguments.
    let affected = unsafe { connection.original.doer.map_or(-1, |run| run(raw, sql)) };
    entry::boundary(|| {
        if affected == -1 {
            // SAFETY: PDO holds the string through the call.
            connection.failed(connection.handle.sqlstate(), unsafe { value::string_bytes(sql) });
        }
        // SAFETY: PDO holds the string through the call.
        connection.after_text(unsafe { value::string_bytes(sql) }, affected != -1);
        connection.ran(&text(), reading, false, affected != -1);
    });
    affected
}

unsafe extern "C" fn set_attribute(
    raw: *mut sys::pdo_dbh_t,
    attribute: sys::zend_long,
    value: *mut sys::zval,
) -> bool {
    // SAFETY: PDO's argument, the handle that this table belongs to.
    let connection = unsafe { connection_of(raw) };
    entry::boundary(|| note_attribute(connection, attribute));
    // SAFETY: the driver's own function with PDO's arguments.
    let accepted =
        unsafe { connection.original.set_attribute.is_some_and(|set| set(raw, attribute, value)) };
    if accepted {
        entry::boundary(|| {
            // SAFETY: PDO holds the value through the call.
            let value = unsafe { Value::copy_of(value) };
            connection.prepares_on_server.set(None);
            connection.template.driver.attribute_set(connection.handle, attribute, &value);
        });
    }
    accepted
}

/// One of the driver's attributes is about to be set: if the connection outlives the request, it is to be set back.
fn note_attribute(connection: ConnectionRef, number: i64) {
    let realm = attributes::realm(number);
    // PDO keeps the others itself, and they are copied from the object.
    if connection.template.process_pool.is_none() || realm == Realm::Pdo {
        return;
    }
    let is_known =
        connection.original_attributes.borrow().iter().any(|(known, _)| *known == number);
    if !is_known {
        let value = match realm {
            // The driver does not tell what its constructor was told.
            Realm::Both => {
                let given = options::option(&connection.template.source.options, number);
                Some(given.unwrap_or(Value::bool(false)))
            }
            _ => connection.handle.driver_attribute(connection.original, number),
        };
        connection.original_attributes.borrow_mut().push((number, value));
    }
}

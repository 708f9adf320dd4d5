//! Executing a statement of a pooled connection: what the pool has to see of it.
//!
//! The driver's table of statement functions is replaced by a copy with one function of ours in it. The copies are made once
//! per table of a driver and stay; each is followed by the table that it was made from.
//!
//! A kept statement may be one that the server no longer knows as it was (SPEC 25.6). Then nothing has been executed, so it
//! is compiled anew and executed once more, if its failure has done no harm. No other statement is ever sent twice.

use crate::pdo::{
    connection::pooled::ConnectionRef,
    stock::{handle::Handle, statement::Statement},
};
use crate::zend::{entry, globals::engine_local, guard, sys};
use std::{cell::RefCell, ffi::c_int};

/// A driver's table with our function. The copy comes first, so that a pointer to it leads to the rest.
#[repr(C)]
struct Watched {
    methods: sys::pdo_stmt_methods,
    original: *const sys::pdo_stmt_methods,
}

engine_local! {
    /// Boxed, as statements point to them: for as long as a thread runs PHP.
    static TABLES: RefCell<Vec<Box<Watched>>> = RefCell::new(Vec::new());
}

/// Makes the executions of a statement just made pass us.
pub(in crate::pdo) fn watch(statement: Statement) {
    // SAFETY: null, or a driver's table of functions, or one of ours: they live as long as the process.
    let Some(original) = (unsafe { statement.methods().as_ref::<'static>() }) else { return };
    if is_watched(original) {
        return;
    }
    let mut tables = TABLES.borrow_mut();
    let at = tables.iter().position(|table| std::ptr::eq(table.original, original));
    let at = at.unwrap_or_else(|| {
        let mut methods = *original;
        methods.executer = methods.executer.map(|_| execute as _);
        tables.push(Box::new(Watched { methods, original }));
        tables.len() - 1
    });
    statement.set_methods(&raw const tables[at].methods);
}

/// Module shutdown: by the next start another driver may be where this one was.
pub(in crate::pdo) fn shut_down() {
    TABLES.borrow_mut().clear();
}

fn is_watched(methods: &sys::pdo_stmt_methods) -> bool {
    methods.executer.is_some_and(|executer| executer as usize == execute as *const () as usize)
}

/// Executes by the driver's own function.
unsafe fn execute_stock(raw: *mut sys::pdo_stmt_t) -> c_int {
    // SAFETY: called through one of our tables, which lies at the start of its record.
    unsafe {
        let original = (*(*raw).methods.cast::<Watched>()).original;
        (*original).executer.map_or(0, |execute| execute(raw))
    }
}

unsafe extern "C" fn execute(raw: *mut sys::pdo_stmt_t) -> c_int {
    // SAFETY: PDO's argument: a live statement, which lives through its execution.
    let statement = unsafe { Statement::from_raw(raw) };
    // Looked up each time: while it waits, its connection may leave the pool.
    // SAFETY: a statement in execution has a live handle.
    let connection = || unsafe { connection_of(raw) };
    entry::boundary(|| {
        if let Some(connection) = connection() {
            // Remembered: while rows are read one by one nobody tells.
            #[cfg(php85)]
            connection.in_transaction();
            // What it raises is pending in the engine.
            let _ = connection.before_text(&statement.text_in_place());
        }
    });
    // SAFETY: PDO's argument.
    let mut done = unsafe { execute_stock(raw) };
    entry::boundary(|| settle(connection(), statement));
    if done == 0 {
        let mut stale = false;
        entry::boundary(|| stale = is_stale(connection(), statement));
        if stale {
            // SAFETY: PDO's argument: a live statement, called through one of our tables, that has just failed.
            done = unsafe { execute_anew(connection(), statement) };
            entry::boundary(|| settle(connection(), statement));
        }
    }
    entry::boundary(|| {
        if let Some(connection) = connection() {
            connection.executed(statement, done != 0);
        }
    });
    done
}

/// # Safety
/// `raw` is a statement with a handle, and both live for as long as the result is used.
unsafe fn connection_of(raw: *mut sys::pdo_stmt_t) -> Option<ConnectionRef> {
    // SAFETY: by the contract.
    ConnectionRef::of(unsafe { Handle::from_raw((*raw).dbh) })
}

fn settle(connection: Option<ConnectionRef>, statement: Statement) {
    if let Some(connection) = connection {
        // What it raises is pending in the engine.
        let _ = connection.settle(statement);
    }
}

fn is_stale(connection: Option<ConnectionRef>, statement: Statement) -> bool {
    connection.is_some_and(|connection| {
        connection.live.is_keepable(statement)
            && connection.template.driver.is_stale(connection.handle, statement)
    })
}

/// Compiles the text again and executes it, with the parameters that are bound.
///
/// # Safety
/// The statement is being executed through one of our tables, and has just failed.
unsafe fn execute_anew(connection: Option<ConnectionRef>, statement: Statement) -> c_int {
    let Some(connection) = connection else { return 0 };
    let mut prepared = false;
    let raw = statement.as_ptr();
    entry::boundary(|| {
        // SAFETY: by the contract.
        if let Ok(done) = guard(move || unsafe { prepare_anew(connection, raw) }) {
            prepared = done;
        }
        connection.live.forget_columns(statement);
        if prepared {
            watch(statement);
        }
    });
    // SAFETY: the statement was compiled just now; parameters and columns are PDO's own.
    unsafe {
        if !prepared || !give_parameters(raw) {
            return 0;
        }
        // A count that differs makes PDO look at the columns again.
        sys::cenote_pdo_set_column_count(raw, -1);
        (*raw).column_count = 0;
        (*raw).set_executed(0);
        (*raw).error_code = crate::pdo::stock::handle::NO_ERROR.map(|byte| byte as _);
        execute_stock(raw)
    }
}

/// Closes the driver's part of a statement and makes it anew.
///
/// # Safety
/// `raw` is a live statement of this connection, in an execution of ours.
unsafe fn prepare_anew(connection: ConnectionRef, raw: *mut sys::pdo_stmt_t) -> bool {
    // SAFETY: by the contract. The driver's destructor and preparer are called as PDO calls them;
    // the table of names belongs to the part that is closed, and PDO frees it in the same way.
    unsafe {
        if let Some(dtor) = (*(*raw).methods).dtor {
            dtor(raw);
        }
        (*raw).driver_data = std::ptr::null_mut();
        let names = std::mem::replace(&mut (*raw).bound_param_map, std::ptr::null_mut());
        if !names.is_null() {
            sys::zend_hash_destroy(names);
            sys::cenote_free(names.cast());
        }
        (*raw).named_rewrite_template = std::ptr::null();
        (*raw).set_supports_placeholders(0);
        let prepare = connection.original.preparer;
        prepare.is_some_and(|prepare| {
            prepare((*raw).dbh, (*raw).query_string, raw, std::ptr::null_mut())
        })
    }
}

/// Tells the driver the bound parameters again, as PDO does before an execution.
unsafe fn give_parameters(raw: *mut sys::pdo_stmt_t) -> bool {
    // SAFETY: a table of PDO's records of parameters, which are not changed by looking; the driver's hook takes each.
    unsafe {
        let (table, Some(hook)) = ((*raw).bound_params, (*(*raw).methods).param_hook) else {
            return true;
        };
        if table.is_null() {
            return true;
        }
        let mut position = (*table).nInternalPointer;
        sys::zend_hash_internal_pointer_reset_ex(table, &raw mut position);
        loop {
            let entry = sys::zend_hash_get_current_data_ex(table, &raw mut position);
            if entry.is_null() {
                return true;
            }
            if hook(raw, (*entry).value.ptr.cast(), sys::PDO_PARAM_EVT_EXEC_PRE) == 0 {
                return false;
            }
            sys::zend_hash_move_forward_ex(table, &raw mut position);
        }
    }
}

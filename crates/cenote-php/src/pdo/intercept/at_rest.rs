//! After a fatal error nothing of PDO may be touched that an abandoned coroutine was in the middle of; all else is closed in order, so that
//! no transaction and no lock outlives its request (SPEC 29.11).

use crate::pdo::{
    connection::pooled::ConnectionRef,
    stock::{classes, handle::Handle, object_tables, statement::Statement},
};
use crate::zend::{ClassRef, sys};

/// Whether an object of PDO's is in no call.
///
/// # Safety
/// A live object.
pub(in crate::pdo) unsafe fn is_at_rest(object: *mut sys::zend_object) -> bool {
    let Some(classes) = classes::known() else { return false };
    // SAFETY: a live object by the contract, and by its class it is what the types say. The object of a statement is held by it.
    unsafe {
        let class = ClassRef::from_raw((*object).ce);
        if class.is_a(classes.statement) {
            let statement = Statement::of(object);
            let database = statement.database_object();
            let was_freed = |object: *mut sys::zend_object| {
                (*object).gc.u.type_info & sys::IS_OBJ_FREE_CALLED != 0
            };
            // Without the object nothing is known of the handle.
            let has_database = database.is_some_and(|database| !was_freed(database));
            return has_database && statement.handle().is_some_and(has_no_call);
        }
        if !class.is_a(classes.pdo) {
            return false;
        }
        object_tables::is_template(object) || has_no_call(Handle::of(object))
    }
}

fn has_no_call(handle: Handle) -> bool {
    // Who is just being constructed is in a call.
    if !handle.is_constructed() || handle.methods().is_null() {
        return false;
    }
    match ConnectionRef::of(handle) {
        Some(connection) => !connection.is_in_call(),
        None => !handle.is_marked(),
    }
}

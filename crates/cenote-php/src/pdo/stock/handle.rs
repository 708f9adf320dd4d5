//! PDO's own structure of a connection (`pdo_dbh_t`).
//!
//! A [`Handle`] is a plain name for a thing that PDO owns. To make one is to promise that the thing lives for as long as the name
//! or a copy of it is used: as long as its object.

use super::interruptions;
use crate::zend::{Object, Thrown, Tracer, Value, exception, guard, sys};

pub(in crate::pdo) const NO_ERROR: [u8; 6] = *b"00000\0";

/// SQLSTATE of a call that `ATTR_POOL_QUERY_TIMEOUT` has ended.
pub(in crate::pdo) const TIMED_OUT: [u8; 6] = *b"HYT00\0";

/// The handle behind a PDO object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::pdo) struct Handle(*mut sys::pdo_dbh_t);

impl Handle {
    /// # Safety
    /// `object` is an object of class PDO or a child, which lives for as long as this or a copy of it is used.
    #[inline]
    pub(in crate::pdo) unsafe fn of(object: *mut sys::zend_object) -> Handle {
        // SAFETY: by the contract there is a `pdo_dbh_object_t` around the object.
        Handle(unsafe { sys::cenote_pdo_dbh(object) })
    }

    /// # Safety
    /// `raw` is a handle of PDO's, which lives for as long as this or a copy of it is used.
    #[inline]
    pub(in crate::pdo) unsafe fn from_raw(raw: *mut sys::pdo_dbh_t) -> Handle {
        Handle(raw)
    }

    #[inline]
    pub(in crate::pdo) fn as_ptr(self) -> *mut sys::pdo_dbh_t {
        self.0
    }

    /// The driver's functions; null before the handle is connected.
    #[inline]
    pub(in crate::pdo) fn methods(self) -> *const sys::pdo_dbh_methods {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).methods }
    }

    pub(in crate::pdo) fn set_methods(self, methods: &'static sys::pdo_dbh_methods) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).methods = methods };
    }

    pub(in crate::pdo) fn is_constructed(self) -> bool {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { !(*self.0).driver.is_null() }
    }

    /// The driver's private part.
    #[inline]
    pub(in crate::pdo) fn driver_data(self) -> *mut std::ffi::c_void {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).driver_data }
    }

    /// # Safety
    /// Null, or what the functions of the handle's table take for the driver's private part.
    pub(in crate::pdo) unsafe fn set_driver_data(self, data: *mut std::ffi::c_void) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).driver_data = data };
    }

    /// Names the driver; `PDO::ATTR_DRIVER_NAME` shows it.
    ///
    /// # Safety
    /// The record stays where it is for as long as the handle, or until another is set.
    pub(in crate::pdo) unsafe fn set_driver(self, driver: *const sys::pdo_driver_t) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).driver = driver.cast_mut() };
    }

    /// As before its constructor was called.
    pub(in crate::pdo) fn forget_driver(self) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe {
            (*self.0).methods = std::ptr::null();
            (*self.0).driver = std::ptr::null_mut();
        }
    }

    pub(in crate::pdo) fn driver_name(self) -> &'static [u8] {
        // SAFETY: a connected handle has a driver, which lives as long as its module.
        unsafe {
            let driver = (*self.0).driver;
            std::slice::from_raw_parts((*driver).driver_name.cast(), (*driver).driver_name_len)
        }
    }

    /// The SQLSTATE of the last error on the handle; a statement kept from a failed `query()` has its own.
    #[inline]
    pub(in crate::pdo) fn has_error(self) -> bool {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe {
            let code = (*self.0).error_code[0];
            !(*self.0).query_stmt.is_null() || (code != 0 && self.sqlstate() != NO_ERROR)
        }
    }

    #[inline]
    pub(in crate::pdo) fn sqlstate(self) -> [u8; 6] {
        // SAFETY: a live handle, by the contract of its constructors; a C character is a byte.
        unsafe { (&raw const (*self.0).error_code).cast::<[u8; 6]>().read() }
    }

    pub(in crate::pdo) fn set_sqlstate(self, state: [u8; 6]) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).error_code = state.map(|byte| byte as _) };
    }

    /// Whether PDO keeps the statement of a failed `query()` for its error: a hidden reference that is no live statement.
    #[inline]
    pub(in crate::pdo) fn has_failed_query(self) -> bool {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { !(*self.0).query_stmt.is_null() }
    }

    /// Lets go of the statement of a failed `query()`, as PDO itself does at the next call.
    pub(in crate::pdo) fn drop_failed_query(self) {
        // SAFETY: a live handle; PDO's reference to the statement moves into the object, which gives it up.
        unsafe {
            let statement = sys::cenote_pdo_take_failed_query(self.0);
            if !statement.is_null() {
                drop(Object::from_owned(statement));
            }
        }
    }

    /// Whether a driver that PDO itself tracks has a transaction open.
    pub(in crate::pdo) fn tracked_transaction(self) -> bool {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).in_txn() }
    }

    pub(in crate::pdo) fn forget_transaction(self) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).set_in_txn(false) };
    }

    /// Takes over what PDO itself (not the driver) has been told by setAttribute on another handle.
    pub(in crate::pdo) fn copy_pdo_attributes(self, from: Handle) {
        // SAFETY: two live handles; the constructor arguments are counted in the value that is written.
        unsafe {
            let (to, from) = (self.0, from.0);
            sys::cenote_pdo_copy_attributes(to, from);
            (*to).def_stmt_ce = (*from).def_stmt_ce;
            let arguments = Value::copy_of(&raw const (*from).def_stmt_ctor_args);
            let old = Value::take_from(&raw mut (*to).def_stmt_ctor_args);
            (*to).def_stmt_ctor_args = arguments.into_raw();
            drop(old);
        }
    }

    /// Lets go of what belongs to the request in the part of the handle that is PDO's own.
    pub(in crate::pdo) fn forget_request(self) {
        self.drop_failed_query();
        self.set_sqlstate(NO_ERROR);
        self.mark(false);
        self.set_busy_wait(false);
        // SAFETY: a live handle; its arguments are a value of its own, and PDO writes an undefined one where there are none.
        unsafe {
            (*self.0).def_stmt_ce = super::classes::get().statement.as_ptr();
            drop(Value::take_from(&raw mut (*self.0).def_stmt_ctor_args));
            (*self.0).def_stmt_ctor_args = Value::undef().into_raw();
        }
    }

    /// Shows the collector what PDO itself holds for the handle.
    pub(in crate::pdo) fn trace(self, tracer: &mut Tracer) {
        // SAFETY: a live handle, whose arguments are an initialised zval.
        unsafe { tracer.zval(&raw const (*self.0).def_stmt_ctor_args) };
    }

    /// Frees memory of the driver's that goes with the handle's kind.
    ///
    /// # Safety
    /// The driver has allocated it by the kind of its handle, and nothing refers to it.
    pub(in crate::pdo) unsafe fn free(self, memory: *mut std::ffi::c_void) {
        // SAFETY: by the contract: with persistent handles it is memory of the C library.
        unsafe {
            if sys::cenote_pdo_is_persistent(self.0) {
                libc::free(memory);
            } else {
                sys::cenote_free(memory);
            }
        }
    }

    /// Whether a coroutine is inside a call on this plain handle; a bit that PDO does not use.
    #[inline]
    pub(in crate::pdo) fn is_marked(self) -> bool {
        self.has_spare_bit(1)
    }

    #[inline]
    pub(in crate::pdo) fn mark(self, marked: bool) {
        self.set_spare_bit(1, marked);
    }

    /// Whether the pool's way of waiting for a lock was put into a plain handle; the next of those bits.
    #[inline]
    pub(in crate::pdo) fn has_busy_wait(self) -> bool {
        self.has_spare_bit(2)
    }

    pub(in crate::pdo) fn set_busy_wait(self, installed: bool) {
        self.set_spare_bit(2, installed);
    }

    #[inline]
    fn has_spare_bit(self, bit: u32) -> bool {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { sys::cenote_pdo_spare_bits(self.0) & bit != 0 }
    }

    #[inline]
    fn set_spare_bit(self, bit: u32, set: bool) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe {
            let others = sys::cenote_pdo_spare_bits(self.0) & !bit;
            sys::cenote_pdo_set_spare_bits(self.0, if set { others | bit } else { others });
        }
    }

    /// How the names of columns are to be written.
    pub(in crate::pdo) fn column_case(self) -> sys::pdo_case_conversion {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).desired_case as _ }
    }

    pub(in crate::pdo) fn error_mode(self) -> sys::pdo_error_mode {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe { (*self.0).error_mode as _ }
    }

    /// What PDO's constructor sets before it looks at the options.
    pub(in crate::pdo) fn set_pdo_defaults(self) {
        // SAFETY: a live handle, by the contract of its constructors.
        unsafe {
            (*self.0).error_mode = sys::PDO_ERRMODE_EXCEPTION as _;
            (*self.0).default_fetch_type = sys::PDO_FETCH_BOTH as _;
            (*self.0).error_code = NO_ERROR.map(|byte| byte as _);
        }
    }

    /// Raises the error that the driver has just reported on this handle as a PDOException, whatever the error mode.
    pub(in crate::pdo) fn throw_driver_error(self) -> Thrown {
        let raw = self.0;
        // SAFETY: a live handle; the mode is put back even if an error handler throws.
        let raised = guard(move || unsafe {
            let mode = (*raw).error_mode;
            (*raw).error_mode = sys::PDO_ERRMODE_EXCEPTION as _;
            sys::cenote_pdo_handle_error(raw, std::ptr::null_mut());
            (*raw).error_mode = mode;
        });
        match raised {
            Ok(()) if exception::pending() => Thrown::Exception,
            Ok(()) => super::errors::throw(*b"HY000", &crate::pdo::messages::FAILED_WITHOUT_ERROR),
            Err(bailout) => bailout.into(),
        }
    }

    /// Runs a text that returns no rows, by the driver's own functions. `false`: it failed, and the handle has the error.
    pub(in crate::pdo) fn run_with(
        self,
        methods: &sys::pdo_dbh_methods,
        sql: &Value,
    ) -> Result<bool, Thrown> {
        let raw = self.0;
        // SAFETY: a connected handle has a `doer`; the string lives through the call.
        let affected = guard(move || unsafe {
            (*raw).error_code = NO_ERROR.map(|byte| byte as _);
            methods.doer.map_or(-1, |doer| doer(raw, (*sql.as_ptr()).value.str_))
        })?;
        if interruptions::any() {
            interruptions::raise()?;
        }
        exception::check()?;
        Ok(affected != -1)
    }

    /// What the driver says for an attribute that can be set, if it does.
    pub(in crate::pdo) fn driver_attribute(
        self,
        methods: &sys::pdo_dbh_methods,
        attribute: i64,
    ) -> Option<Value> {
        // Some drivers ask their server for what can only be read.
        const READ_ONLY: [u32; 4] = [
            sys::PDO_ATTR_SERVER_INFO,
            sys::PDO_ATTR_SERVER_VERSION,
            sys::PDO_ATTR_CLIENT_VERSION,
            sys::PDO_ATTR_CONNECTION_STATUS,
        ];
        if READ_ONLY.iter().any(|known| i64::from(*known) == attribute) {
            return None;
        }
        let mut value = Value::null();
        let (raw, place) = (self.0, value.as_mut_ptr());
        // SAFETY: a connected handle; the driver writes a value, which is ours then.
        let is_known = guard(move || unsafe {
            methods.get_attribute.is_some_and(|get| get(raw, attribute, place) > 0)
        });
        is_known.unwrap_or(false).then_some(value)
    }

    /// Whether the driver says `true`, or a number for it, for an attribute.
    pub(in crate::pdo) fn has_attribute(
        self,
        methods: &sys::pdo_dbh_methods,
        attribute: i64,
    ) -> bool {
        let raw = self.0;
        let mut answer = Value::undef();
        let place = answer.as_mut_ptr();
        // SAFETY: the driver's own function for a connected handle; it writes a value or none.
        let known = guard(move || unsafe {
            methods.get_attribute.is_some_and(|get| get(raw, attribute, place) > 0)
        });
        known.unwrap_or(false) && (answer.is_true() || answer.as_int().is_some_and(|n| n != 0))
    }

    /// What the DSN says of `name`, by PDO's own reading of it.
    pub(in crate::pdo) fn data_source_value(
        self,
        name: &std::ffi::CStr,
    ) -> Result<Option<Vec<u8>>, Thrown> {
        let (raw, name) = (self.0, name.as_ptr());
        // SAFETY: a constructed handle, whose DSN lives as long.
        let value = guard(move || unsafe { sys::cenote_pdo_data_source_value(raw, name) })?;
        if value.is_null() {
            return Ok(None);
        }
        // SAFETY: a text of our own that ends with a zero.
        unsafe {
            let text = std::ffi::CStr::from_ptr(value).to_bytes().to_vec();
            sys::cenote_free(value.cast());
            Ok(Some(text))
        }
    }

    /// What follows the driver's name in the DSN.
    pub(in crate::pdo) fn data_source(self) -> &'static [u8] {
        // SAFETY: a live handle; the string lives as long, and callers use it at once.
        unsafe {
            let source = (*self.0).data_source;
            if source.is_null() { &[] } else { std::ffi::CStr::from_ptr(source).to_bytes() }
        }
    }
}

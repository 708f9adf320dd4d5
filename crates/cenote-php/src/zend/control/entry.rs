//! The doors between the engine and Rust.
//!
//! A function or method of ours is an ordinary Rust function `fn(&mut Call) -> Outcome`. [`function`] turns it into an
//! engine handler: a panic becomes a PHP fatal error, and a bailout that was caught on the way is resumed as the very
//! last step, when no Rust frame with anything to drop is left. Other callbacks (object handlers, hooks) go through
//! [`boundary`], which does the same.

use super::{bailout, exception, fatal};
use crate::zend::{Callable, ClassRef, Signature, Thrown, Value, guard, sys, values::value};
use std::{
    ffi::{CStr, CString},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What a function of ours returns: the value is set through [`Call::returns`].
pub(crate) type Outcome = Result<(), Thrown>;

/// The running call of one of our functions.
pub(crate) struct Call {
    frame: *mut sys::zend_execute_data,
    result: *mut sys::zval,
}

/// One entry of a function or method table.
pub(crate) struct FunctionEntry(sys::zend_function_entry);

type Handler = unsafe extern "C" fn(*mut sys::zend_execute_data, *mut sys::zval);

/// Describes a function (or public method) implemented by `body`.
pub(crate) fn function<F>(name: &'static CStr, body: F, signature: Signature) -> FunctionEntry
where
    F: Fn(&mut Call) -> Outcome + Copy + 'static,
{
    FunctionEntry::new(name, Some(handler(body)), signature, sys::ZEND_ACC_PUBLIC)
}

impl FunctionEntry {
    fn new(
        name: &'static CStr,
        handler: Option<Handler>,
        signature: Signature,
        flags: u32,
    ) -> Self {
        let table = signature.leak();
        // SAFETY: the fields that are not set here may be zero.
        let mut entry: sys::zend_function_entry = unsafe { std::mem::zeroed() };
        entry.fname = name.as_ptr();
        entry.handler = handler;
        entry.arg_info = table.as_ptr();
        entry.num_args = table.len() as u32 - 1;
        entry.flags = flags;
        FunctionEntry(entry)
    }

    pub(in crate::zend) fn abstract_method(name: &'static CStr, signature: Signature) -> Self {
        Self::new(name, None, signature, sys::ZEND_ACC_PUBLIC | sys::ZEND_ACC_ABSTRACT)
    }

    /// Makes it a static method.
    pub(crate) fn of_class(mut self) -> Self {
        self.0.flags |= sys::ZEND_ACC_STATIC;
        self
    }

    /// Makes it a private method.
    pub(crate) fn private(mut self) -> Self {
        self.0.flags = self.0.flags & !sys::ZEND_ACC_PUBLIC | sys::ZEND_ACC_PRIVATE;
        self
    }

    pub(crate) fn to_raw(&self) -> sys::zend_function_entry {
        self.0
    }
}

/// The engine handler for `body`.
pub(crate) fn handler<F>(_body: F) -> Handler
where
    F: Fn(&mut Call) -> Outcome + Copy + 'static,
{
    const { assert!(size_of::<F>() == 0, "a handler is a plain function without captures") };
    trampoline::<F>
}

unsafe extern "C" fn trampoline<F>(frame: *mut sys::zend_execute_data, result: *mut sys::zval)
where
    F: Fn(&mut Call) -> Outcome + Copy + 'static,
{
    boundary(|| {
        // SAFETY: `F` has no size (checked in `handler`), so any pointer holds one.
        let body: F = unsafe { std::ptr::NonNull::<F>::dangling().as_ptr().read() };
        // What `body` returns is already recorded: an exception in the engine, a bailout in its flag.
        let _ = body(&mut Call { frame, result });
    });
}

/// Runs Rust code that the engine calls back into.
#[inline]
pub(crate) fn boundary(body: impl FnOnce()) {
    contain(body);
    bailout::resume_if_pending();
}

/// Runs Rust code whose panic must go no further: it becomes a fatal error that is on its way when this returns.
#[inline]
pub(crate) fn contain(body: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(body)) {
        fatal::of_panic(&panic);
    }
}

impl Call {
    /// A call as the engine's hooks see it.
    ///
    /// # Safety
    /// Both pointers are those of the handler that is running.
    pub(crate) unsafe fn from_raw(
        frame: *mut sys::zend_execute_data,
        result: *mut sys::zval,
    ) -> Self {
        Call { frame, result }
    }

    pub(crate) fn frame(&self) -> *mut sys::zend_execute_data {
        self.frame
    }

    /// Whether the function called instead of ours has returned true.
    pub(crate) fn result_is_true(&self) -> bool {
        // SAFETY: the engine's slot, which a function always fills.
        unsafe { (*self.result).u1.type_info == sys::IS_TRUE }
    }

    /// The number of arguments passed.
    #[inline]
    pub(crate) fn count(&self) -> u32 {
        // SAFETY: the frame of a running call.
        unsafe { (*self.frame).This.u2.num_args }
    }

    /// `$this`, borrowed for the length of the call.
    #[inline]
    pub(crate) fn this(&self) -> *mut sys::zend_object {
        // SAFETY: the frame of a running method call.
        unsafe { (*self.frame).This.value.obj }
    }

    /// The zval of argument `index` (from 0).
    pub(crate) fn raw_arg(&self, index: u32) -> *mut sys::zval {
        debug_assert!(index < self.count());
        // SAFETY: arguments follow the frame header, `ZEND_CALL_FRAME_SLOT` zvals in.
        unsafe { self.frame.cast::<sys::zval>().add(FRAME_SLOTS + index as usize) }
    }

    /// Checks the number of arguments.
    #[inline]
    pub(crate) fn expect_args(&self, min: u32, max: u32) -> Outcome {
        if self.count() < min || self.count() > max {
            return Err(self.wrong_count(min, max));
        }
        Ok(())
    }

    #[cold]
    fn wrong_count(&self, min: u32, max: u32) -> Thrown {
        // SAFETY: reads names from the running frame and raises an ArgumentCountError.
        match guard(move || unsafe { sys::zend_wrong_parameters_count_error(min, max) }) {
            Ok(()) => Thrown::Exception,
            Err(bailout) => bailout.into(),
        }
    }

    /// The named arguments that fit no parameter, as an array.
    pub(crate) fn named_args(&self) -> Option<Value> {
        // SAFETY: the frame of a running call; with the flag it has a table of them, which we add a reference to.
        unsafe {
            let call_info = (*self.frame).This.u1.type_info;
            let has = call_info & sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS != 0;
            has.then(|| Value::of_array((*self.frame).extra_named_params))
        }
    }

    /// Refuses named arguments that fit no parameter. The engine hands them to variadic functions alone, beside the
    /// positional ones, so one that does not look for them would lose them in silence.
    pub(crate) fn expect_no_named_args(&self) -> Outcome {
        // SAFETY: the frame of a running call.
        let call_info = unsafe { (*self.frame).This.u1.type_info };
        if call_info & sys::ZEND_CALL_HAS_EXTRA_NAMED_PARAMS == 0 {
            return Ok(());
        }
        // SAFETY: reads the name of the running function and raises an ArgumentCountError.
        guard(|| unsafe { sys::zend_unexpected_extra_named_error() })?;
        Err(Thrown::Exception)
    }

    /// Sets the return value.
    #[inline]
    pub(crate) fn returns(&mut self, value: Value) {
        // SAFETY: the engine passes a writable slot that holds null.
        unsafe { value.write_to(self.result) };
    }

    /// Argument `index` with a reference of its own, PHP references looked through.
    pub(crate) fn value(&self, index: u32) -> Value {
        // SAFETY: an argument is an initialised zval.
        unsafe { Value::copy_of(self.raw_arg(index)) }
    }

    /// Argument `index` as the caller's frame holds it, PHP references looked through. Not to be used after a callback.
    #[inline]
    pub(crate) fn borrowed(&self, index: u32) -> &Value {
        // SAFETY: an argument is an initialised zval, and a `Value` is one.
        unsafe { &*value::deref(self.raw_arg(index)).cast::<Value>() }
    }

    /// Argument `index`, or `None` if it was not passed or is null.
    fn given(&self, index: u32) -> Option<*mut sys::zval> {
        if index >= self.count() {
            return None;
        }
        // SAFETY: an argument is an initialised zval.
        let zval = unsafe { value::deref(self.raw_arg(index)) }.cast_mut();
        // SAFETY: an argument is an initialised zval, and so is what it refers to.
        (unsafe { (*zval).u1.type_info } > sys::IS_NULL).then_some(zval)
    }

    fn wrong_type(&self, index: u32, expected: sys::zend_expected_type) -> Thrown {
        let arg = self.raw_arg(index);
        // SAFETY: raises a TypeError about an argument of the running call.
        match guard(move || unsafe {
            sys::zend_wrong_parameter_type_error(index + 1, expected, arg);
        }) {
            Ok(()) => Thrown::Exception,
            Err(bailout) => bailout.into(),
        }
    }

    /// Raises that an argument is neither an array nor a Traversable.
    pub(crate) fn not_iterable(&self, index: u32) -> Thrown {
        self.wrong_type(index, sys::Z_EXPECTED_ITERABLE)
    }

    /// An int argument, with the engine's conversions.
    pub(crate) fn int(&self, index: u32) -> Result<i64, Thrown> {
        // SAFETY: an argument of this call.
        unsafe { self.to_int(index, self.raw_arg(index), sys::Z_EXPECTED_LONG) }
    }

    /// An argument that is an int and no reference. `None`: it is anything else, which [`int`](Self::int) may take all the same.
    #[inline]
    pub(crate) fn plain_int(&self, index: u32) -> Option<i64> {
        let zval = self.raw_arg(index);
        // SAFETY: an argument is an initialised zval; `lval` is active for ints.
        unsafe { ((*zval).u1.type_info == sys::IS_LONG).then(|| (*zval).value.lval) }
    }

    /// A `?int` argument that may be left out.
    pub(crate) fn optional_int(&self, index: u32) -> Result<Option<i64>, Thrown> {
        self.given(index)
            // SAFETY: an argument that was given.
            .map(|zval| unsafe { self.to_int(index, zval, sys::Z_EXPECTED_LONG_OR_NULL) })
            .transpose()
    }

    /// An int argument that may be left out.
    pub(crate) fn int_or(&self, index: u32, default: i64) -> Result<i64, Thrown> {
        if index < self.count() { self.int(index) } else { Ok(default) }
    }

    /// # Safety
    /// An argument of this call.
    unsafe fn to_int(
        &self,
        index: u32,
        zval: *mut sys::zval,
        expected: sys::zend_expected_type,
    ) -> Result<i64, Thrown> {
        // SAFETY: an argument is an initialised zval.
        let zval = unsafe { value::deref(zval) }.cast_mut();
        // SAFETY: an initialised zval; `lval` is active for ints.
        unsafe {
            if (*zval).u1.type_info == sys::IS_LONG {
                return Ok((*zval).value.lval);
            }
        }
        let mut converted: sys::zend_long = 0;
        let slot = &raw mut converted;
        // SAFETY: writes only to `converted`; may raise a deprecation, hence the guard.
        let ok = guard(move || unsafe { sys::zend_parse_arg_long_slow(zval, slot, index + 1) })?;
        exception::check()?;
        if ok { Ok(converted) } else { Err(self.wrong_type(index, expected)) }
    }

    /// A bool argument, with the engine's conversions.
    pub(crate) fn bool(&self, index: u32) -> Result<bool, Thrown> {
        // SAFETY: an argument is an initialised zval.
        let zval = unsafe { value::deref(self.raw_arg(index)) }.cast_mut();
        // SAFETY: an initialised zval.
        match unsafe { (*zval).u1.type_info } {
            sys::IS_TRUE => return Ok(true),
            sys::IS_FALSE => return Ok(false),
            _ => {}
        }
        let mut converted = false;
        let slot = &raw mut converted;
        // SAFETY: an argument of this call, and a slot of this frame that lives through the call.
        let ok = guard(move || unsafe { sys::zend_parse_arg_bool_slow(zval, slot, index + 1) })?;
        exception::check()?;
        if ok { Ok(converted) } else { Err(self.wrong_type(index, sys::Z_EXPECTED_BOOL)) }
    }

    /// A float argument that may be left out.
    pub(crate) fn float_or(&self, index: u32, default: f64) -> Result<f64, Thrown> {
        if index >= self.count() {
            return Ok(default);
        }
        // SAFETY: an argument is an initialised zval.
        let zval = unsafe { value::deref(self.raw_arg(index)) }.cast_mut();
        // SAFETY: an initialised zval; `dval` is active for floats.
        unsafe {
            if (*zval).u1.type_info == sys::IS_DOUBLE {
                return Ok((*zval).value.dval);
            }
        }
        let mut converted = 0.0;
        let slot = &raw mut converted;
        // SAFETY: an argument of this call, and a slot of this frame that lives through the call.
        let ok = guard(move || unsafe { sys::zend_parse_arg_double_slow(zval, slot, index + 1) })?;
        exception::check()?;
        if ok { Ok(converted) } else { Err(self.wrong_type(index, sys::Z_EXPECTED_DOUBLE)) }
    }

    /// Checks that only one argument was passed, at `index`, and that it is a `?string`.
    pub(crate) fn optional_text(&self, index: u32) -> Outcome {
        self.expect_args(0, index + 1)?;
        let Some(zval) = self.given(index) else { return Ok(()) };
        // SAFETY: an argument that was given.
        if unsafe { self.to_text(zval, index) }? {
            Ok(())
        } else {
            Err(self.wrong_type(index, sys::Z_EXPECTED_STRING_OR_NULL))
        }
    }

    /// A string argument.
    pub(crate) fn text(&self, index: u32) -> Result<Value, Thrown> {
        match self.given(index) {
            // SAFETY: an argument that was given.
            Some(zval) if unsafe { self.to_text(zval, index) }? => Ok(self.value(index)),
            _ => Err(self.wrong_type(index, sys::Z_EXPECTED_STRING)),
        }
    }

    /// Has an argument that was passed be a string. False: it cannot be one.
    ///
    /// # Safety
    /// An argument of this call.
    unsafe fn to_text(&self, zval: *mut sys::zval, index: u32) -> Result<bool, Thrown> {
        // SAFETY: an argument is an initialised zval.
        if unsafe { (*zval).u1.type_info } & 0xff == sys::IS_STRING {
            return Ok(true);
        }
        let mut text: *mut sys::zend_string = std::ptr::null_mut();
        let slot = &raw mut text;
        // SAFETY: writes only to `text`; a number in the argument is turned into a string in place, as the engine does.
        let ok = guard(move || unsafe { sys::zend_parse_arg_str_slow(zval, slot, index + 1) })?;
        exception::check()?;
        Ok(ok)
    }

    /// An array argument that may be left out.
    pub(crate) fn optional_array(&self, index: u32) -> Result<Option<Value>, Thrown> {
        if index >= self.count() {
            return Ok(None);
        }
        let value = self.value(index).dereferenced();
        match value.as_array() {
            Some(_) => Ok(Some(value)),
            None => Err(self.wrong_type(index, sys::Z_EXPECTED_ARRAY)),
        }
    }

    /// A callable argument.
    pub(crate) fn callable(&self, index: u32) -> Result<Callable, Thrown> {
        self.to_callable(index, false)
    }

    /// A `?callable` argument that may be left out.
    pub(crate) fn optional_callable(&self, index: u32) -> Result<Option<Callable>, Thrown> {
        if self.given(index).is_none() {
            return Ok(None);
        }
        self.to_callable(index, true).map(Some)
    }

    fn to_callable(&self, index: u32, nullable: bool) -> Result<Callable, Thrown> {
        let problem = match Callable::resolve(self.value(index)) {
            Ok(callable) => return Ok(callable),
            Err(problem) => problem?,
        };
        // SAFETY: raises a TypeError about an argument of the running call and frees the text, which the engine
        // allocated (or which is null).
        match guard(move || unsafe {
            if nullable {
                sys::zend_wrong_callback_or_null_error(index + 1, problem);
            } else {
                sys::zend_wrong_callback_error(index + 1, problem);
            }
        }) {
            Ok(()) => Err(Thrown::Exception),
            Err(bailout) => Err(bailout.into()),
        }
    }

    /// An argument that is an object of `class`; borrowed for the length of the call.
    pub(crate) fn object(
        &self,
        index: u32,
        class: ClassRef,
    ) -> Result<*mut sys::zend_object, Thrown> {
        // SAFETY: an argument that was given.
        match self.given(index).and_then(|zval| unsafe { object_of(zval, class) }) {
            Some(object) => Ok(object),
            None => Err(self.wrong_class(index, class, false)),
        }
    }

    /// As [`Call::object`], for a nullable argument that may be left out.
    pub(crate) fn optional_object(
        &self,
        index: u32,
        class: ClassRef,
    ) -> Result<Option<*mut sys::zend_object>, Thrown> {
        let Some(zval) = self.given(index) else { return Ok(None) };
        // SAFETY: an argument that was given.
        match unsafe { object_of(zval, class) } {
            Some(object) => Ok(Some(object)),
            None => Err(self.wrong_class(index, class, true)),
        }
    }

    #[cold]
    fn wrong_class(&self, index: u32, class: ClassRef, nullable: bool) -> Thrown {
        let name = CString::new(class.name()).unwrap_or_default();
        let (name, arg) = (name.as_ptr(), self.raw_arg(index));
        // SAFETY: raises a TypeError about an argument of the running call.
        match guard(move || unsafe {
            if nullable {
                sys::zend_wrong_parameter_class_or_null_error(index + 1, name, arg);
            } else {
                sys::zend_wrong_parameter_class_error(index + 1, name, arg);
            }
        }) {
            Ok(()) => Thrown::Exception,
            Err(bailout) => bailout.into(),
        }
    }
}

/// # Safety
/// An initialised value.
unsafe fn object_of(zval: *mut sys::zval, class: ClassRef) -> Option<*mut sys::zend_object> {
    // SAFETY: an argument is an initialised zval; `obj` is active for objects.
    unsafe {
        if (*zval).u1.type_info & 0xff != sys::IS_OBJECT {
            return None;
        }
        let object = (*zval).value.obj;
        ClassRef::from_raw((*object).ce).is_a(class).then_some(object)
    }
}

const FRAME_SLOTS: usize = size_of::<sys::zend_execute_data>().div_ceil(size_of::<sys::zval>());

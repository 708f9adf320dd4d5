//! PHP callables that we keep and call.

use crate::zend::{
    ClassRef, Object, Thrown, Tracer, Value,
    control::{bailout, exception},
    guard, sys,
};
use std::ffi::c_char;

/// A callable, resolved once and held for as long as we may call it.
pub(crate) struct Callable {
    value: Value,
    cache: sys::zend_fcall_info_cache,
}

impl Callable {
    /// Resolves a value to a callable. The inner `Err` is the engine's text of what is wrong, in engine memory.
    #[inline]
    pub(crate) fn resolve(value: Value) -> Result<Self, Result<*mut c_char, Thrown>> {
        if let Some(object) = value.as_object() {
            // SAFETY: zero is a valid start for a plain engine struct.
            let mut cache = unsafe { std::mem::zeroed() };
            // SAFETY: a live object; a closure's own handler only reads it, so nothing runs and nothing jumps.
            if unsafe { sys::cenote_resolve_closure(object, &raw mut cache) } {
                return Ok(Callable { value, cache });
            }
        }
        Self::resolve_by_engine(value)
    }

    fn resolve_by_engine(mut value: Value) -> Result<Self, Result<*mut c_char, Thrown>> {
        // SAFETY: zero is a valid start for two plain engine structs.
        let (mut info, mut cache): (sys::zend_fcall_info, sys::zend_fcall_info_cache) =
            unsafe { std::mem::zeroed() };
        let mut problem: *mut c_char = std::ptr::null_mut();
        let (zval, info, slot, text) =
            (value.as_mut_ptr(), &raw mut info, &raw mut cache, &raw mut problem);
        // SAFETY: writes only to the three locals; may autoload, hence the guard.
        let code = guard(move || unsafe {
            sys::zend_fcall_info_init(zval, 0, info, slot, std::ptr::null_mut(), text)
        })
        .map_err(|bailout| Err(bailout.into()))?;
        exception::check().map_err(Err)?;
        if code != sys::SUCCESS as _ {
            return Err(Ok(problem));
        }
        if !problem.is_null() {
            // A callable that works but is deprecated leaves a text.
            // SAFETY: engine memory that nobody else holds.
            unsafe { sys::cenote_free(problem.cast()) };
        }
        // A trampoline (`__call`) serves one call only: have the engine resolve it anew each time.
        // SAFETY: a resolved callable has a function.
        unsafe {
            if (*cache.function_handler).common.fn_flags & sys::ZEND_ACC_CALL_VIA_TRAMPOLINE != 0 {
                sys::zend_release_fcall_info_cache(&raw mut cache);
                cache.function_handler = std::ptr::null_mut();
            }
        }
        Ok(Callable { value, cache })
    }

    /// Calls it. `Err` also when it threw. The engine copies the arguments; who calls holds them until this returns.
    pub(crate) fn call(&self, args: &[Value]) -> Result<Value, Thrown> {
        self.call_named(args, None)
    }

    /// The same callable, to be kept on its own.
    pub(crate) fn again(&self) -> Self {
        Callable { value: self.value.clone(), cache: self.cache }
    }

    /// As [`call`](Self::call), with arguments by name behind the others: an array.
    pub(crate) fn call_named(
        &self,
        args: &[Value],
        named: Option<&Value>,
    ) -> Result<Value, Thrown> {
        bailout::check()?;
        let mut result = Value::undef();
        // The callable itself stays alive through the call, even if its owner goes away meanwhile.
        let mut held = self.value.clone();
        let named = named.and_then(Value::as_array).unwrap_or(std::ptr::null_mut());
        // SAFETY: a resolved callable, initialised arguments, and a result slot, all alive until the call returns.
        bailout::caught(|| unsafe {
            sys::cenote_call(
                &raw const self.cache,
                held.as_mut_ptr(),
                result.as_mut_ptr(),
                args.len() as u32,
                args.as_ptr().cast_mut().cast(),
                named,
            )
        })?;
        drop(held);
        exception::check()?;
        Ok(result.dereferenced())
    }

    pub(crate) fn trace(&self, tracer: &mut Tracer) {
        tracer.value(&self.value);
    }
}

/// A method that an object is known to have. It lives as long as the object's class.
#[derive(Clone, Copy)]
pub(crate) struct Method(*mut sys::zend_function);

impl Method {
    /// Calls it on an object of the class that it was looked up in.
    pub(crate) fn call(self, on: &Object, args: &mut [Value]) -> Result<Value, Thrown> {
        // SAFETY: `ClassRef::public_method` has found it in a class that `on` is of; the object keeps its class, and so the method, alive.
        Ok(unsafe { call_function(self.0, on.as_ptr(), args) }?.dereferenced())
    }
}

impl ClassRef {
    /// A public method that is not static, by its lower-case name.
    pub(crate) fn public_method(self, lower_name: &str) -> Option<Method> {
        let function = self.method(lower_name)?;
        // SAFETY: an entry of a live class's method table.
        let flags = unsafe { (*function).common.fn_flags };
        let fits = flags & sys::ZEND_ACC_PUBLIC != 0 && flags & sys::ZEND_ACC_STATIC == 0;
        fits.then_some(Method(function))
    }
}

/// Calls an engine function or method that is known to exist.
///
/// # Safety
/// `function` is live; `this` is null or an object that it can be called on.
pub(crate) unsafe fn call_function(
    function: *mut sys::zend_function,
    this: *mut sys::zend_object,
    args: &mut [Value],
) -> Result<Value, Thrown> {
    bailout::check()?;
    let mut result = Value::undef();
    let (slot, params, count) = (result.as_mut_ptr(), args.as_mut_ptr(), args.len() as u32);
    // SAFETY: by the contract; the called scope is the object's class, or that of a static method.
    guard(move || unsafe {
        let scope = if this.is_null() { (*function).common.scope } else { (*this).ce };
        sys::zend_call_known_function(
            function,
            this,
            scope,
            slot,
            count,
            params.cast(),
            std::ptr::null_mut(),
        );
    })?;
    exception::check()?;
    Ok(result)
}

/// As [`call_function`], for a method of an extension, whether it is deprecated or not.
///
/// # Safety
/// As there.
pub(crate) unsafe fn call_method_quietly(
    function: *mut sys::zend_function,
    this: *mut sys::zend_object,
    args: &mut [Value],
) -> Result<Value, Thrown> {
    // SAFETY: by the contract. The engine reads of an internal function what this part of the union has.
    unsafe {
        let mut copy = (*function).internal_function;
        copy.fn_flags &= !sys::ZEND_ACC_DEPRECATED;
        call_function((&raw mut copy).cast(), this, args)
    }
}

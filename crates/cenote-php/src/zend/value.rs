//! An owned zval.

use super::{Array, Object, bailout, guard, sys};
use std::mem::ManuallyDrop;

/// An owned PHP value: holds one reference if the type is counted, and gives it up when dropped.
///
/// Dropping may run PHP destructors. Do not drop a `Value` while a borrow of shared state is alive.
#[repr(transparent)]
pub(crate) struct Value(sys::zval);

const TYPE_MASK: u32 = 0xff;
const REFCOUNTED: u32 = sys::IS_TYPE_REFCOUNTED << sys::Z_TYPE_FLAGS_SHIFT;
const OBJECT_EX: u32 = sys::IS_OBJECT
    | ((sys::IS_TYPE_REFCOUNTED | sys::IS_TYPE_COLLECTABLE) << sys::Z_TYPE_FLAGS_SHIFT);
const ARRAY_EX: u32 = sys::IS_ARRAY
    | ((sys::IS_TYPE_REFCOUNTED | sys::IS_TYPE_COLLECTABLE) << sys::Z_TYPE_FLAGS_SHIFT);
const STRING_EX: u32 = sys::IS_STRING | REFCOUNTED;

impl Value {
    const fn with(type_info: u32, value: sys::zend_value) -> Self {
        // `u2` belongs to whoever embeds the zval; zero is what the engine writes.
        Value(sys::zval {
            value,
            u1: sys::_zval_struct__bindgen_ty_1 { type_info },
            u2: sys::_zval_struct__bindgen_ty_2 { next: 0 },
        })
    }

    /// The engine's "no value".
    pub(crate) const fn undef() -> Self {
        Self::with(sys::IS_UNDEF, sys::zend_value { lval: 0 })
    }

    pub(crate) const fn null() -> Self {
        Self::with(sys::IS_NULL, sys::zend_value { lval: 0 })
    }

    pub(crate) const fn int(value: i64) -> Self {
        Self::with(sys::IS_LONG, sys::zend_value { lval: value })
    }

    pub(crate) const fn float(value: f64) -> Self {
        Self::with(sys::IS_DOUBLE, sys::zend_value { dval: value })
    }

    pub(crate) const fn bool(value: bool) -> Self {
        Self::with(if value { sys::IS_TRUE } else { sys::IS_FALSE }, sys::zend_value { lval: 0 })
    }

    /// A new string. `Err` only when the memory limit is hit.
    pub(crate) fn string(text: impl AsRef<[u8]>) -> Result<Self, super::Thrown> {
        let text = text.as_ref();
        let (pointer, length) = (text.as_ptr(), text.len());
        // SAFETY: the bytes outlive the call, which copies them.
        let string = guard(move || unsafe { sys::cenote_string(pointer.cast(), length) })?;
        Ok(Self::with(STRING_EX, sys::zend_value { str_: string }))
    }

    /// Adds a reference to an engine string.
    ///
    /// # Safety
    /// `string` is a live string.
    pub(crate) unsafe fn of_string(string: *mut sys::zend_string) -> Self {
        // SAFETY: by the contract; an interned string is not counted.
        unsafe {
            let counted = (*string).gc.u.type_info & sys::IS_STR_INTERNED == 0;
            let kind = if counted { STRING_EX } else { sys::IS_STRING };
            let value = Self::with(kind, sys::zend_value { str_: string });
            value.add_ref();
            value
        }
    }

    pub(crate) fn object(object: Object) -> Self {
        Self::with(OBJECT_EX, sys::zend_value { obj: object.into_raw() })
    }

    pub(crate) fn array(array: Array) -> Self {
        Self::with(ARRAY_EX, sys::zend_value { arr: array.into_raw() })
    }

    /// Adds a reference to a zval that somebody else owns, looking through PHP references.
    ///
    /// # Safety
    /// `source` points to an initialised zval.
    #[inline]
    pub(crate) unsafe fn copy_of(source: *const sys::zval) -> Self {
        // SAFETY: by the contract; a reference's target is an initialised zval as well.
        unsafe {
            let source = deref(source);
            let copy =
                Value(sys::zval { u2: sys::_zval_struct__bindgen_ty_2 { next: 0 }, ..*source });
            copy.add_ref();
            copy
        }
    }

    /// Takes over a zval, leaving undef behind.
    ///
    /// # Safety
    /// `source` points to an initialised zval that the caller owns.
    pub(crate) unsafe fn take_from(source: *mut sys::zval) -> Self {
        // SAFETY: by the contract the reference moves to us.
        unsafe { Value(std::mem::replace(&mut *source, Self::undef().into_raw())) }
    }

    /// The value behind a PHP reference, or the value itself.
    pub(crate) fn dereferenced(self) -> Self {
        if self.kind() == sys::IS_REFERENCE {
            // SAFETY: `self` is initialised.
            unsafe { Self::copy_of(&raw const self.0) }
        } else {
            self
        }
    }

    /// Gives up ownership.
    #[inline]
    pub(crate) fn into_raw(self) -> sys::zval {
        let this = ManuallyDrop::new(self);
        this.0
    }

    pub(crate) fn as_ptr(&self) -> *const sys::zval {
        &raw const self.0
    }

    pub(crate) fn as_mut_ptr(&mut self) -> *mut sys::zval {
        &raw mut self.0
    }

    #[inline]
    fn add_ref(&self) {
        if self.is_counted() {
            // SAFETY: a counted type has a live header behind its pointer.
            unsafe { (*self.0.value.counted).gc.refcount += 1 };
        }
    }

    #[inline]
    fn type_info(&self) -> u32 {
        // SAFETY: `type_info` is the whole word; every bit pattern is valid.
        unsafe { self.0.u1.type_info }
    }

    #[inline]
    fn is_counted(&self) -> bool {
        self.type_info() & REFCOUNTED != 0
    }

    /// One of the engine's `IS_*` constants.
    #[inline]
    pub(crate) fn kind(&self) -> u32 {
        self.type_info() & TYPE_MASK
    }

    pub(crate) fn is_undef(&self) -> bool {
        self.kind() == sys::IS_UNDEF
    }

    pub(crate) fn is_false(&self) -> bool {
        self.kind() == sys::IS_FALSE
    }

    pub(crate) fn is_true(&self) -> bool {
        self.kind() == sys::IS_TRUE
    }

    pub(crate) fn as_int(&self) -> Option<i64> {
        // SAFETY: `lval` is the active field for this type.
        if self.kind() == sys::IS_LONG { Some(unsafe { self.0.value.lval }) } else { None }
    }

    pub(crate) fn as_float(&self) -> Option<f64> {
        // SAFETY: `dval` is the active field for this type.
        if self.kind() == sys::IS_DOUBLE { Some(unsafe { self.0.value.dval }) } else { None }
    }

    /// The payload as bits: an int, the bits of a float, or the address of what is behind a counted type.
    ///
    /// Meaningless for types without a payload.
    #[inline]
    pub(crate) fn bits(&self) -> u64 {
        // SAFETY: every payload covers the whole word; types without one are documented as meaningless.
        unsafe { self.0.value.lval as u64 }
    }

    /// `===`. `Err` only for arrays that are nested too deeply.
    pub(crate) fn is_identical(&self, other: &Value) -> Result<bool, super::Thrown> {
        let (left, right) = (self.as_ptr().cast_mut(), other.as_ptr().cast_mut());
        // SAFETY: two initialised zvals, which are only read.
        Ok(guard(move || unsafe { sys::zend_is_identical(left, right) })?)
    }

    /// The object's pointer, borrowed.
    #[inline]
    pub(crate) fn as_object(&self) -> Option<*mut sys::zend_object> {
        // SAFETY: `obj` is the active field for this type.
        if self.kind() == sys::IS_OBJECT { Some(unsafe { self.0.value.obj }) } else { None }
    }

    /// The table of an array, borrowed.
    pub(crate) fn as_array(&self) -> Option<*mut sys::HashTable> {
        // SAFETY: `arr` is the active field for this type.
        if self.kind() == sys::IS_ARRAY { Some(unsafe { self.0.value.arr }) } else { None }
    }

    /// The type as error messages name it: a class name for objects.
    pub(crate) fn type_name(&self) -> String {
        match self.as_object() {
            // SAFETY: we hold the object, so its class is there.
            Some(object) => unsafe { super::ClassRef::from_raw((*object).ce) }.name(),
            None => {
                // SAFETY: returns a constant text for an initialised zval.
                let name =
                    unsafe { std::ffi::CStr::from_ptr(sys::zend_zval_type_name(self.as_ptr())) };
                name.to_string_lossy().into_owned()
            }
        }
    }

    /// The engine's string, borrowed; null for other types.
    pub(crate) fn as_string_ptr(&self) -> *mut sys::zend_string {
        if self.kind() != sys::IS_STRING {
            return std::ptr::null_mut();
        }
        // SAFETY: `str_` is the active field for this type.
        unsafe { self.0.value.str_ }
    }

    /// Adds a reference to an engine string.
    ///
    /// # Safety
    /// `string` is a live string.
    pub(crate) unsafe fn string_ref(string: *mut sys::zend_string) -> Self {
        // SAFETY: by the contract; interned strings are not counted.
        unsafe {
            let interned = (*string).gc.u.type_info & sys::IS_STR_INTERNED != 0;
            let kind = if interned { sys::IS_STRING } else { STRING_EX };
            let value = Self::with(kind, sys::zend_value { str_: string });
            value.add_ref();
            value
        }
    }

    /// The bytes of a string, borrowed.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        if self.kind() != sys::IS_STRING {
            return None;
        }
        // SAFETY: `str_` is the active field; its bytes live as long as our reference.
        unsafe { Some(string_bytes(self.0.value.str_)) }
    }

    /// Gives up one reference of several, if that is no more than counting: the engine would also note a value that the
    /// collector has to look at, unless it has noted it already. Nothing can jump here, so no guard is needed.
    #[inline]
    fn give_up_shared(&mut self) -> bool {
        const NEVER_OR_ALREADY_NOTED: u32 =
            sys::GC_INFO_MASK | sys::GC_NOT_COLLECTABLE << sys::GC_FLAGS_SHIFT;
        // SAFETY: the caller has seen that the value is counted.
        unsafe {
            let header = &raw mut (*self.0.value.counted).gc;
            let known = (*header).u.type_info & NEVER_OR_ALREADY_NOTED != 0;
            let shared = (*header).refcount > 1;
            if !known || !shared || self.kind() == sys::IS_REFERENCE {
                return false;
            }
            (*header).refcount -= 1;
            true
        }
    }

    /// The engine's hash of a string, which the string remembers.
    #[inline]
    pub(crate) fn text_hash(&self) -> Option<u64> {
        if self.kind() != sys::IS_STRING {
            return None;
        }
        // SAFETY: `str_` is the active field; zero is a hash that was never asked for.
        unsafe {
            let known = (*self.0.value.str_).h;
            Some(if known == 0 { sys::zend_string_hash_func(self.0.value.str_) } else { known })
        }
    }

    /// Whether both are strings of the same bytes.
    #[inline]
    pub(crate) fn is_same_text(&self, other: &Value) -> bool {
        match (self.as_bytes(), other.as_bytes()) {
            (Some(mine), Some(others)) => std::ptr::eq(mine, others) || mine == others,
            _ => false,
        }
    }
}

impl Clone for Value {
    #[inline]
    fn clone(&self) -> Self {
        // SAFETY: `self` is initialised.
        unsafe { Self::copy_of(&raw const self.0) }
    }
}

impl Drop for Value {
    #[inline]
    fn drop(&mut self) {
        // After a bailout the engine frees all request memory by itself; touching values then helps nobody.
        if self.is_counted() && !bailout::pending() && !self.give_up_shared() {
            let zval = &raw mut self.0;
            // SAFETY: an initialised zval that we own and never use again. A bailout stays pending until the entry point.
            let _ = guard(move || unsafe { sys::zval_ptr_dtor(zval) });
        }
    }
}

/// The value behind a PHP reference, or the value itself.
///
/// # Safety
/// `zval` points to an initialised zval.
#[inline]
pub(crate) unsafe fn deref(zval: *const sys::zval) -> *const sys::zval {
    // SAFETY: by the contract; the field matches the type.
    unsafe {
        if (*zval).u1.type_info & TYPE_MASK == sys::IS_REFERENCE {
            &raw const (*(*zval).value.ref_).val
        } else {
            zval
        }
    }
}

/// The bytes of an engine string.
///
/// # Safety
/// `string` is a live string for as long as the result is used.
pub(crate) unsafe fn string_bytes<'a>(string: *const sys::zend_string) -> &'a [u8] {
    // SAFETY: an engine string has `len` bytes at `val`.
    unsafe { std::slice::from_raw_parts((*string).val.as_ptr().cast(), (*string).len) }
}

//! An owned zval.

use super::put_off;
use crate::zend::{Array, Object, control::bailout, guard, sys};
use std::mem::{ManuallyDrop, offset_of};

/// An owned PHP value: holds one reference if the type is counted, and gives it up when dropped.
///
/// Dropping may run PHP destructors. Do not drop a `Value` while a borrow of shared state is alive.
///
/// It is a zval (asserted below), written as two words: so it travels in two registers. The engine's own type, with its
/// unions, would be put together on the stack piece by piece and be fetched again as a whole, which makes the processor
/// wait for the pieces.
#[repr(C)]
pub(crate) struct Value {
    /// What the type makes of it: a number, the bits of a float, an address.
    payload: *mut (),
    /// The type and its flags. The upper half (`u2`) belongs to the struct around a zval, and is zero in what we make.
    info: u64,
}

const _: () = {
    assert!(size_of::<Value>() == size_of::<sys::zval>());
    assert!(align_of::<Value>() == align_of::<sys::zval>());
    assert!(offset_of!(Value, info) == offset_of!(sys::zval, u1));
    assert!(cfg!(all(target_endian = "little", target_pointer_width = "64")));
};

const TYPE_MASK: u32 = 0xff;
const REFCOUNTED: u32 = sys::IS_TYPE_REFCOUNTED << sys::Z_TYPE_FLAGS_SHIFT;
const OBJECT_EX: u32 = sys::IS_OBJECT
    | ((sys::IS_TYPE_REFCOUNTED | sys::IS_TYPE_COLLECTABLE) << sys::Z_TYPE_FLAGS_SHIFT);
const ARRAY_EX: u32 = sys::IS_ARRAY
    | ((sys::IS_TYPE_REFCOUNTED | sys::IS_TYPE_COLLECTABLE) << sys::Z_TYPE_FLAGS_SHIFT);
const STRING_EX: u32 = sys::IS_STRING | REFCOUNTED;

impl Value {
    #[inline]
    const fn with(type_info: u32, payload: *mut ()) -> Self {
        Value { payload, info: type_info as u64 }
    }

    #[inline]
    const fn bare(type_info: u32) -> Self {
        Self::with(type_info, std::ptr::null_mut())
    }

    /// The engine's "no value".
    #[inline]
    pub(crate) const fn undef() -> Self {
        Self::bare(sys::IS_UNDEF)
    }

    #[inline]
    pub(crate) const fn null() -> Self {
        Self::bare(sys::IS_NULL)
    }

    pub(crate) const fn int(value: i64) -> Self {
        Self::with(sys::IS_LONG, std::ptr::without_provenance_mut(value as usize))
    }

    pub(crate) const fn float(value: f64) -> Self {
        Self::with(sys::IS_DOUBLE, std::ptr::without_provenance_mut(value.to_bits() as usize))
    }

    pub(crate) const fn bool(value: bool) -> Self {
        Self::bare(if value { sys::IS_TRUE } else { sys::IS_FALSE })
    }

    /// A new string. `Err` only when the memory limit is hit.
    pub(crate) fn string(text: impl AsRef<[u8]>) -> Result<Self, crate::zend::Thrown> {
        let text = text.as_ref();
        let (pointer, length) = (text.as_ptr(), text.len());
        // SAFETY: the bytes outlive the call, which copies them.
        let string = guard(move || unsafe { sys::cenote_string(pointer.cast(), length) })?;
        Ok(Self::with(STRING_EX, string.cast()))
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
            let value = Self::with(kind, string.cast());
            value.add_ref();
            value
        }
    }

    /// A look at an engine string, without a reference of its own. A clone of it has one.
    ///
    /// # Safety
    /// `string` is a live string for as long as this is used.
    #[inline]
    pub(crate) unsafe fn of_string_in_place(string: *mut sys::zend_string) -> ManuallyDrop<Value> {
        // SAFETY: by the contract; an interned string is not counted.
        let counted = unsafe { (*string).gc.u.type_info } & sys::IS_STR_INTERNED == 0;
        let kind = if counted { STRING_EX } else { sys::IS_STRING };
        ManuallyDrop::new(Self::with(kind, string.cast()))
    }

    pub(crate) fn object(object: Object) -> Self {
        Self::with(OBJECT_EX, object.into_raw().cast())
    }

    pub(crate) fn array(array: Array) -> Self {
        Self::with(ARRAY_EX, array.into_raw().cast())
    }

    /// Adds a reference to a counted array.
    ///
    /// # Safety
    /// `array` is a live table that is counted.
    pub(crate) unsafe fn of_array(array: *mut sys::HashTable) -> Self {
        let value = Self::with(ARRAY_EX, array.cast());
        value.add_ref();
        value
    }

    /// Adds a reference to a zval that somebody else owns, looking through PHP references.
    ///
    /// # Safety
    /// `source` points to an initialised zval.
    #[inline]
    pub(crate) unsafe fn copy_of(source: *const sys::zval) -> Self {
        // SAFETY: by the contract; a reference's target is an initialised zval as well.
        unsafe {
            let copy = Self::read(deref(source));
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
        unsafe {
            let taken = Self::read(source);
            source.write(Self::undef().into_raw());
            taken
        }
    }

    /// The bits of a zval without a reference of their own, each member by itself: that is how the engine writes them.
    ///
    /// # Safety
    /// `source` points to an initialised zval; the reference of one of the two is not given up.
    #[inline]
    unsafe fn read(source: *const sys::zval) -> Self {
        // SAFETY: by the contract; every payload covers the whole word or is not looked at.
        unsafe { Self::with((*source).u1.type_info, (*source).value.ptr.cast()) }
    }

    /// The value behind a PHP reference, or the value itself.
    pub(crate) fn dereferenced(self) -> Self {
        if self.kind() == sys::IS_REFERENCE {
            // SAFETY: `self` is initialised.
            unsafe { Self::copy_of(self.as_ptr()) }
        } else {
            self
        }
    }

    /// Gives up ownership.
    #[inline]
    pub(crate) fn into_raw(self) -> sys::zval {
        // SAFETY: the same bits, and the reference moves with them.
        unsafe { std::mem::transmute::<Value, sys::zval>(self) }
    }

    #[inline]
    pub(crate) fn as_ptr(&self) -> *const sys::zval {
        (&raw const *self).cast()
    }

    #[inline]
    pub(crate) fn as_mut_ptr(&mut self) -> *mut sys::zval {
        (&raw mut *self).cast()
    }

    /// Writes it to a slot whose former content nobody owns.
    ///
    /// # Safety
    /// `slot` is writable.
    #[inline]
    pub(crate) unsafe fn write_to(self, slot: *mut sys::zval) {
        // SAFETY: by the contract; a zval and a `Value` are the same.
        unsafe { slot.cast::<Value>().write(self) };
    }

    #[inline]
    fn add_ref(&self) {
        if self.is_counted() {
            // SAFETY: a counted type has a live header behind its pointer.
            unsafe { (*self.counted()).refcount += 1 };
        }
    }

    #[inline]
    fn type_info(&self) -> u32 {
        // SAFETY: the lower half, as the engine writes it.
        unsafe { (&raw const self.info).cast::<u32>().read() }
    }

    /// The header of a counted type.
    #[inline]
    fn counted(&self) -> *mut sys::zend_refcounted_h {
        self.payload.cast()
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

    /// The type's name as the engine's errors show it.
    pub(crate) fn type_name(&self) -> String {
        // SAFETY: an initialised zval; the name is a constant, or that of a live class.
        unsafe {
            let name = sys::zend_zval_type_name(self.as_ptr());
            std::ffi::CStr::from_ptr(name).to_string_lossy().into_owned()
        }
    }

    pub(crate) fn is_undef(&self) -> bool {
        self.kind() == sys::IS_UNDEF
    }

    pub(crate) fn is_null(&self) -> bool {
        self.kind() == sys::IS_NULL
    }

    pub(crate) fn is_false(&self) -> bool {
        self.kind() == sys::IS_FALSE
    }

    pub(crate) fn is_true(&self) -> bool {
        self.kind() == sys::IS_TRUE
    }

    pub(crate) fn as_int(&self) -> Option<i64> {
        (self.kind() == sys::IS_LONG).then(|| self.bits() as i64)
    }

    pub(crate) fn as_float(&self) -> Option<f64> {
        (self.kind() == sys::IS_DOUBLE).then(|| f64::from_bits(self.bits()))
    }

    /// The payload as bits: an int, the bits of a float, or the address of what is behind a counted type.
    ///
    /// Meaningless for types without a payload.
    #[inline]
    pub(crate) fn bits(&self) -> u64 {
        self.payload.addr() as u64
    }

    /// `===`. `Err` only for arrays that are nested too deeply.
    pub(crate) fn is_identical(&self, other: &Value) -> Result<bool, crate::zend::Thrown> {
        let (left, right) = (self.as_ptr().cast_mut(), other.as_ptr().cast_mut());
        // SAFETY: two initialised zvals, which are only read.
        Ok(guard(move || unsafe { sys::zend_is_identical(left, right) })?)
    }

    /// The object's pointer, borrowed.
    #[inline]
    pub(crate) fn as_object(&self) -> Option<*mut sys::zend_object> {
        (self.kind() == sys::IS_OBJECT).then(|| self.payload.cast())
    }

    /// The table of an array, borrowed.
    pub(crate) fn as_array(&self) -> Option<*mut sys::HashTable> {
        (self.kind() == sys::IS_ARRAY).then(|| self.payload.cast())
    }

    /// The engine's string, borrowed; null for other types.
    pub(crate) fn as_string_ptr(&self) -> *mut sys::zend_string {
        if self.kind() != sys::IS_STRING {
            return std::ptr::null_mut();
        }
        self.payload.cast()
    }

    /// The bytes of a string, borrowed.
    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        if self.kind() != sys::IS_STRING {
            return None;
        }
        // SAFETY: the string lives as long as our reference.
        unsafe { Some(string_bytes(self.payload.cast())) }
    }

    /// Gives up one reference of several, if that is no more than counting: the engine would also note a value that the
    /// collector has to look at, unless it has noted it already. Nothing can jump here, so no guard is needed.
    #[inline]
    fn give_up_shared(&mut self) -> bool {
        const NEVER_OR_ALREADY_NOTED: u32 =
            sys::GC_INFO_MASK | sys::GC_NOT_COLLECTABLE << sys::GC_FLAGS_SHIFT;
        // SAFETY: the caller has seen that the value is counted.
        unsafe {
            let header = self.counted();
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
        let string = self.as_string_ptr();
        // SAFETY: a live string; zero is a hash that was never asked for.
        unsafe {
            let known = (*string).h;
            Some(if known == 0 { sys::zend_string_hash_func(string) } else { known })
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
        unsafe { Self::copy_of(self.as_ptr()) }
    }
}

impl Drop for Value {
    #[inline]
    fn drop(&mut self) {
        // After a bailout the engine frees all request memory by itself; touching values then helps nobody.
        if self.is_counted() && !bailout::pending() && !self.give_up_shared() {
            if put_off::is_on() && self.kind() != sys::IS_STRING {
                return put_off::put_by(std::mem::replace(self, Value::undef()));
            }
            let zval = self.as_mut_ptr();
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

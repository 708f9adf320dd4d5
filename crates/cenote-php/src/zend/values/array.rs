//! An owned PHP array under construction, and walking through arrays.

use crate::zend::{Thrown, Value, guard, sys};
use std::mem::ManuallyDrop;

/// A new PHP array that only we refer to.
pub(crate) struct Array(*mut sys::HashTable);

/// An array key as PHP code sees it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Index(i64),
    Name(Vec<u8>),
}

impl std::fmt::Display for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Index(index) => write!(out, "{index}"),
            Key::Name(name) => write!(out, "\"{}\"", String::from_utf8_lossy(name)),
        }
    }
}

impl Array {
    pub(crate) fn with_capacity(capacity: usize) -> Result<Self, Thrown> {
        let capacity = u32::try_from(capacity).unwrap_or(u32::MAX);
        // SAFETY: allocates a table with one reference, which becomes ours.
        Ok(Array(guard(move || unsafe { sys::_zend_new_array(capacity) })?))
    }

    /// Takes over a reference to a table.
    ///
    /// # Safety
    /// `raw` is a live table that nobody else refers to, and the caller gives it up.
    pub(crate) unsafe fn from_owned(raw: *mut sys::HashTable) -> Self {
        Array(raw)
    }

    /// Appends a value.
    pub(crate) fn push(&mut self, value: Value) -> Result<(), Thrown> {
        let (table, mut value) = (self.0, value.into_raw());
        let value = &raw mut value;
        // SAFETY: our table; the insertion takes over the reference in `value`.
        guard(move || unsafe { sys::zend_hash_next_index_insert(table, value) })?;
        Ok(())
    }

    /// Sets `key` to a value.
    pub(crate) fn set(&mut self, key: &Key, value: Value) -> Result<(), Thrown> {
        let (table, mut value) = (self.0, value.into_raw());
        let value = &raw mut value;
        match key {
            Key::Index(index) => {
                let index = *index as u64;
                // SAFETY: an array of our own that nobody else has, and a value whose reference the table takes over.
                guard(move || unsafe { sys::zend_hash_index_update(table, index, value) })?;
            }
            Key::Name(name) => {
                let (name, length) = (name.as_ptr().cast(), name.len());
                // SAFETY: an array of our own that nobody else has, and a value whose reference the table takes over; the bytes
                // are copied.
                guard(move || unsafe { sys::zend_hash_str_update(table, name, length, value) })?;
            }
        }
        Ok(())
    }

    /// Sets the entry `name`.
    pub(crate) fn set_name(&mut self, name: &str, value: Value) -> Result<(), Thrown> {
        self.set(&Key::Name(name.as_bytes().to_vec()), value)
    }

    pub(crate) fn into_raw(self) -> *mut sys::HashTable {
        ManuallyDrop::new(self).0
    }
}

impl Drop for Array {
    fn drop(&mut self) {
        drop(Value::array(Array(self.0)));
    }
}

/// The entries of a PHP array at this moment, each value with a reference of its own.
///
/// # Safety
/// `table` is a live table.
pub(crate) unsafe fn entries(table: *const sys::HashTable) -> Vec<(Key, Value)> {
    let table = table.cast_mut();
    let mut position: sys::HashPosition = 0;
    // SAFETY: promised.
    unsafe { sys::zend_hash_internal_pointer_reset_ex(table, &raw mut position) };
    // SAFETY: promised.
    std::iter::from_fn(|| unsafe { step(table, &mut position) })
        .map(|(key, value)| (Key::of(&key), value))
        .collect()
}

impl Key {
    fn of(key: &Value) -> Key {
        match key.as_bytes() {
            Some(name) => Key::Name(name.to_vec()),
            None => Key::Index(key.as_int().unwrap_or_default()),
        }
    }
}

/// A walk through an array as it was when the walk began.
pub(crate) struct Walk {
    array: Value,
    position: sys::HashPosition,
}

impl Walk {
    /// `None`: it is no array.
    pub(crate) fn over(array: Value) -> Option<Self> {
        let table = array.as_array()?;
        let mut position: sys::HashPosition = 0;
        // SAFETY: a table that we hold a reference to, so that anyone who changes it changes a copy.
        unsafe { sys::zend_hash_internal_pointer_reset_ex(table, &raw mut position) };
        Some(Walk { array, position })
    }

    /// The next key and value.
    pub(crate) fn next(&mut self) -> Option<(Value, Value)> {
        let table = self.array.as_array()?;
        // SAFETY: the value holds the table, and nobody writes to it meanwhile, as it has a reference of ours.
        unsafe { step(table, &mut self.position) }
    }
}

/// Key and value at a position, which moves on.
///
/// # Safety
/// `table` is a live table, and has not changed since the position was made.
unsafe fn step(
    table: *mut sys::HashTable,
    position: &mut sys::HashPosition,
) -> Option<(Value, Value)> {
    // SAFETY: the engine's external iteration only reads the table; it allocates nothing. Keys that are strings are live.
    unsafe {
        let mut data = sys::zend_hash_get_current_data_ex(table, position);
        if data.is_null() {
            return None;
        }
        let mut name: *mut sys::zend_string = std::ptr::null_mut();
        let mut index: sys::zend_ulong = 0;
        let kind = sys::zend_hash_get_current_key_ex(
            table,
            &raw mut name,
            &raw mut index,
            std::ptr::from_ref(position),
        );
        let key = if kind == sys::HASH_KEY_IS_STRING as _ {
            Value::of_string(name)
        } else {
            Value::int(index as i64)
        };
        if (*data).u1.type_info == sys::IS_INDIRECT {
            data = (*data).value.zv;
        }
        let value = Value::copy_of(data);
        sys::zend_hash_move_forward_ex(table, position);
        Some((key, value))
    }
}

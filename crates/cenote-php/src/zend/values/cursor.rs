//! `foreach` over objects of ours.

use crate::zend::{
    Call, ClassRef, Message, Object, Outcome, Thrown, Value,
    control::{bailout, entry, exception},
    guard, sys,
};
use std::ffi::c_int;

/// What a `foreach` over an object goes through. It may wait.
pub(crate) trait Cursor {
    /// The next key and value; `None` at the end.
    fn advance(&mut self) -> Result<Option<(Value, Value)>, Thrown>;
}

/// Makes a cursor for an object, which the cursor keeps alive as long as it needs it.
pub(crate) type MakeCursor = fn(*mut sys::zend_object) -> Box<dyn Cursor>;

#[repr(C)]
struct Iterator {
    std: sys::zend_object_iterator,
    /// Out while it advances, which may take long.
    cursor: Option<Box<dyn Cursor>>,
    /// The element it stands at; undefined before the first and after the last one.
    key: Value,
    value: Value,
    /// The element it stands at was not fetched yet. It is, when somebody asks: anyone who leaves the loop takes nothing.
    due: bool,
}

/// Has `foreach` over objects of `class` use cursors. `by_reference` is the text of the refusal of `foreach (… as &$x)`.
pub(crate) trait Iterable {
    const BY_REFERENCE: Message;
    const CURSOR: MakeCursor;
}

/// Module start-up.
pub(crate) fn make_iterable<T: Iterable>(class: ClassRef) {
    // SAFETY: our own class, just registered.
    unsafe { (*class.as_ptr()).get_iterator = Some(get_iterator::<T>) };
}

/// The method `getIterator()` of such a class.
pub(crate) fn get_iterator_method(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    // SAFETY: `$this` of a running method.
    let mut this = Value::object(unsafe { Object::from_borrowed(call.this()) });
    let mut made = Value::undef();
    let (slot, object) = (made.as_mut_ptr(), this.as_mut_ptr());
    // SAFETY: an object whose class has `get_iterator`, and a slot for the result.
    guard(move || unsafe { sys::zend_create_internal_iterator_zval(slot, object) })?;
    exception::check()?;
    call.returns(made);
    Ok(())
}

extern "C" fn get_iterator<T: Iterable>(
    _class: *mut sys::zend_class_entry,
    object: *mut sys::zval,
    by_reference: c_int,
) -> *mut sys::zend_object_iterator {
    let mut made = std::ptr::null_mut();
    entry::boundary(|| {
        if by_reference != 0 {
            let _ = exception::throw_error(&T::BY_REFERENCE);
            return;
        }
        let memory = guard(|| {
            // SAFETY: request memory for one iterator, which the engine frees with the iterator.
            unsafe { sys::cenote_calloc(1, size_of::<Iterator>()) }
        });
        let Ok(memory) = memory else { return };
        let iterator = memory.cast::<Iterator>();
        // SAFETY: fresh memory of that size; the engine's part is set up by its own function, and its `data` is left
        // undefined: the cursor keeps the object.
        unsafe {
            sys::zend_iterator_init(&raw mut (*iterator).std);
            (*iterator).std.funcs = &raw const FUNCTIONS;
            (&raw mut (*iterator).cursor).write(Some((T::CURSOR)((*object).value.obj)));
            (&raw mut (*iterator).key).write(Value::undef());
            (&raw mut (*iterator).value).write(Value::undef());
            (*iterator).due = true;
        }
        made = iterator.cast();
    });
    made
}

static FUNCTIONS: sys::zend_object_iterator_funcs = sys::zend_object_iterator_funcs {
    dtor: Some(destroy),
    valid: Some(valid),
    get_current_data: Some(data),
    get_current_key: Some(key),
    move_forward: Some(forward),
    rewind: Some(forward),
    invalidate_current: None,
    get_gc: None,
};

// SAFETY: a table of functions that nobody writes to.
unsafe impl Sync for sys::zend_object_iterator_funcs {}

/// # Safety
/// An iterator of ours; the result is used before anything else can run.
unsafe fn this<'a>(iterator: *mut sys::zend_object_iterator) -> &'a mut Iterator {
    // SAFETY: the engine calls the functions of our table with our iterators only, one call at a time.
    unsafe { &mut *iterator.cast::<Iterator>() }
}

unsafe extern "C" fn destroy(iterator: *mut sys::zend_object_iterator) {
    entry::boundary(|| {
        // SAFETY: called once, at the end of the iterator's life; the borrow ends before anything is dropped.
        let held = unsafe {
            let this = this(iterator);
            (this.cursor.take(), this.take_element())
        };
        exception::beside_in_flight(|| drop(held));
    });
}

unsafe extern "C" fn valid(iterator: *mut sys::zend_object_iterator) -> c_int {
    let mut found = false;
    entry::boundary(|| {
        // SAFETY: the engine's iterator of ours.
        let _: Outcome = unsafe { fetch(iterator) };
        // SAFETY: the engine's iterator of ours, which it holds until this returns; looked at anew, as others ran meanwhile.
        found = !bailout::pending() && !unsafe { this(iterator) }.value.is_undef();
    });
    if found { sys::SUCCESS as c_int } else { sys::FAILURE as c_int }
}

impl Iterator {
    fn take_element(&mut self) -> (Value, Value) {
        let empty = Value::undef;
        (std::mem::replace(&mut self.key, empty()), std::mem::replace(&mut self.value, empty()))
    }
}

/// Goes to the next element, if that is due.
///
/// # Safety
/// An iterator of ours, which stays alive through the call.
unsafe fn fetch(iterator: *mut sys::zend_object_iterator) -> Outcome {
    // SAFETY: by the contract. No borrow is held while the cursor advances: others may run then, and ask the same iterator.
    let cursor = unsafe {
        let this = this(iterator);
        if !std::mem::replace(&mut this.due, false) {
            return Ok(());
        }
        this.cursor.take()
    };
    let Some(mut cursor) = cursor else { return Ok(()) };
    let next = cursor.advance();
    // SAFETY: by the contract the iterator stays alive through the call; the borrow taken before `advance` has ended.
    let this = unsafe { this(iterator) };
    this.cursor = Some(cursor);
    if let Some((key, value)) = next? {
        (this.key, this.value) = (key, value);
    }
    Ok(())
}

/// `InternalIterator` asks for an element without asking first whether there is one.
unsafe extern "C" fn data(iterator: *mut sys::zend_object_iterator) -> *mut sys::zval {
    let mut found = std::ptr::null_mut();
    entry::boundary(|| {
        // SAFETY: the engine's iterator of ours.
        let _: Outcome = unsafe { fetch(iterator) };
        // SAFETY: the engine's iterator of ours, which it holds until this returns; the slot lives as long as the iterator.
        let value = unsafe { &mut this(iterator).value };
        if !value.is_undef() {
            found = value.as_mut_ptr();
        }
    });
    found
}

unsafe extern "C" fn key(iterator: *mut sys::zend_object_iterator, slot: *mut sys::zval) {
    let mut key = Value::null();
    entry::boundary(|| {
        // SAFETY: the engine's iterator of ours.
        let _: Outcome = unsafe { fetch(iterator) };
        // SAFETY: the engine's iterator of ours, whose functions it calls one at a time.
        let this = unsafe { this(iterator) };
        if !this.key.is_undef() {
            key = this.key.clone();
        }
    });
    // SAFETY: the engine's slot is empty.
    unsafe { key.write_to(slot) };
}

unsafe extern "C" fn forward(iterator: *mut sys::zend_object_iterator) {
    entry::boundary(|| {
        // SAFETY: the engine's iterator of ours, whose functions it calls one at a time.
        let this = unsafe { this(iterator) };
        this.due = true;
        drop(this.take_element());
    });
}

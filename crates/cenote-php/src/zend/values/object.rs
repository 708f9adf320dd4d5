//! Engine objects: owned references, and classes whose objects carry a Rust value.

use crate::zend::{
    ClassRef, Message, Value,
    control::{bailout, entry, exception},
    guard,
    module::started::PerStart,
    sys,
};
use std::{
    cell::UnsafeCell,
    ffi::c_int,
    marker::PhantomData,
    mem::{ManuallyDrop, offset_of},
    ptr::NonNull,
};

/// An owned reference to an engine object.
#[derive(PartialEq, Eq)]
pub(crate) struct Object(NonNull<sys::zend_object>);

impl Object {
    /// Takes over a reference.
    ///
    /// # Safety
    /// `raw` is a live object and the caller gives up one reference to it.
    pub(crate) unsafe fn from_owned(raw: *mut sys::zend_object) -> Self {
        // SAFETY: a live object is not at null.
        Object(unsafe { NonNull::new_unchecked(raw) })
    }

    /// Adds a reference.
    ///
    /// # Safety
    /// `raw` is a live object.
    #[inline]
    pub(crate) unsafe fn from_borrowed(raw: *mut sys::zend_object) -> Self {
        // SAFETY: by the contract.
        unsafe {
            (*raw).gc.refcount += 1;
            Self::from_owned(raw)
        }
    }

    pub(crate) fn as_ptr(&self) -> *mut sys::zend_object {
        self.0.as_ptr()
    }

    pub(crate) fn into_raw(self) -> *mut sys::zend_object {
        ManuallyDrop::new(self).0.as_ptr()
    }

    pub(crate) fn class(&self) -> ClassRef {
        // SAFETY: a live object has a class.
        unsafe { ClassRef::from_raw((*self.as_ptr()).ce) }
    }

    /// Its construction has failed: PHP code's destructor is not called.
    pub(crate) fn skip_destructor(&self) {
        // SAFETY: a live object's own flags.
        unsafe { (*self.as_ptr()).gc.u.type_info |= sys::IS_OBJ_DESTRUCTOR_CALLED };
    }

    pub(crate) fn instance_of(&self, class: ClassRef) -> bool {
        self.class().is_a(class)
    }
}

impl Clone for Object {
    fn clone(&self) -> Self {
        // SAFETY: we hold a reference, so the object is live.
        unsafe { Self::from_borrowed(self.as_ptr()) }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: our reference moves into the value, which gives it up.
        drop(Value::object(unsafe { Object::from_owned(self.as_ptr()) }));
    }
}

/// The Rust half of the objects of an internal class.
///
/// Engine callbacks only ever see `&self`: state that changes lives in cells, and no borrow of it may be alive while
/// the engine is called.
pub(crate) trait Native: Sized + 'static {
    /// The state of an object whose constructor has not run.
    fn blank() -> Self;

    /// The class registered for this type.
    fn class() -> &'static Class<Self>;

    /// Shows the collector every PHP value held (SPEC 34.8).
    fn trace(&self, _tracer: &mut Tracer) {}

    /// Runs when the last reference goes (or the request ends), while the object is still whole.
    fn destruct(&self, _this: &Object) {}

    /// Whether `destruct` does anything; keeps the engine's cheaper path for the others.
    const HAS_DESTRUCTOR: bool = false;

    /// Why PHP code cannot say `new` (`None`: it can).
    const NOT_CONSTRUCTIBLE: Option<Message> = None;
}

/// An internal class whose objects carry a `T` in front of the engine's part.
pub(crate) struct Class<T> {
    registered: PerStart<Registered>,
    native: PhantomData<T>,
}

struct Registered {
    class: ClassRef,
    handlers: UnsafeCell<sys::zend_object_handlers>,
}

// SAFETY: written once at module start-up, before any request; later only read, by the one thread that runs PHP.
unsafe impl<T> Sync for Class<T> {}
// SAFETY: two pointers into tables that live as long as the process; what they lead to is touched by the one thread that runs PHP.
unsafe impl Send for Registered {}

#[repr(C)]
struct Layout<T> {
    native: T,
    std: sys::zend_object,
}

impl<T: Native> Class<T> {
    pub(crate) const fn new() -> Self {
        Class { registered: PerStart::new(), native: PhantomData }
    }

    /// Binds the type to its registered class entry. Called at each module start-up.
    pub(crate) fn bind(&self, class: ClassRef) {
        // SAFETY: the engine's default table is a constant that we copy.
        let mut handlers = unsafe { (&raw const sys::std_object_handlers).read() };
        handlers.offset = offset_of!(Layout<T>, std) as c_int;
        handlers.free_obj = Some(free::<T>);
        handlers.get_gc = Some(trace::<T>);
        handlers.clone_obj = None;
        // Two objects are equal only if they are the same.
        handlers.compare = Some(sys::zend_objects_not_comparable);
        if T::HAS_DESTRUCTOR {
            handlers.dtor_obj = Some(destruct::<T>);
        }
        if T::NOT_CONSTRUCTIBLE.is_some() {
            handlers.get_constructor = Some(refuse_construction::<T>);
        }
        let raw = class.as_ptr();
        // SAFETY: our own class entry, just registered; no object of it exists yet.
        unsafe {
            (*raw).__bindgen_anon_2.create_object = Some(create::<T>);
            (*raw).ce_flags |= sys::ZEND_ACC_NOT_SERIALIZABLE;
        }
        self.registered.set(Registered { class, handlers: UnsafeCell::new(handlers) });
    }

    fn registered(&self) -> &Registered {
        self.registered.get().expect("classes are registered at module start-up")
    }

    pub(crate) fn class_ref(&self) -> ClassRef {
        self.registered().class
    }

    /// Makes an object around `native`, without calling a constructor.
    pub(crate) fn instantiate(&self, native: T) -> Result<Object, crate::zend::Thrown> {
        let class = self.registered().class.as_ptr();
        let raw = guard(move || create::<T>(class))?;
        // SAFETY: `create` has written a blank `T`; dropping it in place makes room for the real one.
        unsafe {
            *raw.cast::<u8>().sub(offset_of!(Layout<T>, std)).cast::<T>() = native;
            Ok(Object::from_owned(raw))
        }
    }

    /// Makes an object around a blank `T`, by the shortest way: with no guard.
    ///
    /// # Safety
    /// When memory runs out, the engine jumps away from here, to whoever has called PHP code: up to there nobody owns anything that has to be
    /// dropped.
    #[inline]
    pub(crate) unsafe fn allocate(&self) -> Object {
        // SAFETY: by the contract; a new object is ours.
        unsafe { Object::from_owned(create::<T>(self.registered().class.as_ptr())) }
    }

    /// The Rust half of an object.
    ///
    /// # Safety
    /// `object` is a live object of this class, and stays live while the result is used.
    #[inline]
    pub(crate) unsafe fn native<'a>(&self, object: *mut sys::zend_object) -> &'a T {
        // SAFETY: objects of this class are only made by `create`, with a `T` in front.
        unsafe { native::<T>(object) }
    }
}

#[inline]
unsafe fn native<'a, T>(object: *mut sys::zend_object) -> &'a T {
    // SAFETY: the caller vouches for the class; see `Layout`.
    unsafe { &*object.cast::<u8>().sub(offset_of!(Layout<T>, std)).cast::<T>() }
}

extern "C" fn create<T: Native>(class: *mut sys::zend_class_entry) -> *mut sys::zend_object {
    let class_data = T::class().registered();
    // SAFETY: called by the engine (or under a guard) with our class or a child. Nothing here owns anything when an
    // allocation jumps away.
    unsafe {
        let object = sys::cenote_object_alloc(offset_of!(Layout<T>, std), class);
        sys::zend_object_std_init(object, class);
        sys::object_properties_init(object, class);
        object.cast::<u8>().sub(offset_of!(Layout<T>, std)).cast::<T>().write(T::blank());
        (*object).handlers = class_data.handlers.get();
        object
    }
}

extern "C" fn free<T: Native>(object: *mut sys::zend_object) {
    entry::boundary(|| {
        exception::beside_in_flight(|| {
            // SAFETY: the engine frees an object of ours once; the `T` is not used after this.
            unsafe {
                std::ptr::drop_in_place(std::ptr::from_ref(native::<T>(object)).cast_mut());
            }
        });
    });
    // SAFETY: the engine's own part, freed last as its default handler does.
    unsafe { sys::zend_object_std_dtor(object) };
}

extern "C" fn destruct<T: Native>(object: *mut sys::zend_object) {
    entry::boundary(|| {
        // SAFETY: called while the object is whole.
        let (native, this) = unsafe { (native::<T>(object), Object::from_borrowed(object)) };
        exception::beside_in_flight(|| native.destruct(&this));
    });
}

extern "C" fn refuse_construction<T: Native>(
    _object: *mut sys::zend_object,
) -> *mut sys::zend_function {
    entry::boundary(|| {
        let why = T::NOT_CONSTRUCTIBLE.expect("set for the classes that have this handler");
        let _ = crate::zend::control::exception::throw_error(&why);
    });
    std::ptr::null_mut()
}

extern "C" fn trace<T: Native>(
    object: *mut sys::zend_object,
    table: *mut *mut sys::zval,
    count: *mut c_int,
) -> *mut sys::HashTable {
    // A jump would leave the collector in the middle of its buffer: a bailout is resumed elsewhere.
    entry::contain(|| {
        // SAFETY: the collector's own arguments; it only visits live objects.
        unsafe { show(table, count, |tracer| native::<T>(object).trace(tracer)) };
    });
    // SAFETY: builds or returns the object's own property table, as the default handler does.
    unsafe { sys::zend_std_get_properties(object) }
}

/// Answers the collector's question what an object holds.
///
/// # Safety
/// `table` and `count` are the arguments of a running `get_gc` handler.
pub(crate) unsafe fn show(
    table: *mut *mut sys::zval,
    count: *mut c_int,
    hold: impl FnOnce(&mut Tracer),
) {
    // SAFETY: the engine owns the buffer and hands out the same one for the length of this call.
    let mut tracer = Tracer { buffer: unsafe { sys::zend_get_gc_buffer_create() } };
    hold(&mut tracer);
    // SAFETY: `start..cur` is the filled part of the buffer; the caller vouches for the rest.
    unsafe {
        *table = (*tracer.buffer).start;
        *count = (*tracer.buffer).cur.offset_from((*tracer.buffer).start) as c_int;
    }
}

/// Adds to the answer that the handler of an object of the engine's has given.
///
/// # Safety
/// `table` and `count` are what a `get_gc` handler that uses the collector's own buffer has just filled.
pub(crate) unsafe fn show_more(
    table: *mut *mut sys::zval,
    count: *mut c_int,
    hold: impl FnOnce(&mut Tracer),
) {
    let mut tracer =
        Tracer { buffer: &raw mut crate::zend::module::globals::executor().get_gc_buffer };
    hold(&mut tracer);
    // SAFETY: the arguments of a running `get_gc` handler are writable; the buffer's two pointers are into one allocation.
    unsafe {
        *table = (*tracer.buffer).start;
        *count = (*tracer.buffer).cur.offset_from((*tracer.buffer).start) as c_int;
    }
}

/// Receives every value that an object holds.
pub(crate) struct Tracer {
    buffer: *mut sys::zend_get_gc_buffer,
}

impl Tracer {
    /// # Safety
    /// `buffer` is the collector's, and stays so for as long as the result is used.
    pub(crate) unsafe fn new(buffer: *mut sys::zend_get_gc_buffer) -> Self {
        Tracer { buffer }
    }

    pub(crate) fn value(&mut self, value: &Value) {
        // SAFETY: a borrowed value is initialised.
        unsafe { self.zval(value.as_ptr()) }
    }

    pub(crate) fn object(&mut self, object: &Object) {
        let borrowed = ManuallyDrop::new(Value::object(ManuallyDrop::into_inner(
            // SAFETY: only a view: neither wrapper is dropped, so the count does not change.
            ManuallyDrop::new(unsafe { Object::from_owned(object.as_ptr()) }),
        )));
        self.value(&borrowed);
    }

    /// # Safety
    /// `zval` points to an initialised zval.
    pub(crate) unsafe fn zval(&mut self, zval: *const sys::zval) {
        let buffer = self.buffer;
        // SAFETY: `cur` is at most `end`; growing makes room. Only counted values interest the collector.
        unsafe {
            if (*zval).u1.type_info & (sys::IS_TYPE_REFCOUNTED << sys::Z_TYPE_FLAGS_SHIFT) == 0 {
                return;
            }
            if (*buffer).cur == (*buffer).end {
                let _ = guard(move || sys::zend_get_gc_buffer_grow(buffer));
                if bailout::pending() {
                    return;
                }
            }
            *(*buffer).cur = *zval;
            (*buffer).cur = (*buffer).cur.add(1);
        }
    }
}

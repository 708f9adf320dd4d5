//! Class entries: naming, looking up, registering.

use super::array;
use crate::zend::{Signature, Thrown, Type, Value, control::entry::FunctionEntry, guard, sys};
use std::ffi::{CStr, c_char, c_int};

/// A class entry. Internal classes live as long as the process, user classes as long as the request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassRef(*mut sys::zend_class_entry);

// SAFETY: only a name for a thing; it is used by the one thread that runs PHP.
unsafe impl Send for ClassRef {}
// SAFETY: sharing it shares a name; only the thread that runs PHP follows the pointer.
unsafe impl Sync for ClassRef {}

impl ClassRef {
    /// # Safety
    /// `raw` is a class entry that lives as long as the result is used.
    pub(crate) unsafe fn from_raw(raw: *mut sys::zend_class_entry) -> Self {
        ClassRef(raw)
    }

    pub(crate) fn as_ptr(self) -> *mut sys::zend_class_entry {
        self.0
    }

    pub(crate) fn error() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_error })
    }

    pub(crate) fn exception() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_exception })
    }

    pub(crate) fn throwable() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_throwable })
    }

    pub(crate) fn value_error() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_value_error })
    }

    pub(crate) fn type_error() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_type_error })
    }

    pub(crate) fn closure() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_closure })
    }

    pub(crate) fn countable() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_countable })
    }

    pub(crate) fn aggregate() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_aggregate })
    }

    pub(crate) fn traversable() -> Self {
        // SAFETY: set at engine start-up and never changed.
        ClassRef(unsafe { sys::zend_ce_traversable })
    }

    /// The name as PHP shows it.
    pub(crate) fn name(self) -> String {
        // SAFETY: a class entry has a name as long as it lives.
        let bytes = unsafe { super::value::string_bytes((*self.0).name) };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// The extension that declared this internal class.
    pub(crate) fn extension_name(self) -> Option<String> {
        // SAFETY: an internal class; the module's entry and name live as long as the process.
        unsafe {
            let module = (*self.0).info.internal.module;
            let name = (!module.is_null()).then(|| CStr::from_ptr((*module).name))?;
            Some(name.to_string_lossy().into_owned())
        }
    }

    pub(crate) fn is_a(self, other: ClassRef) -> bool {
        // SAFETY: two live class entries; the slow function only walks parents and interfaces.
        self == other || unsafe { sys::instanceof_function_slow(self.0, other.0) }
    }

    /// An internal class by its lower-case name, if the module that has it is loaded.
    pub(crate) fn find_internal(lower_name: &str) -> Option<ClassRef> {
        let table = crate::zend::module::globals::compiler().class_table;
        // SAFETY: the class table lives as long as the engine; looking up allocates nothing.
        let found =
            unsafe { sys::zend_hash_str_find(table, lower_name.as_ptr().cast(), lower_name.len()) };
        // SAFETY: an entry of the class table holds a class pointer.
        (!found.is_null()).then(|| ClassRef(unsafe { (*found).value.ce }))
    }

    /// A class by its name, which may be loaded for that. `None`: there is none.
    pub(crate) fn find(name: &Value) -> Result<Option<ClassRef>, Thrown> {
        let text = name.as_string_ptr();
        // SAFETY: a live string. Loading a class runs code of the user.
        let found = guard(move || unsafe { sys::zend_lookup_class(text) })?;
        crate::zend::control::exception::check()?;
        Ok((!found.is_null()).then_some(ClassRef(found)))
    }

    /// An internal function by its lower-case name.
    pub(crate) fn find_function(lower_name: &str) -> Option<*mut sys::zend_function> {
        let table = crate::zend::module::globals::compiler().function_table;
        // SAFETY: the function table lives as long as the engine; looking up allocates nothing.
        let found =
            unsafe { sys::zend_hash_str_find(table, lower_name.as_ptr().cast(), lower_name.len()) };
        // SAFETY: an entry of the function table holds a function pointer.
        (!found.is_null()).then(|| unsafe { (*found).value.func })
    }

    /// An internal function, or a method of an internal class; names in lower case.
    pub(crate) fn find_function_or_method(
        class: Option<&str>,
        name: &str,
    ) -> Option<*mut sys::zend_function> {
        match class {
            None => ClassRef::find_function(name),
            Some(class) => ClassRef::find_internal(class).and_then(|class| class.method(name)),
        }
    }

    /// The class itself, if it is internal, or the nearest of its parents that is.
    pub(crate) fn internal_ancestor(self) -> ClassRef {
        let mut class = self.0;
        // SAFETY: a live class entry is linked to its parents; a user class has a parent here or ends the walk.
        unsafe {
            while u32::from((*class).type_ as u8) == sys::ZEND_USER_CLASS
                && !(*class).__bindgen_anon_1.parent.is_null()
            {
                class = (*class).__bindgen_anon_1.parent;
            }
        }
        ClassRef(class)
    }

    /// The internal classes below this one. Called at module start-up.
    pub(crate) fn internal_children(self) -> Vec<ClassRef> {
        // SAFETY: the class table lives as long as the engine.
        let all = unsafe { array::entries(crate::zend::module::globals::compiler().class_table) };
        // SAFETY: an entry of the class table holds a class pointer.
        let classes = all.iter().map(|(_, entry)| ClassRef(unsafe { (*entry.as_ptr()).value.ce }));
        // SAFETY: a live class entry.
        let is_internal =
            |class: &ClassRef| unsafe { u32::from((*class.0).type_ as u8) } == sys::ZEND_INTERNAL_CLASS;
        classes.filter(|class| *class != self && is_internal(class) && class.is_a(self)).collect()
    }

    /// The methods in this internal class's table that are not static.
    pub(crate) fn object_methods(self) -> Vec<*mut sys::zend_function> {
        // SAFETY: the table lives as long as the class, and holds function pointers.
        unsafe {
            let all = array::entries(&raw const (*self.0).function_table);
            let methods = all.iter().map(|(_, entry)| (*entry.as_ptr()).value.func);
            methods
                .filter(|method| (**method).common.fn_flags & sys::ZEND_ACC_STATIC == 0)
                .collect()
        }
    }

    /// Whether the class has a constant of this name.
    pub(crate) fn has_constant(self, name: &str) -> bool {
        // SAFETY: a live class entry; looking up in its table changes nothing.
        unsafe {
            let table = &raw const (*self.0).constants_table;
            !sys::zend_hash_str_find(table, name.as_ptr().cast(), name.len()).is_null()
        }
    }

    /// Has classes of PHP code refused that implement this interface of ours.
    pub(crate) fn only_implemented_internally(self) {
        // SAFETY: our own interface, at module start-up.
        unsafe { (*self.0).__bindgen_anon_2.interface_gets_implemented = Some(refuse_user_class) };
    }

    /// Declares a property of a class of ours; `default` is undefined, or not counted. Called at module start-up.
    pub(crate) fn declare_property(
        self,
        name: &CStr,
        visibility: u32,
        class: Option<&CStr>,
        default: crate::zend::Value,
    ) {
        let mut default = default.into_raw();
        let (name, mut ty) =
            (interned(name), sys::zend_type { ptr: std::ptr::null_mut(), type_mask: 0 });
        if let Some(class) = class {
            ty =
                sys::zend_type { ptr: interned(class).cast(), type_mask: sys::_ZEND_TYPE_NAME_BIT };
        }
        let no_comment = std::ptr::null_mut();
        // SAFETY: our own class, at module start-up; strings that live as long as the process.
        unsafe {
            let flags = visibility as c_int;
            sys::zend_declare_typed_property(self.0, name, &raw mut default, flags, no_comment, ty);
        }
    }

    /// Declares a property of a class of ours that is read only. Called at module start-up.
    pub(crate) fn declare_read_only_property(self, name: &CStr, ty: Type) {
        let mut unset = crate::zend::Value::undef().into_raw();
        let (name, ty) = (interned(name), ty.of_property());
        let no_comment = std::ptr::null_mut();
        let flags = (sys::ZEND_ACC_PUBLIC | sys::ZEND_ACC_READONLY) as c_int;
        // SAFETY: our own class, at module start-up; a string that lives as long as the process.
        unsafe {
            sys::zend_declare_typed_property(self.0, name, &raw mut unset, flags, no_comment, ty);
        }
    }

    /// Adds methods to a class of the engine's. Called at module start-up.
    pub(crate) fn add_methods(self, methods: &[FunctionEntry]) {
        let mut table: Vec<_> = methods.iter().map(FunctionEntry::to_raw).collect();
        // SAFETY: all zero is the engine's end marker.
        table.push(unsafe { std::mem::zeroed() });
        let persistent = sys::MODULE_PERSISTENT as c_int;
        // SAFETY: an internal class, at module start-up; the engine keeps the leaked table.
        unsafe {
            let functions = &raw mut (*self.0).function_table;
            sys::zend_register_functions(self.0, table.leak().as_ptr(), functions, persistent);
        }
    }

    /// A method by its lower-case name.
    pub(crate) fn method(self, lower_name: &str) -> Option<*mut sys::zend_function> {
        // SAFETY: a live class entry; looking up in its table changes nothing.
        unsafe {
            let table = &raw mut (*self.0).function_table;
            let found =
                sys::zend_hash_str_find(table, lower_name.as_ptr().cast(), lower_name.len());
            (!found.is_null()).then(|| (*found).value.func)
        }
    }
}

/// Registers one internal class, interface or enum.
pub(crate) struct ClassBuilder {
    name: &'static CStr,
    methods: Vec<FunctionEntry>,
    parent: Option<ClassRef>,
    interfaces: Vec<ClassRef>,
    flags: u32,
}

impl ClassBuilder {
    pub(crate) fn new(name: &'static CStr) -> Self {
        ClassBuilder { name, methods: Vec::new(), parent: None, interfaces: Vec::new(), flags: 0 }
    }

    pub(crate) fn method(mut self, method: FunctionEntry) -> Self {
        self.methods.push(method);
        self
    }

    pub(crate) fn methods(mut self, methods: impl IntoIterator<Item = FunctionEntry>) -> Self {
        self.methods.extend(methods);
        self
    }

    /// An abstract method of an interface.
    pub(crate) fn abstract_method(self, name: &'static CStr, signature: Signature) -> Self {
        self.method(FunctionEntry::abstract_method(name, signature))
    }

    pub(crate) fn extends(mut self, parent: ClassRef) -> Self {
        self.parent = Some(parent);
        self
    }

    pub(crate) fn implements(mut self, interface: ClassRef) -> Self {
        self.interfaces.push(interface);
        self
    }

    /// Not extendable.
    pub(crate) fn last_of_its_line(mut self) -> Self {
        self.flags |= sys::ZEND_ACC_FINAL;
        self
    }

    /// Neither extendable nor given to dynamic properties.
    pub(crate) fn sealed(mut self) -> Self {
        self.flags |= sys::ZEND_ACC_FINAL | sys::ZEND_ACC_NO_DYNAMIC_PROPERTIES;
        self
    }

    /// Sealed, and its properties are set once.
    pub(crate) fn read_only(mut self) -> Self {
        self = self.sealed();
        self.flags |= sys::ZEND_ACC_READONLY_CLASS;
        self
    }

    pub(crate) fn register(self) -> ClassRef {
        let mut template = self.template();
        let parent = self.parent.map_or(std::ptr::null_mut(), ClassRef::as_ptr);
        // SAFETY: module start-up; the engine copies the template and keeps the leaked tables.
        unsafe {
            let raw = sys::zend_register_internal_class_ex(&raw mut template, parent);
            self.finish(raw)
        }
    }

    pub(crate) fn register_interface(self) -> ClassRef {
        let mut template = self.template();
        // SAFETY: module start-up; the engine copies the template and keeps the leaked tables.
        unsafe {
            let raw = sys::zend_register_internal_interface(&raw mut template);
            self.finish(raw)
        }
    }

    fn template(&self) -> sys::zend_class_entry {
        let mut table: Vec<_> = self.methods.iter().map(FunctionEntry::to_raw).collect();
        // SAFETY: all zero is the engine's end marker.
        table.push(unsafe { std::mem::zeroed() });
        // SAFETY: a zeroed template with name and methods set is what the engine's INIT_CLASS_ENTRY makes.
        let mut template: sys::zend_class_entry = unsafe { std::mem::zeroed() };
        template.name = interned(self.name);
        template.info.internal.builtin_functions = table.leak().as_ptr();
        template
    }

    /// # Safety
    /// A class entry that was just registered.
    unsafe fn finish(&self, raw: *mut sys::zend_class_entry) -> ClassRef {
        for interface in &self.interfaces {
            // SAFETY: two registered entries, at module start-up; one interface follows.
            unsafe { sys::zend_class_implements(raw, 1, interface.as_ptr()) };
        }
        // SAFETY: our own entry.
        unsafe { (*raw).ce_flags |= self.flags };
        ClassRef(raw)
    }
}

extern "C" fn refuse_user_class(
    interface: *mut sys::zend_class_entry,
    class: *mut sys::zend_class_entry,
) -> c_int {
    // SAFETY: the engine passes two live class entries.
    let (interface, class, user) = unsafe {
        let user = u32::from((*class).type_ as u8) == sys::ZEND_USER_CLASS;
        (ClassRef(interface), ClassRef(class), user)
    };
    if user {
        crate::zend::control::entry::boundary(|| {
            let text = crate::zend::messages::only_classes_of_the_extension(class, interface);
            crate::zend::control::fatal::fatal(&text);
        });
    }
    sys::SUCCESS as c_int
}

/// An interned string that lives as long as the process.
pub(crate) fn interned(text: &CStr) -> *mut sys::zend_string {
    let bytes = text.to_bytes();
    // SAFETY: set at engine start-up; called at module start-up.
    unsafe {
        let intern = sys::zend_string_init_interned.expect("the engine sets this at start-up");
        intern(bytes.as_ptr().cast::<c_char>(), bytes.len(), true)
    }
}

/// A string outside of any request, for what is made while one runs and stays. Never freed.
pub(crate) fn lasting_string(text: &CStr) -> *mut sys::zend_string {
    let bytes = text.to_bytes();
    // SAFETY: copies the bytes into memory of its own.
    unsafe { sys::cenote_lasting_string(bytes.as_ptr().cast(), bytes.len()) }
}

/// Makes an object of `class` by the engine's own means, without its constructor.
pub(crate) fn instantiate(class: ClassRef) -> Result<crate::zend::Object, Thrown> {
    let mut made = crate::zend::Value::undef();
    let (slot, class) = (made.as_mut_ptr(), class.as_ptr());
    // SAFETY: a live class; the result is written only on success.
    guard(move || unsafe { sys::object_init_ex(slot, class) })?;
    crate::zend::control::exception::check()?;
    let object = made.into_raw();
    // SAFETY: a successful `object_init_ex` leaves an object with one reference, which is ours.
    Ok(unsafe { crate::zend::Object::from_owned(object.value.obj) })
}

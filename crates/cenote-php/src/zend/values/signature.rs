//! Argument information: what reflection shows and the engine's type checks use.

use super::class::lasting_string;
use crate::zend::sys;
use std::ffi::CStr;

/// A PHP type: a set of built-in types, a class, or both.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    mask: u32,
    class: Option<&'static CStr>,
}

const fn may_be(kind: u32) -> u32 {
    1 << kind
}

impl Type {
    pub(crate) const NONE: Type = Type::of(0);
    pub(crate) const VOID: Type = Type::of(may_be(sys::IS_VOID));
    pub(crate) const BOOL: Type = Type::of(may_be(sys::IS_FALSE) | may_be(sys::IS_TRUE));
    pub(crate) const INT: Type = Type::of(may_be(sys::IS_LONG));
    pub(crate) const FLOAT: Type = Type::of(may_be(sys::IS_DOUBLE));
    pub(crate) const STRING: Type = Type::of(may_be(sys::IS_STRING));
    pub(crate) const ARRAY: Type = Type::of(may_be(sys::IS_ARRAY));
    pub(crate) const CALLABLE: Type = Type::of(may_be(sys::IS_CALLABLE));
    pub(crate) const MIXED: Type = Type::of(0x3fe);
    pub(crate) const STRING_OR_OBJECT: Type =
        Type::of(may_be(sys::IS_STRING) | may_be(sys::IS_OBJECT));
    pub(crate) const STRING_OR_INT: Type = Type::of(may_be(sys::IS_STRING) | may_be(sys::IS_LONG));
    pub(crate) const ITERABLE: Type =
        Type { mask: may_be(sys::IS_ARRAY), class: Some(c"Traversable") };

    const fn of(mask: u32) -> Type {
        Type { mask, class: None }
    }

    pub(crate) const fn object(class: &'static CStr) -> Type {
        Type { mask: 0, class: Some(class) }
    }

    pub(crate) const fn or_null(self) -> Type {
        Type { mask: self.mask | may_be(sys::IS_NULL), class: self.class }
    }

    /// The same, of a property. Only for types without a class.
    pub(super) fn of_property(self) -> sys::zend_type {
        debug_assert!(self.class.is_none());
        sys::zend_type { ptr: std::ptr::null_mut(), type_mask: self.mask }
    }

    fn to_raw(self, flags: u32) -> sys::zend_type {
        match self.class {
            None => sys::zend_type { ptr: std::ptr::null_mut(), type_mask: self.mask | flags },
            Some(name) => sys::zend_type {
                ptr: name.as_ptr().cast_mut().cast(),
                type_mask: self.mask | flags | sys::CENOTE_TYPE_CLASS_NAME,
            },
        }
    }
}

/// One parameter.
#[derive(Clone, Copy)]
pub(crate) struct Param {
    name: &'static CStr,
    ty: Type,
    default: Option<&'static CStr>,
    variadic: bool,
}

impl Param {
    pub(crate) const fn required(name: &'static CStr, ty: Type) -> Param {
        Param { name, ty, default: None, variadic: false }
    }

    /// An optional parameter; `default` is PHP source text.
    pub(crate) const fn optional(name: &'static CStr, ty: Type, default: &'static CStr) -> Param {
        Param { name, ty, default: Some(default), variadic: false }
    }

    pub(crate) const fn variadic(name: &'static CStr, ty: Type) -> Param {
        Param { name, ty, default: None, variadic: true }
    }
}

/// Parameters and return type.
#[derive(Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) params: &'static [Param],
    pub(crate) returns: Type,
}

impl Signature {
    pub(crate) const fn new(params: &'static [Param], returns: Type) -> Signature {
        Signature { params, returns }
    }

    /// The engine's table. It has to live as long as the module, which is never unloaded.
    pub(in crate::zend) fn leak(self) -> &'static [sys::zend_internal_arg_info] {
        let required = self.params.iter().filter(|p| p.default.is_none() && !p.variadic).count();
        let head = sys::zend_internal_arg_info {
            // The first element's name field holds the number of required arguments.
            name: std::ptr::without_provenance(required),
            type_: self.returns.to_raw(0),
            default_value: std::ptr::null(),
        };
        let params = self.params.iter().map(|param| sys::zend_internal_arg_info {
            name: param.name.as_ptr(),
            type_: param.ty.to_raw(if param.variadic { sys::CENOTE_TYPE_VARIADIC } else { 0 }),
            default_value: param.default.map_or(std::ptr::null(), CStr::as_ptr),
        });
        std::iter::once(head).chain(params).collect::<Vec<_>>().leak()
    }

    /// The same for a function that is not registered through a table, where the engine would turn the names of classes
    /// into strings of its own: points to the first parameter, as a function's record does.
    pub(crate) fn leak_for_running_engine(self) -> *mut sys::zend_internal_arg_info {
        let mut table = self.leak().to_vec();
        for info in &mut table {
            if info.type_.type_mask & sys::CENOTE_TYPE_CLASS_NAME != 0 {
                // SAFETY: `to_raw` put a C string that lives as long as the process there.
                let name = unsafe { CStr::from_ptr(info.type_.ptr.cast()) };
                info.type_.ptr = lasting_string(name).cast();
                info.type_.type_mask &= !sys::CENOTE_TYPE_CLASS_NAME;
                info.type_.type_mask |= sys::_ZEND_TYPE_NAME_BIT;
            }
        }
        // SAFETY: the table has at least the element for the return type.
        unsafe { table.leak().as_mut_ptr().add(1) }
    }
}

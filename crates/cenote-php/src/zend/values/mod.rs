//! Values, objects, classes and callables: what PHP code works with.

pub(crate) mod array;
pub(crate) mod callable;
pub(crate) mod class;
pub(crate) mod cursor;
pub(crate) mod enumeration;
pub(crate) mod iteration;
pub(crate) mod object;
pub(crate) mod path;
pub(crate) mod put_off;
pub(crate) mod signature;
pub(crate) mod value;

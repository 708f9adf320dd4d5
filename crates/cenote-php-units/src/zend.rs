//! Stands in for the engine's wrappers.

use std::rc::Rc;

/// As it is: the tests that use one take turns.
#[path = "../../cenote-php/src/zend/module/engine_local.rs"]
#[allow(dead_code)] // not all of it
pub(crate) mod engine_local;

pub(crate) mod sys {
    pub(crate) const IS_UNDEF: u32 = 0;
    pub(crate) const IS_NULL: u32 = 1;
    pub(crate) const IS_FALSE: u32 = 2;
    pub(crate) const IS_TRUE: u32 = 3;
    pub(crate) const IS_LONG: u32 = 4;
    pub(crate) const IS_DOUBLE: u32 = 5;
    pub(crate) const IS_STRING: u32 = 6;
    pub(crate) const IS_ARRAY: u32 = 7;
    pub(crate) const IS_OBJECT: u32 = 8;
}

/// A PHP value: a type, and its bits or bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    kind: u32,
    bits: u64,
    bytes: Rc<[u8]>,
}

impl Value {
    fn new(kind: u32, bits: u64) -> Value {
        Value { kind, bits, bytes: Rc::new([]) }
    }

    pub(crate) fn undef() -> Value {
        Value::new(sys::IS_UNDEF, 0)
    }

    pub(crate) fn null() -> Value {
        Value::new(sys::IS_NULL, 0)
    }

    pub(crate) fn bool(value: bool) -> Value {
        Value::new(if value { sys::IS_TRUE } else { sys::IS_FALSE }, 0)
    }

    pub(crate) fn int(value: i64) -> Value {
        Value::new(sys::IS_LONG, value as u64)
    }

    pub(crate) fn float(value: f64) -> Value {
        Value::new(sys::IS_DOUBLE, value.to_bits())
    }

    pub(crate) fn text(text: &str) -> Value {
        Value { kind: sys::IS_STRING, bits: 0, bytes: text.as_bytes().into() }
    }

    pub(crate) fn array(number: u64) -> Value {
        Value::new(sys::IS_ARRAY, number)
    }

    /// The object at this address.
    pub(crate) fn object(address: u64) -> Value {
        Value::new(sys::IS_OBJECT, address)
    }

    pub(crate) fn kind(&self) -> u32 {
        self.kind
    }

    pub(crate) fn bits(&self) -> u64 {
        self.bits
    }

    pub(crate) fn as_float(&self) -> Option<f64> {
        (self.kind == sys::IS_DOUBLE).then(|| f64::from_bits(self.bits))
    }

    pub(crate) fn as_array(&self) -> Option<u64> {
        (self.kind == sys::IS_ARRAY).then_some(self.bits)
    }

    pub(crate) fn as_bytes(&self) -> Option<&[u8]> {
        (self.kind == sys::IS_STRING).then_some(&*self.bytes)
    }

    /// Bad on purpose: texts of the same letters have the same hash.
    pub(crate) fn text_hash(&self) -> Option<u64> {
        Some(self.as_bytes()?.iter().map(|&byte| u64::from(byte)).sum())
    }

    pub(crate) fn is_same_text(&self, other: &Value) -> bool {
        self.as_bytes().is_some() && self.as_bytes() == other.as_bytes()
    }
}

/// Shows the collector what is held.
#[derive(Default)]
pub(crate) struct Tracer(pub(crate) Vec<Value>);

impl Tracer {
    pub(crate) fn value(&mut self, value: &Value) {
        self.0.push(value.clone());
    }
}

pub(crate) mod globals {
    pub(crate) use super::engine_local::*;
}

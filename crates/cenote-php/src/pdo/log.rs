//! What every connection has to be told: driver attributes, settings of the preamble, SQLite's registered functions
//! (SPEC 24.1, 21.9, 26.2).
//!
//! Each entry has the version of the template at which it was made. A connection that has seen a version needs only what
//! came later; it is told at its next checkout, before use.

use crate::zend::{Tracer, Value};

#[derive(Default)]
pub(super) struct Log {
    attributes: Vec<Attribute>,
    /// Texts, in the order in which they came.
    pub(super) settings: Vec<Value>,
    functions: Vec<Registered>,
}

#[derive(Clone)]
pub(super) struct Attribute {
    pub(super) number: i64,
    pub(super) value: Value,
    version: u64,
}

/// A function, aggregate or collation of SQLite.
#[derive(Clone)]
pub(super) struct Registered {
    /// The method that registers it, in lower case.
    pub(super) method: Vec<u8>,
    pub(super) arguments: Vec<Value>,
    name: Vec<u8>,
    arity: i64,
}

impl Log {
    /// Records an attribute that a driver has accepted.
    pub(super) fn set_attribute(
        &mut self,
        number: i64,
        value: Value,
        version: u64,
    ) -> Option<Value> {
        match self.attributes.iter_mut().find(|known| known.number == number) {
            Some(known) => {
                known.version = version;
                Some(std::mem::replace(&mut known.value, value))
            }
            None => {
                self.attributes.push(Attribute { number, value, version });
                None
            }
        }
    }

    /// Attributes that a connection of this version has not been told.
    pub(super) fn attributes_since(&self, version: u64) -> Vec<Attribute> {
        self.attributes.iter().filter(|known| known.version > version).cloned().collect()
    }

    pub(super) fn settings_from(&self, index: usize) -> Vec<Value> {
        self.settings.get(index..).unwrap_or_default().to_vec()
    }

    pub(super) fn functions_from(&self, index: usize) -> Vec<Registered> {
        self.functions.get(index..).unwrap_or_default().to_vec()
    }

    pub(super) fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// Whether this would be registered a second time (SPEC 26.3).
    pub(super) fn knows(&self, new: &Registered) -> bool {
        self.functions.iter().any(|known| {
            known.is_collation() == new.is_collation()
                && known.name.eq_ignore_ascii_case(&new.name)
                && known.arity == new.arity
        })
    }

    pub(super) fn register(&mut self, new: Registered) {
        self.functions.push(new);
    }

    /// Whether PHP code has added a function of this name.
    pub(super) fn has_function(&self, name: &[u8]) -> bool {
        self.functions.iter().any(|known| known.name.eq_ignore_ascii_case(name))
    }

    pub(super) fn trace(&self, tracer: &mut Tracer) {
        for attribute in &self.attributes {
            tracer.value(&attribute.value);
        }
        for argument in self.functions.iter().flat_map(|function| &function.arguments) {
            tracer.value(argument);
        }
    }
}

impl Registered {
    /// From the arguments of one of the registering methods.
    pub(super) fn new(method: &[u8], arguments: Vec<Value>) -> Registered {
        let method = method.to_ascii_lowercase();
        let name = arguments.first().and_then(Value::as_bytes).unwrap_or_default().to_vec();
        // A function's number of arguments comes third, an aggregate's fourth.
        let place = if method.ends_with(b"aggregate") { 3 } else { 2 };
        let arity = arguments.get(place).and_then(Value::as_int).unwrap_or(-1);
        Registered { method, arguments, name, arity }
    }

    pub(super) fn is_collation(&self) -> bool {
        self.method.ends_with(b"collation")
    }

    /// For a message.
    pub(super) fn describe(&self) -> String {
        let name = String::from_utf8_lossy(&self.name);
        if self.is_collation() {
            return format!("collation {name}");
        }
        match self.arity {
            -1 => format!("function {name} with any number of arguments"),
            1 => format!("function {name} with 1 argument"),
            arity => format!("function {name} with {arity} arguments"),
        }
    }
}

//! The class `Async\FileSystemEvent`.

use crate::zend::{
    ClassBuilder, ClassRef, Thrown, Type, Value, class, exception, started::PerStart,
};
use cenote_tasks::file_changes::Change;

static CLASS: PerStart<ClassRef> = PerStart::new();

/// Tells of a change below `path`.
pub(super) fn object_for(path: &Value, change: Change) -> Result<Value, Thrown> {
    let class = *CLASS.get().expect("registered at module start-up");
    let name = change.name.map_or(Ok(Value::null()), Value::string)?;
    let event = class::instantiate(class)?;
    let properties = [
        ("path", path.clone()),
        ("filename", name),
        ("renamed", Value::bool(change.kind.renamed)),
        ("changed", Value::bool(change.kind.changed)),
    ];
    for (property, value) in &properties {
        exception::set_property(&event, class, property, value)?;
    }
    Ok(Value::object(event))
}

pub(super) fn register() {
    let class = ClassBuilder::new(c"Async\\FileSystemEvent").read_only().register();
    let properties = [
        (c"path", Type::STRING),
        (c"filename", Type::STRING.or_null()),
        (c"renamed", Type::BOOL),
        (c"changed", Type::BOOL),
    ];
    for (name, ty) in properties {
        class.declare_read_only_property(name, ty);
    }
    CLASS.set(class);
}

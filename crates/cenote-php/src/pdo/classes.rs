//! PDO's classes, looked up at module start-up: PDO is an optional dependency, and without it nothing here is reached.

use crate::zend::{ClassRef, started::PerStart};

pub(super) struct Classes {
    pub(super) pdo: ClassRef,
    pub(super) statement: ClassRef,
    pub(super) exception: ClassRef,
}

static CLASSES: PerStart<Classes> = PerStart::new();

/// Looks the classes up; `None` when PDO is not loaded.
pub(super) fn find() -> Option<&'static Classes> {
    let found = Classes {
        pdo: ClassRef::find_internal("pdo")?,
        statement: ClassRef::find_internal("pdostatement")?,
        exception: ClassRef::find_internal("pdoexception")?,
    };
    Some(CLASSES.set(found))
}

/// The classes, where code runs only if PDO is loaded.
pub(super) fn get() -> &'static Classes {
    CLASSES.get().expect("hooks are installed only if PDO was found")
}

//! PDO's classes, looked up at module start-up: PDO is an optional dependency, and without it nothing here is reached.

use crate::zend::{ClassRef, started::PerStart};

pub(in crate::pdo) struct Classes {
    pub(in crate::pdo) pdo: ClassRef,
    pub(in crate::pdo) statement: ClassRef,
    pub(in crate::pdo) exception: ClassRef,
}

static CLASSES: PerStart<Classes> = PerStart::new();

/// Looks the classes up; `None` when PDO is not loaded.
pub(in crate::pdo) fn find() -> Option<&'static Classes> {
    let found = Classes {
        pdo: ClassRef::find_internal("pdo")?,
        statement: ClassRef::find_internal("pdostatement")?,
        exception: ClassRef::find_internal("pdoexception")?,
    };
    Some(CLASSES.set(found))
}

/// The classes, if PDO is loaded.
pub(in crate::pdo) fn known() -> Option<&'static Classes> {
    CLASSES.get()
}

/// The classes, where code runs only if PDO is loaded.
pub(in crate::pdo) fn get() -> &'static Classes {
    CLASSES.get().expect("hooks are installed only if PDO was found")
}

//! What a pooled object was constructed with.

use crate::zend::{ClassRef, Method, Value};

/// What every connection is made with (SPEC 17.2): PDO's constructor copies all of it for each.
pub(in crate::pdo) struct Source {
    pub(in crate::pdo) class: ClassRef,
    /// What tells how many warnings the last text caused, where the class has that.
    pub(in crate::pdo) warning_count: Option<Method>,
    pub(in crate::pdo) dsn: Value,
    pub(in crate::pdo) user: Value,
    pub(in crate::pdo) password: Value,
    /// The constructor's options without the pool's own.
    pub(in crate::pdo) options: Value,
}

/// What stands before the first colon of a DSN.
pub(in crate::pdo) fn driver_name(dsn: &[u8]) -> &[u8] {
    dsn.split(|&byte| byte == b':').next().unwrap_or_default()
}

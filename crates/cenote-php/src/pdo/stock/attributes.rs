//! The attributes of a pooled `PDO`: names and numbers (SPEC 16.2).

use crate::zend::{ClassRef, sys};

/// An attribute that only the pool knows. The numbers never change: compiled scripts hold them (SPEC 16.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pdo) enum PoolAttribute {
    Enabled,
    Min,
    Max,
    HealthcheckInterval,
    StatementCacheSize,
    AcquireTimeout,
    MaxLifetime,
    IdleTimeout,
    Reset,
    Init,
    QueryTimeout,
    Credentials,
    Persistent,
}

/// Stock PDO's own attributes end at 21, those of drivers begin at 1000.
const FIRST: i64 = 200;

/// In the order of their numbers.
const ALL: [(PoolAttribute, &str); 13] = [
    (PoolAttribute::Enabled, "ATTR_POOL_ENABLED"),
    (PoolAttribute::Min, "ATTR_POOL_MIN"),
    (PoolAttribute::Max, "ATTR_POOL_MAX"),
    (PoolAttribute::HealthcheckInterval, "ATTR_POOL_HEALTHCHECK_INTERVAL"),
    (PoolAttribute::StatementCacheSize, "ATTR_POOL_STMT_CACHE_SIZE"),
    (PoolAttribute::AcquireTimeout, "ATTR_POOL_ACQUIRE_TIMEOUT"),
    (PoolAttribute::MaxLifetime, "ATTR_POOL_MAX_LIFETIME"),
    (PoolAttribute::IdleTimeout, "ATTR_POOL_IDLE_TIMEOUT"),
    (PoolAttribute::Reset, "ATTR_POOL_RESET"),
    (PoolAttribute::Init, "ATTR_POOL_INIT"),
    (PoolAttribute::QueryTimeout, "ATTR_POOL_QUERY_TIMEOUT"),
    (PoolAttribute::Credentials, "ATTR_POOL_CREDENTIALS"),
    (PoolAttribute::Persistent, "ATTR_POOL_PERSISTENT"),
];

impl PoolAttribute {
    pub(in crate::pdo) fn from_number(number: i64) -> Option<Self> {
        let index = usize::try_from(number.checked_sub(FIRST)?).ok()?;
        ALL.get(index).map(|(attribute, _)| *attribute)
    }

    pub(in crate::pdo) fn number(self) -> i64 {
        FIRST + self as i64
    }

    pub(in crate::pdo) fn name(self) -> &'static str {
        ALL[self as usize].1
    }
}

/// Every pool attribute.
pub(in crate::pdo) fn all() -> impl Iterator<Item = PoolAttribute> {
    ALL.iter().map(|(attribute, _)| *attribute)
}

/// Who answers for one of PDO's own attributes (SPEC 24.2).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::pdo) enum Realm {
    /// PDO itself: the template, without a connection; connections get a copy.
    Pdo,
    /// PDO keeps the value, and the driver is told (STRINGIFY_FETCHES).
    Both,
    /// The driver: a connection.
    Driver,
}

pub(in crate::pdo) fn realm(attribute: i64) -> Realm {
    match u32::try_from(attribute).unwrap_or(u32::MAX) {
        sys::PDO_ATTR_ERRMODE
        | sys::PDO_ATTR_CASE
        | sys::PDO_ATTR_ORACLE_NULLS
        | sys::PDO_ATTR_DEFAULT_FETCH_MODE
        | sys::PDO_ATTR_STATEMENT_CLASS
        | sys::PDO_ATTR_DRIVER_NAME
        | sys::PDO_ATTR_PERSISTENT => Realm::Pdo,
        sys::PDO_ATTR_STRINGIFY_FETCHES => Realm::Both,
        _ => Realm::Driver,
    }
}

/// Declares the constants on `PDO`, or on a child that was there before.
pub(in crate::pdo) fn declare(class: ClassRef) {
    for (attribute, name) in ALL.iter().filter(|(_, name)| !class.has_constant(name)) {
        // SAFETY: module start-up; an internal class, whose constants the engine copies into memory of its own.
        unsafe {
            sys::zend_declare_class_constant_long(
                class.as_ptr(),
                name.as_ptr().cast(),
                name.len(),
                attribute.number(),
            );
        }
    }
}

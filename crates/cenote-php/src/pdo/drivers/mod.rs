//! What the pool has to know of a driver, beyond what PDO's own interface tells.
//!
//! Any stock driver can be pooled (SPEC 27.1). One with a file here is known: how it shows an open transaction, what its
//! statements do to a session, how a connection is cleaned. The others go by cautious rules.

pub(in crate::pdo) mod driver;
mod last_error;
#[cfg(mysqlnd)]
mod mysql;
mod postgresql;
pub(in crate::pdo) mod probe;
pub(in crate::pdo) mod readings;
mod sqlite;
pub(in crate::pdo) mod transport;
mod unknown;

use crate::pdo::{messages, stock::errors};
use crate::zend::{Outcome, Thrown};
use std::ffi::CStr;

pub(in crate::pdo) use driver::{Cleaning, Driver, KeptStatements, Traits};
pub(in crate::pdo) use sqlite::install_busy_wait_on_plain;

/// Modules of drivers that [`choose`] knows.
pub(in crate::pdo) const KNOWN: &[&CStr] = if cfg!(mysqlnd) {
    &[c"pdo_sqlite", c"pdo_pgsql", c"pdo_mysql"]
} else {
    &[c"pdo_sqlite", c"pdo_pgsql"]
};

/// Modules of other drivers, as far as they are known by name.
pub(in crate::pdo) const OTHERS: &[&CStr] = &[
    c"pdo_odbc",
    c"pdo_firebird",
    c"pdo_dblib",
    c"pdo_oci",
    c"pdo_sqlsrv",
    c"pdo_informix",
    c"pdo_ibm",
    c"pdo_snowflake",
];

/// Module shutdown.
pub(in crate::pdo) fn shut_down() {
    postgresql::shut_down();
    sqlite::shut_down();
}

/// The driver for a DSN; Err: it refuses to be pooled with this DSN.
pub(in crate::pdo) fn choose(dsn: &[u8]) -> Result<Box<dyn Driver>, Thrown> {
    if let Some(path) = dsn.strip_prefix(b"sqlite:") {
        return Ok(Box::new(sqlite::Sqlite::new(path)?));
    }
    if dsn.starts_with(b"pgsql:") {
        return Ok(Box::new(postgresql::PostgreSql));
    }
    #[cfg(mysqlnd)]
    if let Some(mysql) = dsn.strip_prefix(b"mysql:").and_then(mysql::MySql::find) {
        return Ok(Box::new(mysql));
    }
    Ok(Box::new(unknown::Unknown))
}

/// Refuses methods that would change one connection only, in a way that cannot be repeated on others (SPEC 26.5).
pub(in crate::pdo) fn refuse_method(name: &[u8]) -> Outcome {
    const REFUSED: [&str; 6] = [
        "setAuthorizer",
        "openBlob",
        "loadExtension",
        "sqliteLoadExtension",
        "sqliteSetAuthorizer",
        "setNoticeCallback",
    ];
    match REFUSED.iter().find(|refused| name.eq_ignore_ascii_case(refused.as_bytes())) {
        None => Ok(()),
        Some(refused) => Err(errors::throw_plain(&messages::method_refused(refused))),
    }
}

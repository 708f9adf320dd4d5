//! Session state: what an SQL text leaves behind on its connection (SPEC 21).
//!
//! A connection is clean only while every statement since checkout is proved harmless by the rules of its driver. The
//! rules read the text with a lexer that knows the quotes and comments of the driver's SQL (`lexer`), one statement after
//! another (`statement`); what they do not know is dirty.
//!
//! Where the reading of a text depends on a mode of the session (backslashes in literals) or on the server's version
//! (executable comments), the text is read in every way that is possible, and the worst verdict holds (`reading`).
//!
//! It is told a text, and what the caller knows of the server (dialect, modes, registered functions). It answers what the text
//! does to the session ([`Effect`]), whether it can be run again from a kept statement, whether it ends the transaction,
//! forgets kept statements, or asks for what earlier ones have left ([`LooksBack`]).
//!
//! Pure functions over bytes: no I/O, no state, no `unsafe`.

#![forbid(unsafe_code)]

mod calls;
mod effect;
mod first_words;
mod lexer;
pub mod mysql;
mod names;
pub mod postgresql;
mod reading;
pub mod sqlite;
mod statement;
pub mod unknown;

pub use effect::Effect;
pub use first_words::{can_run_again, changes_schema, forgets_statements, is_rollback};
pub use lexer::Dialect;
pub use mysql::last_statement::LooksBack;

//! What the first word of a text tells about the statements that a driver keeps (SPEC 25), and all words of one.

use crate::lexer::{Dialect, Token, Tokens};

/// The words of a text, wherever they stand: in literals too, which may be bodies of blocks.
pub(crate) fn words(sql: &[u8]) -> impl Iterator<Item = &[u8]> {
    sql.split(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))
}

fn begins_with_one_of(sql: &[u8], dialect: Dialect, words: &[&str]) -> bool {
    Tokens::new(sql, dialect).next().is_some_and(|first| first.is_any_word(words))
}

/// Whether a statement of this text, compiled once, answers each later execution as one compiled anew would: a query, a change of
/// rows, and what the server tells of itself.
pub fn can_run_again(sql: &[u8], dialect: Dialect) -> bool {
    const WORDS: [&str; 8] =
        ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES", "MERGE"];
    let more: &[&str] = match dialect {
        Dialect::PostgreSql => &["TABLE", "EXPLAIN", "SHOW"],
        Dialect::MySql => &["TABLE", "EXPLAIN", "DESCRIBE", "DESC", "SHOW"],
        // SQLite's PRAGMA and EXPLAIN have their answer when they are compiled.
        Dialect::Sqlite => &[],
    };
    let first = Tokens::new(sql, dialect).find(|token| *token != Token::Symbol(b'('));
    first.is_some_and(|first| first.is_any_word(&WORDS) || first.is_any_word(more))
}

/// Whether the text ends the transaction by taking all of it back, and does nothing else: no savepoint stays, and no other
/// transaction begins.
pub fn is_rollback(sql: &[u8], dialect: Dialect) -> bool {
    let mut tokens = Tokens::new(sql, dialect).peekable();
    let mut take = |word: &str| tokens.next_if(|token| token.is_word(word)).is_some();
    let begins = take("ROLLBACK") || dialect == Dialect::PostgreSql && take("ABORT");
    if !begins {
        return false;
    }
    let _ = take("WORK") || take("TRANSACTION");
    if take("AND") && !(take("NO") && take("CHAIN")) {
        return false;
    }
    if take("NO") && !take("RELEASE") {
        return false;
    }
    tokens.all(|token| token == Token::Symbol(b';'))
}

/// Whether the text may change what compiled statements were made for.
pub fn changes_schema(sql: &[u8], dialect: Dialect) -> bool {
    const WORDS: [&str; 8] =
        ["CREATE", "ALTER", "DROP", "TRUNCATE", "RENAME", "COMMENT", "REINDEX", "CLUSTER"];
    begins_with_one_of(sql, dialect, &WORDS)
}

/// Whether the server forgets compiled statements by it.
pub fn forgets_statements(sql: &[u8], dialect: Dialect) -> bool {
    begins_with_one_of(sql, dialect, &["DISCARD", "DEALLOCATE"])
}

//! What the first word of a text tells about the statements that a driver keeps (SPEC 25), and all words of one.

use crate::lexer::{Dialect, Tokens};

/// The words of a text, wherever they stand: in literals too, which may be bodies of blocks.
pub(crate) fn words(sql: &[u8]) -> impl Iterator<Item = &[u8]> {
    sql.split(|&byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))
}

fn begins_with_one_of(sql: &[u8], dialect: Dialect, words: &[&str]) -> bool {
    Tokens::new(sql, dialect).next().is_some_and(|first| first.is_any_word(words))
}

/// Whether the text begins as a query or a change of rows.
pub fn is_query_or_change(sql: &[u8], dialect: Dialect) -> bool {
    const WORDS: [&str; 8] =
        ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES", "MERGE"];
    begins_with_one_of(sql, dialect, &WORDS)
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

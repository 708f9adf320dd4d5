//! Rules for a driver that nothing is known of (SPEC 21.4): plain SELECT and DML without calls of functions.

use crate::{
    Effect, first_words,
    lexer::{Dialect, Token, Tokens},
};

/// Judges a text.
pub fn judge(sql: &[u8]) -> Effect {
    let mut tokens = Tokens::new(sql, Dialect::Sqlite);
    let plain =
        tokens.clone().next().is_none() || first_words::is_query_or_change(sql, Dialect::Sqlite);
    let simple = tokens.all(|token| !matches!(token, Token::Symbol(b';' | b'(')));
    if plain && simple && !is_ambiguous(sql) { Effect::Harmless } else { Effect::Dirty }
}

/// Whether some dialect may find other literals or comments in the text.
fn is_ambiguous(sql: &[u8]) -> bool {
    let holds = |part: &[u8]| sql.windows(part.len()).any(|window| window == part);
    sql.iter().any(|byte| matches!(byte, b'\\' | b'#' | b'$' | b'[' | b'`' | b'\r' | 0))
        || holds(b"/*!")
        || holds(b"/*M!")
        || sql.windows(2).filter(|pair| *pair == b"/*").count() > 1
        || holds(b"--") && holds(b"/*")
}

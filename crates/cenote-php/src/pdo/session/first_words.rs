//! What the first word of a text tells, by rules that standard SQL's dialects share.

use super::lexer::{Token, Tokens, same};

fn begins_with_one_of(sql: &[u8], words: &[&str]) -> bool {
    match Tokens::new(sql).next() {
        Some(Token::Word(word)) => words.iter().any(|keyword| same(word, keyword)),
        _ => false,
    }
}

/// Whether the text is a query or a change of rows.
pub(in super::super) fn is_query_or_change(sql: &[u8]) -> bool {
    begins_with_one_of(sql, &["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES", "MERGE"])
}

/// Whether the text may change what compiled statements were made for.
pub(in super::super) fn changes_schema(sql: &[u8]) -> bool {
    begins_with_one_of(
        sql,
        &["CREATE", "ALTER", "DROP", "TRUNCATE", "COMMENT", "REINDEX", "CLUSTER"],
    )
}

/// Whether the server forgets compiled statements by it.
pub(in super::super) fn forgets_statements(sql: &[u8]) -> bool {
    begins_with_one_of(sql, &["DISCARD", "DEALLOCATE"])
}

/// Whether the text is `DISCARD ALL` and nothing else.
pub(in super::super) fn discards_all(sql: &[u8]) -> bool {
    let mut tokens = Tokens::new(sql);
    let is = |token, keyword| matches!(token, Some(Token::Word(word)) if same(word, keyword));
    is(tokens.next(), "DISCARD")
        && is(tokens.next(), "ALL")
        && tokens.all(|token| token == Token::Symbol(b';'))
}

/// Whether the text is one statement that begins or ends a transaction or a part of one.
pub(in super::super) fn is_transaction_statement(sql: &[u8]) -> bool {
    const WORDS: [&str; 8] =
        ["BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE"];
    let mut after = Tokens::new(sql).skip_while(|token| *token != Token::Symbol(b';'));
    begins_with_one_of(sql, &WORDS) && after.all(|token| token == Token::Symbol(b';'))
}

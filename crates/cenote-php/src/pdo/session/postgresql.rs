//! What a text does to a PostgreSQL session (SPEC 21.4), by cautious rules.
//!
//! Harmless is one query or change of rows whose calls are all of built-ins that change nothing, and a statement of the
//! transaction. What this lexer could read in another way than the server (backslashes, dollar quotes, brackets, comments in
//! comments) is dirty, and so is everything else.

use super::{
    Effect, first_words,
    lexer::{Token, Tokens, same},
};

/// Judges a text.
pub(in super::super) fn judge(sql: &[u8]) -> Effect {
    if is_ambiguous(sql) {
        return Effect::Dirty;
    }
    if first_words::discards_all(sql) {
        return Effect::Restores;
    }
    if first_words::is_transaction_statement(sql)
        || first_words::is_query_or_change(sql) && changes_nothing_else(sql)
    {
        return Effect::Harmless;
    }
    Effect::Dirty
}

fn is_ambiguous(sql: &[u8]) -> bool {
    let holds = |part: &[u8]| sql.windows(part.len()).any(|window| window == part);
    let dollar_quote = sql.windows(2).any(|pair| pair[0] == b'$' && !pair[1].is_ascii_digit())
        || sql.ends_with(b"$");
    dollar_quote
        || sql.iter().any(|byte| matches!(byte, b'\\' | b'[' | b'`' | b'\r' | 0))
        || sql.windows(2).filter(|pair| *pair == b"/*").count() > 1
        || holds(b"--") && holds(b"/*")
}

fn changes_nothing_else(sql: &[u8]) -> bool {
    let mut tokens = Tokens::new(sql);
    let first = tokens.next();
    let is_change =
        matches!(first, Some(Token::Word(word)) if same(word, "INSERT") || same(word, "MERGE"));
    let (mut before, mut earlier) = (first, None);
    let mut ended = false;
    for token in tokens {
        if ended {
            return false;
        }
        match token {
            Token::Symbol(b';') => ended = true,
            Token::Symbol(b'(') => match before {
                Some(Token::Word(word)) if is_before_parenthesis(word) => {}
                Some(Token::Word(_) | Token::Quoted(_)) if is_table(earlier) => {}
                Some(Token::Word(_) | Token::Quoted(_)) => return false,
                _ => {}
            },
            // SELECT INTO makes a table.
            Token::Word(word) if same(word, "INTO") && !is_change => return false,
            Token::Word(word) | Token::Quoted(word) if is_temporary(word) => return false,
            _ => {}
        }
        earlier = before;
        before = Some(token);
    }
    true
}

fn is_temporary(word: &[u8]) -> bool {
    const PREFIX: &[u8] = b"pg_temp";
    same(word, "TEMP")
        || same(word, "TEMPORARY")
        || word.len() >= PREFIX.len() && word[..PREFIX.len()].eq_ignore_ascii_case(PREFIX)
}

/// Whether a name behind this token is one with a list of columns.
fn is_table(token: Option<Token>) -> bool {
    const BEFORE: [&str; 4] = ["INTO", "WITH", "RECURSIVE", "AS"];
    matches!(token, Some(Token::Word(word)) if BEFORE.iter().any(|keyword| same(word, keyword)))
}

/// Keywords, and built-ins that leave nothing behind. The server looks for them among its own functions first.
fn is_before_parenthesis(word: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 73] = [
        "ALL", "AND", "ANY", "AS", "BETWEEN", "BY", "CASE", "CONFLICT", "DISTINCT", "ELSE", "EXCEPT", "EXISTS", "FILTER",
        "FROM", "HAVING", "IN", "INTERSECT", "JOIN", "LATERAL", "LIKE", "LIMIT", "MATERIALIZED", "NOT", "OFFSET", "ON",
        "OR", "OVER", "SELECT", "SET", "SOME", "THEN", "UNION", "USING", "VALUES", "WHEN", "WHERE",
        "ABS", "ARRAY_AGG", "AVG", "BOOL_AND", "BOOL_OR", "CAST", "CEIL", "COALESCE", "CONCAT", "COUNT", "CURRENT_SETTING",
        "DATE_TRUNC", "EXTRACT", "FLOOR", "GENERATE_SERIES", "GREATEST", "JSON_AGG", "JSONB_AGG", "LEAST", "LENGTH",
        "LOWER", "MAX", "MIN", "NOW", "NULLIF", "PG_BACKEND_PID", "PG_SLEEP", "POSITION", "RANDOM", "RANK", "REPLACE",
        "ROUND", "ROW_NUMBER", "STRING_AGG", "SUBSTRING", "SUM", "UPPER",
    ];
    WORDS.iter().any(|known| same(word, known))
}

//! Rules for a driver that nothing is known of (SPEC 21.4): harmless is what is one plain statement in every dialect.
//!
//! Dialects differ in their quotes, comments and literals, some need nothing between two statements, and calls of
//! functions can do anything. So a text is read by a small grammar that all share, and whatever does not fit it is dirty:
//! words, whole and decimal numbers, literals in plain single quotes, placeholders and a few operators; parentheses only
//! around the columns and values of an INSERT and the list of an IN. Words that can begin another statement, make a table
//! or move a sequence are not among the words, be it as names.

use crate::{effect::Effect, lexer::same};

/// Judges a text.
pub fn judge(sql: &[u8]) -> Effect {
    match scan(sql) {
        Some(tokens) if is_plain(&tokens) => Effect::Harmless,
        _ => Effect::Dirty,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a [u8]),
    /// A literal, a number or a placeholder.
    Operand,
    Symbol(u8),
}

impl Token<'_> {
    fn is(self, keyword: &str) -> bool {
        matches!(self, Token::Word(word) if same(word, keyword))
    }
}

/// The tokens of a text; `None`: it has something that is not the same in all dialects.
fn scan(sql: &[u8]) -> Option<Vec<Token<'_>>> {
    let sql = without_end(sql);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let run = |from: usize| from + sql[from..].iter().take_while(|byte| is_word(byte)).count();
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(&first) = sql.get(at) {
        let next = sql.get(at + 1).copied().unwrap_or(0);
        let start = at;
        at += 1;
        match first {
            b' ' | b'\t' | b'\n' | b'\r' => continue,
            b'\'' => {
                at = end_of_literal(sql, at)?;
                tokens.push(Token::Operand);
            }
            b'0'..=b'9' => {
                let digit = |byte: &&u8| byte.is_ascii_digit() || **byte == b'.';
                at += sql[at..].iter().take_while(digit).count();
                tokens.push(Token::Operand);
            }
            b'?' => tokens.push(Token::Operand),
            b':' if is_word(&next) => {
                at = run(at);
                tokens.push(Token::Operand);
            }
            _ if is_word(&first) => {
                at = run(at);
                tokens.push(Token::Word(&sql[start..at]));
            }
            b'-' if next == b'-' => return None,
            b',' | b'.' | b'*' | b'=' | b'<' | b'>' | b'+' | b'-' | b'(' | b')' => {
                tokens.push(Token::Symbol(first));
            }
            _ => return None,
        }
        let is_text = matches!(tokens.last(), Some(Token::Word(_) | Token::Operand));
        // A word beside a quote or a digit gives it another meaning, or two statements.
        if is_text && sql.get(at).is_some_and(|byte| is_word(byte) || matches!(byte, b'\'' | b':'))
        {
            return None;
        }
    }
    Some(tokens)
}

/// Without white space and semicolons at its end.
fn without_end(sql: &[u8]) -> &[u8] {
    let is_nothing = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b';');
    let length = sql.iter().rposition(|byte| !is_nothing(byte)).map_or(0, |last| last + 1);
    &sql[..length]
}

/// Where a literal that began before `from` has ended. Backslashes and bytes that no text has are doubtful.
fn end_of_literal(sql: &[u8], mut from: usize) -> Option<usize> {
    loop {
        match sql.get(from)? {
            b'\'' if sql.get(from + 1) == Some(&b'\'') => from += 2,
            b'\'' => return Some(from + 1),
            b'\\' | 0 => return None,
            _ => from += 1,
        }
    }
}

fn is_plain(tokens: &[Token]) -> bool {
    let Some((first, rest)) = tokens.split_first() else { return true };
    if first.is("INSERT") {
        return is_plain_insert(rest);
    }
    // Only the SET that UPDATE needs.
    let set = rest.iter().position(|token| token.is("SET")).filter(|_| first.is("UPDATE"));
    let is_known = first.is("SELECT")
        || first.is("UPDATE") && set.is_some()
        || first.is("DELETE") && rest.first().is_some_and(|token| token.is("FROM"));
    let words = rest.iter().enumerate().filter(|(at, _)| Some(*at) != set);
    is_known && words.into_iter().all(|(_, token)| !is_forbidden(*token)) && has_plain_lists(rest)
}

/// `INTO name (columns) VALUES (values), (values) …`
fn is_plain_insert(rest: &[Token]) -> bool {
    let Some((into, rest)) = rest.split_first() else { return false };
    let name = rest.iter().take_while(|token| {
        matches!(token, Token::Word(_) | Token::Symbol(b'.')) && !token.is("VALUES")
    });
    let mut rest = &rest[name.count()..];
    if rest.first() == Some(&Token::Symbol(b'(')) {
        let Some(after) = after_list(rest) else { return false };
        rest = after;
    }
    let Some((values, mut rest)) = rest.split_first() else { return false };
    loop {
        let Some(after) = after_list(rest) else { return false };
        match after.split_first() {
            None => return into.is("INTO") && values.is("VALUES"),
            Some((Token::Symbol(b','), more)) => rest = more,
            Some(_) => return false,
        }
    }
}

/// What follows a list in parentheses, in which there are no others. `None`: there is no such list.
fn after_list<'a, 'b>(tokens: &'a [Token<'b>]) -> Option<&'a [Token<'b>]> {
    let (Token::Symbol(b'('), inner) = tokens.split_first()? else { return None };
    let end = inner.iter().position(|token| *token == Token::Symbol(b')'))?;
    let (list, rest) = inner.split_at(end);
    let fits = |token: &Token| {
        *token != Token::Symbol(b'(') && (token.is("DEFAULT") || !is_forbidden(*token))
    };
    list.iter().all(fits).then(|| &rest[1..])
}

/// Whether parentheses stand only around lists that follow IN.
fn has_plain_lists(tokens: &[Token]) -> bool {
    let mut at = 0;
    while at < tokens.len() {
        match tokens[at] {
            Token::Symbol(b'(') if at > 0 && tokens[at - 1].is("IN") => {
                let Some(rest) = after_list(&tokens[at..]) else { return false };
                at = tokens.len() - rest.len();
            }
            Token::Symbol(b'(' | b')') => return false,
            _ => at += 1,
        }
    }
    true
}

fn is_forbidden(token: Token) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 97] = [
        "ABORT", "ADD", "ALTER", "ANALYZE", "ATTACH", "BACKUP", "BEGIN", "BREAK", "BULK", "CALL", "CHECKPOINT", "CLOSE",
        "CLUSTER", "COMMENT", "COMMIT", "CONTINUE", "COPY", "CREATE", "CURRVAL", "DBCC", "DEALLOCATE", "DECLARE", "DEFAULT",
        "DELETE", "DENY", "DETACH", "DISABLE", "DISCARD", "DO", "DROP", "ENABLE", "END", "EXEC", "EXECUTE", "EXPLAIN",
        "FETCH", "FLUSH", "GET", "GO", "GOTO", "GRANT", "HANDLER", "IF", "INSERT", "INTO", "KILL", "LINENO", "LISTEN",
        "LOAD", "LOCK", "MERGE", "MOVE", "NEXT", "NEXTVAL", "NOTIFY", "OPEN", "PRAGMA", "PREPARE", "PREVIOUS", "PRINT",
        "PROCEDURE", "RAISERROR", "READTEXT", "RECEIVE", "RECONFIGURE", "RELEASE", "RENAME", "REPLACE", "RESET", "RESTORE",
        "RETURN", "REVERT", "REVOKE", "ROLLBACK", "SAVE", "SAVEPOINT", "SELECT", "SEND", "SET", "SETUSER", "SHUTDOWN",
        "START", "TEMP", "TEMPORARY", "THROW", "TRUNCATE", "UNLISTEN", "UPDATE", "UPDATETEXT",
        "USE", "VACUUM", "VALUES", "WAITFOR", "WHILE", "WITH", "WRITETEXT", "XA",
    ];
    WORDS.iter().any(|word| token.is(word))
}

//! What a text does to an SQLite session (SPEC 21.4).
//!
//! Session state of SQLite is: what PRAGMAs set, attached databases, and the temporary schema. Each statement of a text is
//! judged by its first words; of statements that compute something, every call of a function must be of a built-in that
//! changes nothing, or of one registered on the PDO object.

mod functions;

use crate::{
    calls::{Functions, judge_calls},
    effect::Effect,
    lexer::{Dialect, Token, same},
    names::Names,
    reading::{self, Grammar, Judged},
    statement::Statement,
};
use functions::is_harmless;

/// Judges a text; `is_registered` knows the functions that PHP code has added.
pub fn judge(sql: &[u8], is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
    reading::judge(sql, &Sqlite { is_registered })
}

/// Judges a text that has failed. SQLite compiles and runs one statement after the other, and the one that fails changes
/// nothing; which one that was is not told, but it is the last one, or one before it, and never comes after one that is no
/// SQL at all.
pub fn judge_failed(sql: &[u8], is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
    reading::judge_failed(sql, &Sqlite { is_registered })
}

/// Whether a PRAGMA in the text may read or set the busy timeout.
pub fn mentions_busy_timeout(sql: &[u8]) -> bool {
    const NAME: &[u8] = b"busy_timeout";
    sql.len() > NAME.len() && sql.windows(NAME.len()).any(|part| part.eq_ignore_ascii_case(NAME))
}

struct Sqlite<'f> {
    is_registered: &'f dyn Fn(&[u8]) -> bool,
}

impl Functions for Sqlite<'_> {
    fn is_keyword(&self, word: &[u8]) -> bool {
        KEYWORDS.has(word)
    }

    fn is_harmless(&self, name: &[u8], _is_quoted: bool) -> bool {
        is_harmless(name) || (self.is_registered)(name)
    }

    fn comes_before_table(&self, word: &[u8]) -> bool {
        ["RECURSIVE", "AS", "INTO"].iter().any(|keyword| same(word, keyword))
    }
}

impl Grammar for Sqlite<'_> {
    const DIALECT: Dialect = Dialect::Sqlite;
    const PARSES_WHOLE: bool = false;

    fn judge(&self, statement: &mut Statement, first: Token) -> Judged {
        const QUERIES: [&str; 7] =
            ["SELECT", "WITH", "VALUES", "UPDATE", "DELETE", "INSERT", "REPLACE"];
        const HARMLESS: [&str; 10] = [
            "BEGIN",
            "COMMIT",
            "END",
            "ROLLBACK",
            "SAVEPOINT",
            "RELEASE",
            "ANALYZE",
            "REINDEX",
            "VACUUM",
            "DROP",
        ];
        let effect = if first.is_any_word(&QUERIES) {
            judge_calls(statement, Some(first), self)
        } else if first.is_any_word(&HARMLESS) {
            Effect::Harmless
        } else if first.is_word("CREATE") && is_trigger(statement) {
            let effect = self.definition(statement);
            return skip_trigger(statement, effect);
        } else if first.is_any_word(&["CREATE", "ALTER"]) {
            self.definition(statement)
        } else if first.is_word("PRAGMA") {
            // It takes effect while it is compiled, so that what stands behind it may still fail.
            return Judged { effect: pragma(statement), sticks: true, is_sql: true };
        } else if first.is_word("EXPLAIN") {
            return self.explain(statement);
        } else if first.is_any_word(&["ATTACH", "DETACH"]) {
            Effect::Dirty
        } else {
            return Judged::UNKNOWN;
        };
        Judged { effect, ..Judged::HARMLESS }
    }
}

impl Sqlite<'_> {
    /// EXPLAIN compiles the statement behind it, and a PRAGMA may take effect when it is compiled.
    fn explain(&self, statement: &mut Statement) -> Judged {
        if statement.take_word("QUERY") {
            statement.take_word("PLAN");
        }
        match statement.next() {
            Some(first) if first.is_word("EXPLAIN") => Judged::UNKNOWN,
            Some(first) => self.judge(statement, first),
            None => Judged::HARMLESS,
        }
    }

    /// CREATE and ALTER: dirty if they touch the temporary schema. A table made from a SELECT runs its functions.
    fn definition(&self, statement: &mut Statement) -> Effect {
        let mut schema: Option<Token> = None;
        while let Some(token) = statement.next() {
            match token {
                // A schema of that name is behind the dot; as a keyword it stands before TABLE, VIEW or TRIGGER.
                Token::Word(word) if same(word, "TEMP") || same(word, "TEMPORARY") => {
                    return Effect::Dirty;
                }
                Token::Symbol(b'(') => return Effect::Harmless,
                Token::Symbol(b'.') => {
                    if matches!(schema, Some(Token::Word(name) | Token::Quoted(name) | Token::Literal(name)) if same(name, "TEMP"))
                    {
                        return Effect::Dirty;
                    }
                    statement.next();
                    return self.after_name(statement);
                }
                Token::Word(word) if is_before_name(word) => schema = Some(token),
                _ => {
                    schema = Some(token);
                    if statement.peek() != Some(Token::Symbol(b'.')) {
                        return self.after_name(statement);
                    }
                }
            }
        }
        Effect::Harmless
    }

    fn after_name(&self, statement: &mut Statement) -> Effect {
        match statement.next() {
            Some(token) if token.is_word("AS") => judge_calls(statement, None, self),
            _ => Effect::Harmless,
        }
    }
}

fn is_trigger(statement: &Statement) -> bool {
    let mut ahead = statement.ahead().skip_while(|token| token.is_any_word(&["TEMP", "TEMPORARY"]));
    ahead.next().is_some_and(|kind| kind.is_word("TRIGGER"))
}

/// A trigger's body: `BEGIN`, statements, `END` at the place of a statement. BEGIN is a name, too, where an operand is due.
fn skip_trigger(statement: &mut Statement, effect: Effect) -> Judged {
    const OPERATORS: [&str; 22] = [
        "AND", "BETWEEN", "BY", "CASE", "COLLATE", "ELSE", "ESCAPE", "FROM", "GLOB", "IN", "IS",
        "ISNULL", "LIKE", "MATCH", "NOT", "NOTNULL", "OF", "ON", "OR", "REGEXP", "THEN", "WHEN",
    ];
    let mut depth = 0;
    let mut before: Option<Token> = None;
    loop {
        let Some(token) = statement.next() else {
            return Judged { effect, ..Judged::HARMLESS };
        };
        match token {
            Token::Symbol(b'(') => depth += 1,
            Token::Symbol(b')') => depth -= 1,
            _ if depth == 0 && token.is_word("BEGIN") => {
                let is_name = match before {
                    None | Some(Token::Assign | Token::Cast) => true,
                    Some(Token::Symbol(symbol)) => symbol != b')',
                    Some(before) => before.is_any_word(&OPERATORS),
                };
                if !is_name {
                    break;
                }
                // A table or a column; in an expression nobody can tell.
                let is_sure = before.is_some_and(|before| {
                    before.is_any_word(&["ON", "OF"]) || before == Token::Symbol(b'.')
                });
                if !is_sure {
                    return Judged::DIRTY;
                }
            }
            _ => {}
        }
        before = Some(token);
    }
    // A text that ends in the body is a syntax error.
    if statement.skip_list() { Judged { effect, ..Judged::HARMLESS } } else { Judged::CHANGES }
}

fn pragma(statement: &mut Statement) -> Effect {
    let Some(mut name) = statement.next().and_then(Token::name) else { return Effect::Dirty };
    let mut next = statement.next();
    if next == Some(Token::Symbol(b'.')) {
        match statement.next().and_then(Token::name) {
            Some(behind) => name = behind,
            None => return Effect::Dirty,
        }
        next = statement.next();
    }
    match next {
        // Without a value a PRAGMA reads, or does something to the database file.
        None => Effect::Harmless,
        Some(Token::Symbol(b'=' | b'(')) if READERS.has(name) => Effect::Harmless,
        Some(Token::Symbol(b'=' | b'('))
            if statement.ahead().all(|token| token != Token::Parameter) =>
        {
            Effect::Setting
        }
        Some(_) => Effect::Dirty,
    }
}

fn is_before_name(word: &[u8]) -> bool {
    const WORDS: [&str; 11] = [
        "TABLE", "INDEX", "VIEW", "TRIGGER", "VIRTUAL", "UNIQUE", "IF", "NOT", "EXISTS", "COLUMN",
        "SCHEMA",
    ];
    WORDS.iter().any(|keyword| same(word, keyword))
}

/// PRAGMAs whose argument says what to look at, or belongs to the database file.
#[rustfmt::skip]
static READERS: Names<14> = Names::new([
    "APPLICATION_ID", "FOREIGN_KEY_CHECK", "FOREIGN_KEY_LIST", "INCREMENTAL_VACUUM", "INDEX_INFO", "INDEX_LIST", "INDEX_XINFO",
    "INTEGRITY_CHECK", "QUICK_CHECK", "TABLE_INFO", "TABLE_LIST", "TABLE_XINFO", "USER_VERSION", "WAL_CHECKPOINT",
]);

/// Keywords that stand before an opening parenthesis without calling anything.
#[rustfmt::skip]
static KEYWORDS: Names<48> = Names::new([
    "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "CHECK", "COLLATE",
    "CONFLICT", "DEFAULT", "DISTINCT", "ELSE", "ESCAPE", "EXCEPT", "EXISTS", "FILTER",
    "FROM", "GLOB", "HAVING", "IN", "INDEXED", "INTERSECT", "IS", "JOIN",
    "KEY", "LIKE", "LIMIT", "MATCH", "MATERIALIZED", "NOT", "OFFSET", "ON",
    "OR", "OVER", "PARTITION", "PRIMARY", "REGEXP", "RETURNING", "SELECT", "SET",
    "THEN", "UNION", "UNIQUE", "USING", "VALUES", "WHEN", "WHERE", "WINDOW",
]);

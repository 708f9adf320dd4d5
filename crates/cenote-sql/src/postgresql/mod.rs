//! What a text does to a PostgreSQL session (SPEC 21.4).
//!
//! Session state of PostgreSQL is: settings, role, temporary objects, advisory locks, LISTEN, prepared names, cursors WITH
//! HOLD. What ends with the transaction is none: SET LOCAL, plain cursors, LOCK.
//!
//! Limits, as the text does not show them: what triggers, views, rules, casts, operators, and functions written as a
//! column (`t.f`) call. What sequences last gave is told by lastInsertId (SPEC 23.5).

mod functions;

use crate::{
    calls::{Functions, judge_calls},
    effect::Effect,
    first_words::words,
    lexer::{Dialect, Token, same},
    mysql::last_statement::LooksBack,
    reading::{self, Grammar, Judged},
    statement::Statement,
};
use functions::{is_harmless, is_keyword};

/// Whether a text asks what earlier statements of the session have left: `currval()`, `lastval()`.
pub fn looks_back(sql: &[u8]) -> LooksBack {
    let asks = |word: &[u8]| same(word, "CURRVAL") || same(word, "LASTVAL");
    LooksBack { at_conditions: false, at_insert_id: words(sql).any(asks) }
}

/// Whether a text does nothing but begin a transaction, by all its words: no sequence gives a value for it.
pub fn only_begins(sql: &[u8]) -> bool {
    const WORDS: [&str; 14] = [
        "BEGIN",
        "START",
        "TRANSACTION",
        "WORK",
        "ISOLATION",
        "LEVEL",
        "READ",
        "ONLY",
        "WRITE",
        "COMMITTED",
        "UNCOMMITTED",
        "REPEATABLE",
        "SERIALIZABLE",
        "DEFERRABLE",
    ];
    words(sql).all(|word| word.is_empty() || WORDS.iter().any(|known| same(word, known)))
}

/// Judges a text.
pub fn judge(sql: &[u8]) -> Effect {
    reading::judge(sql, &PostgreSql)
}

/// Judges a text that has failed. The server parses all of it first, and takes back most of what it did.
pub fn judge_failed(sql: &[u8]) -> Effect {
    reading::judge_failed(sql, &PostgreSql)
}

/// Whether what a text that is not harmless leaves behind may survive DISCARD ALL: the seed of random(), libraries of LOAD,
/// temporary replication slots, named connections of dblink.
pub fn survives_discard(sql: &[u8]) -> bool {
    const SLOT: &[u8] = b"_REPLICATION_SLOT";
    words(sql).any(|word| {
        let known = ["LOAD", "SEED", "SETSEED", "DBLINK_CONNECT", "DBLINK_CONNECT_U"];
        known.iter().any(|known| same(word, known))
            || word.len() > SLOT.len() && word[word.len() - SLOT.len()..].eq_ignore_ascii_case(SLOT)
    })
}

struct PostgreSql;

impl Functions for PostgreSql {
    fn is_keyword(&self, word: &[u8]) -> bool {
        is_keyword(word)
    }

    fn is_harmless(&self, name: &[u8], is_quoted: bool) -> bool {
        is_harmless(name) && !(is_quoted && name.iter().any(u8::is_ascii_uppercase))
    }

    fn is_home(&self, schema: &[u8]) -> bool {
        same(schema, "PG_CATALOG")
    }

    /// `set_config(…, …, true)` holds for the transaction.
    fn is_harmless_by_arguments(&self, name: &[u8], statement: &Statement) -> bool {
        same(name, "SET_CONFIG") && last_argument(statement).is_some_and(|last| is_true(last))
    }

    fn comes_before_table(&self, word: &[u8]) -> bool {
        ["INTO", "AS", "RECURSIVE", "GROUPING", "ORDINALITY"].iter().any(|known| same(word, known))
    }

    fn forbids(&self, before: Option<Token>, token: Token) -> bool {
        let selects_into_temporary = token.is_any_word(&["TEMP", "TEMPORARY", "LOCAL", "GLOBAL"])
            && before.is_some_and(|before| before.is_word("INTO"));
        // A view whose rows are set by set_config.
        let sets = token.name().is_some_and(|name| same(name, "PG_SETTINGS"))
            && before.is_some_and(|before| {
                before.is_any_word(&["UPDATE", "ONLY"]) || before == Token::Symbol(b'.')
            });
        selects_into_temporary || sets || is_temporary_schema(token)
    }
}

impl Grammar for PostgreSql {
    const DIALECT: Dialect = Dialect::PostgreSql;
    const PARSES_WHOLE: bool = true;

    fn judge(&self, statement: &mut Statement, first: Token) -> Judged {
        const QUERIES: [&str; 8] =
            ["SELECT", "WITH", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "MERGE"];
        const HARMLESS: [&str; 28] = [
            "BEGIN",
            "START",
            "COMMIT",
            "END",
            "ROLLBACK",
            "ABORT",
            "SAVEPOINT",
            "RELEASE",
            "SHOW",
            "DROP",
            "TRUNCATE",
            "COMMENT",
            "GRANT",
            "REVOKE",
            "REASSIGN",
            "REINDEX",
            "CLUSTER",
            "VACUUM",
            "ANALYZE",
            "ANALYSE",
            "CHECKPOINT",
            "REFRESH",
            "LOCK",
            "NOTIFY",
            "FETCH",
            "MOVE",
            "CLOSE",
            "SECURITY",
        ];
        const CHANGES: [&str; 5] = ["LISTEN", "UNLISTEN", "PREPARE", "DEALLOCATE", "IMPORT"];
        if first.is_any_word(&QUERIES) {
            return self.query(statement, first);
        }
        match first {
            Token::Symbol(b'(') => Judged::by_calls(judge_calls(statement, Some(first), self)),
            _ if first.is_any_word(&HARMLESS) => Judged::HARMLESS,
            _ if first.is_word("SET") => set(statement),
            _ if first.is_word("RESET") => Judged::SETTING,
            _ if first.is_word("EXPLAIN") => self.explain(statement),
            _ if first.is_word("CREATE") => self.create(statement),
            _ if first.is_word("ALTER") => self.alter(statement),
            _ if first.is_word("DECLARE") => self.declare(statement),
            _ if first.is_word("COPY") => self.copy(statement),
            _ if first.is_word("DISCARD") => discard(statement),
            _ if first.is_any_word(&CHANGES) => Judged::CHANGES,
            _ if first.is_any_word(&["DO", "CALL", "LOAD", "EXECUTE"]) => Judged::DIRTY,
            _ => Judged::UNKNOWN,
        }
    }
}

impl PostgreSql {
    fn query(&self, statement: &mut Statement, first: Token) -> Judged {
        if first.is_word("SELECT") && sets_by_literals(statement) {
            return Judged::SETTING;
        }
        Judged::by_calls(judge_calls(statement, Some(first), self))
    }

    fn explain(&self, statement: &mut Statement) -> Judged {
        if statement.peek() == Some(Token::Symbol(b'(')) {
            skip_parentheses(statement);
        }
        while statement.take_any_word(&["ANALYZE", "ANALYSE", "VERBOSE"]) {}
        match statement.next() {
            Some(first) if !first.is_word("EXPLAIN") => self.judge(statement, first),
            // A parenthesis that was taken for options may have been a query's.
            _ => Judged::DIRTY,
        }
    }

    /// CREATE: dirty if what is made is temporary. Expressions that run at once are looked at.
    fn create(&self, statement: &mut Statement) -> Judged {
        const TEMPORARY: [&str; 4] = ["TEMP", "TEMPORARY", "LOCAL", "GLOBAL"];
        if statement.ahead().any(is_temporary_schema) {
            return Judged::CHANGES;
        }
        while statement.take_any_word(&["OR", "REPLACE", "UNLOGGED", "UNIQUE", "TRUSTED"]) {}
        let Some(mut kind) = statement.next() else { return Judged::HARMLESS };
        if kind.is_any_word(&TEMPORARY) {
            if !goes_with_transaction(statement) {
                return Judged::CHANGES;
            }
            while statement.take_any_word(&TEMPORARY) {}
            kind = statement.next().unwrap_or(kind);
        }
        if kind.is_word("EXTENSION") {
            // Its script may load a library, with settings of its own.
            return Judged::DIRTY;
        }
        if kind.is_word("SCHEMA") {
            let has_temporary = statement.ahead().any(|token| token.is_any_word(&TEMPORARY[..2]));
            return if has_temporary { Judged::CHANGES } else { Judged::HARMLESS };
        }
        if kind.is_any_word(&["FUNCTION", "PROCEDURE"]) {
            return skip_sql_body(statement);
        }
        if kind.is_word("RULE") {
            return skip_rule(statement);
        }
        if kind.is_word("INDEX") {
            while let Some(token) = statement.next() {
                if token.is_word("USING") {
                    // Not a call: the method of the index, before its columns.
                    statement.next();
                }
                if token == Token::Symbol(b'(') || token.is_word("USING") {
                    break;
                }
            }
            return self.definition(statement);
        }
        if kind.is_any_word(&["TABLE", "MATERIALIZED"]) {
            while let Some(token) = statement.next() {
                let is_query = token.is_word("AS")
                    && statement.peek().is_some_and(|next| {
                        next.is_any_word(&["SELECT", "WITH", "VALUES", "TABLE", "EXECUTE"])
                            || next == Token::Symbol(b'(')
                    });
                if is_query && statement.peek().is_some_and(|next| next.is_word("EXECUTE")) {
                    return Judged::DIRTY;
                }
                // The bounds of a partition are computed at once.
                if is_query || token.is_word("PARTITION") {
                    return self.definition(statement);
                }
            }
        }
        Judged::HARMLESS
    }

    fn alter(&self, statement: &mut Statement) -> Judged {
        match statement.next() {
            Some(kind) if kind.is_any_word(&["TABLE", "DOMAIN", "MATERIALIZED", "FOREIGN"]) => {
                self.definition(statement)
            }
            Some(kind) if kind.is_word("EXTENSION") => Judged::DIRTY,
            _ if statement.ahead().any(is_temporary_schema) => Judged::CHANGES,
            _ => Judged::HARMLESS,
        }
    }

    /// What is left computes expressions, beside lists of columns and types.
    fn definition(&self, statement: &mut Statement) -> Judged {
        Judged::by_calls(judge_calls(statement, None, &Definition))
    }

    fn declare(&self, statement: &mut Statement) -> Judged {
        let mut before: Option<Token> = None;
        while let Some(token) = statement.next() {
            let is = |word| before.is_some_and(|before| before.is_word(word));
            if token.is_word("HOLD") && is("WITH") {
                return Judged { sticks: false, ..self.rest(statement, Effect::Dirty) };
            }
            if token.is_word("FOR") {
                return self.rest(statement, Effect::Harmless);
            }
            before = Some(token);
        }
        Judged::HARMLESS
    }

    fn rest(&self, statement: &mut Statement, so_far: Effect) -> Judged {
        Judged::by_calls(so_far.and(judge_calls(statement, None, self)))
    }

    /// COPY of a query, or with a condition; from and to the client it changes what the connection speaks.
    fn copy(&self, statement: &mut Statement) -> Judged {
        if statement.ahead().any(|token| token.is_any_word(&["STDIN", "STDOUT"])) {
            return Judged::DIRTY;
        }
        if statement.peek() == Some(Token::Symbol(b'(')) {
            return self.rest(statement, Effect::Harmless);
        }
        while let Some(token) = statement.next() {
            if token.is_word("WHERE") {
                return self.rest(statement, Effect::Harmless);
            }
        }
        Judged::HARMLESS
    }
}

/// Functions within a definition, where a parenthesis may also hold columns of a table or the size of a type.
struct Definition;

impl Functions for Definition {
    fn is_keyword(&self, word: &[u8]) -> bool {
        const WORDS: [&str; 16] = [
            "ADD",
            "CHECK",
            "COLUMN",
            "DEFAULT",
            "EXCLUDE",
            "IDENTITY",
            "INCLUDE",
            "KEY",
            "OF",
            "PARTITION",
            "RANGE",
            "LIST",
            "HASH",
            "STORED",
            "TO",
            "UNIQUE",
        ];
        is_keyword(word) || WORDS.iter().any(|known| same(word, known))
    }

    fn is_harmless(&self, name: &[u8], is_quoted: bool) -> bool {
        PostgreSql.is_harmless(name, is_quoted)
    }

    fn is_home(&self, schema: &[u8]) -> bool {
        PostgreSql.is_home(schema)
    }

    fn comes_before_table(&self, word: &[u8]) -> bool {
        // The method of an index stands behind USING; in ALTER … TYPE … USING an expression does, and its call is one
        // of the words below only by chance.
        const WORDS: [&str; 3] = ["ON", "REFERENCES", "ONLY"];
        PostgreSql.comes_before_table(word) || WORDS.iter().any(|known| same(word, known))
    }

    fn forbids(&self, before: Option<Token>, token: Token) -> bool {
        PostgreSql.forbids(before, token)
    }
}

/// `CREATE TEMP TABLE … ON COMMIT DROP`
fn goes_with_transaction(statement: &Statement) -> bool {
    let ahead = || statement.ahead();
    let mut words = ahead().zip(ahead().skip(1)).zip(ahead().skip(2));
    ahead().next().is_some_and(|kind| kind.is_word("TABLE"))
        && words.any(|((on, commit), drop)| {
            on.is_word("ON") && commit.is_word("COMMIT") && drop.is_word("DROP")
        })
}

/// The body of a function in SQL: `BEGIN ATOMIC`, statements, `END` at the place of a statement. The rest is for the caller to skip.
fn skip_sql_body(statement: &mut Statement) -> Judged {
    let mut depth = 0;
    while let Some(token) = statement.next() {
        match token {
            Token::Symbol(b'(') => depth += 1,
            Token::Symbol(b')') => depth -= 1,
            _ if depth == 0 && token.is_word("BEGIN") && statement.take_word("ATOMIC") => {
                // A text that ends in the body is a syntax error.
                return if statement.skip_list() { Judged::HARMLESS } else { Judged::CHANGES };
            }
            _ => {}
        }
    }
    Judged::HARMLESS
}

/// The statements that a rule is made of stand in parentheses, with semicolons between them.
fn skip_rule(statement: &mut Statement) -> Judged {
    let mut depth = 0;
    while let Some(token) = if depth > 0 { statement.tokens().next() } else { statement.next() } {
        match token {
            Token::Symbol(b'(') => depth += 1,
            Token::Symbol(b')') => depth -= 1,
            _ => {}
        }
    }
    if depth > 0 { Judged::CHANGES } else { Judged::HARMLESS }
}

fn discard(statement: &mut Statement) -> Judged {
    match statement.next() {
        Some(what) if what.is_word("ALL") => Judged::RESTORES,
        Some(what) if what.is_any_word(&["PLANS", "SEQUENCES"]) => Judged::HARMLESS,
        _ => Judged::CHANGES,
    }
}

/// SET in all its forms.
fn set(statement: &mut Statement) -> Judged {
    // For the transaction only.
    if statement.take_any_word(&["LOCAL", "TRANSACTION", "CONSTRAINTS"]) {
        return Judged::HARMLESS;
    }
    let is_literal = statement.ahead().all(|token| {
        !matches!(token, Token::Parameter | Token::Symbol(b'(')) && !is_temporary_schema(token)
    });
    if is_literal { Judged::SETTING } else { Judged::CHANGES }
}

/// `SELECT set_config('name', 'value', false)`, several in a row, with nothing but literals (SPEC 21.9).
fn sets_by_literals(statement: &Statement) -> bool {
    let mut tokens = statement.ahead();
    let mut next = tokens.next();
    loop {
        if next.is_some_and(|token| token.is_word("PG_CATALOG")) {
            tokens.next();
            next = tokens.next();
        }
        let mut call = next.is_some_and(|token| token.is_word("SET_CONFIG"));
        call &= tokens.next() == Some(Token::Symbol(b'('));
        for end in *b",,)" {
            call &= match tokens.next() {
                Some(Token::Literal(text)) => {
                    let is_local = end == b')' && is_true(Token::Literal(text));
                    !(is_local || mentions_temporary_schema(text))
                }
                Some(Token::Word(word)) => end == b')' && same(word, "FALSE"),
                _ => false,
            };
            call &= tokens.next() == Some(Token::Symbol(end));
        }
        next = tokens.next();
        if next.is_some_and(|token| token.is_word("AS")) {
            tokens.next();
            next = tokens.next();
        }
        match next {
            _ if !call => return false,
            None => return true,
            Some(Token::Symbol(b',')) => next = tokens.next(),
            Some(_) => return false,
        }
    }
}

/// The last of three arguments of a call whose parenthesis was just taken, if it is a single token.
fn last_argument<'a>(statement: &Statement<'_, 'a>) -> Option<Token<'a>> {
    let mut tokens = statement.ahead();
    tokens.next();
    let (mut depth, mut commas) = (1, 0);
    let mut last: Option<Token> = None;
    let mut length = 0;
    for token in tokens {
        match token {
            Token::Symbol(b'(' | b'[') => depth += 1,
            Token::Symbol(b')' | b']') => depth -= 1,
            Token::Symbol(b',') if depth == 1 => {
                commas += 1;
                length = 0;
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            return last.filter(|_| commas == 2 && length == 1);
        }
        last = Some(token);
        length += 1;
    }
    None
}

fn is_true(token: Token) -> bool {
    token.is_word("TRUE") || matches!(token, Token::Literal(b"t" | b"true" | b"on" | b"1"))
}

fn is_temporary_schema(token: Token) -> bool {
    match token {
        Token::Word(text) | Token::Quoted(text) | Token::Literal(text) => {
            mentions_temporary_schema(text)
        }
        _ => false,
    }
}

/// A table made in this schema is a temporary one; `search_path` may name it.
fn mentions_temporary_schema(text: &[u8]) -> bool {
    const NAME: &[u8] = b"pg_temp";
    text.len() >= NAME.len() && text.windows(NAME.len()).any(|part| part.eq_ignore_ascii_case(NAME))
}

fn skip_parentheses(statement: &mut Statement) {
    let mut depth = 0;
    while let Some(token) = statement.next() {
        match token {
            Token::Symbol(b'(') => depth += 1,
            Token::Symbol(b')') if depth <= 1 => return,
            Token::Symbol(b')') => depth -= 1,
            _ => {}
        }
    }
}

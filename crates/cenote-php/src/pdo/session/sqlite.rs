//! What a text does to an SQLite session (SPEC 21.4).
//!
//! Session state of SQLite is: what PRAGMAs set, attached databases, and the temporary schema. Each statement of a text is
//! judged by its first words; of statements that compute something, every call of a function must be of a built-in that
//! changes nothing, or of one registered on the PDO object.

use super::{
    Effect,
    lexer::{Token, Tokens, same},
    sqlite_functions::is_harmless,
};

/// Judges a text; `is_registered` knows the functions that PHP code has added.
pub(in super::super) fn judge(sql: &[u8], is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
    let mut tokens = Tokens::new(sql);
    let mut whole: Option<Effect> = None;
    while let Some(first) = tokens.find(|token| *token != Token::Symbol(b';')) {
        let effect = Statement { tokens: &mut tokens, is_registered }.judge(first);
        whole = Some(whole.map_or(effect, |before| before.and(effect)));
        if whole == Some(Effect::Dirty) {
            break;
        }
    }
    whole.unwrap_or(Effect::Harmless)
}

/// Judges a text that has failed. SQLite compiles and runs one statement after the other, and the one that fails changes
/// nothing; which one that was is not told, but it is the last one, or one before it, and never comes after one that is no
/// SQL at all.
pub(in super::super) fn judge_failed(sql: &[u8], is_registered: &dyn Fn(&[u8]) -> bool) -> Effect {
    let mut tokens = Tokens::new(sql);
    let mut surely = Effect::Harmless;
    let mut last = None;
    while let Some(first) = tokens.find(|token| *token != Token::Symbol(b';')) {
        if last == Some(Effect::Dirty) || last == Some(Effect::Setting) {
            surely = Effect::Dirty;
        }
        if !is_statement(first) {
            break;
        }
        last = Some(Statement { tokens: &mut tokens, is_registered }.judge(first));
    }
    surely
}

/// Whether the text is one SELECT or one change of rows.
pub(in super::super) fn is_query_or_change(sql: &[u8]) -> bool {
    const WORDS: [&str; 7] = ["SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "WITH", "VALUES"];
    match Tokens::new(sql).next() {
        Some(Token::Word(word)) => WORDS.iter().any(|keyword| same(word, keyword)),
        _ => false,
    }
}

/// Whether a statement of SQLite can begin with this token.
fn is_statement(first: Token) -> bool {
    const WORDS: [&str; 22] = [
        "ALTER",
        "ANALYZE",
        "ATTACH",
        "BEGIN",
        "COMMIT",
        "CREATE",
        "DELETE",
        "DETACH",
        "DROP",
        "END",
        "EXPLAIN",
        "INSERT",
        "PRAGMA",
        "REINDEX",
        "RELEASE",
        "REPLACE",
        "ROLLBACK",
        "SAVEPOINT",
        "SELECT",
        "UPDATE",
        "VACUUM",
        "VALUES",
    ];
    let Token::Word(word) = first else { return false };
    same(word, "WITH") || WORDS.iter().any(|keyword| same(word, keyword))
}

/// Whether a PRAGMA in the text may read or set the busy timeout.
pub(in super::super) fn mentions_busy_timeout(sql: &[u8]) -> bool {
    const NAME: &[u8] = b"busy_timeout";
    sql.len() > NAME.len() && sql.windows(NAME.len()).any(|part| part.eq_ignore_ascii_case(NAME))
}

struct Statement<'t, 'a> {
    tokens: &'t mut Tokens<'a>,
    is_registered: &'t dyn Fn(&[u8]) -> bool,
}

impl<'a> Statement<'_, 'a> {
    /// The next token of this statement; the semicolon that ends it is taken.
    fn next(&mut self) -> Option<Token<'a>> {
        self.tokens.next().filter(|token| *token != Token::Symbol(b';'))
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.clone().next()
    }

    fn skip(&mut self) {
        while self.next().is_some() {}
    }

    fn dirty(&mut self) -> Effect {
        self.skip();
        Effect::Dirty
    }

    fn judge(&mut self, first: Token<'a>) -> Effect {
        let Token::Word(word) = first else { return self.dirty() };
        let is = |keyword| same(word, keyword);
        if is("SELECT") || is("WITH") || is("VALUES") || is("UPDATE") || is("DELETE") {
            return self.calls(Some(first));
        }
        if is("INSERT") || is("REPLACE") {
            return self.insert();
        }
        if is("BEGIN") || is("COMMIT") || is("END") || is("ROLLBACK") || is("SAVEPOINT") {
            self.skip();
            return Effect::Harmless;
        }
        if is("RELEASE") || is("ANALYZE") || is("REINDEX") || is("VACUUM") || is("DROP") {
            self.skip();
            return Effect::Harmless;
        }
        if is("CREATE") || is("ALTER") {
            return self.definition();
        }
        if is("PRAGMA") {
            return self.pragma();
        }
        if is("EXPLAIN") {
            return self.explain();
        }
        self.dirty()
    }

    /// EXPLAIN compiles the statement behind it, and a PRAGMA may take effect when it is compiled.
    fn explain(&mut self) -> Effect {
        let mut next = self.next();
        for keyword in ["QUERY", "PLAN"] {
            if matches!(next, Some(Token::Word(word)) if same(word, keyword)) {
                next = self.next();
            }
        }
        match next {
            Some(first) => self.judge(first),
            None => Effect::Harmless,
        }
    }

    /// The name behind INTO is followed by a list of columns, which is no call.
    fn insert(&mut self) -> Effect {
        while let Some(token) = self.next() {
            if matches!(token, Token::Word(word) if same(word, "INTO")) {
                let mut name = self.next();
                if self.peek() == Some(Token::Symbol(b'.')) {
                    self.next();
                    name = self.next();
                }
                return if name.is_some() { self.calls(None) } else { Effect::Harmless };
            }
        }
        Effect::Harmless
    }

    /// Looks at every `name (` in what is left of the statement, `before` being the token just read.
    fn calls(&mut self, before: Option<Token<'a>>) -> Effect {
        let mut before = before;
        let mut effect = Effect::Harmless;
        let mut earlier: Option<Token<'a>> = None;
        while let Some(token) = self.next() {
            if token == Token::Symbol(b'(') {
                let harmless = match before {
                    Some(Token::Word(word)) => {
                        is_no_function(word)
                            || is_harmless(word)
                            || (self.is_registered)(word)
                            || names_a_table(earlier)
                    }
                    Some(Token::Quoted(name)) => {
                        is_harmless(name) || (self.is_registered)(name) || names_a_table(earlier)
                    }
                    _ => true,
                };
                if !harmless {
                    effect = Effect::Dirty;
                }
            }
            earlier = before;
            before = Some(token);
        }
        effect
    }

    /// CREATE and ALTER: dirty if they touch the temporary schema. A table made from a SELECT runs its functions.
    fn definition(&mut self) -> Effect {
        let mut schema = None;
        while let Some(token) = self.next() {
            match token {
                Token::Word(word) if same(word, "TEMP") || same(word, "TEMPORARY") => {
                    // A schema of that name is behind the dot; as a keyword it stands before TABLE, VIEW or TRIGGER.
                    return self.dirty();
                }
                Token::Symbol(b'(') => {
                    self.skip();
                    return Effect::Harmless;
                }
                Token::Symbol(b'.') => {
                    if matches!(schema, Some(Token::Word(name) | Token::Quoted(name) | Token::Literal(name)) if same(name, "TEMP"))
                    {
                        return self.dirty();
                    }
                    self.next();
                    return self.after_name();
                }
                Token::Word(word) if is_before_name(word) => schema = Some(token),
                _ => {
                    schema = Some(token);
                    if self.peek() != Some(Token::Symbol(b'.')) {
                        return self.after_name();
                    }
                }
            }
        }
        Effect::Harmless
    }

    fn after_name(&mut self) -> Effect {
        match self.next() {
            Some(Token::Word(word)) if same(word, "AS") => self.calls(None),
            Some(_) => {
                self.skip();
                Effect::Harmless
            }
            None => Effect::Harmless,
        }
    }

    fn pragma(&mut self) -> Effect {
        let Some(Token::Word(mut name) | Token::Quoted(mut name)) = self.next() else {
            return self.dirty();
        };
        let mut next = self.next();
        if next == Some(Token::Symbol(b'.')) {
            match self.next() {
                Some(Token::Word(word) | Token::Quoted(word)) => name = word,
                _ => return self.dirty(),
            }
            next = self.next();
        }
        match next {
            // Without a value a PRAGMA reads, or does something to the database file.
            None => Effect::Harmless,
            Some(Token::Symbol(b'=' | b'(')) => {
                let only_literals = self.only_literals();
                if takes_an_argument_to_read(name) {
                    Effect::Harmless
                } else if only_literals {
                    Effect::Setting
                } else {
                    Effect::Dirty
                }
            }
            Some(_) => self.dirty(),
        }
    }

    /// Goes to the end of the statement; false if a parameter was on the way.
    fn only_literals(&mut self) -> bool {
        let mut only = true;
        while let Some(token) = self.next() {
            if let Token::Literal(text) = token {
                only &= !matches!(text.first(), Some(b'?' | b':' | b'@' | b'$'));
            }
        }
        only
    }
}

/// Whether a name that follows this token may be a table with a list of columns.
fn names_a_table(token: Option<Token>) -> bool {
    const BEFORE: [&str; 4] = ["WITH", "RECURSIVE", "AS", "INTO"];
    match token {
        Some(Token::Word(word)) => BEFORE.iter().any(|keyword| same(word, keyword)),
        _ => false,
    }
}

fn is_before_name(word: &[u8]) -> bool {
    const WORDS: [&str; 11] = [
        "TABLE", "INDEX", "VIEW", "TRIGGER", "VIRTUAL", "UNIQUE", "IF", "NOT", "EXISTS", "COLUMN",
        "SCHEMA",
    ];
    WORDS.iter().any(|keyword| same(word, keyword))
}

/// PRAGMAs whose argument says what to look at.
fn takes_an_argument_to_read(name: &[u8]) -> bool {
    const NAMES: [&str; 12] = [
        "TABLE_INFO",
        "TABLE_XINFO",
        "TABLE_LIST",
        "INDEX_INFO",
        "INDEX_XINFO",
        "INDEX_LIST",
        "FOREIGN_KEY_LIST",
        "FOREIGN_KEY_CHECK",
        "INTEGRITY_CHECK",
        "QUICK_CHECK",
        "WAL_CHECKPOINT",
        "INCREMENTAL_VACUUM",
    ];
    NAMES.iter().any(|known| same(name, known))
}

/// Keywords that stand before an opening parenthesis without calling anything.
fn is_no_function(word: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 48] = [
        "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "CHECK", "COLLATE",
        "CONFLICT", "DEFAULT", "DISTINCT", "ELSE", "ESCAPE", "EXCEPT", "EXISTS", "FILTER",
        "FROM", "GLOB", "HAVING", "IN", "INDEXED", "INTERSECT", "IS", "JOIN",
        "KEY", "LIKE", "LIMIT", "MATCH", "MATERIALIZED", "NOT", "OFFSET", "ON",
        "OR", "OVER", "PARTITION", "PRIMARY", "REGEXP", "RETURNING", "SELECT", "SET",
        "THEN", "UNION", "UNIQUE", "USING", "VALUES", "WHEN", "WHERE", "WINDOW",
    ];
    WORDS.iter().any(|keyword| same(word, keyword))
}

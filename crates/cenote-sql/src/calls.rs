//! Finding the calls of functions in a statement (SPEC 21.4).
//!
//! A call is a name before an opening parenthesis. So is a table with a list of columns, and a keyword before an expression.
//! What stands before the name tells them apart: a name behind INTO or AS, or in the list of a WITH, is no function.
//! Where that is not sure, the name counts as called.

use crate::{
    effect::Effect,
    lexer::{Token, same},
    names::Names,
    statement::Statement,
};

/// What a dialect knows of names.
pub(crate) trait Functions {
    /// Whether the word stands before a parenthesis without calling anything.
    fn is_keyword(&self, word: &[u8]) -> bool;

    /// Whether calling this function leaves nothing behind. A name in quotes is as its letters are.
    fn is_harmless(&self, name: &[u8], is_quoted: bool) -> bool;

    /// Whether functions of this schema are the built-in ones.
    fn is_home(&self, _schema: &[u8]) -> bool {
        false
    }

    /// Whether the call whose parenthesis was just taken is harmless by its arguments.
    fn is_harmless_by_arguments(&self, _name: &[u8], _statement: &Statement) -> bool {
        false
    }

    /// Whether the name that follows this word is a table (or a type).
    fn comes_before_table(&self, word: &[u8]) -> bool;

    /// Whether two tokens in a row change the session.
    fn forbids(&self, _before: Option<Token>, _token: Token) -> bool {
        false
    }
}

/// What begins the part of a statement behind the list of its WITH.
static VERBS: Names<8> =
    Names::new(["DELETE", "INSERT", "MERGE", "REPLACE", "SELECT", "TABLE", "UPDATE", "VALUES"]);

const DEEPEST: u32 = 64;

/// Goes over what is left of a statement, `first` being the token just read.
pub(crate) fn judge_calls(
    statement: &mut Statement,
    first: Option<Token>,
    functions: &impl Functions,
) -> Effect {
    let mut walk = Walk::new(first, functions);
    while let Some(token) = statement.next() {
        let is_harmless = !functions.forbids(walk.before, token)
            && (token != Token::Symbol(b'(') || walk.opens(statement));
        walk.step(token);
        if !is_harmless || walk.depth >= DEEPEST {
            return Effect::Dirty;
        }
    }
    Effect::Harmless
}

struct Walk<'a, 'f, F> {
    functions: &'f F,
    before: Option<Token<'a>>,
    /// What stands before the name that `before` ends, its schema included.
    lead: Option<Token<'a>>,
    schema: Option<&'a [u8]>,
    depth: u32,
    /// Bit n: the parenthesis at depth n holds a source of rows, so that a name may follow it.
    sources: u64,
    /// The last token closed such a parenthesis.
    closed_source: bool,
    /// In the list of a WITH, at depth 0.
    in_with: bool,
}

impl<'a, 'f, F: Functions> Walk<'a, 'f, F> {
    fn new(first: Option<Token<'a>>, functions: &'f F) -> Self {
        Walk {
            functions,
            before: first,
            lead: None,
            schema: None,
            depth: 0,
            sources: 0,
            closed_source: false,
            in_with: first.is_some_and(|first| first.is_word("WITH")),
        }
    }

    /// A parenthesis opens behind `before`. False: it may be a call that changes the session.
    fn opens(&self, statement: &Statement) -> bool {
        let functions = self.functions;
        let (name, is_quoted) = match self.before {
            Some(Token::Word(name)) => (name, false),
            Some(Token::Quoted(name)) => (name, true),
            _ => return true,
        };
        if self.schema.is_none() && !is_quoted && functions.is_keyword(name) || self.is_table() {
            return true;
        }
        let is_home = self.schema.is_none_or(|schema| functions.is_home(schema));
        is_home
            && (functions.is_harmless(name, is_quoted)
                || functions.is_harmless_by_arguments(name, statement))
    }

    /// Whether the name before a parenthesis is a table or a type by what stands before it.
    fn is_table(&self) -> bool {
        match self.lead {
            Some(Token::Word(word)) => {
                same(word, "WITH") || self.functions.comes_before_table(word)
            }
            Some(Token::Cast) => true,
            Some(Token::Symbol(b')')) => self.closed_source,
            Some(Token::Symbol(b',')) => self.in_with && self.depth == 0,
            _ => false,
        }
    }

    fn step(&mut self, token: Token<'a>) {
        let continues = self.before == Some(Token::Symbol(b'.'));
        match token {
            Token::Symbol(b'(') => {
                // A query in parentheses behind the list of a WITH, which may have an ORDER BY of its own.
                self.in_with &= self.before != Some(Token::Symbol(b')'));
                let is_source = self.begins_source();
                self.sources = self.sources << 1 | u64::from(is_source);
                self.depth += 1;
            }
            Token::Symbol(b')') => {
                self.closed_source = self.sources & 1 != 0;
                self.sources >>= 1;
                self.depth = self.depth.saturating_sub(1);
            }
            Token::Symbol(b'.') => self.schema = self.before.and_then(Token::name),
            Token::Word(word) if self.depth == 0 && VERBS.has(word) => self.in_with = false,
            _ => {}
        }
        if token.name().is_some() && !continues {
            self.lead = self.before;
            self.schema = None;
        }
        self.before = Some(token);
    }

    /// Whether what opens here stands where a SELECT has its sources.
    fn begins_source(&self) -> bool {
        const BEFORE: [&str; 3] = ["FROM", "JOIN", "LATERAL"];
        let is_place = |token: Option<Token>| {
            token.is_some_and(|token| token == Token::Symbol(b',') || token.is_any_word(&BEFORE))
        };
        match self.before {
            Some(Token::Word(word)) if BEFORE.iter().any(|known| same(word, known)) => true,
            // A sign before its operand looks like a function: OPERATOR(pg_catalog.-) f(x).
            Some(token) if token.is_word("OPERATOR") => false,
            Some(Token::Word(_) | Token::Quoted(_)) => is_place(self.lead),
            before => is_place(before),
        }
    }
}

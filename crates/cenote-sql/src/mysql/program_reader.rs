//! Reading the text of a stored program, token by token.

use super::MySql;
use crate::{
    calls::Functions,
    effect::Effect,
    lexer::{Token, Tokens},
    reading::Judged,
};

/// Why a body was not read to its end.
pub(super) enum Unread {
    /// The text ends within it, which is a syntax error.
    Unclosed,
    /// A server may read it in another way.
    Doubtful,
}

pub(super) type Read<T = ()> = Result<T, Unread>;

pub(super) struct Reader<'r, 'a> {
    pub(super) tokens: &'r mut Tokens<'a>,
    /// The statements that are read are run, too.
    pub(super) runs: bool,
    pub(super) is_dirty: bool,
    pub(super) depth: u32,
}

impl<'r, 'a> Reader<'r, 'a> {
    pub(super) fn new(tokens: &'r mut Tokens<'a>, runs: bool) -> Self {
        tokens.has_labels = true;
        Reader { tokens, runs, is_dirty: false, depth: 0 }
    }

    pub(super) fn verdict(self, read: Read) -> Judged {
        self.tokens.has_labels = false;
        match read {
            Ok(()) if !self.runs => Judged::HARMLESS,
            Ok(()) if !self.is_dirty => Judged::by_calls(Effect::Harmless),
            Err(Unread::Unclosed) if !self.runs => Judged::CHANGES,
            _ => Judged::DIRTY,
        }
    }

    pub(super) fn peek(&self) -> Option<Token<'a>> {
        self.tokens.clone().next()
    }

    pub(super) fn next(&mut self) -> Read<Token<'a>> {
        self.tokens.next().ok_or(Unread::Unclosed)
    }

    pub(super) fn take(&mut self, accept: impl Fn(Token) -> bool) -> bool {
        let found = self.peek().is_some_and(accept);
        if found {
            self.tokens.next();
        }
        found
    }

    pub(super) fn take_word(&mut self, words: &[&str]) -> bool {
        self.take(|token| token.is_any_word(words))
    }

    pub(super) fn expect(&mut self, accept: impl Fn(Token) -> bool) -> Read {
        if accept(self.next()?) { Ok(()) } else { Err(Unread::Doubtful) }
    }

    /// `schema.name`
    pub(super) fn name(&mut self) -> Read {
        loop {
            self.expect(|token| token.name().is_some())?;
            if !self.take(|token| token == Token::Symbol(b'.')) {
                return Ok(());
            }
        }
    }

    /// Goes behind the parenthesis that closes the one just taken.
    pub(super) fn parentheses(&mut self) -> Read {
        let mut before = None;
        let mut depth = 1;
        while depth > 0 {
            let token = self.next()?;
            match token {
                Token::Symbol(b'(') => depth += 1,
                Token::Symbol(b')') => depth -= 1,
                Token::Symbol(b';') => return Err(Unread::Doubtful),
                _ => {}
            }
            self.look(before, token);
            before = Some(token);
        }
        Ok(())
    }

    pub(super) fn optional_parentheses(&mut self) -> Read {
        if self.take(|token| token == Token::Symbol(b'(')) { self.parentheses() } else { Ok(()) }
    }

    /// Looks at a token of an expression that is computed at once.
    pub(super) fn look(&mut self, before: Option<Token>, token: Token) {
        if !self.runs {
            return;
        }
        let calls = match before {
            Some(Token::Word(name)) if token == Token::Symbol(b'(') => {
                !MySql.is_keyword(name) && !Functions::is_harmless(&MySql, name, false)
            }
            Some(Token::Quoted(_)) => token == Token::Symbol(b'('),
            _ => false,
        };
        // A function of a schema may have the name of a built-in one.
        let is_of_schema =
            before == Some(Token::Symbol(b'.')) && self.peek() == Some(Token::Symbol(b'('));
        self.is_dirty |= calls || is_of_schema || MySql.forbids(before, token);
    }

    pub(super) fn ahead_of_semicolon(&self) -> impl Iterator<Item = Token<'a>> {
        self.tokens.clone().take_while(|token| *token != Token::Symbol(b';'))
    }
}

//! One statement of a text: its tokens up to the semicolon.

use crate::lexer::{Token, Tokens};

pub(crate) struct Statement<'t, 'a> {
    tokens: &'t mut Tokens<'a>,
    has_ended: bool,
}

impl<'t, 'a> Statement<'t, 'a> {
    /// The statement that goes on at the tokens' place.
    pub(crate) fn new(tokens: &'t mut Tokens<'a>) -> Self {
        Statement { tokens, has_ended: false }
    }

    /// The next token of this statement; the semicolon that ends it is taken.
    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        if self.has_ended {
            return None;
        }
        let token = self.tokens.next().filter(|token| *token != Token::Symbol(b';'));
        self.has_ended = token.is_none();
        token
    }

    /// What [`Statement::next`] would give.
    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        self.ahead().next()
    }

    /// The tokens that are left of this statement, for looking ahead.
    pub(crate) fn ahead(&self) -> impl Iterator<Item = Token<'a>> {
        let tokens = (!self.has_ended).then(|| self.tokens.clone());
        tokens.into_iter().flatten().take_while(|token| *token != Token::Symbol(b';'))
    }

    pub(crate) fn skip(&mut self) {
        while self.next().is_some() {}
    }

    /// Takes the next token if it is this word.
    pub(crate) fn take_word(&mut self, keyword: &str) -> bool {
        self.take_any_word(&[keyword])
    }

    /// Takes the next token if it is one of these words.
    pub(crate) fn take_any_word(&mut self, keywords: &[&str]) -> bool {
        let found = self.peek().is_some_and(|token| token.is_any_word(keywords));
        if found {
            self.next();
        }
        found
    }
}

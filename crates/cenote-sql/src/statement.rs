//! One statement of a text: its tokens up to the semicolon.

use crate::lexer::{Token, Tokens};

pub(crate) struct Statement<'t, 'a> {
    tokens: &'t mut Tokens<'a>,
    has_ended: bool,
    /// It ended with a semicolon, not with the text.
    has_semicolon: bool,
}

impl<'t, 'a> Statement<'t, 'a> {
    /// The statement that goes on at the tokens' place.
    pub(crate) fn new(tokens: &'t mut Tokens<'a>) -> Self {
        Statement { tokens, has_ended: false, has_semicolon: false }
    }

    /// The next token of this statement; the semicolon that ends it is taken.
    pub(crate) fn next(&mut self) -> Option<Token<'a>> {
        if self.has_ended {
            return None;
        }
        let next = self.tokens.next();
        self.has_semicolon = next == Some(Token::Symbol(b';'));
        let token = next.filter(|_| !self.has_semicolon);
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

    /// Goes to the end; whether that is a semicolon.
    pub(crate) fn skip(&mut self) -> bool {
        while self.next().is_some() {}
        self.has_semicolon
    }

    /// Goes over a list of plain statements, each with its semicolon, and the END behind it. False: the text ends before.
    pub(crate) fn skip_list(&mut self) -> bool {
        let mut begins = true;
        for token in &mut *self.tokens {
            if begins && token.is_word("END") {
                return true;
            }
            begins = token == Token::Symbol(b';');
        }
        false
    }

    /// The tokens behind the place where the statement is, for one in which a semicolon is not the end.
    pub(crate) fn tokens(&mut self) -> &mut Tokens<'a> {
        self.tokens
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

//! Splitting SQL text into tokens, by the rules that SQLite and standard SQL share.
//!
//! A token never reaches into a comment or a literal and never out of one, which is all that the rules above need: words,
//! names, and single symbols. Text that does not end (an open quote or comment) ends with the text.

/// One token. Comments and white space lie between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Token<'a> {
    /// A bare word: keyword or name.
    Word(&'a [u8]),
    /// A name in double quotes, backquotes or brackets; doubled quotes are left as they are.
    Quoted(&'a [u8]),
    /// A string, number, blob or parameter.
    Literal(&'a [u8]),
    /// Anything else, one byte at a time.
    Symbol(u8),
}

/// The tokens of a text.
#[derive(Clone)]
pub(in super::super) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

/// Whether a word is this keyword (given in capitals).
pub(in super::super) fn same(word: &[u8], keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword.as_bytes())
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit() || byte == b'$'
}

impl<'a> Tokens<'a> {
    pub(in super::super) fn new(text: &'a [u8]) -> Self {
        Tokens { text, at: 0 }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_until(&mut self, found: impl Fn(&[u8]) -> bool, length: usize) {
        let rest = &self.text[self.at..];
        let end = (0..rest.len()).find(|&at| found(&rest[at..]));
        self.at += end.map_or(rest.len(), |at| at + length);
    }

    fn skip_space_and_comments(&mut self) {
        while self.at < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'-', b'-') => self.skip_until(|rest| rest[0] == b'\n', 1),
                (b'/', b'*') => {
                    self.at += 2;
                    self.skip_until(|rest| rest.starts_with(b"*/"), 2);
                }
                (byte, _) if byte.is_ascii_whitespace() || byte == 0x0b => self.at += 1,
                _ => return,
            }
        }
    }

    /// Goes over a quoted text that starts here; gives what is between the quotes.
    fn quoted(&mut self, close: u8) -> &'a [u8] {
        self.at += 1;
        let start = self.at;
        loop {
            let rest = &self.text[self.at.min(self.text.len())..];
            let Some(found) = rest.iter().position(|&byte| byte == close) else {
                self.at = self.text.len();
                return &self.text[start..];
            };
            self.at += found + 1;
            if close == b']' || self.byte(0) != close {
                return &self.text[start..self.at - 1];
            }
            self.at += 1;
        }
    }

    fn run(&mut self, accept: impl Fn(u8) -> bool) -> &'a [u8] {
        let start = self.at;
        while self.at < self.text.len() && accept(self.text[self.at]) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_space_and_comments();
        let first = *self.text.get(self.at)?;
        Some(match first {
            b'\'' => Token::Literal(self.quoted(b'\'')),
            b'"' | b'`' => Token::Quoted(self.quoted(first)),
            b'[' => Token::Quoted(self.quoted(b']')),
            b'x' | b'X' if self.byte(1) == b'\'' => {
                self.at += 1;
                Token::Literal(self.quoted(b'\''))
            }
            byte if is_word_start(byte) => Token::Word(self.run(is_word)),
            byte if byte.is_ascii_digit() => {
                Token::Literal(self.run(|byte| is_word(byte) || byte == b'.'))
            }
            b'?' | b':' | b'@' | b'$' => {
                let start = self.at;
                self.at += 1;
                self.run(is_word);
                Token::Literal(&self.text[start..self.at])
            }
            byte => {
                self.at += 1;
                Token::Symbol(byte)
            }
        })
    }
}

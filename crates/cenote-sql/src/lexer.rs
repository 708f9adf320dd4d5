//! Splitting SQL text into tokens: one lexer for the dialects of SQLite, PostgreSQL, MySQL and MariaDB.
//!
//! A token never reaches into a comment or a literal and never out of one, which is all that the rules above need: words,
//! names, and single symbols. What the server's own lexer might read in another way sets a flag ([`Tokens::doubt`]).

/// Whose SQL it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// SQLite's.
    Sqlite,
    /// PostgreSQL's.
    PostgreSql,
    /// That of MySQL and MariaDB.
    MySql,
}

/// One token. Comments and white space lie between tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// A bare word: keyword or name.
    Word(&'a [u8]),
    /// A name in quotes; doubled quotes are left as they are. In MySQL a text in double quotes may also be a literal.
    Quoted(&'a [u8]),
    /// A string, number or blob; in MySQL also a system variable.
    Literal(&'a [u8]),
    /// A place for a value.
    Parameter,
    /// A user variable of MySQL.
    Variable,
    /// `::` of PostgreSQL.
    Cast,
    /// `:=`
    Assign,
    /// Anything else, one byte at a time.
    Symbol(u8),
}

impl<'a> Token<'a> {
    /// The name that the token may be.
    pub(crate) fn name(self) -> Option<&'a [u8]> {
        match self {
            Token::Word(name) | Token::Quoted(name) => Some(name),
            _ => None,
        }
    }

    pub(crate) fn is_word(self, keyword: &str) -> bool {
        matches!(self, Token::Word(word) if same(word, keyword))
    }

    pub(crate) fn is_any_word(self, keywords: &[&str]) -> bool {
        matches!(self, Token::Word(word) if keywords.iter().any(|keyword| same(word, keyword)))
    }
}

/// Whether a word is this keyword (given in capitals).
pub(crate) fn same(word: &[u8], keyword: &str) -> bool {
    word.eq_ignore_ascii_case(keyword.as_bytes())
}

/// How to read what a mode or a version decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Modes {
    /// A backslash takes the meaning of the byte behind it in `'…'`.
    pub(crate) escapes_in_single: bool,
    /// The same in `"…"`.
    pub(crate) escapes_in_double: bool,
    /// Bit n: the n-th executable comment is executed.
    pub(crate) executed: u32,
}

/// The tokens of a text.
#[derive(Clone)]
pub(crate) struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    dialect: Dialect,
    modes: Modes,
    /// How many executable comments have begun so far.
    executables: u32,
    in_executed: bool,
    /// The text has ended inside a literal or a comment: no server runs its last statement.
    is_open: bool,
    /// A backslash outside of literals, which no server accepts.
    has_stray: bool,
    /// In a body of MySQL, where a colon follows a label, and no parameters are.
    pub(crate) has_labels: bool,
    /// Something that a server may read in another way.
    pub(crate) doubt: bool,
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80
}

fn is_word(byte: u8) -> bool {
    is_word_start(byte) || byte.is_ascii_digit() || byte == b'$'
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

impl<'a> Tokens<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: Dialect) -> Self {
        Tokens::with(text, dialect, Modes::default())
    }

    pub(crate) fn with(text: &'a [u8], dialect: Dialect, modes: Modes) -> Self {
        Tokens {
            text,
            at: 0,
            dialect,
            modes,
            executables: 0,
            in_executed: false,
            is_open: false,
            has_stray: false,
            has_labels: false,
            // Some clients and servers take it for the end of the text.
            doubt: text.contains(&0),
        }
    }

    /// Whether a server could parse what was read so far.
    pub(crate) fn is_parseable(&self) -> bool {
        !self.is_open && !self.has_stray
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn run(&mut self, accept: impl Fn(u8) -> bool) -> &'a [u8] {
        let start = self.at;
        while !self.at_end() && accept(self.text[self.at]) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn skip_line(&mut self) {
        let is_postgresql = self.dialect == Dialect::PostgreSql;
        self.run(|byte| byte != b'\n' && !(is_postgresql && byte == b'\r'));
    }

    fn skip_space_and_comments(&mut self) {
        let is_mysql = self.dialect == Dialect::MySql;
        while !self.at_end() {
            match (self.byte(0), self.byte(1)) {
                // In MySQL two minus signs are a comment only before white space or a control character.
                (b'-', b'-') if !is_mysql || self.byte(2) <= b' ' || self.byte(2) == 0x7f => {
                    self.skip_line();
                }
                // A space or a control character in some character sets.
                (b'-', b'-') if self.byte(2) >= 0x80 => {
                    self.doubt = true;
                    return;
                }
                (b'#', _) if is_mysql => self.skip_line(),
                (b'/', b'*') => self.comment(),
                (b'*', b'/') if self.in_executed => {
                    self.at += 2;
                    self.in_executed = false;
                }
                (byte, _) if is_space(byte) => self.at += 1,
                _ => return,
            }
        }
        self.is_open |= self.in_executed;
    }

    /// Goes over a comment, or into one that is executed.
    fn comment(&mut self) {
        // A comment within an executable one is read differently by different versions.
        self.doubt |= self.in_executed;
        let rest = self.rest();
        let mark = match self.dialect {
            Dialect::MySql if rest.starts_with(b"/*!") => 3,
            Dialect::MySql if rest.starts_with(b"/*M!") => 4,
            _ => 2,
        };
        self.at += mark;
        if mark == 2 {
            return self.skip_comment();
        }
        let is_executed = self.modes.executed >> self.executables.min(31) & 1 != 0;
        self.executables += 1;
        let digits = self.run(|byte| byte.is_ascii_digit()).len();
        self.doubt |= !matches!(digits, 0 | 5 | 6);
        if is_executed {
            self.in_executed = true;
        } else {
            let start = self.at;
            self.skip_comment();
            let skipped = &self.text[start..self.at];
            self.doubt |= skipped.windows(2).any(|pair| pair == b"/*");
        }
    }

    /// Goes to the end of a comment whose beginning is behind. PostgreSQL's nest.
    fn skip_comment(&mut self) {
        let mut depth = 1;
        while !self.at_end() {
            match (self.byte(0), self.byte(1)) {
                (b'*', b'/') => {
                    self.at += 2;
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                (b'/', b'*') if self.dialect == Dialect::PostgreSql => {
                    self.at += 2;
                    depth += 1;
                }
                _ => self.at += 1,
            }
        }
        // SQLite takes the end of the text for the end of the comment.
        self.is_open |= self.dialect != Dialect::Sqlite;
    }

    /// Goes over a quoted text that starts here; gives what is between the quotes.
    fn quoted(&mut self, close: u8, escapes: bool) -> &'a [u8] {
        self.at += 1;
        let start = self.at;
        while !self.at_end() {
            let byte = self.text[self.at];
            self.at += 1;
            if byte == b'\\' && escapes {
                self.at += 1;
            } else if byte == close {
                if close == b']' || self.byte(0) != close || self.at_end() {
                    return &self.text[start..self.at - 1];
                }
                self.at += 1;
            }
        }
        self.at = self.text.len();
        self.is_open = true;
        &self.text[start.min(self.at)..]
    }

    /// PostgreSQL's `E'…'`, which goes on behind a line's end.
    fn escape_string(&mut self) -> &'a [u8] {
        let start = self.at + 1;
        let end = loop {
            let literal = self.quoted(b'\'', true);
            // In some encodings a backslash is the second byte of a character.
            self.doubt |= literal.windows(2).any(|pair| pair[0] >= 0x80 && pair[1] == b'\\');
            let end = self.at;
            let space = self.run(is_space);
            let goes_on = self.byte(0) == b'\'' && space.contains(&b'\n');
            self.doubt |= !goes_on && (self.byte(0) == b'\'' || self.rest().starts_with(b"--"));
            if !goes_on {
                break end;
            }
        };
        &self.text[start.min(end)..end]
    }

    /// PostgreSQL's `$tag$ … $tag$`; false if none starts here.
    fn dollar_quoted(&mut self) -> Option<&'a [u8]> {
        let rest = self.rest();
        let tag = rest[1..].iter().position(|&byte| byte == b'$')? + 2;
        let name = &rest[1..tag - 1];
        let is_tag = name.first().is_none_or(|&byte| is_word_start(byte))
            && name.iter().all(|&byte| is_word(byte));
        if !is_tag {
            return None;
        }
        let body = &rest[tag..];
        match body.windows(tag).position(|part| part == &rest[..tag]) {
            Some(end) => {
                self.at += tag + end + tag;
                Some(&body[..end])
            }
            None => {
                self.at = self.text.len();
                self.is_open = true;
                Some(body)
            }
        }
    }

    fn number(&mut self) -> Token<'a> {
        let start = self.at;
        if self.dialect == Dialect::Sqlite {
            return Token::Literal(self.run(|byte| is_word(byte) || byte == b'.'));
        }
        if self.byte(0) == b'0' && matches!(self.byte(1), b'x' | b'X' | b'b' | b'B') {
            self.at += 2;
            self.run(|byte| byte.is_ascii_hexdigit());
        } else {
            self.run(|byte| byte.is_ascii_digit());
            let may_be_name =
                self.dialect == Dialect::MySql && !matches!(self.byte(0), b'e' | b'E');
            if may_be_name && is_word(self.byte(0)) && !self.at_end() {
                self.run(is_word);
                return Token::Word(&self.text[start..self.at]);
            }
            if self.byte(0) == b'.' {
                self.at += 1;
                self.run(|byte| byte.is_ascii_digit());
            }
            let sign = usize::from(matches!(self.byte(1), b'+' | b'-'));
            if matches!(self.byte(0), b'e' | b'E') && self.byte(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.run(|byte| byte.is_ascii_digit());
            }
        }
        // Some versions end the number here and begin a word, which might be a keyword.
        self.doubt |= !self.at_end() && is_word(self.byte(0));
        Token::Literal(&self.text[start..self.at])
    }

    fn word(&mut self) -> Token<'a> {
        let word = self.run(is_word);
        if self.dialect == Dialect::PostgreSql && same(word, "E") && self.byte(0) == b'\'' {
            return Token::Literal(self.escape_string());
        }
        self.doubt |= match self.dialect {
            // A space in some character sets.
            Dialect::MySql => word.contains(&0xa0),
            // A name in quotes with escapes of its own: U&"…".
            Dialect::PostgreSql => same(word, "U") && self.rest().starts_with(b"&\""),
            // A byte order mark is white space.
            Dialect::Sqlite => word.starts_with(b"\xef\xbb\xbf"),
        };
        Token::Word(word)
    }

    /// `@name`, `@'name'`, `@@name`
    fn variable(&mut self) -> Token<'a> {
        self.at += 1;
        if self.byte(0) == b'@' {
            self.at += 1;
            return Token::Literal(self.run(|byte| is_word(byte) || byte == b'.' || byte == b'`'));
        }
        match self.byte(0) {
            b'\'' => self.quoted(b'\'', self.modes.escapes_in_single),
            b'"' => self.quoted(b'"', self.modes.escapes_in_double),
            b'`' => self.quoted(b'`', false),
            _ => self.run(|byte| is_word(byte) || byte == b'.'),
        };
        Token::Variable
    }

    /// A parameter whose sign is here.
    fn parameter(&mut self) -> Token<'a> {
        self.at += 1;
        self.run(is_word);
        // The parenthesis may belong to the name, whatever is in it.
        self.doubt |= self.dialect == Dialect::Sqlite && self.byte(0) == b'(';
        Token::Parameter
    }

    fn symbol(&mut self, byte: u8) -> Token<'a> {
        self.at += 1;
        self.has_stray |= byte == b'\\' && self.byte(0) != b'N';
        // A name in brackets, in modes for the sake of other servers.
        self.doubt |= byte == b'[' && self.dialect == Dialect::MySql;
        Token::Symbol(byte)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        use Dialect::{MySql, PostgreSql, Sqlite};
        self.skip_space_and_comments();
        let first = *self.text.get(self.at)?;
        let dialect = self.dialect;
        Some(match first {
            b'\'' => Token::Literal(self.quoted(b'\'', self.modes.escapes_in_single)),
            b'"' => Token::Quoted(self.quoted(b'"', self.modes.escapes_in_double)),
            b'`' if dialect != PostgreSql => Token::Quoted(self.quoted(b'`', false)),
            b'[' if dialect == Sqlite => Token::Quoted(self.quoted(b']', false)),
            b'x' | b'X' if dialect == Sqlite && self.byte(1) == b'\'' => {
                self.at += 1;
                Token::Literal(self.quoted(b'\'', false))
            }
            b'$' if dialect == PostgreSql => match self.dollar_quoted() {
                Some(literal) => Token::Literal(literal),
                None => self.parameter(),
            },
            b'$' if dialect == MySql => self.word(),
            byte if is_word_start(byte) => self.word(),
            byte if byte.is_ascii_digit() => self.number(),
            b':' if self.byte(1) == b':' && dialect == PostgreSql => {
                self.at += 2;
                Token::Cast
            }
            b':' if self.byte(1) == b'=' => {
                self.at += 2;
                Token::Assign
            }
            b'@' if dialect == MySql => self.variable(),
            b'@' if dialect == PostgreSql => self.symbol(first),
            b':' if self.has_labels => self.symbol(first),
            b'?' | b':' | b'@' | b'$' => self.parameter(),
            byte => self.symbol(byte),
        })
    }
}

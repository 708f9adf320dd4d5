//! Stored programs of MySQL and MariaDB, and compound statements: where they end, and what one does that is run at once.
//!
//! The semicolons in a body do not end the statement. A body is read by its structure: BEGIN, IF, CASE, LOOP and the like count
//! only where a statement may begin, so that columns of these names do no harm. The reading must never go on behind the place
//! where the server's ends, because that would hide the statements that follow: what cannot be told apart is doubtful. To end
//! too early is harmless: the rest is then judged as statements.

use super::{
    MySql,
    program_reader::{Read, Reader, Unread},
};
use crate::{
    effect::Effect,
    lexer::Token,
    reading::{Grammar, Judged},
    statement::Statement,
};

const DEEPEST: u32 = 64;

/// The kinds of stored programs, whose name follows.
pub(crate) const KINDS: [&str; 5] = ["PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE"];

/// What begins a compound statement where a statement may begin.
const COMPOUND: [&str; 7] = ["BEGIN", "IF", "CASE", "LOOP", "REPEAT", "WHILE", "FOR"];

/// Judges the rest of `CREATE … kind` or `ALTER EVENT`: nothing of the body is run.
pub(crate) fn define(statement: &mut Statement, kind: Token) -> Judged {
    let mut reader = Reader::new(statement.tokens(), false);
    let read = reader.program(kind);
    reader.verdict(read)
}

/// Judges a compound statement that is run at once: as harmless as what it is made of.
pub(crate) fn run(statement: &mut Statement, first: Token) -> Judged {
    let mut reader = Reader::new(statement.tokens(), true);
    let read = reader.compound(first);
    reader.verdict(read)
}

/// The user of `DEFINER = user`, behind the first word.
pub(crate) fn skip_definer(statement: &mut Statement) {
    statement.next();
    statement.next();
    match statement.peek() {
        Some(Token::Variable) => drop(statement.next()),
        Some(Token::Symbol(b'(')) => {
            statement.next();
            statement.next();
        }
        _ => {}
    }
}

impl<'a> Reader<'_, 'a> {
    fn program(&mut self, kind: Token) -> Read {
        let is_package = kind.is_word("PACKAGE");
        if self.take_word(&["IF"]) {
            self.take_word(&["NOT"]);
            self.take_word(&["EXISTS"]);
        }
        if is_package {
            return self.package();
        }
        self.name()?;
        match kind {
            _ if kind.is_word("TRIGGER") => self.trigger(),
            _ if kind.is_word("EVENT") => self.event(),
            _ => self.routine(),
        }
    }

    fn trigger(&mut self) -> Read {
        while !self.take_word(&["ON"]) {
            if matches!(self.peek(), None | Some(Token::Symbol(b';'))) {
                return Ok(());
            }
            self.next()?;
        }
        self.name()?;
        while self.take_word(&["FOR", "EACH", "ROW"]) {}
        if self.take_word(&["FOLLOWS", "PRECEDES"]) {
            self.name()?;
        }
        self.body()
    }

    fn event(&mut self) -> Read {
        loop {
            match self.peek() {
                None | Some(Token::Symbol(b';')) => return Ok(()),
                _ => {}
            }
            match self.next()? {
                Token::Symbol(b'(') => self.parentheses()?,
                token if token.is_word("RENAME") => {
                    self.take_word(&["TO"]);
                    self.name()?;
                }
                token if token.is_word("DO") => return self.body(),
                _ => {}
            }
        }
    }

    /// A procedure or function behind its name.
    fn routine(&mut self) -> Read {
        const CHARACTERISTICS: [&str; 11] = [
            "NOT",
            "DETERMINISTIC",
            "CONTAINS",
            "NO",
            "READS",
            "MODIFIES",
            "SQL",
            "DATA",
            "SECURITY",
            "DEFINER",
            "INVOKER",
        ];
        self.optional_parentheses()?;
        let mut has_type = false;
        loop {
            if self.take_word(&["COMMENT", "LANGUAGE"]) {
                self.next()?;
            } else if self.take_word(&CHARACTERISTICS) {
            } else if self.take_word(&["RETURNS"]) || !has_type && self.take_word(&["RETURN"]) {
                self.type_of_result()?;
                has_type = true;
            } else if self.take_word(&["AS", "IS"]) {
                return self.block_behind_declarations();
            } else {
                return self.body();
            }
        }
    }

    /// Of the mode of Oracle: `AS declarations BEGIN … END`. A literal or a body in dollars is in another language.
    fn block_behind_declarations(&mut self) -> Read {
        match self.peek() {
            Some(Token::Word(word)) if word.starts_with(b"$") => Err(Unread::Doubtful),
            Some(Token::Word(_) | Token::Quoted(_)) => {
                let begin = self.list(&["BEGIN"])?;
                self.compound(begin)
            }
            _ => Ok(()),
        }
    }

    fn type_of_result(&mut self) -> Read {
        #[rustfmt::skip]
        const MORE: [&str; 15] = [
            "UNSIGNED", "SIGNED", "ZEROFILL", "PRECISION", "VARYING", "VARCHAR", "VARCHARACTER", "VARBINARY",
            "BYTE", "BINARY", "ASCII", "UNICODE", "LARGE", "OBJECT", "TYPE",
        ];
        self.name()?;
        loop {
            self.optional_parentheses()?;
            if self.take_word(&["CHARSET", "COLLATE"]) {
                self.next()?;
            } else if self.take_word(&["CHARACTER", "CHAR"]) {
                if self.take_word(&["SET"]) {
                    self.next()?;
                }
            } else if self.take_word(&["OF"]) {
                self.name()?;
            } else if self.take(|token| token == Token::Symbol(b'%')) {
                self.next()?;
            } else if !self.take_word(&MORE) {
                return Ok(());
            }
        }
    }

    /// The items of a package, each with a body or without one, to its END. A part that is run at first use ends with it.
    fn package(&mut self) -> Read {
        let mut ahead = self.tokens.clone();
        let is_body = ahead.next().is_some_and(|token| token.is_word("BODY"))
            && ahead.next().is_some_and(|token| {
                token.name().is_some() && !token.is_any_word(&["AS", "IS", "COMMENT", "SQL"])
            });
        if is_body {
            self.next()?;
        }
        self.name()?;
        loop {
            if self.take_word(&["COMMENT"]) {
                self.next()?;
            } else if !self.take_word(&["SQL", "SECURITY", "DEFINER", "INVOKER", "AS", "IS"]) {
                break;
            }
        }
        loop {
            let first = self.next()?;
            match first {
                _ if first.is_word("BEGIN") => return self.compound(first),
                _ if first.is_word("END") => return self.end_of_block(),
                _ if first.is_any_word(&KINDS[..2]) => {
                    self.name()?;
                    self.routine()?;
                    self.simple()?;
                }
                _ => self.statement(first)?,
            }
        }
    }

    /// What a program runs. A simple statement is left for the caller to skip.
    fn body(&mut self) -> Read {
        let mut ahead = self.tokens.clone();
        let Some(first) = ahead.next() else { return Ok(()) };
        let is_label = first.name().is_some() && ahead.next() == Some(Token::Symbol(b':'));
        if is_label || first.is_any_word(&COMPOUND) {
            self.next()?;
            return self.compound(first);
        }
        Ok(())
    }

    /// Statements to one of these words at the place of a statement, which is taken.
    fn list(&mut self, ends: &[&str]) -> Read<Token<'a>> {
        loop {
            let first = self.next()?;
            if first.is_any_word(ends) {
                let is_name =
                    matches!(self.peek(), Some(Token::Assign | Token::Symbol(b'.' | b':')));
                return if is_name { Err(Unread::Doubtful) } else { Ok(first) };
            }
            self.statement(first)?;
        }
    }

    /// One statement of a list, with its semicolon.
    fn statement(&mut self, first: Token<'a>) -> Read {
        let is_label = first.name().is_some() && self.peek() == Some(Token::Symbol(b':'));
        if is_label || first.is_any_word(&COMPOUND) {
            self.compound(first)?;
            return self.expect(|token| token == Token::Symbol(b';'));
        }
        if first.is_word("DECLARE") && self.take_word(&["CONTINUE", "EXIT", "UNDO"]) {
            return self.handler();
        }
        match first {
            Token::Word(_) | Token::Quoted(_) | Token::Symbol(b'(') => {}
            _ => return Err(Unread::Doubtful),
        }
        if self.runs && !first.is_any_word(&["DECLARE", "LEAVE", "ITERATE"]) {
            let mut statement = Statement::new(self.tokens);
            let judged = MySql.judge(&mut statement, first);
            self.is_dirty |= judged.effect != Effect::Harmless;
            return if statement.skip() { Ok(()) } else { Err(Unread::Unclosed) };
        }
        // The value of a variable is computed at once.
        self.is_dirty |=
            self.runs && self.ahead_of_semicolon().any(|token| token == Token::Symbol(b'('));
        self.simple()
    }

    fn simple(&mut self) -> Read {
        while self.next()? != Token::Symbol(b';') {}
        Ok(())
    }

    /// `HANDLER FOR condition, condition … statement`
    fn handler(&mut self) -> Read {
        self.expect(|token| token.is_word("HANDLER"))?;
        self.expect(|token| token.is_word("FOR"))?;
        loop {
            if self.take_word(&["SQLSTATE"]) {
                self.take_word(&["VALUE"]);
            } else {
                self.take_word(&["NOT"]);
            }
            self.next()?;
            if !self.take(|token| token == Token::Symbol(b',')) {
                break;
            }
        }
        let first = self.next()?;
        self.statement(first)
    }

    /// A compound statement whose first token is taken, to its end.
    fn compound(&mut self, first: Token) -> Read {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Unread::Doubtful);
        }
        let has_label = self.take(|token| token == Token::Symbol(b':'));
        let first = if has_label { self.next()? } else { first };
        match first {
            _ if first.is_word("BEGIN") => self.block()?,
            _ if first.is_word("IF") => self.branches(&["THEN"], &["ELSEIF", "ELSIF"], "IF")?,
            _ if first.is_word("CASE") => {
                self.expression(&["WHEN"])?;
                self.branches(&["THEN"], &["WHEN"], "CASE")?;
            }
            _ if first.is_word("LOOP") => self.repeated("LOOP")?,
            _ if first.is_word("REPEAT") => {
                self.list(&["UNTIL"])?;
                self.expression(&["END"])?;
                self.expect(|token| token.is_word("REPEAT"))?;
                self.take(|token| token.name().is_some());
            }
            _ if first.is_any_word(&["WHILE", "FOR"]) => {
                let is_of_oracle = self.expression(&["DO", "LOOP"])?.is_word("LOOP");
                let word = if first.is_word("FOR") { "FOR" } else { "WHILE" };
                self.repeated(if is_of_oracle { "LOOP" } else { word })?;
            }
            _ => return Err(Unread::Doubtful),
        }
        self.depth -= 1;
        Ok(())
    }

    fn block(&mut self) -> Read {
        if self.take_word(&["NOT"]) {
            self.expect(|token| token.is_word("ATOMIC"))?;
        }
        if self.list(&["END", "EXCEPTION"])?.is_word("EXCEPTION") {
            // Of the mode of Oracle.
            self.expect(|token| token.is_word("WHEN"))?;
            self.expression(&["THEN"])?;
            while self.list(&["WHEN", "END"])?.is_word("WHEN") {
                self.expression(&["THEN"])?;
            }
        }
        self.end_of_block()
    }

    /// Behind END: the block's label, or the program's name.
    fn end_of_block(&mut self) -> Read {
        let ends_otherwise = self.peek().is_some_and(|next| next.is_any_word(&COMPOUND));
        if ends_otherwise {
            return Err(Unread::Doubtful);
        }
        if self.peek().is_some_and(|next| next.name().is_some()) { self.name() } else { Ok(()) }
    }

    fn branches(&mut self, then: &[&str], more: &[&str], word: &str) -> Read {
        self.expression(then)?;
        loop {
            let ends = [more[0], more[more.len() - 1], "ELSE", "END"];
            let end = self.list(&ends)?;
            if end.is_any_word(more) {
                self.expression(then)?;
            } else if end.is_word("END") {
                return self.expect(|token| token.is_word(word));
            }
        }
    }

    fn repeated(&mut self, word: &str) -> Read {
        self.list(&["END"])?;
        self.expect(|token| token.is_word(word))?;
        self.take(|token| token.name().is_some());
        Ok(())
    }

    /// An expression to one of these words, which is taken. DO and END are names as well: they count only behind an operand, and
    /// where an operand is due they are doubtful.
    fn expression(&mut self, ends: &[&str]) -> Read<Token<'a>> {
        let mut before = None;
        let mut cases = 0;
        loop {
            let token = self.next()?;
            self.look(before, token);
            let is_keyword = before != Some(Token::Symbol(b'.'));
            match token {
                Token::Symbol(b';') => return Err(Unread::Doubtful),
                Token::Symbol(b'(') => {
                    self.parentheses()?;
                    before = Some(Token::Symbol(b')'));
                    continue;
                }
                _ if is_keyword && cases == 0 && token.is_any_word(ends) => {
                    let is_sure = !token.is_any_word(&["DO", "END"]) || is_operand(before);
                    return if is_sure { Ok(token) } else { Err(Unread::Doubtful) };
                }
                _ if is_keyword && token.is_word("CASE") => cases += 1,
                _ if is_keyword && token.is_word("END") => {
                    if cases == 0 || !is_operand(before) {
                        return Err(Unread::Doubtful);
                    }
                    cases -= 1;
                }
                _ => {}
            }
            before = Some(token);
        }
    }
}

/// Whether an operand ends with this token.
fn is_operand(token: Option<Token>) -> bool {
    #[rustfmt::skip]
    const OPERATORS: [&str; 32] = [
        "ALL", "AND", "ANY", "AS", "BETWEEN", "BINARY", "BY", "CASE", "COLLATE", "DISTINCT", "DIV", "ELSE", "ESCAPE", "EXISTS",
        "FROM", "IN", "INTERVAL", "IS", "LIKE", "MEMBER", "MOD", "NOT", "OF", "OR", "REGEXP", "REVERSE", "RLIKE", "SOME",
        "SOUNDS", "THEN", "WHEN", "XOR",
    ];
    match token {
        None | Some(Token::Assign | Token::Cast) => false,
        Some(Token::Symbol(symbol)) => symbol == b')',
        Some(token) => !token.is_any_word(&OPERATORS),
    }
}

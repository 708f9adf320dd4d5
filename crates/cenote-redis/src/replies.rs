//! Reads what is received: how many replies, and what they say to the commands that matter.

/// What a reply says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    Done,
    /// The command waits in a transaction.
    Queued,
    Error,
    /// The transaction has ended without effect.
    Aborted,
}

/// A reader of replies in both versions of the server's protocol, in whatever pieces they come.
#[derive(Debug, Default)]
pub(crate) struct Replies {
    at: At,
    /// The collections that are being read, the outermost first.
    open: Vec<Open>,
    /// What the reply as a whole begins with, and the beginning of its line.
    kind: u8,
    line: [u8; 10],
    length: usize,
}

#[derive(Debug)]
struct Open {
    left: u64,
    /// Attributes stand before a value, and are none.
    is_attribute: bool,
}

#[derive(Debug, Default, Clone, Copy)]
enum At {
    #[default]
    Start,
    /// In a line of this kind.
    Line { kind: u8, number: i64, is_negative: bool },
    /// In a text of which this much is to come.
    Bytes(usize),
}

impl Replies {
    /// Reads on, and tells of each reply that has ended. What the server sends of itself is none.
    pub(crate) fn read(&mut self, mut bytes: &[u8], mut each: impl FnMut(Reply)) {
        while let [byte, rest @ ..] = bytes {
            match self.at {
                At::Start => {
                    if self.open.is_empty() {
                        (self.kind, self.length) = (*byte, 0);
                    }
                    self.at = At::Line { kind: *byte, number: 0, is_negative: false };
                    bytes = rest;
                }
                At::Line { kind, number, is_negative } => {
                    match byte {
                        b'\n' => {
                            let number = if is_negative { -number } else { number };
                            self.end_line(kind, number, &mut each);
                        }
                        b'-' => self.at = At::Line { kind, number, is_negative: true },
                        b'0'..=b'9' => {
                            let digit = i64::from(byte - b'0');
                            let number = number.saturating_mul(10).saturating_add(digit);
                            self.at = At::Line { kind, number, is_negative };
                        }
                        _ => {}
                    }
                    self.note(*byte);
                    bytes = rest;
                }
                At::Bytes(left) => {
                    let length = left.min(bytes.len());
                    let here = &bytes[..length];
                    here.iter().take(10).for_each(|&byte| self.note(byte));
                    self.at = At::Bytes(left - length);
                    if left == length {
                        self.end_value(&mut each);
                    }
                    bytes = &bytes[length..];
                }
            }
        }
    }

    /// Keeps the beginning of what the reply says.
    fn note(&mut self, byte: u8) {
        if let (true, Some(place)) = (self.open.is_empty(), self.line.get_mut(self.length)) {
            *place = byte;
            self.length += 1;
        }
    }

    fn end_line(&mut self, kind: u8, number: i64, each: &mut impl FnMut(Reply)) {
        let count = u64::try_from(number).unwrap_or(0);
        let left = match kind {
            b'$' | b'=' | b'!' => {
                self.length = 0;
                return match usize::try_from(number) {
                    Ok(number) => self.at = At::Bytes(number + 2),
                    Err(_) => self.end_value(each),
                };
            }
            b'*' | b'~' | b'>' => count,
            b'%' | b'|' => count.saturating_mul(2),
            _ => 0,
        };
        if left == 0 {
            return if kind == b'|' { self.at = At::Start } else { self.end_value(each) };
        }
        self.open.push(Open { left, is_attribute: kind == b'|' });
        self.at = At::Start;
    }

    fn end_value(&mut self, each: &mut impl FnMut(Reply)) {
        self.at = At::Start;
        while let Some(open) = self.open.last_mut() {
            open.left -= 1;
            if open.left > 0 {
                return;
            }
            let is_attribute = open.is_attribute;
            self.open.pop();
            if is_attribute {
                return;
            }
        }
        let line = &self.line[..self.length];
        match self.kind {
            b'>' => {}
            b'-' | b'!' if line.starts_with(b"EXECABORT") => each(Reply::Aborted),
            b'-' | b'!' => each(Reply::Error),
            b'+' if line.starts_with(b"QUEUED") => each(Reply::Queued),
            _ => each(Reply::Done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPEC 32.19: each reply is counted once, however it is cut in pieces; what the server sends of itself is none
    #[test]
    fn replies_in_pieces() {
        let received: &[&[u8]] = &[
            b"+OK\r\n",
            b"-ERR no\r\n",
            b"-EXECABORT Transaction discarded\r\n",
            b"!21\r\nSYNTAX invalid syntax\r\n",
            b":-12\r\n",
            b"$5\r\n-ERR\n\r\n",
            b"$0\r\n\r\n",
            b"$-1\r\n",
            b"*-1\r\n",
            b"*0\r\n",
            b"+QUEUED\r\n",
            b"*3\r\n*2\r\n:1\r\n$3\r\n*1\r\r\n-ERR in it\r\n%1\r\n+a\r\n*1\r\n_\r\n",
            b">2\r\n+message\r\n$1\r\na\r\n",
            b"|1\r\n+ttl\r\n:3600\r\n*2\r\n|0\r\n#t\r\n,1.5\r\n",
            b"~1\r\n(34928903284093\r\n",
        ];
        use Reply::*;
        let expected = [
            Done, Error, Aborted, Error, Done, Done, Done, Done, Done, Done, Queued, Done, Done,
            Done,
        ];
        let received = received.concat();
        for size in [1, 2, 3, 5, received.len()] {
            let (mut replies, mut found) = (Replies::default(), Vec::new());
            for piece in received.chunks(size) {
                replies.read(piece, |reply| found.push(reply));
            }
            assert_eq!(found, expected, "{size}");
        }
    }
}

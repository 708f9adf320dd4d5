//! Reads what is sent: which commands, as far as they matter to the next user of the connection.

/// What a command does to its connection once the server has accepted it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Multi,
    Exec,
    Discard,
    Watch,
    Unwatch,
    /// The number of the database, if it can be read.
    Select(Option<i64>),
    /// It leaves a state that nothing takes back, or is not known well enough.
    Spoils,
}

/// A reader of commands in the server's protocol, in whatever pieces they come.
#[derive(Debug, Default)]
pub(crate) struct Commands {
    at: At,
    /// Arguments of the command that have not been read to their end; and how many it has.
    left: i64,
    count: i64,
    words: [Word; 2],
}

#[derive(Debug, Default, Clone, Copy)]
enum At {
    /// Before the `*` of a command.
    #[default]
    Start,
    /// In the number after `*`.
    Count(i64),
    /// Before the `$` of an argument.
    Argument,
    /// In the number after `$`.
    Length(i64),
    /// In an argument, with this much of it to come, and its line's end.
    Bytes(usize),
    /// This is not the protocol.
    Lost,
}

/// The beginning of an argument, in capitals; a longer one is none of those that are looked for.
#[derive(Debug, Default, Clone, Copy)]
struct Word {
    bytes: [u8; 16],
    length: usize,
}

impl Word {
    fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if let Some(place) = self.bytes.get_mut(self.length) {
                *place = byte.to_ascii_uppercase();
            }
            self.length += 1;
        }
    }

    fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

impl Commands {
    /// Reads on, and tells of each command that has ended.
    pub(crate) fn read(&mut self, mut bytes: &[u8], mut each: impl FnMut(Option<Effect>)) {
        while let [byte, rest @ ..] = bytes {
            self.at = match (self.at, *byte) {
                (At::Start, b'*') => At::Count(0),
                (At::Count(number), b'0'..=b'9') => At::Count(more(number, *byte)),
                (At::Length(number), b'0'..=b'9') => At::Length(more(number, *byte)),
                (At::Count(_) | At::Length(_), b'\r') => self.at,
                (At::Count(number), b'\n') => {
                    (self.left, self.count) = (number, number);
                    self.words = Default::default();
                    if number > 0 { At::Argument } else { At::Start }
                }
                (At::Argument, b'$') => At::Length(0),
                (At::Length(number), b'\n') => match usize::try_from(number) {
                    Ok(number) => At::Bytes(number + 2),
                    Err(_) => At::Lost,
                },
                (At::Bytes(length), _) => {
                    bytes = self.skip(length, bytes, &mut each);
                    continue;
                }
                (At::Lost, _) => return,
                _ => {
                    each(Some(Effect::Spoils));
                    At::Lost
                }
            };
            bytes = rest;
        }
    }

    /// Whether nothing of a command has been sent without the rest of it.
    pub(crate) fn is_between(&self) -> bool {
        matches!(self.at, At::Start)
    }

    /// Reads on in an argument of which `length` bytes are to come. Gives back what follows it.
    fn skip<'a>(
        &mut self,
        length: usize,
        bytes: &'a [u8],
        each: &mut impl FnMut(Option<Effect>),
    ) -> &'a [u8] {
        let (here, rest) = bytes.split_at(length.min(bytes.len()));
        let number = usize::try_from(self.count - self.left).unwrap_or(usize::MAX);
        if let Some(word) = self.words.get_mut(number) {
            // Without the end of the line.
            word.extend(&here[..here.len().min(length.saturating_sub(2))]);
        }
        self.at = At::Bytes(length - here.len());
        if length == here.len() {
            self.left -= 1;
            self.at = At::Argument;
            if self.left == 0 {
                self.at = At::Start;
                each(effect(self.words[0].as_bytes(), self.words[1].as_bytes()));
            }
        }
        rest
    }
}

fn more(number: i64, digit: u8) -> i64 {
    number.saturating_mul(10).saturating_add(i64::from(digit - b'0'))
}

fn effect(name: &[u8], argument: &[u8]) -> Option<Effect> {
    match name {
        b"MULTI" => Some(Effect::Multi),
        b"EXEC" => Some(Effect::Exec),
        b"DISCARD" => Some(Effect::Discard),
        b"WATCH" => Some(Effect::Watch),
        b"UNWATCH" => Some(Effect::Unwatch),
        b"SELECT" => {
            let text = std::str::from_utf8(argument).ok();
            Some(Effect::Select(text.and_then(|text| text.parse().ok())))
        }
        // Who one is, what one is sent, how one is answered; and replication.
        b"AUTH" | b"HELLO" | b"RESET" | b"QUIT" | b"MONITOR" | b"SUBSCRIBE" | b"PSUBSCRIBE"
        | b"SSUBSCRIBE" | b"UNSUBSCRIBE" | b"PUNSUBSCRIBE" | b"SUNSUBSCRIBE" | b"READONLY"
        | b"READWRITE" | b"ASKING" | b"SYNC" | b"PSYNC" | b"REPLCONF" => Some(Effect::Spoils),
        b"SCRIPT" if argument == b"DEBUG" => Some(Effect::Spoils),
        b"CLIENT" => match argument {
            b"ID" | b"INFO" | b"LIST" | b"GETNAME" | b"GETREDIR" | b"TRACKINGINFO" | b"KILL"
            | b"PAUSE" | b"UNPAUSE" | b"UNBLOCK" | b"HELP" => None,
            _ => Some(Effect::Spoils),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(pieces: &[&[u8]]) -> (Vec<Option<Effect>>, bool) {
        let (mut commands, mut found) = (Commands::default(), Vec::new());
        for piece in pieces {
            commands.read(piece, |effect| found.push(effect));
        }
        (found, commands.is_between())
    }

    fn packed(words: &[&str]) -> Vec<u8> {
        let mut command = redis::cmd(words[0]);
        command.arg(&words[1..]).get_packed_command()
    }

    /// SPEC 32.20: each command is known, however it is cut in pieces
    #[test]
    fn commands_in_pieces() {
        let long = "x".repeat(100);
        let sent: Vec<u8> = [
            packed(&["SET", "MULTI", "*1\r\n$4\r\nEXEC\r\n"]),
            packed(&["mUlti"]),
            packed(&["GET", ""]),
            packed(&["EXEC"]),
            packed(&["SELECT", "-3"]),
            packed(&["SELECT", &long]),
            packed(&["CLIENT", "ID"]),
            packed(&["CLIENT", "REPLY", "OFF"]),
            packed(&[&long, "MULTI"]),
            packed(&["DISCARDED"]),
            packed(&["WATCH", "a", "b"]),
        ]
        .concat();
        use Effect::*;
        let expected = [
            None,
            Some(Multi),
            None,
            Some(Exec),
            Some(Select(Some(-3))),
            Some(Select(None)),
            None,
            Some(Spoils),
            None,
            None,
            Some(Watch),
        ];
        for size in [1, 2, 3, 7, 64, sent.len()] {
            let pieces: Vec<&[u8]> = sent.chunks(size).collect();
            assert_eq!(effects(&pieces), (expected.to_vec(), true), "{size}");
        }
        assert!(!effects(&[&sent[..sent.len() - 1]]).1);
    }

    /// SPEC 32.20: what is not understood is not handed on
    #[test]
    fn what_is_not_the_protocol_spoils() {
        for other in [&b"MULTI\r\n"[..], b"*x\r\n", b"*1\r\n+OK\r\n"] {
            assert_eq!(effects(&[other]), (vec![Some(Effect::Spoils)], false));
        }
    }
}

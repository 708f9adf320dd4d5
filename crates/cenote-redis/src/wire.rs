//! What is known of a connection by what went over its socket, no matter who sent it: how many requests have no answer, and what
//! the commands have left on it for the next user.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::commands::{Commands, Effect};
use crate::replies::{Replies, Reply};

/// What a connection that comes back has on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    Nothing,
    /// A transaction, watched keys, another database: it can be cleaned.
    State {
        in_multi: bool,
        is_watching: bool,
        home: Option<i64>,
    },
    /// A request without an answer, or what cannot be taken back.
    Wreck,
}

#[derive(Debug)]
pub(crate) struct Wire(Mutex<Seen>);

#[derive(Debug)]
struct Seen {
    commands: Commands,
    replies: Replies,
    sent: u64,
    answered: u64,
    /// The commands that matter and have no answer, by their number.
    open: VecDeque<(u64, Effect)>,
    /// The database where each user begins, and the one that is selected; none: not known.
    home: i64,
    database: Option<i64>,
    in_multi: bool,
    is_watching: bool,
    is_spoiled: bool,
}

impl Wire {
    pub(crate) fn new(home: i64) -> Wire {
        Wire(Mutex::new(Seen {
            commands: Commands::default(),
            replies: Replies::default(),
            sent: 0,
            answered: 0,
            open: VecDeque::new(),
            home,
            database: Some(home),
            in_multi: false,
            is_watching: false,
            is_spoiled: false,
        }))
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection is set up: what was sent for that has made it what it is.
    pub(crate) fn begin(&self) {
        let mut seen = self.seen();
        seen.open.clear();
        seen.database = Some(seen.home);
        seen.is_spoiled = false;
    }

    pub(crate) fn sent(&self, bytes: &[u8]) {
        let seen = &mut *self.seen();
        let Seen { commands, sent, open, is_spoiled, .. } = seen;
        commands.read(bytes, |effect| {
            *sent += 1;
            match effect {
                // How it is answered is not known either.
                Some(Effect::Spoils) => *is_spoiled = true,
                Some(effect) => open.push_back((*sent, effect)),
                None => {}
            }
        });
    }

    pub(crate) fn received(&self, bytes: &[u8]) {
        let mut seen = self.seen();
        let mut replies = std::mem::take(&mut seen.replies);
        replies.read(bytes, |reply| seen.note(reply));
        seen.replies = replies;
    }

    /// Where the replies cannot be seen: all that was sent has been answered, and none of it refused.
    pub(crate) fn assume_answered(&self) {
        let mut seen = self.seen();
        while seen.answered < seen.sent {
            seen.note(Reply::Done);
        }
    }

    pub(crate) fn spoil(&self) {
        self.seen().is_spoiled = true;
    }

    pub(crate) fn left(&self) -> Left {
        let seen = self.seen();
        let is_at_rest = seen.sent == seen.answered && seen.commands.is_between();
        let home = (seen.database != Some(seen.home)).then_some(seen.home);
        let Seen { in_multi, is_watching, is_spoiled, .. } = *seen;
        if is_spoiled || !is_at_rest {
            Left::Wreck
        } else if in_multi || is_watching || home.is_some() {
            Left::State { in_multi, is_watching, home }
        } else {
            Left::Nothing
        }
    }
}

impl Seen {
    /// The next request has been answered.
    fn note(&mut self, reply: Reply) {
        self.answered += 1;
        if self.open.front().is_none_or(|&(number, _)| number != self.answered) {
            return;
        }
        let Some((_, effect)) = self.open.pop_front() else { return };
        match (effect, reply) {
            // In a transaction it will run later, or never.
            (Effect::Select(_), Reply::Queued) => self.database = None,
            (_, Reply::Queued) => {}
            (Effect::Multi, Reply::Done) => self.in_multi = true,
            (Effect::Exec | Effect::Discard, Reply::Done | Reply::Aborted) => {
                self.in_multi = false;
                self.is_watching = false;
            }
            (Effect::Watch, Reply::Done) => self.is_watching = true,
            (Effect::Unwatch, Reply::Done) => self.is_watching = false,
            (Effect::Select(database), Reply::Done) => self.database = database,
            (_, Reply::Error | Reply::Aborted) => {}
            (Effect::Spoils, _) => self.is_spoiled = true,
        }
    }
}

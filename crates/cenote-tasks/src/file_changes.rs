//! What changed in a folder, kept until somebody takes it (SPEC 44.15).
//!
//! The kernel tells of each step: a file that is written anew is created, has its times set and is written to, all in a moment. Who
//! watches wants to know that it is there. So by default there is at most one entry a file that nobody has taken yet, and further
//! changes of the file are added to it, where it stands in the line. [`Keeping::Each`] keeps every step.
//!
//! [`Keeping::Debounced`] is for those who do the same whatever has changed, such as building again: one entry without a name, once
//! nothing has changed for a while. Since a folder that changes all the time would never be quiet, the time that an entry is held back
//! has a limit of its own, counted from the first change in it.

use std::{
    collections::{HashMap, VecDeque},
    rc::Rc,
};

/// How changes are kept. Times are in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// An entry for each change.
    Each,
    /// An entry for each file.
    Coalesced,
    /// One entry for all, after so much quiet, and in any case `longest` after the first change, if that is given.
    Debounced {
        /// How long nothing must have changed.
        quiet: u64,
        /// How long an entry is held back at most.
        longest: Option<u64>,
    },
}

/// What a change was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// It came, went, or has another name.
    pub renamed: bool,
    /// Its contents or its attributes are others.
    pub changed: bool,
}

impl Kind {
    fn add(&mut self, other: Kind) {
        self.renamed |= other.renamed;
        self.changed |= other.changed;
    }
}

/// What a change is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject<'a> {
    /// Nobody can say: any file may have changed.
    Anything,
    /// A file, or a folder without what is in it.
    Entry(&'a [u8]),
    /// A folder that was moved away with all that is in it.
    Tree(&'a [u8]),
}

/// What somebody who watches is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Which file; `None`: it cannot be said, or is not.
    pub name: Option<Rc<[u8]>>,
    /// What happened to it.
    pub kind: Kind,
}

/// What there is for somebody who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// This, which is taken with it.
    Change(Change),
    /// Nothing yet. Something at that time, if it is given, without a further change.
    Wait(Option<u64>),
}

/// Changes that nobody has taken yet.
#[derive(Debug)]
pub struct FileChanges {
    keeping: Keeping,
    /// In lower case, without the dot. Empty: every file counts.
    extensions: Vec<Vec<u8>>,
    line: VecDeque<Change>,
    /// How many have been taken from the line: the place of an entry, less this, is where it stands.
    taken: u64,
    /// The place of each file's entry, with [`Keeping::Coalesced`].
    places: HashMap<Option<Rc<[u8]>>, u64>,
    held: Option<Held>,
}

#[derive(Debug)]
struct Held {
    since: u64,
    latest: u64,
    kind: Kind,
}

impl FileChanges {
    /// Nothing has changed. `extensions`: those of the files that count, with or without the dot, in any case; none: all do.
    pub fn new(keeping: Keeping, extensions: &[&[u8]]) -> FileChanges {
        let plain = |extension: &&[u8]| {
            extension.strip_prefix(b".").unwrap_or(extension).to_ascii_lowercase()
        };
        FileChanges {
            keeping,
            extensions: extensions.iter().map(plain).collect(),
            line: VecDeque::new(),
            taken: 0,
            places: HashMap::new(),
            held: None,
        }
    }

    /// Something has changed. Where nobody knows which files have, it counts whatever the extensions are.
    pub fn changed(&mut self, subject: Subject<'_>, kind: Kind, now: u64) {
        let name = match subject {
            Subject::Anything => None,
            Subject::Entry(name) if !self.counts(name) => return,
            Subject::Entry(name) | Subject::Tree(name) => Some(name),
        };
        match self.keeping {
            Keeping::Debounced { .. } => {
                let held = self.held.get_or_insert(Held { since: now, latest: now, kind });
                held.latest = now;
                held.kind.add(kind);
            }
            Keeping::Each => self.line.push_back(Change { name: name.map(Rc::from), kind }),
            Keeping::Coalesced => self.add(name.map(Rc::from), kind),
        }
    }

    fn counts(&self, name: &[u8]) -> bool {
        if self.extensions.is_empty() {
            return true;
        }
        let file = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
        let Some(dot) = file.iter().rposition(|&byte| byte == b'.') else { return false };
        let extension = file[dot + 1..].to_ascii_lowercase();
        self.extensions.contains(&extension)
    }

    fn add(&mut self, name: Option<Rc<[u8]>>, kind: Kind) {
        let place = self.taken + self.line.len() as u64;
        let known = *self.places.entry(name.clone()).or_insert(place);
        match self.line.get_mut((known - self.taken) as usize) {
            Some(entry) => entry.kind.add(kind),
            None => self.line.push_back(Change { name, kind }),
        }
    }

    /// Whether changes are better left with whoever keeps them until some of these are taken: each of them would be one more here.
    pub fn is_behind(&self) -> bool {
        self.keeping == Keeping::Each && !self.line.is_empty()
    }

    /// The next change for one who asks now.
    pub fn next(&mut self, now: u64) -> Next {
        if let Keeping::Debounced { quiet, longest } = self.keeping {
            let Some(held) = &self.held else { return Next::Wait(None) };
            let is_quiet = held.latest.saturating_add(quiet);
            let due =
                longest.map_or(is_quiet, |span| is_quiet.min(held.since.saturating_add(span)));
            return match self.held.take_if(|_| due <= now) {
                Some(held) => Next::Change(Change { name: None, kind: held.kind }),
                None => Next::Wait(Some(due)),
            };
        }
        let Some(change) = self.line.pop_front() else { return Next::Wait(None) };
        self.taken += 1;
        if self.keeping == Keeping::Coalesced {
            self.places.remove(&change.name);
        }
        Next::Change(change)
    }

    /// Nothing changes any more: what is held back is there at once.
    pub fn ended(&mut self) {
        if let Keeping::Debounced { quiet, .. } = &mut self.keeping {
            *quiet = 0;
        }
    }
}

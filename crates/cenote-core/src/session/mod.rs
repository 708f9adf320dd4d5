//! One pooled database connection, from checkout to give-back.
//!
//! A [`Session`] is told what happens on the connection: it was handed out, a call began, a text left something behind, the
//! driver says whether a transaction is open, the connection broke, the owner ended. From that it decides, at the end of
//! each call, whether the connection stays with its coroutine or goes back, and by which [`Step`]s. It knows no pool, no
//! driver and no statement: the shell observes these ([`Observed`]; from the driver, never from memory: SPEC 34.16), asks,
//! and carries out the answer. Nobody else can say that a connection is clean, whole, or up to date.
//!
//! * [`Session::decide`]: stay or go back, and how (SPEC 19, 20.1).
//! * [`Session::undo_after`], [`Session::part`]: what is undone when an object leaves it, and whether it outlives its pool (SPEC 50.4).
//! * [`Told`]: what the connection has been told of what all connections of an object are told (SPEC 20.3, 21.9).
//! * [`Transaction`]: a transaction lost with its connection (SPEC 22.3). This is the coroutine's, not the connection's.
//! * [`Preamble`]: which statements configure the object, and not one connection (SPEC 21.9).
//! * [`binding_of`]: whose binding a user's Fiber works on (SPEC 46.2).
//! * [`InsertId`]: whose last insert id may be told (SPEC 23.4, 23.5).

mod give_back;
mod insert_id;
mod leaving;
mod preamble;
mod sharing;
mod told;
mod transaction;

pub use give_back::{Decision, GiveBack, Moment, Pin, Reset, Step};
pub use insert_id::{Answer, InsertId};
pub use leaving::{Attributes, Finish, Leaving, Parting, Settled, Undo, Unfit};
pub use preamble::{Preamble, StatementKind};
pub use sharing::{Holding, binding_of};
pub use told::Told;
pub use transaction::{Admission, Call, Transaction};

use give_back::Facts;

/// Whether a connection can still be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Soundness {
    #[default]
    Sound,
    /// It refuses to write by the session's own setting, which others may not have: replaced when it goes back (SPEC 22.10).
    ReadOnly,
    /// Nothing can be said of it, or it is gone (SPEC 22.1).
    Broken,
}

/// What may be left in the session since it was handed out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Remains {
    /// Every text since was proved harmless (SPEC 21.1).
    #[default]
    Nothing,
    /// Something that cleaning removes.
    State,
    /// Something that survives cleaning: the connection is closed instead.
    Lasting,
}

/// The calls that the connection is in.
#[derive(Clone, Copy, Debug)]
struct Calls<U> {
    /// Who is inside, while `depth` is not 0.
    user: Option<U>,
    depth: u32,
    /// The owner has ended in the midst of another's call; this moment waits for the call's end.
    overtaken_by: Option<Moment>,
}

/// How a call on the connection may begin (SPEC 28.2).
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nobody is inside.
    First,
    /// This user is inside already: a callback that uses the same object.
    Nested,
    /// Another one is inside: the call must not begin.
    Refused,
}

/// What the shell sees of a bound connection when it asks what to do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The owner, coroutine or main flow, has not ended.
    pub owner_alive: bool,
    /// Live statements made on the connection (SPEC 19.2).
    pub statements: u32,
    /// Rows of a live statement are not read yet, and nothing else can be sent before they are.
    pub rows_in_the_way: bool,
    /// The driver can clean a connection (SPEC 21.7).
    pub driver_cleans: bool,
    /// ATTR_POOL_RESET.
    pub reset: Reset,
}

/// The state of one connection. `U` names a user of it: a coroutine.
///
/// ```
/// use cenote_core::session::{Decision, Entry, Moment, Observed, Pin, Reset, Session};
///
/// let mut session = Session::new();
/// session.handed_out(1);
/// assert_eq!(session.entry(7), Entry::First);
/// session.call_began(7);
/// session.transaction_is(true);
/// assert_eq!(session.entry(8), Entry::Refused);
/// assert!(session.call_ended());
///
/// let seen = Observed {
///     owner_alive: true,
///     statements: 0,
///     rows_in_the_way: false,
///     driver_cleans: true,
///     reset: Reset::Auto,
/// };
/// assert_eq!(session.decide(Moment::Call, seen), Decision::Stay(Pin::Transaction));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Session<U> {
    soundness: Soundness,
    remains: Remains,
    calls: Calls<U>,
    /// The driver's last word on whether a transaction is open.
    in_transaction: bool,
    /// Whether one was open when the present call began: after a break nobody else can tell (SPEC 22.3).
    began_in_transaction: bool,
    /// It has left the pool: what still holds it only waits for its end.
    has_left: bool,
    /// The number of the present or last checkout.
    use_number: u64,
    told: Told,
    /// What is to be undone before its object uses it.
    undo: Undo,
}

impl<U: Copy + PartialEq> Session<U> {
    /// A connection that has just been opened, has been told nothing and belongs to nobody.
    pub fn new() -> Self {
        Session {
            soundness: Soundness::Sound,
            remains: Remains::Nothing,
            calls: Calls { user: None, depth: 0, overtaken_by: None },
            in_transaction: false,
            began_in_transaction: false,
            has_left: false,
            use_number: 0,
            told: Told::default(),
            undo: Undo::Nothing,
        }
    }

    /// The pool has given it to a coroutine. `use_number` is never given twice to connections of one object.
    pub fn handed_out(&mut self, use_number: u64) {
        self.use_number = use_number;
        // With ATTR_POOL_RESET "never" it may come with what others left, which is none of this user's.
        self.remains = Remains::Nothing;
    }

    /// The number of the present or last checkout.
    #[inline]
    pub fn use_number(&self) -> u64 {
        self.use_number
    }

    /// How a call of this user may begin.
    #[inline]
    pub fn entry(&self, user: U) -> Entry {
        match self.calls.depth {
            0 => Entry::First,
            _ if self.calls.user == Some(user) => Entry::Nested,
            _ => Entry::Refused,
        }
    }

    /// A call of this user begins, which [`entry`](Self::entry) did not refuse. If it is the first, the driver's word on the
    /// transaction has been told just before.
    #[inline]
    pub fn call_began(&mut self, user: U) {
        debug_assert!(self.entry(user) != Entry::Refused);
        if self.calls.depth == 0 {
            self.began_in_transaction = self.in_transaction;
        }
        self.calls.user = Some(user);
        self.calls.depth += 1;
    }

    /// The call has ended. True: it was the outermost one.
    #[inline]
    #[must_use]
    pub fn call_ended(&mut self) -> bool {
        self.calls.depth -= 1;
        if self.calls.depth > 0 {
            return false;
        }
        self.calls.user = None;
        true
    }

    /// Whether anybody is inside a call.
    #[inline]
    pub fn is_in_call(&self) -> bool {
        self.calls.depth > 0
    }

    /// Whether the call that is under way is a nested one.
    #[inline]
    pub fn is_in_nested_call(&self) -> bool {
        self.calls.depth > 1
    }

    /// The owner has ended. True: the connection is to be looked at now; false: when the call on it has ended, see
    /// [`overtaken`](Self::overtaken).
    #[must_use]
    pub fn owner_ended(&mut self, moment: Moment) -> bool {
        if self.is_in_call() {
            self.calls.overtaken_by = Some(moment);
        }
        !self.is_in_call()
    }

    /// The outermost call has ended: the owner's end that had to wait for that, if there was one.
    #[inline]
    pub fn overtaken(&mut self) -> Option<Moment> {
        self.calls.overtaken_by.take()
    }

    /// The driver says whether a transaction is open.
    #[inline]
    pub fn transaction_is(&mut self, open: bool) {
        self.in_transaction = open;
    }

    /// What the driver has said last. It is the present truth while rows are read one by one, where it can say nothing.
    #[inline]
    pub fn in_transaction(&self) -> bool {
        self.in_transaction
    }

    /// The transaction of the present call has ended by the user's will: none is lost if the connection breaks now.
    pub fn end_acknowledged(&mut self) {
        self.began_in_transaction = false;
    }

    /// Whether the connection broke with an open transaction on it.
    pub fn lost_transaction(&self) -> bool {
        self.is_broken() && self.began_in_transaction
    }

    /// A text has left, or may have left, something in the session. `survives`: also after cleaning.
    pub fn left_state(&mut self, survives: bool) {
        if survives {
            self.remains = Remains::Lasting;
        } else if self.remains == Remains::Nothing {
            self.remains = Remains::State;
        }
    }

    /// The session is back in its state after connecting, by a text or by cleaning (SPEC 21.6, 21.8). What the pool has told it
    /// is undone as well, and is told again before the next use.
    pub fn restored(&mut self) {
        if self.remains == Remains::State {
            self.remains = Remains::Nothing;
        }
        self.told = Told::default();
    }

    /// Whether anything may be left of what its user did.
    #[inline]
    pub fn is_dirty(&self) -> bool {
        self.remains != Remains::Nothing
    }

    /// It is broken, or nothing can be said of it any more (SPEC 22.1, 22.5). For good.
    pub fn broke(&mut self) {
        self.soundness = Soundness::Broken;
    }

    /// Whether it is broken.
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.soundness == Soundness::Broken
    }

    /// It refuses to write, by the session's own setting.
    pub fn turned_read_only(&mut self) {
        if self.soundness == Soundness::Sound {
            self.soundness = Soundness::ReadOnly;
        }
    }

    /// It is not the pool's any more.
    pub fn left_pool(&mut self) {
        self.has_left = true;
    }

    /// Whether it is not the pool's any more.
    #[inline]
    pub fn has_left(&self) -> bool {
        self.has_left
    }

    /// Whether a statement that dies on it may be kept for the next one with the same text (SPEC 25.5).
    #[inline]
    pub fn may_keep_statements(&self) -> bool {
        !self.has_left && !self.is_broken() && !self.is_dirty()
    }

    /// What it has been told.
    #[inline]
    pub fn told(&self) -> &Told {
        &self.told
    }

    /// To write down what it is being told.
    #[inline]
    pub fn told_mut(&mut self) -> &mut Told {
        &mut self.told
    }

    /// The usual case of [`decide`](Self::decide) while the owner goes on, at the end of a call or of a statement: true is the
    /// [plain way](GiveBack::is_plain) back. After false, `decide` says what to do.
    #[inline]
    pub fn goes_back_plainly(&self, seen: Observed) -> bool {
        let is_held = seen.statements > 0 || self.in_transaction;
        let is_clean = match seen.reset {
            Reset::Auto => self.remains == Remains::Nothing,
            Reset::Always => false,
            Reset::Never => true,
        };
        seen.owner_alive && !is_held && is_clean && self.soundness == Soundness::Sound
    }

    /// What is to be done with the connection at this moment. The driver's word on the transaction has been told just before.
    #[inline]
    pub fn decide(&self, moment: Moment, seen: Observed) -> Decision {
        let facts = Facts {
            moment,
            owner_alive: seen.owner_alive,
            statements: seen.statements,
            transaction: self.in_transaction,
            dirty: self.is_dirty(),
            broken: self.is_broken(),
            replaced: self.soundness == Soundness::ReadOnly,
            // They only matter to a rollback.
            rows_in_the_way: self.in_transaction && seen.rows_in_the_way,
            cleanable: seen.driver_cleans && self.remains != Remains::Lasting,
            reset: seen.reset,
        };
        facts.decide()
    }
}

impl<U: Copy + PartialEq> Default for Session<U> {
    fn default() -> Self {
        Session::new()
    }
}

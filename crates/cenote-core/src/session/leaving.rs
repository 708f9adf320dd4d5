//! What becomes of a connection that its object has no more use for: the object ends, and the connection may outlive it, or
//! another object of the same pool gets it (SPEC 50.4, 50.13).
//!
//! What an object has told a connection is none of the next one's, so it is undone, by the least that is sure to. Where that
//! would be a new connection, none is kept.

use super::{Reset, Session};

/// How a connection is freed of what its object has told it. Each does what those before it do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Undo {
    /// There is nothing that another object could notice.
    #[default]
    Nothing,
    /// The session is cleaned.
    Cleaning,
    /// A new connection takes its place.
    Renewal,
}

/// The attributes of the driver that an object has set on a connection, other than it had when it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attributes {
    /// None.
    #[default]
    AsMade,
    /// They can be set back without a word to the server.
    Silent,
    /// To set one of them back is to speak with the server.
    Speaking,
    /// The driver does not tell what one of them was.
    Unknown,
}

/// What the shell sees of a connection that leaves its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// What attributes were set.
    pub attributes: Attributes,
    /// The driver can clean a connection without opening another.
    pub cleans_in_place: bool,
    /// ATTR_POOL_RESET of the object that it leaves.
    pub reset: Reset,
    /// The server may be spoken to now.
    pub may_speak: bool,
}

/// Why an idle connection does not outlive its pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// Somebody has it, or is inside a call on it.
    InUse,
    /// It is broken, or of no use.
    Broken,
    /// What its object or its users have left cannot be undone.
    Unclean,
}

/// What the shell sees once the statements that belong to the object have been closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// They all are.
    pub statements_closed: bool,
    /// The driver has no more use for the connection.
    pub is_unusable: bool,
    /// The server knows more statements by their names than are kept.
    pub has_surplus: bool,
    /// The server may be spoken to before somebody else gets the connection.
    pub may_speak: bool,
}

/// What is still to be done on a kept connection before anybody acquires it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finish {
    /// The session is cleaned.
    pub cleans: bool,
    /// The server forgets statements.
    pub forgets: bool,
}

impl Finish {
    /// Whether it can be handed out as it is.
    pub fn is_nothing(self) -> bool {
        self == Finish::default()
    }
}

/// A connection that is to outlive its pool. Its statements are closed next, and then [`settle`](Parting::settle) says whether
/// it does.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parting {
    cleans: bool,
}

impl<U: Copy + PartialEq> Session<U> {
    /// What is to be undone before its next object uses the connection, with what an earlier one has left to undo. `restore`
    /// sets attributes back, is called if that helps, and says whether it is done.
    pub fn undo_after(&self, leaving: Leaving, restore: impl FnOnce() -> bool) -> Undo {
        // A driver takes functions back, but not so that those of the database are found again that they had replaced.
        if self.undo == Undo::Renewal || self.told.functions() > 0 {
            return Undo::Renewal;
        }
        let are_restored = match leaving.attributes {
            Attributes::AsMade => true,
            Attributes::Speaking if !leaving.may_speak => false,
            Attributes::Silent | Attributes::Speaking => restore(),
            Attributes::Unknown => false,
        };
        // With "never" nobody has looked at what the users left.
        let is_as_made = self.told.settings() == 0 && leaving.reset != Reset::Never;
        match (are_restored, is_as_made) {
            (false, _) => Undo::Renewal,
            (true, false) if !leaving.cleans_in_place => Undo::Renewal,
            (true, false) => Undo::Cleaning,
            (true, true) => self.undo,
        }
    }

    /// It has left an object, with this to be undone before another uses it.
    pub fn is_to_undo(&mut self, undo: Undo) {
        self.undo = undo;
    }

    /// What is to be undone before its object uses it.
    #[inline]
    pub fn undo(&self) -> Undo {
        self.undo
    }

    /// Its pool ends, and it is idle there: whether it may outlive that. Nothing has been said on it yet.
    pub fn part(
        &self,
        is_bound: bool,
        leaving: Leaving,
        restore: impl FnOnce() -> bool,
    ) -> Result<Parting, Unfit> {
        if self.has_left || self.is_in_call() || is_bound {
            return Err(Unfit::InUse);
        }
        match self.undo_after(leaving, restore) {
            Undo::Nothing => Ok(Parting { cleans: false }),
            Undo::Cleaning => Ok(Parting { cleans: true }),
            Undo::Renewal => Err(Unfit::Unclean),
        }
    }
}

impl Parting {
    /// Whether it outlives its pool, and what is to be done first. The driver's word on the transaction has been told just
    /// before.
    pub fn settle<U: Copy + PartialEq>(
        self,
        session: &Session<U>,
        seen: Settled,
    ) -> Result<Finish, Unfit> {
        if !seen.statements_closed {
            return Err(Unfit::Unclean);
        }
        if session.is_broken() || seen.is_unusable {
            return Err(Unfit::Broken);
        }
        // Give-back has proved it clean (SPEC 19 to 21): this is in doubt.
        if session.in_transaction() || session.is_dirty() {
            return Err(Unfit::Unclean);
        }
        let finish = Finish { cleans: self.cleans, forgets: seen.has_surplus };
        if finish.is_nothing() || seen.may_speak { Ok(finish) } else { Err(Unfit::Unclean) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const IDLE: Leaving = Leaving {
        attributes: Attributes::AsMade,
        cleans_in_place: true,
        reset: Reset::Auto,
        may_speak: true,
    };
    const IN_ORDER: Settled = Settled {
        statements_closed: true,
        is_unusable: false,
        has_surplus: false,
        may_speak: true,
    };

    fn told(settings: usize, functions: usize) -> Session<u8> {
        let mut session = Session::new();
        (0..settings).for_each(|_| session.told_mut().setting());
        (0..functions).for_each(|_| session.told_mut().function());
        session
    }

    /// SPEC 50.4: what undoes settings, RESET 'never', attributes and functions
    #[test]
    fn what_is_undone_and_how() {
        let never = Leaving { reset: Reset::Never, ..IDLE };
        let reopens = Leaving { cleans_in_place: false, ..IDLE };
        let undo = |session: Session<u8>, leaving| session.undo_after(leaving, || true);
        assert_eq!(undo(told(0, 0), IDLE), Undo::Nothing);
        assert_eq!(undo(told(0, 0), reopens), Undo::Nothing);
        assert_eq!(undo(told(2, 0), IDLE), Undo::Cleaning);
        assert_eq!(undo(told(2, 0), reopens), Undo::Renewal);
        assert_eq!(undo(told(0, 0), never), Undo::Cleaning);
        assert_eq!(undo(told(0, 1), IDLE), Undo::Renewal);
        let unknown = Leaving { attributes: Attributes::Unknown, ..IDLE };
        assert_eq!(undo(told(0, 0), unknown), Undo::Renewal);
        // What one object has left to undo stays, whatever the next one does.
        let mut taken_over = told(0, 0);
        taken_over.is_to_undo(Undo::Cleaning);
        assert_eq!(undo(taken_over, IDLE), Undo::Cleaning);
        taken_over.is_to_undo(Undo::Renewal);
        assert_eq!(undo(taken_over, IDLE), Undo::Renewal);
    }

    /// SPEC 50.4: attributes are set back where that helps and may be done, and without them the connection is not kept
    #[test]
    fn attributes_are_set_back() {
        let set_back = |session: &Session<u8>, leaving, done| {
            let mut asked = false;
            let undo = session.undo_after(leaving, || {
                asked = true;
                done
            });
            (asked, undo)
        };
        let silent = Leaving { attributes: Attributes::Silent, may_speak: false, ..IDLE };
        let speaking = Leaving { attributes: Attributes::Speaking, ..IDLE };
        let mute = Leaving { may_speak: false, ..speaking };
        assert_eq!(set_back(&told(0, 0), IDLE, false), (false, Undo::Nothing));
        assert_eq!(set_back(&told(0, 0), silent, true), (true, Undo::Nothing));
        assert_eq!(set_back(&told(0, 0), silent, false), (true, Undo::Renewal));
        assert_eq!(set_back(&told(0, 0), speaking, true), (true, Undo::Nothing));
        assert_eq!(set_back(&told(0, 0), mute, true), (false, Undo::Renewal));
        assert_eq!(set_back(&told(0, 1), speaking, true), (false, Undo::Renewal));
    }

    /// SPEC 50.4: what is in use, broken or in doubt does not outlive its pool
    #[test]
    fn who_is_kept() {
        let part = |session: &Session<u8>, bound| session.part(bound, IDLE, || true);
        let idle = told(0, 0);
        assert!(part(&idle, false).is_ok());
        assert_eq!(part(&idle, true), Err(Unfit::InUse));
        let mut session = idle;
        session.call_began(1);
        assert_eq!(part(&session, false), Err(Unfit::InUse));
        let mut session = idle;
        session.left_pool();
        assert_eq!(part(&session, false), Err(Unfit::InUse));
        assert_eq!(part(&told(0, 1), false), Err(Unfit::Unclean));

        let settle = |session: &Session<u8>, seen| {
            session.part(false, IDLE, || true).and_then(|parting| parting.settle(session, seen))
        };
        assert_eq!(settle(&idle, IN_ORDER), Ok(Finish::default()));
        assert_eq!(
            settle(&idle, Settled { statements_closed: false, ..IN_ORDER }),
            Err(Unfit::Unclean)
        );
        assert_eq!(settle(&idle, Settled { is_unusable: true, ..IN_ORDER }), Err(Unfit::Broken));
        let after = |event: fn(&mut Session<u8>)| {
            let mut session = idle;
            event(&mut session);
            settle(&session, IN_ORDER)
        };
        assert_eq!(after(Session::broke), Err(Unfit::Broken));
        assert_eq!(after(|session| session.transaction_is(true)), Err(Unfit::Unclean));
        assert_eq!(after(|session| session.left_state(false)), Err(Unfit::Unclean));
        assert_eq!(after(|session| session.left_state(true)), Err(Unfit::Unclean));
    }

    /// SPEC 50.4, 50.5, 50.6: what is still to be done is done before the next request, or the connection is closed
    #[test]
    fn what_is_to_finish() {
        let finish = |session: Session<u8>, seen| {
            session.part(false, IDLE, || true).and_then(|parting| parting.settle(&session, seen))
        };
        let surplus = Settled { has_surplus: true, ..IN_ORDER };
        assert_eq!(finish(told(1, 0), IN_ORDER), Ok(Finish { cleans: true, forgets: false }));
        assert_eq!(finish(told(1, 0), surplus), Ok(Finish { cleans: true, forgets: true }));
        assert_eq!(finish(told(0, 0), surplus), Ok(Finish { cleans: false, forgets: true }));
        let mute = Settled { may_speak: false, ..IN_ORDER };
        assert_eq!(finish(told(0, 0), mute), Ok(Finish::default()));
        assert_eq!(finish(told(1, 0), mute), Err(Unfit::Unclean));
        assert_eq!(
            finish(told(0, 0), Settled { may_speak: false, ..surplus }),
            Err(Unfit::Unclean)
        );
    }

    /// SPEC 50.4, 50.13: over all that can be seen and told, nothing of one object is on a connection that its next one gets
    /// without undoing it, and none is renewed that need not be
    #[test]
    fn nothing_of_one_object_reaches_the_next() {
        let (bools, mut cases) = ([false, true], 0);
        let attributes =
            [Attributes::AsMade, Attributes::Silent, Attributes::Speaking, Attributes::Unknown];
        let resets = [Reset::Auto, Reset::Always, Reset::Never];
        let earlier = [Undo::Nothing, Undo::Cleaning, Undo::Renewal];
        let told: Vec<_> = (0..4).map(|at| told(at & 1, at >> 1)).collect();
        for session in &told {
            for before in earlier {
                for attributes in attributes {
                    for reset in resets {
                        for cleans_in_place in bools {
                            for may_speak in bools {
                                for restores in bools {
                                    let mut session = *session;
                                    session.is_to_undo(before);
                                    let leaving =
                                        Leaving { attributes, cleans_in_place, reset, may_speak };
                                    let mut is_restored = attributes == Attributes::AsMade;
                                    let undo = session.undo_after(leaving, || {
                                        is_restored = restores;
                                        restores
                                    });
                                    // A naive model: what is there, and what removes it.
                                    let has_state = session.told().settings() > 0
                                        || reset == Reset::Never
                                        || before == Undo::Cleaning;
                                    let lasts = session.told().functions() > 0
                                        || !is_restored
                                        || before == Undo::Renewal;
                                    let is_left = match undo {
                                        Undo::Nothing => has_state || lasts,
                                        Undo::Cleaning => {
                                            lasts || !cleans_in_place && before == Undo::Nothing
                                        }
                                        Undo::Renewal => false,
                                    };
                                    assert!(!is_left, "{session:?} {leaving:?}: {undo:?}");
                                    let needs_renewal = lasts || has_state && !cleans_in_place;
                                    assert!(undo != Undo::Renewal || needs_renewal);
                                    assert!(undo != Undo::Cleaning || has_state);
                                    cases += 1;
                                }
                            }
                        }
                    }
                }
            }
        }
        assert_eq!(cases, 4 * 3 * 4 * 3 * 2 * 2 * 2);
    }
}

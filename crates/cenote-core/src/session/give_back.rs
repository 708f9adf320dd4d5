//! Stay or go back: the give-back rule (SPEC 19, 20.1, 21.6, 21.10, 33).
//!
//! A connection stays as long as something would be lost by moving it: a live statement, or, while its owner lives, an open
//! transaction or session state. Everything else sends it back at once, cleaned as far as needed. A step that fails leaves
//! one way only: the connection is destroyed. A transaction never outlives the coroutine that had it: if statements keep the
//! connection, it is rolled back all the same, and they go on outside it.

/// What is known of a bound connection at the moment of the question. Only [`Session`](super::Session) puts them together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// Where the question comes from.
    pub(super) moment: Moment,
    /// The owner, coroutine or main flow, has not ended.
    pub(super) owner_alive: bool,
    /// Live statements made on the connection (SPEC 19.2).
    pub(super) statements: u32,
    /// A transaction is open, by the driver's word (SPEC 19.3).
    pub(super) transaction: bool,
    /// Not every statement since checkout is proved harmless (SPEC 21.1).
    pub(super) dirty: bool,
    /// The connection is broken (SPEC 22.1), or its transaction state cannot be known.
    pub(super) broken: bool,
    /// It is of no use to the next one: closed when it goes back, but not before (SPEC 22.10).
    pub(super) replaced: bool,
    /// Rows of a live statement are not read yet, and nothing else can be sent before they are.
    pub(super) rows_in_the_way: bool,
    /// The driver can clean a connection (SPEC 21.7).
    pub(super) cleanable: bool,
    /// ATTR_POOL_RESET.
    pub(super) reset: Reset,
}

/// ATTR_POOL_RESET (SPEC 21.10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reset {
    /// Clean dirty connections.
    #[default]
    Auto,
    /// Clean at every give-back.
    Always,
    /// Neither clean nor pin for session state.
    Never,
}

/// Where the question whether to give back comes from. It decides which steps may wait for the server in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A call on the connection has ended, in its coroutine: everything in place.
    Call,
    /// The coroutine has ended: the rollback in place, before its awaiters wake; cleaning in the background (SPEC 19.9).
    CoroutineEnd,
    /// The main flow has ended: as above, and what is left of its statements is closed (SPEC 18.7).
    MainEnd,
    /// A destructor or the collector: it must not wait, so all I/O is done in the background (SPEC 19.8).
    Destructor,
}

/// Why a connection stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// A statement lives on it. If the owner has ended, the last statement asks again.
    Statement,
    /// Its transaction is open.
    Transaction,
    /// It has session state, which its coroutine goes on seeing (SPEC 21.6).
    Session,
}

/// The answer.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The connection stays bound.
    Stay(Pin),
    /// It stays for its statements, but the transaction is rolled back now, before the coroutine's awaiters wake (SPEC 19.9).
    RollBack,
    /// It goes back, by these steps.
    GiveBack(GiveBack),
}

/// One thing to do on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Close the statements that live; they become inert.
    CloseStatements,
    /// Keep the last insert id in the binding ([`InsertId`](super::InsertId)).
    RememberInsertId,
    /// Take the connection out of the binding. From here on the way back does not concern the coroutine any more.
    Unbind,
    /// Hand all further steps to a background coroutine. The connection counts as active until they are done.
    MoveToBackground,
    /// Roll the open transaction back.
    Rollback,
    /// Clean the session state, restore the options, empty the statement cache (SPEC 21.7, 21.8).
    Clean,
    /// Clear the driver's error state.
    ClearError,
    /// Release the connection to the pool: the last step.
    Release,
    /// Release it to be destroyed: the last step.
    Destroy,
}

const STEPS: [Step; 9] = [
    Step::CloseStatements,
    Step::RememberInsertId,
    Step::Unbind,
    Step::MoveToBackground,
    Step::Rollback,
    Step::Clean,
    Step::ClearError,
    Step::Release,
    Step::Destroy,
];

impl Step {
    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The steps of one way back, in order. It can be moved into the task that goes on with it.
///
/// ```
/// use cenote_core::session::{GiveBack, Step};
///
/// fn run(mut way: GiveBack, mut carry_out: impl FnMut(Step) -> bool) {
///     while let Some(step) = way.next_step() {
///         if !carry_out(step) {
///             way.failed();
///         }
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiveBack {
    /// Bit n: `STEPS[n]` is still to be done. MoveToBackground is kept apart, as its position depends on the moment.
    to_do: u16,
    /// The steps that must not be done in place; none once the others have moved.
    background: u16,
}

impl Facts {
    /// The give-back rule.
    pub(super) fn decide(self) -> Decision {
        if self.broken {
            // The statements keep the dead handle, not the place (SPEC 22.4).
            return Decision::GiveBack(GiveBack::new(&[Step::Unbind, Step::Destroy], 0));
        }
        let ends_transaction = self.moment == Moment::CoroutineEnd && self.transaction;
        let closes = self.moment == Moment::MainEnd || ends_transaction && self.rows_in_the_way;
        let closes_statements = self.statements > 0 && closes;
        if self.statements > 0 && !closes {
            return if ends_transaction {
                Decision::RollBack
            } else {
                Decision::Stay(Pin::Statement)
            };
        }
        let dirty = self.dirty && self.reset != Reset::Never;
        if self.owner_alive && self.transaction {
            return Decision::Stay(Pin::Transaction);
        }
        if self.owner_alive && dirty {
            return Decision::Stay(Pin::Session);
        }
        let clean = dirty || self.reset == Reset::Always;
        let mut way = GiveBack::new(&[Step::Unbind], self.background());
        way.add_if(closes_statements, Step::CloseStatements);
        way.add_if(self.owner_alive, Step::RememberInsertId);
        if clean && !self.cleanable || self.replaced {
            way.add_if(true, Step::Destroy);
        } else {
            way.add_if(self.transaction, Step::Rollback);
            way.add_if(clean, Step::Clean);
            way.add_if(true, Step::ClearError);
            way.add_if(true, Step::Release);
        }
        Decision::GiveBack(way)
    }

    /// Those of the steps that may wait for the server which must not be done in place.
    fn background(self) -> u16 {
        match self.moment {
            Moment::Call => 0,
            Moment::CoroutineEnd | Moment::MainEnd => Step::Clean.bit(),
            Moment::Destructor => Step::Rollback.bit() | Step::Clean.bit(),
        }
    }
}

impl GiveBack {
    fn new(steps: &[Step], background: u16) -> GiveBack {
        let mut way = GiveBack { to_do: 0, background };
        for &step in steps {
            way.add_if(true, step);
        }
        way
    }

    fn add_if(&mut self, wanted: bool, step: Step) {
        self.to_do |= u16::from(wanted) * step.bit();
    }

    /// The next step; none when the connection is back, or destroyed.
    pub fn next_step(&mut self) -> Option<Step> {
        let number = self.to_do.trailing_zeros();
        let step = *STEPS.get(number as usize)?;
        if step.bit() & self.background != 0 {
            self.background = 0;
            return Some(Step::MoveToBackground);
        }
        self.to_do &= self.to_do - 1;
        Some(step)
    }

    /// Whether it is the usual end of a call: of a connection on which nothing was left, and whose owner goes on.
    #[inline]
    pub fn is_plain(self) -> bool {
        let steps = [Step::RememberInsertId, Step::Unbind, Step::ClearError, Step::Release];
        self.to_do == GiveBack::new(&steps, 0).to_do
    }

    /// The step just given has failed: what is left is to unbind the connection, if it still is bound, and destroy it.
    pub fn failed(&mut self) {
        let ended = self.to_do == 0;
        self.to_do &= Step::Unbind.bit();
        self.add_if(!ended, Step::Destroy);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Step::*;
    use alloc::vec::Vec;

    const CLEAN: Facts = Facts {
        moment: Moment::Call,
        owner_alive: true,
        statements: 0,
        transaction: false,
        dirty: false,
        broken: false,
        replaced: false,
        rows_in_the_way: false,
        cleanable: true,
        reset: Reset::Auto,
    };
    const ENDED: Facts = Facts { moment: Moment::CoroutineEnd, owner_alive: false, ..CLEAN };
    const DESTRUCTOR: Facts = Facts { moment: Moment::Destructor, ..ENDED };

    fn steps(facts: Facts) -> Vec<Step> {
        match facts.decide() {
            Decision::Stay(pin) => panic!("stays: {pin:?}"),
            Decision::RollBack => panic!("stays, rolled back"),
            Decision::GiveBack(mut way) => core::iter::from_fn(|| way.next_step()).collect(),
        }
    }

    fn steps_with_failure(facts: Facts, failing: Step) -> Vec<Step> {
        let Decision::GiveBack(mut way) = facts.decide() else { panic!("stays") };
        let mut done = Vec::new();
        while let Some(step) = way.next_step() {
            done.push(step);
            if step == failing {
                way.failed();
            }
        }
        done
    }

    fn pin(facts: Facts) -> Option<Pin> {
        match facts.decide() {
            Decision::Stay(pin) => Some(pin),
            Decision::RollBack | Decision::GiveBack(_) => None,
        }
    }

    /// SPEC 19.1: a clean connection goes back at the end of the call
    #[test]
    fn nothing_holds_a_clean_connection() {
        assert_eq!(steps(CLEAN), [RememberInsertId, Unbind, ClearError, Release]);
    }

    /// SPEC 19.1: a way back is plain that neither rolls back, cleans, closes nor destroys, and whose owner lives
    #[test]
    fn what_is_plain() {
        let is_plain = |facts: Facts| match facts.decide() {
            Decision::GiveBack(way) => way.is_plain(),
            Decision::Stay(_) | Decision::RollBack => false,
        };
        assert!(is_plain(CLEAN));
        assert!(is_plain(Facts { moment: Moment::Destructor, ..CLEAN }));
        let others = [
            ENDED,
            Facts { broken: true, ..CLEAN },
            Facts { replaced: true, ..CLEAN },
            Facts { reset: Reset::Always, ..CLEAN },
            Facts { transaction: true, ..ENDED },
        ];
        assert!(others.into_iter().all(|facts| !is_plain(facts)));
    }

    /// SPEC 19.1, 19.2, 19.3, 21.6: a statement, a transaction and session state hold it
    #[test]
    fn what_pins() {
        assert_eq!(pin(Facts { statements: 1, ..CLEAN }), Some(Pin::Statement));
        assert_eq!(pin(Facts { statements: 2, ..CLEAN }), Some(Pin::Statement));
        assert_eq!(pin(Facts { transaction: true, ..CLEAN }), Some(Pin::Transaction));
        assert_eq!(pin(Facts { dirty: true, ..CLEAN }), Some(Pin::Session));
        let all = Facts { statements: 1, transaction: true, dirty: true, ..CLEAN };
        assert_eq!(pin(all), Some(Pin::Statement));
        assert_eq!(
            pin(Facts { moment: Moment::Destructor, transaction: true, ..CLEAN }),
            Some(Pin::Transaction)
        );
    }

    /// SPEC 18.6, 20.1: at the owner's end an open transaction is rolled back, session state is cleaned
    #[test]
    fn the_owners_end() {
        assert_eq!(steps(ENDED), [Unbind, ClearError, Release]);
        assert_eq!(
            steps(Facts { transaction: true, ..ENDED }),
            [Unbind, Rollback, ClearError, Release]
        );
        assert_eq!(
            steps(Facts { transaction: true, dirty: true, ..ENDED }),
            [Unbind, Rollback, MoveToBackground, Clean, ClearError, Release]
        );
    }

    /// SPEC 18.6, 19.5: statements that outlive the owner hold the connection; the last one gives it back, rolled back
    #[test]
    fn statements_outlive_the_owner() {
        let outlived = Facts { statements: 1, ..ENDED };
        assert_eq!(pin(outlived), Some(Pin::Statement));
        let begun_later = Facts { transaction: true, moment: Moment::Destructor, ..outlived };
        assert_eq!(pin(begun_later), Some(Pin::Statement));
        assert_eq!(
            steps(Facts { statements: 0, ..begun_later }),
            [Unbind, MoveToBackground, Rollback, ClearError, Release]
        );
    }

    /// SPEC 19.9: the transaction does not outlive its coroutine, whatever statements do; where unread rows of theirs are in
    /// the way, they are closed
    #[test]
    fn a_transaction_does_not_outlive_its_owner() {
        let ends = Facts { statements: 2, transaction: true, dirty: true, ..ENDED };
        assert_eq!(ends.decide(), Decision::RollBack);
        assert_eq!(
            steps(Facts { rows_in_the_way: true, ..ends }),
            [CloseStatements, Unbind, Rollback, MoveToBackground, Clean, ClearError, Release]
        );
        let untouched = Facts { transaction: false, rows_in_the_way: true, ..ends };
        assert_eq!(pin(untouched), Some(Pin::Statement));
    }

    /// SPEC 18.7: the main flow's statements are closed and do not hold its connection
    #[test]
    fn the_main_flows_end() {
        let main = Facts { moment: Moment::MainEnd, statements: 2, transaction: true, ..ENDED };
        assert_eq!(steps(main), [CloseStatements, Unbind, Rollback, ClearError, Release]);
        assert_eq!(steps(Facts { statements: 0, ..main }), [Unbind, Rollback, ClearError, Release]);
        assert_eq!(
            steps(Facts { dirty: true, ..main }),
            [CloseStatements, Unbind, Rollback, MoveToBackground, Clean, ClearError, Release]
        );
    }

    /// SPEC 19.8: a destructor never waits for the server, and moves to the background only if it would have to
    #[test]
    fn a_destructor_does_not_wait() {
        assert_eq!(steps(DESTRUCTOR), [Unbind, ClearError, Release]);
        assert_eq!(
            steps(Facts { transaction: true, dirty: true, ..DESTRUCTOR }),
            [Unbind, MoveToBackground, Rollback, Clean, ClearError, Release]
        );
        assert_eq!(
            steps(Facts { dirty: true, ..DESTRUCTOR }),
            [Unbind, MoveToBackground, Clean, ClearError, Release]
        );
        let always = Facts { moment: Moment::Destructor, reset: Reset::Always, ..CLEAN };
        assert_eq!(
            steps(always),
            [RememberInsertId, Unbind, MoveToBackground, Clean, ClearError, Release]
        );
    }

    /// SPEC 20.1, 22.2, 22.4: a broken connection is destroyed, whatever else holds of it
    #[test]
    fn broken_is_destroyed() {
        let broken = Facts { broken: true, statements: 3, transaction: true, dirty: true, ..CLEAN };
        for moment in [Moment::Call, Moment::CoroutineEnd, Moment::MainEnd, Moment::Destructor] {
            assert_eq!(steps(Facts { moment, ..broken }), [Unbind, Destroy]);
        }
    }

    /// SPEC 22.10: what cannot be used by the next one is closed when it goes back, and stays while something holds it
    #[test]
    fn replaced_when_it_goes_back() {
        let replaced = Facts { replaced: true, ..CLEAN };
        assert_eq!(steps(replaced), [RememberInsertId, Unbind, Destroy]);
        assert_eq!(pin(Facts { transaction: true, ..replaced }), Some(Pin::Transaction));
        assert_eq!(pin(Facts { statements: 1, ..replaced }), Some(Pin::Statement));
        assert_eq!(pin(Facts { dirty: true, ..replaced }), Some(Pin::Session));
        let ends = Facts { replaced: true, transaction: true, dirty: true, ..ENDED };
        assert_eq!(steps(ends), [Unbind, Destroy]);
    }

    /// SPEC 20.1, 21.8: if the rollback or the cleaning fails, the connection is destroyed
    #[test]
    fn a_failed_step_destroys() {
        let facts = Facts { transaction: true, dirty: true, ..ENDED };
        assert_eq!(steps_with_failure(facts, Rollback), [Unbind, Rollback, Destroy]);
        assert_eq!(
            steps_with_failure(facts, Clean),
            [Unbind, Rollback, MoveToBackground, Clean, Destroy]
        );
        assert_eq!(
            steps_with_failure(CLEAN, RememberInsertId),
            [RememberInsertId, Unbind, Destroy]
        );
        assert_eq!(
            steps_with_failure(CLEAN, Release),
            [RememberInsertId, Unbind, ClearError, Release],
            "after the last step nothing is left to do"
        );
    }

    /// SPEC 21.7: a dirty connection that cannot be cleaned is destroyed
    #[test]
    fn no_way_to_clean() {
        let facts = Facts { dirty: true, cleanable: false, transaction: true, ..ENDED };
        assert_eq!(steps(facts), [Unbind, Destroy]);
        assert_eq!(steps(Facts { dirty: false, ..facts }), [Unbind, Rollback, ClearError, Release]);
    }

    /// SPEC 21.10: always cleans at every give-back, never neither cleans nor pins; rollback happens in all three
    #[test]
    fn reset_modes() {
        let always = Facts { reset: Reset::Always, ..CLEAN };
        assert_eq!(steps(always), [RememberInsertId, Unbind, Clean, ClearError, Release]);
        assert_eq!(pin(Facts { dirty: true, ..always }), Some(Pin::Session));
        let never = Facts { reset: Reset::Never, dirty: true, ..CLEAN };
        assert_eq!(steps(never), [RememberInsertId, Unbind, ClearError, Release]);
        for reset in [Reset::Auto, Reset::Always, Reset::Never] {
            assert!(steps(Facts { reset, transaction: true, ..ENDED }).contains(&Rollback));
            assert_eq!(pin(Facts { reset, transaction: true, ..CLEAN }), Some(Pin::Transaction));
        }
    }

    /// SPEC 19.6: whatever the facts, a way back unbinds once and ends in exactly one of release and destroy
    #[test]
    fn every_way_ends_once() {
        for bits in 0..256u32 {
            for moment in [Moment::Call, Moment::CoroutineEnd, Moment::MainEnd, Moment::Destructor]
            {
                for reset in [Reset::Auto, Reset::Always, Reset::Never] {
                    let facts = Facts {
                        moment,
                        owner_alive: bits & 1 > 0,
                        statements: bits >> 1 & 1,
                        transaction: bits & 4 > 0,
                        dirty: bits & 8 > 0,
                        broken: bits & 16 > 0,
                        replaced: bits & 128 > 0,
                        rows_in_the_way: bits & 64 > 0,
                        cleanable: bits & 32 > 0,
                        reset,
                    };
                    if !matches!(facts.decide(), Decision::GiveBack(_)) {
                        continue;
                    }
                    let steps = steps(facts);
                    let count = |wanted| steps.iter().filter(|&&step| step == wanted).count();
                    assert_eq!(count(Unbind), 1, "{facts:?}");
                    assert_eq!(count(Release) + count(Destroy), 1, "{facts:?}");
                    assert!(matches!(steps.last(), Some(Release | Destroy)), "{facts:?}");
                    assert!(count(MoveToBackground) <= 1, "{facts:?}");
                }
            }
        }
    }
}

//! A ready strategy at work outside of a pool's core.

use super::{BreakerState, Judge, Move, Outcome, Strategy};
use crate::random::Random;
use crate::time::Time;

/// A ready strategy that a strategy of the user asks for advice, instead of the pool's core.
///
/// It sees results and the state of the breaker at that moment, and says what to do; anyone who asks does it. It cannot know
/// when a resource was taken, so in RECOVERING every result decides.
#[derive(Debug)]
pub struct Adviser {
    judge: Judge,
    random: Random,
    /// The state that its memory belongs to.
    state: BreakerState,
}

impl Adviser {
    /// A strategy without a memory. `seed` is for the jitter of the cooldown.
    pub fn new(strategy: Strategy, seed: u64) -> Adviser {
        Adviser {
            judge: Judge::new(strategy),
            random: Random::new(seed),
            state: BreakerState::Active,
        }
    }

    /// A result came while the breaker was in `state`.
    pub fn report(&mut self, failed: bool, state: BreakerState, now: Time) -> Option<Move> {
        if state != self.state {
            self.judge.state_changed();
            self.state = state;
        }
        let outcome = Outcome { failed, probe: true };
        let advice = self.judge.weigh(outcome, state, &mut self.random, now)?;
        self.state = match advice {
            Move::Activate => BreakerState::Active,
            Move::Deactivate => BreakerState::Inactive,
        };
        Some(advice)
    }

    /// Whether the cooldown after its own last deactivation is over.
    pub fn wants_recovery(&self, now: Time) -> bool {
        self.judge.wants_recovery(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breaker::Cooldown;
    use core::time::Duration;

    /// SPEC 14.11: deactivation, recovery after the cooldown, and a cooldown that doubles, also by advice.
    #[test]
    fn advises_as_the_core_decides() {
        let cooldown = Cooldown { first: Duration::from_secs(1), most: Duration::from_secs(8) };
        let mut adviser = Adviser::new(Strategy::ConsecutiveFailures { threshold: 2, cooldown }, 7);
        let at = |seconds: u64| Time(seconds * 1_000_000_000);
        use BreakerState::{Active, Inactive, Recovering};

        assert_eq!(adviser.report(true, Active, at(1)), None);
        assert!(!adviser.wants_recovery(at(100)));
        assert_eq!(adviser.report(true, Active, at(1)), Some(Move::Deactivate));
        assert_eq!(adviser.report(true, Inactive, at(1)), None);
        assert!(!adviser.wants_recovery(Time(at(2).0 - 200_000_000)));
        assert!(adviser.wants_recovery(at(2)));

        assert_eq!(adviser.report(true, Recovering, at(2)), Some(Move::Deactivate));
        assert!(!adviser.wants_recovery(Time(at(4).0 - 400_000_000)));
        assert!(adviser.wants_recovery(at(4)));

        assert_eq!(adviser.report(false, Recovering, at(4)), Some(Move::Activate));
        assert_eq!(adviser.report(true, Active, at(4)), None);
        assert_eq!(adviser.report(true, Active, at(4)), Some(Move::Deactivate));
        assert!(adviser.wants_recovery(at(5)));
    }

    /// What was counted belongs to the state in which it was counted.
    #[test]
    fn forgets_what_came_before_somebody_else_changed_the_state() {
        let cooldown = Cooldown::default();
        let mut adviser = Adviser::new(Strategy::ConsecutiveFailures { threshold: 2, cooldown }, 7);
        assert_eq!(adviser.report(true, BreakerState::Active, Time(1)), None);
        assert_eq!(adviser.report(true, BreakerState::Inactive, Time(2)), None);
        assert_eq!(adviser.report(true, BreakerState::Active, Time(3)), None);
        assert_eq!(adviser.report(true, BreakerState::Active, Time(4)), Some(Move::Deactivate));
    }
}

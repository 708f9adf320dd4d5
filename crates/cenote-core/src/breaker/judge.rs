//! The ready strategies at work (SPEC 14.11).

use super::window::Window;
use super::{BreakerState, Cooldown, Strategy};
use crate::random::Random;
use crate::time::{Time, nanos};

/// What a result calls for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// To state ACTIVE.
    Activate,
    /// To state INACTIVE.
    Deactivate,
}

/// A result, as far as a strategy is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outcome {
    pub(crate) failed: bool,
    /// It is about a resource taken since the last recover().
    pub(crate) probe: bool,
}

/// A strategy with its memory.
///
/// A result decides only in the state it belongs to: in ACTIVE all are counted; in RECOVERING only those of resources taken
/// since recover() decide, at once; in INACTIVE none. So a hundred late failures cannot double the cooldown a hundred times.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    strategy: Strategy,
    /// Failures in a row.
    streak: u32,
    window: Window,
    /// The wait that the next deactivation starts, in nanoseconds.
    wait: u64,
    /// The end of the present wait. None: this strategy has not deactivated, so it will not recover either.
    until: Option<Time>,
}

impl Judge {
    pub(crate) fn new(strategy: Strategy) -> Judge {
        let window = match strategy {
            Strategy::FailureRate { window, .. } => nanos(window),
            _ => 0,
        };
        let wait = cooldown(strategy).map_or(0, |cooldown| nanos(cooldown.first));
        Judge { strategy, streak: 0, window: Window::new(window), wait, until: None }
    }

    /// Whether results matter to it at all.
    pub(crate) fn listens(&self) -> bool {
        cooldown(self.strategy).is_some()
    }

    /// Whether the user's code is to be asked about recovery.
    pub(crate) fn is_to_be_asked(&self) -> bool {
        matches!(self.strategy, Strategy::User { should_recover: true })
    }

    /// Whether it is time to try recovery.
    pub(crate) fn wants_recovery(&self, now: Time) -> bool {
        self.until.is_some_and(|until| until <= now)
    }

    /// The state was changed, by this strategy or by somebody else: what was counted belongs to the past. A deactivation by
    /// somebody else is not ours to end.
    pub(crate) fn state_changed(&mut self) {
        self.streak = 0;
        self.window.clear();
        self.until = None;
    }

    /// Takes note of a result in the given state.
    pub(crate) fn weigh(
        &mut self,
        outcome: Outcome,
        state: BreakerState,
        random: &mut Random,
        now: Time,
    ) -> Option<Move> {
        let cooldown = cooldown(self.strategy)?;
        match state {
            BreakerState::Inactive => None,
            BreakerState::Recovering if !outcome.probe => None,
            BreakerState::Recovering if outcome.failed => {
                self.wait = self.wait.saturating_mul(2).min(nanos(cooldown.most));
                Some(Move::Deactivate)
            }
            BreakerState::Recovering => {
                self.wait = nanos(cooldown.first);
                Some(Move::Activate)
            }
            BreakerState::Active => {
                self.is_too_much(outcome.failed, now).then_some(Move::Deactivate)
            }
        }
        .inspect(|&step| {
            self.state_changed();
            if step == Move::Deactivate {
                self.until = Some(now.after(random.shorten(self.wait)));
            }
        })
    }

    fn is_too_much(&mut self, failed: bool, now: Time) -> bool {
        match self.strategy {
            Strategy::ConsecutiveFailures { threshold, .. } => {
                self.streak = if failed { self.streak.saturating_add(1) } else { 0 };
                failed && self.streak >= threshold
            }
            Strategy::FailureRate { rate, minimum, .. } => {
                self.window.record(failed, now);
                let (results, failures) = self.window.totals(now);
                results >= u64::from(minimum) && failures as f64 >= rate * results as f64
            }
            Strategy::None | Strategy::User { .. } => false,
        }
    }
}

fn cooldown(strategy: Strategy) -> Option<Cooldown> {
    match strategy {
        Strategy::ConsecutiveFailures { cooldown, .. } | Strategy::FailureRate { cooldown, .. } => {
            Some(cooldown)
        }
        Strategy::None | Strategy::User { .. } => None,
    }
}

//! The ready strategies (SPEC 14.11).

use super::*;

/// The ready strategies.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) strategy: Strategy,
    pub(super) row: u32,
    pub(super) results: Vec<(u64, bool)>,
    pub(super) wait: u64,
    pub(super) until: Option<u64>,
}

impl Judge {
    pub(super) fn new(strategy: Strategy) -> Judge {
        let mut judge = Judge { strategy, row: 0, results: Vec::new(), wait: 0, until: None };
        judge.wait = judge.cooldown().map_or(0, |(first, _)| first);
        judge
    }

    pub(super) fn cooldown(&self) -> Option<(u64, u64)> {
        match self.strategy {
            Strategy::ConsecutiveFailures { cooldown, .. }
            | Strategy::FailureRate { cooldown, .. } => {
                Some((cooldown.first.as_nanos() as u64, cooldown.most.as_nanos() as u64))
            }
            _ => None,
        }
    }

    pub(super) fn forget(&mut self) {
        self.row = 0;
        self.results.clear();
        self.until = None;
    }

    /// SPEC 14.11. Some(true): activate.
    pub(super) fn weigh(
        &mut self,
        failed: bool,
        probe: bool,
        state: BreakerState,
        now: u64,
    ) -> Option<bool> {
        let (first, most) = self.cooldown()?;
        let healthy = match (state, probe) {
            (BreakerState::Inactive, _) | (BreakerState::Recovering, false) => return None,
            (BreakerState::Recovering, true) => {
                self.wait = if failed { (self.wait * 2).min(most) } else { first };
                !failed
            }
            (BreakerState::Active, _) => {
                let too_much = match self.strategy {
                    Strategy::ConsecutiveFailures { threshold, .. } => {
                        self.row = if failed { self.row + 1 } else { 0 };
                        failed && self.row >= threshold
                    }
                    Strategy::FailureRate { rate, minimum, window, .. } => {
                        self.results.push((now, failed));
                        let from = now.saturating_sub(window.as_nanos() as u64 - 1);
                        self.results.retain(|&(at, _)| at >= from);
                        let failures = self.results.iter().filter(|result| result.1).count();
                        self.results.len() >= minimum as usize
                            && failures as f64 >= rate * self.results.len() as f64
                    }
                    _ => false,
                };
                if !too_much {
                    return None;
                }
                false
            }
        };
        self.forget();
        if !healthy {
            self.until = Some(now + self.wait);
        }
        Some(healthy)
    }
}

impl Model {
    pub(super) fn weigh(&mut self, failed: bool, probe: bool, now: u64) {
        match self.judge.weigh(failed, probe, self.state, now) {
            Some(true) => {
                self.state = BreakerState::Active;
                self.settle(now);
            }
            Some(false) => {
                self.state = BreakerState::Inactive;
                self.fail_all(Refusal::Unavailable, now);
            }
            None => {}
        }
    }
}

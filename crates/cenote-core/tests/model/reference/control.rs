//! Close, the breaker's levers, resize (SPEC 12, 14, 33).

use super::*;

impl Model {
    pub fn close(&mut self, now: u64) -> bool {
        if self.closed {
            return false;
        }
        self.closed = true;
        self.next_round = None;
        self.refill = None;
        self.task = None;
        self.fail_all(Refusal::Closed, now);
        true
    }

    pub fn activate(&mut self, now: u64) {
        self.judge.forget();
        self.state = BreakerState::Active;
        self.settle(now);
    }

    pub fn deactivate(&mut self, now: u64) {
        self.judge.forget();
        self.state = BreakerState::Inactive;
        self.fail_all(Refusal::Unavailable, now);
    }

    /// SPEC 14.4: grants of now are taken from now on, within the limit; the youngest lose theirs.
    pub fn recover(&mut self, now: u64) {
        self.judge.forget();
        self.state = BreakerState::Recovering;
        self.recovery += 1;
        let mut kept = 0;
        let mut lost = Vec::new();
        for at in 0..self.waiters.len() {
            let Some(grant) = self.waiters[at].grant else { continue };
            kept += 1;
            if kept > self.set.recovery_limit {
                lost.push(at);
                continue;
            }
            match grant {
                Grant::Resource(key) => self.get_mut(key).taken = self.recovery,
                Grant::Capacity(_) => {
                    self.waiters[at].grant = Some(Grant::Capacity(self.recovery));
                }
            }
        }
        for at in lost.into_iter().rev() {
            if let Some(grant) = self.waiters[at].grant.take() {
                self.return_grant(grant, now);
            }
        }
        self.settle(now);
    }

    pub fn set_strategy(&mut self, strategy: Strategy) {
        self.judge = Judge::new(strategy);
    }

    /// SPEC 33: idle ones go first, then rights to create, youngest first; those who keep a grant are the oldest.
    pub fn resize(&mut self, max: u32, now: u64) {
        self.set.max = max.max(1);
        loop {
            let lasting = self.total() - self.count(|place| *place == Place::Destroying);
            let without_idle = lasting + self.rights() - self.free_idle().len() as u32;
            let right =
                self.waiters.iter().rposition(|w| matches!(w.grant, Some(Grant::Capacity(_))));
            let (true, Some(right)) = (without_idle > self.set.max, right) else { break };
            let youngest = self.waiters.iter().rposition(|w| w.grant.is_some()).expect("a grant");
            self.waiters[right].grant = self.waiters[youngest].grant;
            self.waiters[youngest].grant = None;
        }
        self.settle(now);
    }
}

//! Time, the background task, and the levers.

use super::*;

impl World {
    pub(super) fn advance(&mut self, by: u64) {
        if by == 4 {
            // The clock steps back by one coarse tick.
            self.now -= 1;
            self.stepped_back = true;
            return;
        }
        self.now += by;
        if self.core.next_deadline().is_some_and(|deadline| deadline <= self.time()) {
            self.tick();
        } else if !self.stepped_back {
            let mut later = self.model.clone();
            assert!(!later.tick(self.now), "the deadline is late");
            assert_eq!(later.granted(), self.model.granted(), "the deadline is late for a grant");
        }
    }

    pub(super) fn tick(&mut self) {
        let started = self.core.tick(self.time()) == Tick::StartRound;
        assert_eq!(started, self.model.tick(self.now), "whether to start the background task");
        assert!(!(started && self.task), "two background tasks");
        self.task |= started;
        let next = self.core.next_deadline();
        assert!(next.is_none_or(|next| next > self.time()), "a tick makes progress");
    }

    pub(super) fn work_in_background(&mut self) {
        if !self.task {
            let next = self.core.next_round_step(self.time());
            assert_eq!(next, RoundStep::Done, "nothing was started");
            return;
        }
        // Beside the checks the task does one thing at a time: first it brings to an end what it has in hand.
        if let Some(at) = self.talk_in_hand() {
            let talk = self.talks.swap_remove(at);
            return self.carry_on_background(talk, true);
        }
        let step = self.core.next_round_step(self.time());
        let job = self.model.next_job(self.now);
        match (step, job) {
            (RoundStep::Check(slot), Job::Check(key)) => {
                self.talk(slot, key, Stage::Checking, None);
            }
            (RoundStep::Create(slot), Job::Create(key)) => {
                self.place(slot, key);
                self.talk(slot, key, Stage::Creating, None);
            }
            (RoundStep::Destroy(slot, why), Job::Destroy(key, reason)) => {
                assert_eq!(why, reason);
                self.talk(slot, key, Stage::Destroying, None);
            }
            (RoundStep::Wait, Job::Wait) => assert!(!self.talks.is_empty(), "it waits for nothing"),
            (RoundStep::Done, Job::Done) => self.task = false,
            _ => panic!("the core says {step:?}, the model {job:?}"),
        }
        self.in_hand = match job {
            Job::Create(key) | Job::Destroy(key, _) => Some(key),
            Job::Check(_) | Job::Wait | Job::Done => None,
        };
    }

    pub(super) fn talk_in_hand(&self) -> Option<usize> {
        let is_in_hand = |talk: &Talk| talk.caller.is_none() && Some(talk.key) == self.in_hand;
        self.talks.iter().position(is_in_hand)
    }

    pub(super) fn doom(&mut self) -> bool {
        let doomed = self.core.next_doomed(self.time());
        let expected = self.model.next_doomed(self.now);
        match (doomed, expected) {
            (Some((slot, why)), Some((key, reason))) => {
                assert_eq!(why, reason);
                self.talk(slot, key, Stage::Destroying, None);
            }
            (None, None) => {}
            _ => panic!("the core says {doomed:?}, the model {expected:?}"),
        }
        doomed.is_some()
    }

    pub(super) fn breaker(&mut self, how: u8) {
        let time = self.time();
        match how % 4 {
            0 => {
                self.core.deactivate(time);
                self.model.deactivate(self.now);
            }
            1 => {
                self.core.recover(time);
                self.model.recover(self.now);
            }
            _ => {
                self.core.activate(time);
                self.model.activate(self.now);
            }
        }
    }

    pub(super) fn control(&mut self, how: u8) {
        match how % 32 {
            0 => {
                assert_eq!(self.core.close(self.time()), self.model.close(self.now));
                self.task = false;
            }
            1 | 2 => {
                let (_, strategy) = decode([0, 0, 0, 0, 0, 0, 0, how >> 5]);
                self.core.set_strategy(strategy);
                self.model.set_strategy(strategy);
            }
            3..=5 if self.task && self.talk_in_hand().is_none() => {
                self.core.abort_round(self.time());
                self.model.abort_round(self.now);
                self.task = false;
            }
            6..=9 => {
                let slot = self.core.prewarm();
                let key = self.model.prewarm();
                assert_eq!(slot.is_some(), key.is_some(), "prewarm");
                if let (Some(slot), Some(key)) = (slot, key) {
                    self.place(slot, key);
                    self.talk(slot, key, Stage::Creating, None);
                }
            }
            10..=15 => {
                let max = u32::from(how >> 5);
                self.core.resize(max, self.time());
                self.model.resize(max, self.now);
            }
            16..=25 => {
                self.doom();
            }
            _ => self.tick(),
        }
    }
}

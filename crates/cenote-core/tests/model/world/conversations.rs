//! Callers of acquire and the background, from step to step.

use super::*;

impl World {
    pub(super) fn listen(&mut self, step: Step, told: Told, caller: Conversation) {
        match (step, told) {
            (Step::Take(slot), Told::Take(key)) => {
                assert_eq!(self.payloads[slot.index()], key, "another resource than the model's");
                self.held.push(Held { slot, key, taken: None, unsettled: false });
                self.handed_out += 1;
                self.ended.push(caller);
            }
            (Step::Check(slot), Told::Check(key)) => {
                self.talk(slot, key, Stage::Checking, Some(caller));
            }
            (Step::Create(slot), Told::Create(key)) => {
                self.place(slot, key);
                self.talk(slot, key, Stage::Creating, Some(caller));
            }
            (Step::Destroy(slot, why), Told::Destroy(key, reason)) => {
                assert_eq!(why, reason);
                self.talk(slot, key, Stage::Destroying, Some(caller));
            }
            (Step::Wait(id), Told::Park(ticket)) => {
                self.parked.push(Parked { id, ticket, caller, woken: false, offered: None });
            }
            (Step::Consult, Told::Consult) => self.consulting.push(caller),
            (Step::Refuse(denial), Told::Refuse(refused)) => {
                assert_eq!(denial, refused.into());
                if refused == Refusal::TimedOut {
                    let report = self.core.report(self.time());
                    assert_eq!(report.waiting, self.model.waiting() + 1, "the caller included");
                }
                self.ended.push(caller);
            }
            _ => panic!("the core says {step:?}, the model {told:?}"),
        }
    }

    pub(super) fn tell(&mut self, caller: &mut Conversation, news: News) -> Step {
        caller.tell(&mut self.core, news, Time(self.now))
    }

    pub(super) fn place(&mut self, slot: SlotId, key: Key) {
        if self.payloads.len() <= slot.index() {
            self.payloads.resize(slot.index() + 1, 0);
        }
        self.payloads[slot.index()] = key;
    }

    pub(super) fn talk(
        &mut self,
        slot: SlotId,
        key: Key,
        stage: Stage,
        caller: Option<Conversation>,
    ) {
        assert_eq!(self.payloads[slot.index()], key, "another resource than the model's");
        self.talks.push(Talk { slot, key, stage, caller });
    }

    pub(super) fn acquire(&mut self, limit: AcquireLimit) {
        let mut caller = Conversation::new(limit, || self.time());
        let patience = limit.patience(caller.until());
        let (deadline, state) = (self.core.next_deadline(), self.core.breaker_state());
        let can_serve = self.core.can_serve(self.time());
        let time = self.time();
        let at_once = self.hurries().then(|| self.acquire_at_once(limit, time));
        let next = at_once.flatten().unwrap_or_else(|| self.core.acquire(patience, time));
        if patience == Patience::None {
            assert_eq!(can_serve, !matches!(next, Next::Refuse(_)), "can_serve before {next:?}");
        }
        let told = self.model.acquire(patience, self.now);
        self.listen(caller.hear(next), told, caller);
        if state == self.core.breaker_state() {
            assert_eq!(self.core.next_deadline(), deadline, "acquire moved the deadline");
        }
    }

    /// Every second call tries the short path first, which must not make a difference.
    pub(super) fn hurries(&mut self) -> bool {
        self.hurried = !self.hurried;
        self.hurried
    }

    /// The favourable outcome three times out of four.
    pub(super) fn carry_on(&mut self, who: u8, how: u8) {
        if self.talks.is_empty() {
            return;
        }
        let talk = self.talks.swap_remove(choose(who, self.talks.len()));
        let good = how % 4 != 0;
        match talk.caller {
            Some(_) if talk.stage == Stage::Creating && how % 8 == 7 => {
                self.leave_creation(talk, how > 127)
            }
            Some(_) => self.carry_on_caller(talk, good, how),
            None => self.carry_on_background(talk, good),
        }
    }

    fn carry_on_caller(&mut self, talk: Talk, good: bool, how: u8) {
        let Talk { slot, key, stage, caller } = talk;
        let mut caller = caller.expect("of a caller");
        let (step, told) = match (stage, good) {
            (Stage::Checking, true) => {
                (self.tell(&mut caller, News::Accepted), self.model.accepted(key, self.now))
            }
            (Stage::Checking, false) => {
                (self.tell(&mut caller, News::Rejected), self.model.rejected(key))
            }
            (Stage::Creating, true) => {
                (self.tell(&mut caller, News::Made), self.model.created(key, self.now))
            }
            (Stage::Creating, false) => return self.fail(slot, key, caller, how),
            (Stage::Destroying, true) => {
                let patience = caller.limit().patience(caller.until());
                let told = self.model.retry(key, patience, self.now);
                (self.tell(&mut caller, News::Destroyed), told)
            }
            (Stage::Destroying, false) => {
                assert_eq!(caller.leave(&mut self.core, Time(self.now)), None);
                self.model.destroyed(key, self.now);
                self.ended.push(caller);
                return self.old_slots.push(slot);
            }
        };
        self.listen(step, told, caller);
    }

    /// A creation has failed: the call ends with its error, or its time is over, or it asks again (SPEC 22.11, 23.7).
    fn fail(&mut self, slot: SlotId, key: Key, mut caller: Conversation, how: u8) {
        let (is_bounded, is_full) = (how & 8 != 0, how & 16 != 0);
        let until = caller.until().filter(|_| is_bounded);
        let creation = caller.creation(is_bounded, false, self.time());
        assert_eq!(creation, until.map_or(Creation::Endless, Creation::Until));
        assert!(self.core.create_failed(slot, self.time()));
        self.model.create_failed(key, self.now);
        self.old_slots.push(slot);
        match self.tell(&mut caller, News::Failed { is_full }) {
            Step::Refuse(Denial::TimedOut) if until.is_some_and(|until| until <= self.time()) => {
                self.ended.push(caller);
            }
            Step::Fail => {
                assert!(until.is_none_or(|until| until > self.time()), "its time is over");
                assert!(!is_full || self.model.total() == 0, "it waits for another one");
                self.ended.push(caller);
            }
            step => {
                assert!(is_full && self.model.total() > 0, "{step:?}");
                let patience = caller.limit().patience(caller.until());
                let told = self.model.acquire(patience, self.now);
                self.listen(step, told, caller);
            }
        }
    }

    /// The caller leaves its creation to the pool: `late`, or cancelled.
    fn leave_creation(&mut self, Talk { slot, key, stage, caller }: Talk, late: bool) {
        let mut caller = caller.expect("of a caller");
        // Where the limit leaves the pool no time of its own, the shell says so itself.
        let is_of_pool = matches!(caller.creation(true, true, self.time()), Creation::OfPool(_));
        if late {
            let step = self.tell(&mut caller, News::Overdue);
            assert_eq!(step, Step::Refuse(Denial::TimedOut));
        } else if is_of_pool {
            assert_eq!(caller.leave(&mut self.core, Time(self.now)), None);
        } else {
            assert!(self.core.forsake(slot, false));
        }
        self.model.forsake(key, late);
        self.talk(slot, key, stage, None);
    }

    pub(super) fn carry_on_background(&mut self, Talk { slot, key, stage, .. }: Talk, good: bool) {
        let time = self.time();
        let (after, reason) = match (stage, good) {
            (Stage::Checking, healthy) => {
                (self.core.checked(slot, healthy, time), self.model.checked(key, healthy, self.now))
            }
            (Stage::Creating, true) => {
                (self.core.warmed(slot, time), self.model.warmed(key, self.now))
            }
            (Stage::Creating, false) => {
                assert!(self.core.create_failed(slot, time));
                self.model.create_failed(key, self.now);
                return self.old_slots.push(slot);
            }
            (Stage::Destroying, _) => {
                assert!(self.core.destroyed(slot, time));
                self.model.destroyed(key, self.now);
                return self.old_slots.push(slot);
            }
        };
        self.after(after, reason, slot, key);
    }

    pub(super) fn after(&mut self, after: After, reason: Option<Reason>, slot: SlotId, key: Key) {
        match (after, reason) {
            (After::Stored, None) => self.old_slots.push(slot),
            (After::Destroy(same, why), Some(reason)) => {
                assert_eq!((same, why), (slot, reason));
                self.talk(slot, key, Stage::Destroying, None);
            }
            _ => panic!("the core says {after:?}, the model {reason:?}"),
        }
    }

    pub(super) fn cancel(&mut self, who: u8) {
        if let Some(at) = self.talks.len().checked_sub(1) {
            let Talk { slot, key, stage, caller } = self.talks.swap_remove(choose(who, at + 1));
            let time = self.time();
            let doomed = match caller {
                Some(mut caller) => {
                    let doomed = caller.leave(&mut self.core, time);
                    self.ended.push(caller);
                    doomed
                }
                None if stage == Stage::Destroying => {
                    assert!(self.core.destroyed(slot, time));
                    None
                }
                None => self.core.cancelled(slot, time),
            };
            if stage == Stage::Destroying {
                assert_eq!(doomed, None);
                self.model.destroyed(key, self.now);
                self.old_slots.push(slot);
            } else if self.model.cancelled(key, self.now) {
                assert_eq!(doomed, Some(slot));
                self.talk(slot, key, Stage::Destroying, None);
            } else {
                assert_eq!(doomed, None);
                self.old_slots.push(slot);
            }
        } else if !self.returning.is_empty() {
            let (slot, key) = self.returning.swap_remove(choose(who, self.returning.len()));
            assert_eq!(self.core.cancelled(slot, self.time()), Some(slot));
            assert!(self.model.cancelled(key, self.now));
            self.talk(slot, key, Stage::Destroying, None);
        }
    }

    pub(super) fn consult(&mut self, who: u8, how: u8) {
        if self.consulting.is_empty() {
            return;
        }
        let mut caller = self.consulting.swap_remove(choose(who, self.consulting.len()));
        let recover = how % 2 == 0;
        let patience = caller.limit().patience(caller.until());
        let told = self.model.consulted(recover, patience, self.now);
        let step = self.tell(&mut caller, News::Advised { recover });
        self.listen(step, told, caller);
    }
}

//! Wrong calls, the comparison after each event, and the end of a run.

use super::*;

impl World {
    /// The short ways of acquire.
    pub(super) fn acquire_at_once(&mut self, limit: AcquireLimit, time: Time) -> Option<Next> {
        match self.core.take_idle(time) {
            Some(slot) => Some(Next::Take(slot)),
            None if limit.waits() => self.core.line_up(time).map(Next::Park),
            None => None,
        }
    }

    /// SPEC 34.33: a stale id, or a live one in the wrong place, changes nothing.
    pub(super) fn misuse(&mut self, who: u8, how: u8) {
        let before = format!("{:?}", self.core);
        let held = self.held.get(choose(who, self.held.len().max(1))).map(|held| held.slot);
        let talking = self.talks.get(choose(who, self.talks.len().max(1))).map(|talk| talk.slot);
        let old = self.old_slots.get(choose(who, self.old_slots.len().max(1))).copied();
        for slot in [old, held].into_iter().flatten() {
            assert_eq!(self.call_wrongly(slot, how), None, "accepted a wrong call about {slot:?}");
        }
        for slot in [old, talking].into_iter().flatten() {
            assert_eq!(self.core.release(slot, Verdict::Keep, self.time()), After::Stale);
            assert!(!self.core.detach(slot, self.time()));
            assert!(!self.core.begin_release(slot, self.time()));
            assert!(!self.core.is_handed_out(slot));
        }
        if let Some(&id) = self.old_waiters.get(choose(who, self.old_waiters.len().max(1))) {
            assert_eq!(self.core.resume(id, self.time()), Next::Refuse(Refusal::Stale));
            assert_eq!(self.core.timed_out(id, self.time()), Next::Refuse(Refusal::Stale));
            assert!(!self.core.leave(id, self.time()));
            self.core.parked_at(id, self.time());
        }
        self.tell_wrongly(how);
        assert_eq!(before, format!("{:?}", self.core), "a wrong call changed something");
    }

    /// SPEC 34.33: a conversation that is over, or in another step, is told something.
    fn tell_wrongly(&mut self, how: u8) {
        let time = self.time();
        let all = [
            News::Accepted,
            News::Rejected,
            News::Made,
            News::Failed { is_full: true },
            News::Overdue,
            News::Destroyed,
            News::Called,
            News::TimedOut,
            News::Advised { recover: true },
        ];
        let core = &mut self.core;
        for caller in &mut self.ended {
            let news = all[usize::from(how) % all.len()];
            assert_eq!(caller.tell(core, news, time), Step::Refuse(Denial::Closed), "{news:?}");
            assert_eq!(caller.creation(true, true, time), Creation::Endless);
            assert_eq!(caller.leave(core, time), None);
        }
        let talks = self.talks.iter_mut().filter_map(|talk| {
            let of_stage: &[usize] = match talk.stage {
                Stage::Checking => &[0, 1],
                Stage::Creating => &[2, 3, 4],
                Stage::Destroying => &[5],
            };
            Some((talk.caller.as_mut()?, of_stage))
        });
        let parked = self.parked.iter_mut().map(|parked| (&mut parked.caller, &[6, 7][..]));
        let consulting = self.consulting.iter_mut().map(|caller| (caller, &[8][..]));
        for (caller, right) in talks.chain(parked).chain(consulting) {
            for (number, &news) in all.iter().enumerate().filter(|(at, _)| !right.contains(at)) {
                let step = caller.tell(core, news, time);
                assert_eq!(step, Step::Refuse(Denial::Closed), "{number}: {news:?}");
            }
        }
    }

    /// A call that is wrong for a handed-out slot. None: refused.
    pub(super) fn call_wrongly(&mut self, slot: SlotId, how: u8) -> Option<Next> {
        let time = self.time();
        let next = match how % 8 {
            0 => self.core.accepted(slot, time),
            1 => self.core.rejected(slot),
            2 => self.core.created(slot, time),
            3 => self.core.retry(slot, Patience::Forever, time),
            4 => {
                let refused = !self.core.create_failed(slot, time);
                return (!refused).then_some(Next::Take(slot));
            }
            5 => {
                let refused = !self.core.destroyed(slot, time);
                return (!refused).then_some(Next::Take(slot));
            }
            6 => return self.core.cancelled(slot, time).map(Next::Take),
            _ => {
                let stale = self.core.warmed(slot, time) == After::Stale
                    && self.core.checked(slot, true, time) == After::Stale;
                return (!stale).then_some(Next::Take(slot));
            }
        };
        (next != Next::Refuse(Refusal::Stale)).then_some(next)
    }

    pub(super) fn compare(&mut self) {
        self.core.check();
        let stats = self.core.stats(self.time());
        let model = &self.model;
        assert_eq!(stats.total, model.total(), "total");
        assert_eq!(stats.idle, model.idle(), "idle");
        assert_eq!(stats.creating, model.creating(), "creating");
        assert_eq!(stats.active, model.active() - model.creating(), "active");
        assert_eq!(self.core.active(), model.active(), "active, those in creation included");
        assert_eq!(self.core.idle() + self.core.active(), self.core.total());
        assert_eq!(stats.waiting, model.waiting(), "waiting");
        assert_eq!(stats.granted, model.granted(), "granted");
        assert_eq!((stats.state, stats.closed), (model.state, model.closed));
        assert_eq!((stats.max, stats.counters), (model.set.max, model.counters));
        assert_eq!(stats.wait_max, span(model.wait_max));
        assert_eq!(stats.hold_max, span(model.hold_max));
        let (held, holders) = model.longest_hold(self.now);
        assert_eq!(stats.longest_hold, span(held), "the longest hold");
        match stats.longest_hold_slot {
            Some(slot) => {
                assert!(holders.contains(&self.payloads[slot.index()]), "who holds longest")
            }
            None => assert!(holders.is_empty(), "somebody holds"),
        }
        for held in &self.held {
            assert!(self.core.is_handed_out(held.slot));
        }
    }

    /// Lets everything come to its end, favourably: nobody may be left behind, nothing lost.
    pub fn finish(mut self) {
        if !self.model.closed && self.model.state != BreakerState::Active {
            self.breaker(2);
        }
        for _ in 0..10_000 {
            self.close_counter();
            self.wakes(None);
            self.compare();
            if !self.consulting.is_empty() {
                self.consult(0, 0);
            } else if !self.talks.is_empty() {
                self.carry_on(0, 1);
            } else if !self.held.is_empty() || !self.returning.is_empty() {
                self.release(u8::from(self.returning.is_empty()), 7);
            } else if self.parked.iter().any(|parked| parked.woken) {
                self.resume(1);
            } else if self.task {
                self.work_in_background();
            } else if !self.parked.is_empty() {
                let deadline = self.core.visible_deadline().expect("why else would anybody wait");
                assert!(self.core.next_deadline().is_some_and(|next| next <= deadline));
                self.now = self.now.max(deadline.0);
                self.tick();
            } else if !(self.model.closed && self.doom()) {
                assert_eq!(self.core.active(), 0, "all is idle");
                assert!(!self.model.closed || self.core.total() == 0, "close leaves nothing");
                return;
            }
        }
        panic!("it does not come to rest");
    }
}

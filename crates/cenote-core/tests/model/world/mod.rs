//! The core and the reference model side by side, driven by one sequence of events.
//!
//! The world plays the shell: it keeps payloads by index, carries on the conversations that the core begins, and after each
//! event compares every answer, every count, the order of wakes, and lets the core check itself.

mod background;
mod checks;
mod conversations;
mod counter;

use super::reference::{Job, Key, Model, Ticket, Told};
use cenote_core::{Told as News, *};
use core::time::Duration;

/// An event: what happens, and two numbers that say to whom and how.
pub type Event = [u8; 3];

#[derive(Clone, Copy, PartialEq, Debug)]
enum Stage {
    Checking,
    Creating,
    Destroying,
}

/// A conversation of a caller of acquire, or of the background.
#[derive(Debug)]
struct Talk {
    slot: SlotId,
    key: Key,
    stage: Stage,
    /// None: in the background.
    caller: Option<Conversation>,
}

#[derive(Debug)]
struct Parked {
    id: WaiterId,
    ticket: Ticket,
    caller: Conversation,
    woken: bool,
    /// It may take this by itself.
    offered: Option<HandOver>,
}

#[derive(Clone, Copy, Debug)]
struct Held {
    slot: SlotId,
    key: Key,
    /// By which waiter it was taken without a step of the core, and when.
    taken: Option<(WaiterId, Time)>,
    /// The core does not know that yet.
    unsettled: bool,
}

pub struct World {
    core: Core,
    model: Model,
    now: u64,
    stepped_back: bool,
    payloads: Vec<Key>,
    talks: Vec<Talk>,
    consulting: Vec<Conversation>,
    held: Vec<Held>,
    returning: Vec<(SlotId, Key)>,
    parked: Vec<Parked>,
    task: bool,
    /// What the background task has in hand.
    in_hand: Option<Key>,
    old_slots: Vec<SlotId>,
    old_waiters: Vec<WaiterId>,
    /// Conversations that are over.
    ended: Vec<Conversation>,
    pub handed_out: usize,
    /// The last call has tried the short path.
    hurried: bool,
}

fn choose(from: u8, count: usize) -> usize {
    from as usize % count
}

fn span(nanos: u64) -> Duration {
    Duration::from_nanos(nanos)
}

/// Settings from a few bytes. All times are below 10 ns, so that jitter rounds to nothing.
pub fn decode(bytes: [u8; 8]) -> (Settings, Strategy) {
    let [limits, ways, waiters, ages, rounds, creating, hooks, strategy] = bytes;
    let on = |bits: u8, bit: u8| bits >> bit & 1 == 1;
    let settings = Settings {
        max: 1 + u32::from(limits & 3),
        min: u32::from(limits >> 2 & 3),
        idle_order: if on(ways, 0) { IdleOrder::Lifo } else { IdleOrder::Fifo },
        recovery_limit: 1 + u32::from(ways >> 1 & 1),
        max_waiters: if on(waiters, 0) { 1 + u32::from(waiters >> 1 & 3) } else { 0 },
        lifetime: span(if on(ages, 0) { 4 + u64::from(ages >> 1 & 3) } else { 0 }),
        idle_timeout: span(if on(ages, 3) { 2 + u64::from(ages >> 4 & 3) } else { 0 }),
        round_interval: span(if on(rounds, 0) { 2 + u64::from(rounds >> 1 & 3) } else { 0 }),
        refill: on(rounds, 3),
        max_creating: if on(creating, 0) { 1 + u32::from(creating >> 1 & 1) } else { 0 },
        backoff: on(creating, 2).then_some(Backoff { first: span(2), most: span(8) }),
        before_acquire: on(hooks, 0),
        check: on(hooks, 1),
        checks_at_once: if on(hooks, 2) { ChecksAtOnce::All } else { ChecksAtOnce::HalfOfFree },
        seed: 1,
    };
    let cooldown = Cooldown { first: span(3), most: span(9) };
    let strategy = match strategy % 6 {
        0 | 1 => Strategy::None,
        2 => Strategy::User { should_recover: false },
        3 => Strategy::User { should_recover: true },
        4 => Strategy::ConsecutiveFailures { threshold: 2, cooldown },
        _ => Strategy::FailureRate { rate: 0.5, minimum: 3, window: span(32), cooldown },
    };
    (settings, strategy)
}

impl World {
    pub fn new(settings: Settings, strategy: Strategy) -> World {
        let now = 100;
        World {
            core: Core::new(settings.clone(), strategy, Time(now)),
            model: Model::new(settings, strategy, now),
            now,
            stepped_back: false,
            payloads: Vec::new(),
            talks: Vec::new(),
            consulting: Vec::new(),
            held: Vec::new(),
            returning: Vec::new(),
            parked: Vec::new(),
            task: false,
            in_hand: None,
            old_slots: Vec::new(),
            old_waiters: Vec::new(),
            ended: Vec::new(),
            handed_out: 0,
            hurried: false,
        }
    }

    fn time(&self) -> Time {
        Time(self.now)
    }

    fn limit(&self, how: u8) -> AcquireLimit {
        match how % 4 {
            0 => AcquireLimit::ATTEMPT,
            1 => AcquireLimit::new(Some(span(u64::from(how >> 2) % 4))),
            _ => AcquireLimit::FOREVER,
        }
    }

    /// One event, then the comparison of all there is to see.
    pub fn apply(&mut self, [what, who, how]: Event) {
        if !matches!(what % 32, 0..=11 | 18..=21) {
            self.close_counter();
        }
        match what % 32 {
            0..=6 => self.acquire(self.limit(how)),
            7..=11 => self.release(who, how),
            12..=16 => self.carry_on(who, how),
            17 => self.cancel(who),
            18..=19 => self.resume(who),
            20 => self.time_out(who),
            21 => self.leave(who),
            22..=24 => self.advance(1 + u64::from(how % 4)),
            25 | 26 => self.work_in_background(),
            27 => self.consult(who, how),
            28 => self.breaker(how),
            29 => self.control(how),
            30 => self.misuse(who, how),
            _ => self.detach_or_begin(who, how),
        }
        // Now and then the shell is slow to pull wakes.
        if what & 0xC0 != 0xC0 {
            self.wakes(None);
        }
        // Now and then what was taken stays unsettled for some events.
        if what & 0x60 == 0 {
            self.settle();
        }
        if !self.held.iter().any(|held| held.unsettled) {
            self.compare();
        }
        self.core.check();
    }

    // ---- waiting

    fn resume(&mut self, who: u8) {
        if self.parked.is_empty() {
            return;
        }
        // Mostly one that was woken, sometimes another: a spurious wake.
        let woken = self.parked.iter().position(|parked| parked.woken);
        let at = woken.filter(|_| who % 4 != 0).unwrap_or(choose(who, self.parked.len()));
        let Parked { id, ticket, mut caller, offered, .. } = self.parked.remove(at);
        if let Some(offer) = offered.filter(|offer| offer.expires > self.time()) {
            return self.take(id, ticket, offer);
        }
        let time = self.time();
        let at_once =
            self.hurries().then(|| self.core.take_granted(id, time).map(Next::Take)).flatten();
        let step = match at_once {
            Some(next) => caller.hear(next),
            None => self.tell(&mut caller, News::Called),
        };
        let told = self.model.resume(ticket, self.now);
        self.hear(id, step, told, caller);
    }

    fn time_out(&mut self, who: u8) {
        if self.parked.is_empty() {
            return;
        }
        let Parked { id, ticket, mut caller, .. } =
            self.parked.remove(choose(who, self.parked.len()));
        let step = self.tell(&mut caller, News::TimedOut);
        let told = self.model.timed_out(ticket, self.now);
        self.hear(id, step, told, caller);
    }

    fn hear(&mut self, id: WaiterId, step: Step, told: Told, caller: Conversation) {
        match step {
            Step::Wait(same) => assert_eq!(same, id, "parks again under the same id"),
            _ => self.old_waiters.push(id),
        }
        self.listen(step, told, caller);
    }

    fn leave(&mut self, who: u8) {
        if self.parked.is_empty() {
            return;
        }
        let Parked { id, ticket, mut caller, .. } =
            self.parked.remove(choose(who, self.parked.len()));
        assert_eq!(caller.leave(&mut self.core, Time(self.now)), None);
        self.model.leave(ticket, self.now);
        self.ended.push(caller);
        self.old_waiters.push(id);
    }

    /// Those to be woken, of whom the first may have been told already.
    fn wakes(&mut self, first: Option<Ticket>) {
        let mut tickets = Vec::from_iter(first);
        let woken: Vec<WaiterId> = core::iter::from_fn(|| self.core.next_wake()).collect();
        tickets.extend(woken.iter().map(|id| {
            let parked = self.parked.iter_mut().find(|parked| parked.id == *id);
            let parked = parked.expect("a parked caller is woken");
            parked.woken = true;
            parked.ticket
        }));
        assert_eq!(tickets, self.model.wakes(), "whom to wake, in which order");
    }

    // ---- release

    fn release(&mut self, who: u8, how: u8) {
        let from_hook = !self.returning.is_empty() && who % 2 == 0;
        let count = if from_hook { self.returning.len() } else { self.held.len() };
        if count == 0 {
            return;
        }
        let at = choose(who >> 1, count);
        let Held { slot, key, taken, unsettled } = if from_hook {
            let (slot, key) = self.returning.swap_remove(at);
            Held { slot, key, taken: None, unsettled: false }
        } else {
            self.held.swap_remove(at)
        };
        let verdict = match how % 8 {
            0 => Verdict::Reject,
            1 => Verdict::Discard,
            _ => Verdict::Keep,
        };
        let (deadline, state) = (self.core.next_deadline(), self.core.breaker_state());
        let time = self.time();
        let after = match taken {
            Some(taken) => {
                let (is_news, after) = self.core.release_taken(taken, slot, verdict, time);
                assert_eq!(is_news, unsettled, "the core learns once that it was taken");
                after
            }
            None if verdict == Verdict::Keep
                && self.hurries()
                && (self.core.give_back(slot, time) || self.core.give_on(slot, time)) =>
            {
                After::Stored
            }
            None => self.core.release(slot, verdict, time),
        };
        let reason = self.model.release(key, verdict, self.now);
        if state == self.core.breaker_state() {
            assert_eq!(self.core.next_deadline(), deadline, "release moved the deadline");
        }
        self.after(after, reason, slot, key);
        if after == After::Stored && how & 0x80 == 0 {
            self.offer(slot, key);
        }
    }

    fn detach_or_begin(&mut self, who: u8, how: u8) {
        if self.held.is_empty() {
            return;
        }
        let Held { slot, key, .. } = self.held.swap_remove(choose(who, self.held.len()));
        if how % 4 == 0 {
            assert!(self.core.detach(slot, self.time()));
            self.model.detach(key, self.now);
            self.old_slots.push(slot);
        } else {
            assert!(self.core.begin_release(slot, self.time()));
            self.model.begin_release(key, self.now);
            self.returning.push((slot, key));
        }
    }
}

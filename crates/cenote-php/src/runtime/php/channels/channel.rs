//! Values from coroutine to coroutine (SPEC 41). Who is served when is decided by [`cenote_tasks::channel`]; here are the
//! values, the waits and the timeouts.

use super::close_reason::Reason;
use crate::{
    runtime::{
        coroutines::{
            alarms,
            completion::{Completion, Fixed, Held, Step, What},
            coroutine::{CoroutineId, Importance, SpawnPoint},
            scheduler::{self, current},
            scope::Belonging,
            spawning::spawn_native,
        },
        errors::exceptions,
        php::{
            awaits::awaiting::{self, Awaited, Awaiting},
            futures::future,
            tickets::ByTicket,
        },
        process::clock::precise_now,
        scheduling::parking::park,
    },
    zend::{Call, Outcome, Thrown, Value, exception, globals::engine_local},
};
use cenote_tasks::channel::{Received, Sent, Starving, Turn};
use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, VecDeque},
    rc::{Rc, Weak},
    time::Duration,
};

pub(super) use cenote_tasks::channel::Channel as Lines;

/// One who waits. A Future in the queue is served at once when its turn comes; a coroutine when it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Who {
    pub(super) ticket: u64,
    /// [`FUTURE`] for one.
    coroutine: CoroutineId,
}

pub(super) const FUTURE: CoroutineId = CoroutineId { number: 0, index: u32::MAX };

impl Who {
    fn coroutine(self) -> Option<CoroutineId> {
        (self.coroutine != FUTURE).then_some(self.coroutine)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Called {
    Served,
    Closed,
}

pub(super) struct Settings {
    pub(super) no_producer_timeout: i64,
    pub(super) no_consumer_timeout: i64,
    pub(super) hard_timeouts: bool,
}

struct Armed {
    starving: Starving,
    reliefs: u64,
    alarm: alarms::AlarmId,
}

pub(super) struct Core {
    pub(super) lines: RefCell<Lines<Value, Who>>,
    settings: Settings,
    pub(super) reason: Cell<Option<Reason>>,
    /// What a wait for the channel itself waits for (SPEC 37.4).
    pub(super) closed: Rc<Completion>,
    last_ticket: Cell<u64>,
    /// Tickets of waiting coroutines that were called, how, and in which step: in the order in which they will run, but for those
    /// whose wait ends otherwise.
    called: RefCell<VecDeque<(u64, Called, Step)>>,
    pub(super) futures: RefCell<HashMap<u64, Weak<future::Core>, ByTicket>>,
    /// Whether a Future may be in the queue.
    pub(super) has_futures: Cell<bool>,
    armed: RefCell<Option<Armed>>,
    /// Tokens of senders who wait, by their tickets.
    tokens: RefCell<Vec<(u64, Held)>>,
}

engine_local! {
    /// Channels with a soft timeout that runs.
    static SOFT: RefCell<Vec<Weak<Core>>> = RefCell::new(Vec::new());
}

impl Belonging for Core {
    fn scope_ended(self: Rc<Self>) -> Outcome {
        self.close(Reason::ScopeDisposed)
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        if let Some(armed) = self.armed.take() {
            scheduler::disarm(armed.alarm);
        }
    }
}

impl Core {
    pub(super) fn new(capacity: usize, settings: Settings) -> Rc<Core> {
        Rc::new(Core {
            lines: RefCell::new(Lines::new(capacity)),
            settings,
            reason: Cell::new(None),
            closed: Rc::default(),
            last_ticket: Cell::new(0),
            called: RefCell::default(),
            futures: RefCell::default(),
            has_futures: Cell::new(false),
            armed: RefCell::default(),
            tokens: RefCell::default(),
        })
    }

    pub(super) fn ticket(&self, coroutine: CoroutineId) -> Who {
        self.last_ticket.set(self.last_ticket.get() + 1);
        Who { ticket: self.last_ticket.get(), coroutine }
    }

    /// Tells the lines something, then everybody whom that concerns.
    pub(super) fn tell<R>(self: &Rc<Self>, event: impl FnOnce(&mut Lines<Value, Who>) -> R) -> R {
        let mut lines = self.lines.borrow_mut();
        let answer = event(&mut lines);
        let (first, has_more) = (lines.next_call(), lines.has_calls());
        drop(lines);
        if let Some(who) = first {
            self.serve(who);
            if has_more {
                self.serve_the_rest();
            }
        }
        self.watch();
        answer
    }

    fn serve_the_rest(&self) {
        while let Some(who) = { self.lines.borrow_mut().next_call() } {
            self.serve(who);
        }
    }

    #[inline]
    fn serve(&self, who: Who) {
        match who.coroutine() {
            Some(coroutine) => self.call(who, coroutine, Called::Served),
            None => self.serve_future(who),
        }
    }

    #[inline]
    fn call(&self, who: Who, coroutine: CoroutineId, how: Called) {
        let step = scheduler::wake_in_step(coroutine);
        self.called.borrow_mut().push_back((who.ticket, how, step));
    }

    fn call_of(&self, who: Who) -> Option<usize> {
        self.called.borrow().iter().position(|&(ticket, ..)| ticket == who.ticket)
    }

    fn serve_future(&self, who: Who) {
        let future = self.futures.borrow_mut().remove(&who.ticket);
        let Some(future) = future.and_then(|future| future.upgrade()) else {
            return self.lines.borrow_mut().receiver_leaves(who);
        };
        let value = self.lines.borrow_mut().recv_promised(who);
        if let Some(value) = value {
            future.fix(Fixed::Value(value), SpawnPoint::NOWHERE);
        }
    }

    /// A Future that nobody holds, or that was cancelled, has left the line.
    #[inline]
    pub(super) fn forget_dropped_futures(self: &Rc<Self>) {
        if self.has_futures.get() {
            self.look_for_dropped_futures();
        }
    }

    #[cold]
    fn look_for_dropped_futures(self: &Rc<Self>) {
        let dropped = |(_, future): &(&u64, &Weak<future::Core>)| {
            future.upgrade().is_none_or(|future| future.is_completed())
        };
        let gone: Vec<u64> = {
            let futures = self.futures.borrow();
            self.has_futures.set(!futures.is_empty());
            futures.iter().filter(dropped).map(|(&ticket, _)| ticket).collect()
        };
        for ticket in gone {
            self.futures.borrow_mut().remove(&ticket);
            self.tell(|lines| lines.receiver_leaves(Who { ticket, coroutine: FUTURE }));
        }
    }

    /// Closes it, if it is open.
    pub(super) fn close(self: &Rc<Self>, reason: Reason) -> Outcome {
        if self.lines.borrow().is_closed() {
            return Ok(());
        }
        let error = reason.exception()?;
        self.forget_dropped_futures();
        self.reason.set(Some(reason));
        let (gone, calls) = {
            let mut lines = self.lines.borrow_mut();
            (lines.close(), lines.take_calls())
        };
        self.watch();
        for who in calls {
            match who.coroutine() {
                Some(coroutine) => self.call(who, coroutine, Called::Closed),
                None => {
                    let future = self.futures.borrow_mut().remove(&who.ticket);
                    if let Some(future) = future.and_then(|future| future.upgrade()) {
                        future.fix(Fixed::Error(reason.exception()?), SpawnPoint::NOWHERE);
                    }
                }
            }
        }
        self.closed.needs_no_observer();
        scheduler::fix(&self.closed, Fixed::Error(error));
        drop(gone);
        Ok(())
    }

    /// Starts, stops and restarts the timeout of those who wait (SPEC 41.12).
    #[inline]
    fn watch(self: &Rc<Self>) {
        if self.settings.no_producer_timeout > 0 || self.settings.no_consumer_timeout > 0 {
            self.follow_timeouts();
        }
    }

    fn follow_timeouts(self: &Rc<Self>) {
        let (starving, reliefs) = {
            let lines = self.lines.borrow();
            let starving = if lines.is_closed() { Starving::Nobody } else { lines.starving() };
            (starving, lines.reliefs())
        };
        let timeout = match starving {
            Starving::Nobody => 0,
            Starving::Receivers => self.settings.no_producer_timeout,
            Starving::Senders => self.settings.no_consumer_timeout,
        };
        let armed = self.armed.borrow();
        let known = armed.as_ref().map(|armed| (armed.starving, armed.reliefs));
        if known == (timeout > 0).then_some((starving, reliefs)) {
            return;
        }
        drop(armed);
        if let Some(armed) = self.armed.take() {
            scheduler::disarm(armed.alarm);
        }
        if timeout > 0 {
            self.arm(starving, reliefs, Duration::from_millis(timeout.unsigned_abs()));
        }
    }

    fn arm(self: &Rc<Self>, starving: Starving, reliefs: u64, span: Duration) {
        let (at, channel) = (precise_now() + span, Rc::downgrade(self));
        let reason = match starving {
            Starving::Senders => Reason::NoConsumers,
            _ => Reason::NoProducers,
        };
        let fire = Box::new(move || {
            if let Some(channel) = channel.upgrade() {
                channel.armed.replace(None);
                channel.close_soon(reason);
            }
        });
        let alarm = if self.settings.hard_timeouts {
            alarms::visible_alarm(at, fire)
        } else {
            let mut soft = SOFT.borrow_mut();
            soft.retain(|known| known.strong_count() > 0 && !std::ptr::eq(known.as_ptr(), &**self));
            soft.push(Rc::downgrade(self));
            drop(soft);
            alarms::alarm(at, fire)
        };
        self.armed.replace(Some(Armed { starving, reliefs, alarm }));
    }

    /// Closes it in a coroutine of its own: a timer must not call the engine.
    fn close_soon(self: &Rc<Self>, reason: Reason) {
        let channel = self.clone();
        spawn_native(Importance::Service, Box::new(move || channel.close(reason)));
    }

    /// Throws, for one who comes when the channel is closed.
    pub(super) fn refuse(&self) -> Thrown {
        self.reason.get().unwrap_or(Reason::Explicit).throw()
    }

    /// Waits until `who`, which was not called yet, is.
    fn wait(&self, who: Who, token: Option<&Awaited>) -> Result<Called, Thrown> {
        let _shown = Awaiting::one(What::Channel, Held::Alone(self.closed.clone()));
        let waited = match token {
            None => loop {
                match park(None) {
                    Ok(_) => {
                        if let Some(how) = self.take_call(who) {
                            return Ok(how);
                        }
                    }
                    Err(interrupted) => break Err(interrupted.throw()),
                }
            },
            Some(_) => {
                let step_of = |at| self.called.borrow().get(at).map(|&(.., step)| step);
                awaiting::wait(|| self.call_of(who).and_then(step_of), token)
            }
        };
        let call = self.take_call(who);
        if let (Err(Thrown::Exception), Some(Called::Closed)) = (&waited, call) {
            return Err(self.refuse_for_scope());
        }
        waited.map(|()| call.unwrap_or(Called::Closed))
    }

    /// How `who` was called, if it was. Mostly it is the first of those that were.
    fn take_call(&self, who: Who) -> Option<Called> {
        let mut called = self.called.borrow_mut();
        if called.front()?.0 == who.ticket {
            return called.pop_front().map(|(_, how, _)| how);
        }
        let at = called.iter().position(|&(ticket, ..)| ticket == who.ticket)?;
        called.remove(at).map(|(_, how, _)| how)
    }

    /// It was closed under one who waits, and is cancelled as well: if both come from the end of a scope, the channel's
    /// error shows the cancellation as its cause (SPEC 41.14).
    fn refuse_for_scope(&self) -> Thrown {
        if self.reason.get() != Some(Reason::ScopeDisposed) {
            return Thrown::Exception;
        }
        match exception::take() {
            Some(cause) if cause.instance_of(exceptions::cancellation()) => {
                match Reason::ScopeDisposed.exception() {
                    Ok(error) => {
                        exception::chain(&error, cause);
                        exception::throw_object(error)
                    }
                    Err(thrown) => thrown,
                }
            }
            Some(other) => exception::throw_object(other),
            None => Thrown::Exception,
        }
    }

    /// Sends an argument of the running call, if that concerns nobody else: then there is nobody to tell, and no time limit to
    /// start or stop. `false`: nothing was done.
    #[inline]
    pub(super) fn send_unnoticed(&self, call: &Call, argument: u32) -> bool {
        self.lines.borrow_mut().send_unnoticed(|| call.value(argument))
    }

    /// Receives a value, likewise. `None`: nothing was done.
    #[inline]
    pub(super) fn recv_unnoticed(&self) -> Option<Value> {
        self.lines.borrow_mut().recv_unnoticed()
    }

    #[inline(never)]
    pub(super) fn send(self: &Rc<Self>, value: Value, token: Option<&Awaited>) -> Outcome {
        if self.lines.borrow().is_closed() {
            return Err(self.refuse());
        }
        self.forget_dropped_futures();
        let who = self.ticket(current());
        if self.tell(|lines| lines.send(who, value)) == Sent::Done {
            return Ok(());
        }
        if let Some(token) = token {
            self.tokens.borrow_mut().push((who.ticket, token.completion().clone()));
        }
        let waited = self.wait(who, token);
        if token.is_some() {
            self.tokens.borrow_mut().retain(|&(ticket, _)| ticket != who.ticket);
        }
        match waited {
            Ok(Called::Served) => Ok(()),
            Ok(Called::Closed) => Err(self.refuse()),
            Err(thrown) => {
                self.let_leavers_go();
                let withdrawn = self.tell(|lines| lines.sender_leaves(who));
                drop(withdrawn);
                Err(thrown)
            }
        }
    }

    /// Senders that are to leave, but have not run yet, leave before a value of theirs is taken or moves up (SPEC 41.5).
    #[inline]
    pub(super) fn let_leavers_go(self: &Rc<Self>) {
        if self.lines.borrow().has_next_senders() {
            self.let_next_leavers_go();
        }
    }

    fn let_next_leavers_go(self: &Rc<Self>) {
        let next = self.lines.borrow().next_senders();
        for who in next.into_iter().flatten() {
            if self.may_leave(who) {
                return self.look_for_leavers();
            }
        }
    }

    /// Whether it may be one that is to leave; if not, it is none.
    #[inline]
    fn may_leave(&self, who: Who) -> bool {
        scheduler::is_interrupted(who.coroutine) || !self.tokens.borrow().is_empty()
    }

    #[cold]
    fn look_for_leavers(self: &Rc<Self>) {
        loop {
            let next = self.lines.borrow().next_senders();
            let Some(who) = next.into_iter().flatten().find(|&who| self.leaves(who)) else {
                return;
            };
            let withdrawn = self.tell(|lines| lines.sender_leaves(who));
            drop(withdrawn);
        }
    }

    fn leaves(&self, who: Who) -> bool {
        let is_in_line = self.lines.borrow().sender(who) != Turn::Free;
        if scheduler::is_interrupted(who.coroutine) {
            return is_in_line || self.call_of(who).is_some();
        }
        let tokens = self.tokens.borrow();
        let token = tokens.iter().find(|&&(ticket, _)| ticket == who.ticket);
        // One that is called already was served before.
        is_in_line && token.is_some_and(|(_, token)| token.is_fixed())
    }

    /// The next value; `None`: the channel is closed and empty.
    #[inline(never)]
    pub(super) fn recv(self: &Rc<Self>, token: Option<&Awaited>) -> Result<Option<Value>, Thrown> {
        self.forget_dropped_futures();
        self.let_leavers_go();
        let who = self.ticket(current());
        match self.tell(|lines| lines.recv(who)) {
            Received::Value(value) => return Ok(Some(value)),
            Received::Closed => return Ok(None),
            Received::Waits => {}
        }
        match self.wait(who, token) {
            Err(thrown) => {
                self.tell(|lines| lines.receiver_leaves(who));
                Err(thrown)
            }
            Ok(Called::Closed) => Ok(None),
            Ok(Called::Served) => Ok(self.tell(|lines| lines.recv_promised(who))),
        }
    }
}

/// Nothing can run any more: channels whose soft timeouts run close at once. True: there was one (SPEC 41.13).
pub(super) fn close_in_deadlock() -> bool {
    let running = |core: &Rc<Core>| core.armed.borrow().is_some() && !core.settings.hard_timeouts;
    let soft = SOFT.take();
    let soft: Vec<_> = soft.iter().filter_map(Weak::upgrade).filter(running).collect();
    for core in &soft {
        if let Some(armed) = core.armed.take() {
            scheduler::disarm(armed.alarm);
            core.close_soon(Reason::Deadlock);
        }
    }
    !soft.is_empty()
}

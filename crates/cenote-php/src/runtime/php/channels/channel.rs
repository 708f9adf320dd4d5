//! Values from coroutine to coroutine (SPEC 41). Who is served when is decided by [`cenote_tasks::channel`]; here are the
//! values, the waits and the timeouts.

use super::{close_reason::Reason, starvation::Timeouts};
use crate::{
    runtime::{
        coroutines::{
            completion::{Completion, Fixed, Held, What},
            coroutine::{Coroutine, CoroutineId, Ending, SpawnPoint},
            interrupted::Interrupted,
            scheduler::{self, current},
            scope::Belonging,
        },
        errors::exceptions,
        php::{
            awaits::awaiting::{self, Awaited, Awaiting},
            futures::future,
            tickets::ByTicket,
        },
        process::fork,
        scheduling::parking::park,
    },
    zend::{Call, Outcome, Thrown, Value, exception, globals::engine_local},
};
use cenote_tasks::channel::{Received, Sent, Turn};
use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::{Rc, Weak},
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

pub(super) struct Core {
    pub(super) lines: RefCell<Lines<Value, Who>>,
    pub(super) timeouts: Timeouts,
    pub(super) reason: Cell<Option<Reason>>,
    /// What a wait for the channel itself waits for (SPEC 37.4).
    pub(super) closed: Rc<Completion>,
    pub(super) futures: RefCell<HashMap<u64, Weak<future::Core>, ByTicket>>,
    /// Whether a Future may be in the queue.
    pub(super) has_futures: Cell<bool>,
    /// Tokens of senders who wait, by their tickets.
    tokens: RefCell<Vec<(u64, Held)>>,
    /// In which process those who wait were looked at last.
    process: Cell<u32>,
}

engine_local! {
    /// No two who wait have the same ticket, in whichever channels.
    static LAST_TICKET: Cell<u64> = Cell::new(0);
}

impl Belonging for Core {
    fn scope_ended(self: Rc<Self>) -> Outcome {
        self.close(Reason::ScopeDisposed)
    }
}

impl Core {
    pub(super) fn new(capacity: usize, timeouts: Timeouts) -> Rc<Core> {
        Rc::new(Core {
            lines: RefCell::new(Lines::new(capacity)),
            timeouts,
            reason: Cell::new(None),
            closed: Rc::default(),
            futures: RefCell::default(),
            has_futures: Cell::new(false),
            tokens: RefCell::default(),
            process: Cell::new(fork::process_generation()),
        })
    }

    pub(super) fn ticket(coroutine: CoroutineId) -> Who {
        LAST_TICKET.set(LAST_TICKET.get() + 1);
        Who { ticket: LAST_TICKET.get(), coroutine }
    }

    /// Whether there is more to look after than coroutines that wait: Futures in the queue, a timeout, or a fork.
    #[inline]
    fn is_watched(&self) -> bool {
        self.has_futures.get() || self.timeouts.are_any() || self.has_forked()
    }

    #[inline]
    fn has_forked(&self) -> bool {
        self.process.get() != fork::process_generation()
    }

    /// Has those go on whom an event in the lines concerns, and looks after the timeouts.
    pub(super) fn serve(self: &Rc<Self>, called: Option<Who>) {
        let mut next = called;
        while let Some(who) = next.take() {
            match who.coroutine() {
                Some(_) => Self::end_wait(who, Ending::Served),
                None => next = self.serve_future(who),
            }
        }
        self.timeouts.follow(self);
    }

    #[inline]
    fn end_wait(who: Who, how: Ending) {
        scheduler::end_wait_in_line(who.coroutine, who.ticket, how);
    }

    /// If nobody holds it any more, or it was cancelled, its value goes to the one who is returned.
    fn serve_future(&self, who: Who) -> Option<Who> {
        let future = self.futures.borrow_mut().remove(&who.ticket);
        let future = future.and_then(|future| future.upgrade());
        let Some(future) = future.filter(|future| !future.is_completed()) else {
            return self.lines.borrow_mut().receiver_leaves(who);
        };
        let value = self.lines.borrow_mut().recv_promised(who);
        if let Some(value) = value {
            future.fix(Fixed::Value(value), SpawnPoint::NOWHERE);
        }
        None
    }

    /// A Future that nobody holds, or that was cancelled, has left the line, and so has a coroutine that stayed in the parent.
    #[inline]
    pub(super) fn forget_the_absent(self: &Rc<Self>) {
        if self.has_forked() {
            self.forget_the_parents();
        }
        if self.has_futures.get() {
            self.look_for_dropped_futures();
        }
    }

    #[cold]
    fn forget_the_parents(self: &Rc<Self>) {
        self.process.set(fork::process_generation());
        let is_gone = |who: Who| who.coroutine().is_some_and(|id| !scheduler::exists(id));
        let values = self.lines.borrow_mut().forget(is_gone);
        // What the parent's coroutines hold stays as it is (SPEC 29.7).
        values.into_iter().for_each(std::mem::forget);
        self.timeouts.follow(self);
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
            self.receiver_leaves(Who { ticket, coroutine: FUTURE });
        }
    }

    /// Closes it, if it is open.
    pub(super) fn close(self: &Rc<Self>, reason: Reason) -> Outcome {
        if self.lines.borrow().is_closed() {
            return Ok(());
        }
        let error = reason.exception()?;
        self.forget_the_absent();
        self.reason.set(Some(reason));
        let ended = self.lines.borrow_mut().close();
        self.timeouts.follow(self);
        let Some(ended) = ended else { return Ok(()) };
        for who in ended.waiters {
            if who.coroutine().is_some() {
                Self::end_wait(who, Ending::Closed);
                continue;
            }
            let future = self.futures.borrow_mut().remove(&who.ticket);
            if let Some(future) = future.and_then(|future| future.upgrade()) {
                future.fix(Fixed::Error(reason.exception()?), SpawnPoint::NOWHERE);
            }
        }
        self.closed.needs_no_observer();
        scheduler::fix(&self.closed, Fixed::Error(error));
        drop(ended.values);
        Ok(())
    }

    /// Throws, for one who comes when the channel is closed.
    pub(super) fn refuse(&self) -> Thrown {
        self.reason.get().unwrap_or(Reason::Explicit).throw()
    }

    /// Waits until the wait of `who`, the running coroutine, is ended.
    //
    // Inlined, as those who call it for one without a token are: a processor foresees returns by who called last, which was another
    // coroutine, so each function between a switch and PHP code costs one that it has not foreseen.
    #[inline(always)]
    fn wait(&self, who: Who) -> Result<Ending, Thrown> {
        let me = scheduler::running();
        let _shown = Awaiting::one(&me, What::Channel, Held::Alone(self.closed.clone()));
        loop {
            if let Err(interrupted) = park(None) {
                return Err(self.interrupted(&me, who, interrupted));
            }
            if let Some(how) = me.line.take(who.ticket) {
                return Ok(how);
            }
        }
    }

    #[cold]
    fn interrupted(&self, me: &Coroutine, who: Who, interrupted: Interrupted) -> Thrown {
        let thrown = interrupted.throw();
        self.thrown(me, who, thrown)
    }

    /// As [`wait`](Self::wait), or until the token ends.
    fn wait_with(&self, who: Who, token: &Awaited) -> Result<Ending, Thrown> {
        let me = scheduler::running();
        let _shown = Awaiting::one(&me, What::Channel, Held::Alone(self.closed.clone()));
        match awaiting::wait(|| me.line.ended(who.ticket), Some(token)) {
            Ok(()) => Ok(me.line.take(who.ticket).unwrap_or(Ending::Closed)),
            Err(thrown) => Err(self.thrown(&me, who, thrown)),
        }
    }

    fn thrown(&self, me: &Coroutine, who: Who, thrown: Thrown) -> Thrown {
        match (thrown, me.line.take(who.ticket)) {
            (Thrown::Exception, Some(Ending::Closed)) => self.refuse_for_scope(),
            (thrown, _) => thrown,
        }
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
    pub(super) fn send_unnoticed(&self, call: &Call, index: u32) -> bool {
        self.lines.borrow_mut().send_unnoticed(|| call.value(index))
    }

    /// Receives a value, likewise. `None`: nothing was done.
    #[inline]
    pub(super) fn recv_unnoticed(&self) -> Option<Value> {
        self.lines.borrow_mut().recv_unnoticed()
    }

    /// Sends an argument of the running call.
    #[inline(always)]
    pub(super) fn send_argument(self: &Rc<Self>, call: &Call, index: u32) -> Outcome {
        let mut lines = self.lines.borrow_mut();
        if lines.is_closed() || self.is_watched() {
            drop(lines);
            return self.send(call.value(index), None);
        }
        let who = Self::ticket(current());
        let sent = lines.send(who, call.value(index));
        drop(lines);
        match sent {
            Sent::Promised(receiver) => Self::end_wait(receiver, Ending::Served),
            Sent::Stored => {}
            Sent::Waits => return self.sent(who, self.wait(who)),
        }
        Ok(())
    }

    #[cold]
    pub(super) fn send(self: &Rc<Self>, value: Value, token: Option<&Awaited>) -> Outcome {
        if self.lines.borrow().is_closed() {
            return Err(self.refuse());
        }
        self.forget_the_absent();
        let who = Self::ticket(current());
        let sent = self.lines.borrow_mut().send(who, value);
        self.serve(if let Sent::Promised(receiver) = sent { Some(receiver) } else { None });
        if sent != Sent::Waits {
            return Ok(());
        }
        let Some(token) = token else { return self.sent(who, self.wait(who)) };
        self.tokens.borrow_mut().push((who.ticket, token.completion().clone()));
        let waited = self.wait_with(who, token);
        self.tokens.borrow_mut().retain(|&(ticket, _)| ticket != who.ticket);
        self.sent(who, waited)
    }

    /// What becomes of a send that has waited.
    #[inline]
    fn sent(self: &Rc<Self>, who: Who, waited: Result<Ending, Thrown>) -> Outcome {
        match waited {
            Ok(Ending::Served) => Ok(()),
            Ok(Ending::Closed) => Err(self.refuse()),
            Err(thrown) => {
                self.let_leavers_go();
                self.sender_leaves(who);
                Err(thrown)
            }
        }
    }

    #[cold]
    fn sender_leaves(self: &Rc<Self>, who: Who) {
        let left = self.lines.borrow_mut().sender_leaves(who);
        let (withdrawn, next) = left.unzip();
        self.serve(next.flatten());
        drop(withdrawn);
    }

    #[cold]
    fn receiver_leaves(self: &Rc<Self>, who: Who) {
        let next = self.lines.borrow_mut().receiver_leaves(who);
        self.serve(next);
    }

    /// Senders that are to leave, but have not run yet, leave before a value of theirs is taken or moves up (SPEC 41.5).
    pub(super) fn let_leavers_go(self: &Rc<Self>) {
        if self.may_have_leavers(&self.lines.borrow()) {
            self.look_for_leavers();
        }
    }

    /// Whether one of the next senders may be about to leave; if not, none is.
    #[inline(always)]
    fn may_have_leavers(&self, lines: &Lines<Value, Who>) -> bool {
        let may_leave = |sender: Option<Who>| {
            let Some(who) = sender else { return false };
            scheduler::is_interrupted(who.coroutine) || !self.tokens.borrow().is_empty()
        };
        let [waiting, oldest] = lines.next_senders();
        may_leave(waiting) || may_leave(oldest)
    }

    #[cold]
    fn look_for_leavers(self: &Rc<Self>) {
        loop {
            let next = self.lines.borrow().next_senders();
            let Some(who) = next.into_iter().flatten().find(|&who| self.leaves(who)) else {
                return;
            };
            self.sender_leaves(who);
        }
    }

    fn leaves(&self, who: Who) -> bool {
        let is_in_line = self.lines.borrow().sender(who) != Turn::Free;
        if scheduler::is_interrupted(who.coroutine) {
            return is_in_line || scheduler::has_left_line(who.coroutine, who.ticket);
        }
        let tokens = self.tokens.borrow();
        let token = tokens.iter().find(|&&(ticket, _)| ticket == who.ticket);
        // One that is called already was served before.
        is_in_line && token.is_some_and(|(_, token)| token.is_fixed())
    }

    /// The next value, without a token; `None`: the channel is closed and empty.
    #[inline(always)]
    pub(super) fn recv_next(self: &Rc<Self>) -> Result<Option<Value>, Thrown> {
        let mut lines = self.lines.borrow_mut();
        if self.is_watched() || self.may_have_leavers(&lines) {
            drop(lines);
            return self.recv(None);
        }
        let who = Self::ticket(current());
        let received = lines.recv(who);
        drop(lines);
        match received {
            Received::Value(value, sender) => {
                if let Some(sender) = sender {
                    Self::end_wait(sender, Ending::Served);
                }
                Ok(Some(value))
            }
            Received::Closed => Ok(None),
            Received::Waits => self.received(who, self.wait(who)),
        }
    }

    /// The next value; `None`: the channel is closed and empty.
    #[cold]
    pub(super) fn recv(self: &Rc<Self>, token: Option<&Awaited>) -> Result<Option<Value>, Thrown> {
        self.forget_the_absent();
        self.let_leavers_go();
        let who = Self::ticket(current());
        let received = self.lines.borrow_mut().recv(who);
        match received {
            Received::Value(value, sender) => {
                self.serve(sender);
                return Ok(Some(value));
            }
            Received::Closed => return Ok(None),
            Received::Waits => self.timeouts.follow(self),
        }
        let waited = token.map_or_else(|| self.wait(who), |token| self.wait_with(who, token));
        self.received(who, waited)
    }

    /// What becomes of a receive that has waited.
    #[inline]
    fn received(
        self: &Rc<Self>,
        who: Who,
        waited: Result<Ending, Thrown>,
    ) -> Result<Option<Value>, Thrown> {
        match waited {
            Ok(Ending::Served) => Ok(self.lines.borrow_mut().recv_promised(who)),
            Ok(Ending::Closed) => Ok(None),
            Err(thrown) => {
                self.receiver_leaves(who);
                Err(thrown)
            }
        }
    }
}

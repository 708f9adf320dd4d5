//! `Async\Channel`: values from coroutine to coroutine (SPEC 41). Who is served when is decided by
//! [`cenote_tasks::channel`]; here are the values, the waits and the timeouts.

use super::{
    arguments::token_argument,
    awaits::awaiting::{self, Awaited, Awaiting, Source},
    futures::future,
    tickets::ByTicket,
};
use crate::{
    runtime::{
        coroutines::{
            completion::{Completion, Fixed, Step},
            coroutine::{CoroutineId, Importance, SpawnPoint, What},
            interrupted::Interrupted,
            scheduler::{self, current, wake},
            scope::{self, Belonging},
            spawning::spawn_native,
        },
        errors::exceptions,
        messages,
        process::clock::precise_now,
        scheduling::{deadlock, parking::park},
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value,
        cursor::{self, Cursor, Iterable, MakeCursor},
        enumeration, exception, function,
        globals::EngineLocal,
        object::Native,
        sys,
    },
};
use cenote_tasks::channel::{Channel as Lines, Received, Sent, Starving};
use std::{
    cell::{Cell, RefCell},
    collections::{HashMap, VecDeque},
    ffi::CStr,
    rc::{Rc, Weak},
    time::Duration,
};

/// Why a channel was closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    Explicit,
    Disposed,
    NoProducers,
    NoConsumers,
    Deadlock,
    ScopeDisposed,
}

impl Reason {
    fn case(self) -> &'static CStr {
        match self {
            Reason::Explicit => c"EXPLICIT",
            Reason::Disposed => c"DISPOSED",
            Reason::NoProducers => c"NO_PRODUCERS",
            Reason::NoConsumers => c"NO_CONSUMERS",
            Reason::Deadlock => c"DEADLOCK",
            Reason::ScopeDisposed => c"SCOPE_DISPOSED",
        }
    }

    fn text(self) -> Message {
        match self {
            Reason::Explicit => messages::CHANNEL_CLOSED,
            Reason::Disposed => messages::CHANNEL_DISPOSED,
            Reason::NoProducers => messages::CHANNEL_WITHOUT_PRODUCERS,
            Reason::NoConsumers => messages::CHANNEL_WITHOUT_CONSUMERS,
            Reason::Deadlock => messages::CHANNEL_IN_DEADLOCK,
            Reason::ScopeDisposed => messages::CHANNEL_SCOPE_DISPOSED,
        }
    }

    fn exception(self) -> Result<Object, Thrown> {
        let error = exception::create(exceptions::channel(), &self.text())?;
        let case = Value::object(enumeration::case(exceptions::close_reason(), self.case())?);
        exception::set_property(&error, exceptions::channel(), "reason", &case)?;
        Ok(error)
    }

    fn throw(self) -> Thrown {
        match self.exception() {
            Ok(error) => exception::throw_object(error),
            Err(thrown) => thrown,
        }
    }
}

/// One who waits. A Future in line is served at once when its turn comes; a coroutine when it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Who {
    ticket: u64,
    /// [`FUTURE`] for one.
    coroutine: CoroutineId,
}

const FUTURE: CoroutineId = CoroutineId { number: 0, index: u32::MAX };

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

struct Settings {
    no_producer_timeout: i64,
    no_consumer_timeout: i64,
    hard_timeouts: bool,
}

struct Armed {
    starving: Starving,
    reliefs: u64,
    alarm: scheduler::AlarmId,
}

struct Core {
    lines: RefCell<Lines<Value, Who>>,
    settings: Settings,
    reason: Cell<Option<Reason>>,
    /// What a wait for the channel itself waits for (SPEC 37.4).
    closed: Rc<Completion>,
    last_ticket: Cell<u64>,
    /// Tickets of waiting coroutines that were called, how, and in which step: in the order in which they will run, but for those
    /// whose wait ends otherwise.
    called: RefCell<VecDeque<(u64, Called, Step)>>,
    futures: RefCell<HashMap<u64, Weak<future::Core>, ByTicket>>,
    armed: RefCell<Option<Armed>>,
}

pub(super) struct Channel {
    core: RefCell<Option<Rc<Core>>>,
}

static CLASS: Class<Channel> = Class::new();

/// Channels with a soft timeout that runs.
static SOFT: EngineLocal<RefCell<Vec<Weak<Core>>>> = EngineLocal::new(RefCell::new(Vec::new()));

impl Native for Channel {
    const HAS_DESTRUCTOR: bool = true;

    fn blank() -> Self {
        Channel { core: RefCell::new(None) }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let Some(core) = &*self.core.borrow() {
            core.lines.borrow().values().for_each(|value| tracer.value(value));
            core.closed.trace(tracer);
        }
    }

    /// Nobody can send or receive any more: Futures in line fail (SPEC 41.10).
    fn destruct(&self, _this: &Object) {
        let core = self.core.borrow().clone();
        if let Some(core) = core {
            core.forget_dropped_futures();
            if !core.futures.borrow().is_empty() {
                let _ = core.close(Reason::Disposed);
            }
        }
    }
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
    fn new(capacity: usize, settings: Settings) -> Rc<Core> {
        Rc::new(Core {
            lines: RefCell::new(Lines::new(capacity)),
            settings,
            reason: Cell::new(None),
            closed: Rc::default(),
            last_ticket: Cell::new(0),
            called: RefCell::default(),
            futures: RefCell::default(),
            armed: RefCell::default(),
        })
    }

    fn ticket(&self, coroutine: CoroutineId) -> Who {
        self.last_ticket.set(self.last_ticket.get() + 1);
        Who { ticket: self.last_ticket.get(), coroutine }
    }

    /// Tells the lines something, then everybody whom that concerns.
    fn tell<R>(self: &Rc<Self>, event: impl FnOnce(&mut Lines<Value, Who>) -> R) -> R {
        let mut lines = self.lines.borrow_mut();
        let answer = event(&mut lines);
        let has_calls = lines.has_calls();
        drop(lines);
        if has_calls {
            self.deliver();
        }
        self.watch();
        answer
    }

    fn deliver(&self) {
        loop {
            let Some(who) = self.lines.borrow_mut().next_call() else { return };
            match who.coroutine() {
                Some(coroutine) => self.call(who, coroutine, Called::Served),
                None => self.serve_future(who),
            }
        }
    }

    fn call(&self, who: Who, coroutine: CoroutineId, how: Called) {
        self.called.borrow_mut().push_back((who.ticket, how, scheduler::step()));
        wake(coroutine);
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

    /// A Future that nobody holds has left the line.
    #[inline]
    fn forget_dropped_futures(self: &Rc<Self>) {
        if !self.futures.borrow().is_empty() {
            self.look_for_dropped_futures();
        }
    }

    fn look_for_dropped_futures(self: &Rc<Self>) {
        let dropped = |(_, future): &(&u64, &Weak<future::Core>)| future.strong_count() == 0;
        let gone: Vec<u64> = {
            let futures = self.futures.borrow();
            futures.iter().filter(dropped).map(|(&ticket, _)| ticket).collect()
        };
        for ticket in gone {
            self.futures.borrow_mut().remove(&ticket);
            self.tell(|lines| lines.receiver_leaves(Who { ticket, coroutine: FUTURE }));
        }
    }

    /// Closes it, if it is open.
    fn close(self: &Rc<Self>, reason: Reason) -> Outcome {
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
            scheduler::visible_alarm(at, fire)
        } else {
            let mut soft = SOFT.borrow_mut();
            soft.retain(|known| known.strong_count() > 0 && !std::ptr::eq(known.as_ptr(), &**self));
            soft.push(Rc::downgrade(self));
            drop(soft);
            scheduler::alarm(at, fire)
        };
        self.armed.replace(Some(Armed { starving, reliefs, alarm }));
    }

    /// Closes it in a coroutine of its own: a timer must not call the engine.
    fn close_soon(self: &Rc<Self>, reason: Reason) {
        let channel = self.clone();
        spawn_native(Importance::Service, Box::new(move || channel.close(reason)));
    }

    /// Throws, for one who comes when the channel is closed.
    fn refuse(&self) -> Thrown {
        self.reason.get().unwrap_or(Reason::Explicit).throw()
    }

    /// Waits until `who`, which was not called yet, is.
    fn wait(&self, who: Who, token: Option<&Awaited>) -> Result<Called, Thrown> {
        let _shown = Awaiting::one(What::Channel, &self.closed);
        let waited = match token {
            None => self.wait_alone(who),
            Some(_) => {
                let step_of = |at| self.called.borrow().get(at).map(|&(.., step)| step);
                awaiting::wait(|| self.call_of(who).and_then(step_of), token)
            }
        };
        let call = self.call_of(who).and_then(|at| self.called.borrow_mut().remove(at));
        let call = call.map(|(_, how, _)| how);
        if let (Err(Thrown::Exception), Some(Called::Closed)) = (&waited, call) {
            return Err(self.refuse_for_scope());
        }
        waited.map(|()| call.unwrap_or(Called::Closed))
    }

    fn wait_alone(&self, who: Who) -> Outcome {
        loop {
            park(None).map_err(Interrupted::throw)?;
            if self.call_of(who).is_some() {
                return Ok(());
            }
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

    fn send(self: &Rc<Self>, value: Value, token: Option<&Awaited>) -> Outcome {
        if self.lines.borrow().is_closed() {
            return Err(self.refuse());
        }
        self.forget_dropped_futures();
        let who = self.ticket(current());
        let mut sent = self.tell(|lines| lines.send(who, value));
        loop {
            let (value, held) = match sent {
                Sent::Done => return Ok(()),
                Sent::Held => (None, true),
                Sent::Queued(value) => (Some(value), false),
            };
            match self.wait(who, token) {
                Err(thrown) => {
                    let withdrawn = self.tell(|lines| lines.sender_leaves(who));
                    drop((withdrawn, value));
                    return Err(thrown);
                }
                Ok(Called::Closed) => return Err(self.refuse()),
                Ok(Called::Served) if held => return Ok(()),
                Ok(Called::Served) => {
                    let value = value.expect("it is in no slot yet");
                    sent = self.tell(|lines| lines.send_promised(who, value));
                }
            }
        }
    }

    /// The next value; `None`: the channel is closed and empty.
    fn recv(self: &Rc<Self>, token: Option<&Awaited>) -> Result<Option<Value>, Thrown> {
        self.forget_dropped_futures();
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
fn close_in_deadlock() -> bool {
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

fn this(call: &Call) -> Result<Rc<Core>, Thrown> {
    // SAFETY: the method table is that of Channel; `$this` lives through the call.
    core_of(unsafe { CLASS.native(call.this()) })
}

fn core_of(channel: &Channel) -> Result<Rc<Core>, Thrown> {
    let core = channel.core.borrow().clone();
    core.ok_or_else(|| exception::throw_error(&messages::not_initialised("Async\\Channel")))
}

/// An int from 0 to the largest of 32 bits.
fn bounded(call: &Call, index: u32) -> Result<i64, Thrown> {
    let given = call.int_or(index, 0)?;
    if (0..=i64::from(i32::MAX)).contains(&given) {
        return Ok(given);
    }
    Err(exception::argument_value_error(index + 1, &messages::between(i64::from(i32::MAX))))
}

fn construct(call: &mut Call) -> Outcome {
    call.expect_args(0, 4)?;
    let capacity = bounded(call, 0)? as usize;
    let settings = Settings {
        no_producer_timeout: bounded(call, 1)?,
        no_consumer_timeout: bounded(call, 2)?,
        hard_timeouts: call.count() > 3 && call.bool(3)?,
    };
    // SAFETY: the method table is that of Channel.
    let channel = unsafe { CLASS.native(call.this()) };
    if channel.core.borrow().is_some() {
        return Err(exception::throw_error(&messages::CHANNEL_CONSTRUCTED_TWICE));
    }
    let core = Core::new(capacity, settings);
    let belonging: Weak<dyn Belonging> = Rc::downgrade(&core) as _;
    scope::belongs_to_current(belonging);
    channel.core.replace(Some(core));
    Ok(())
}

fn send(call: &mut Call) -> Outcome {
    call.expect_args(1, 2)?;
    let channel = this(call)?;
    let token = token_argument(call, 1, awaiting::completable())?;
    channel.send(call.value(0), token.as_ref())
}

fn send_async(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let channel = this(call)?;
    channel.forget_dropped_futures();
    let value = call.value(0);
    let refused = channel.tell(|lines| lines.try_send(value));
    call.returns(Value::bool(refused.is_ok()));
    Ok(())
}

fn recv(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let channel = this(call)?;
    let token = token_argument(call, 0, awaiting::completable())?;
    match channel.recv(token.as_ref())? {
        Some(value) => call.returns(value),
        None => return Err(channel.refuse()),
    }
    Ok(())
}

fn recv_async(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let channel = this(call)?;
    channel.forget_dropped_futures();
    let future = future::Core::new(super::arguments::spawn_point(call));
    let who = channel.ticket(FUTURE);
    match channel.tell(|lines| lines.recv(who)) {
        Received::Value(value) => future.fix(Fixed::Value(value), SpawnPoint::NOWHERE),
        Received::Closed => {
            let reason = channel.reason.get().unwrap_or(Reason::Explicit);
            future.fix(Fixed::Error(reason.exception()?), SpawnPoint::NOWHERE);
        }
        Received::Waits => {
            channel.futures.borrow_mut().insert(who.ticket, Rc::downgrade(&future));
        }
    }
    call.returns(Value::object(future::object_for(future)?));
    Ok(())
}

fn close(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    this(call)?.close(Reason::Explicit)
}

fn tell_of(call: &mut Call, question: fn(&Lines<Value, Who>) -> Value) -> Outcome {
    call.expect_args(0, 0)?;
    let answer = question(&this(call)?.lines.borrow());
    call.returns(answer);
    Ok(())
}

/// A `foreach` over a channel.
struct Receiving {
    channel: Object,
    received: i64,
}

impl Cursor for Receiving {
    fn advance(&mut self) -> Result<Option<(Value, Value)>, Thrown> {
        // SAFETY: `channel` is a Channel, and we hold it.
        let channel = core_of(unsafe { CLASS.native(self.channel.as_ptr()) })?;
        match channel.recv(None)? {
            Some(value) => {
                self.received += 1;
                Ok(Some((Value::int(self.received - 1), value)))
            }
            None if channel.reason.get() == Some(Reason::Explicit) => Ok(None),
            None => Err(channel.refuse()),
        }
    }
}

impl Iterable for Channel {
    const BY_REFERENCE: Message = messages::CHANNEL_BY_REFERENCE;
    const CURSOR: MakeCursor = |channel| {
        // SAFETY: the engine asks for an iterator of a live object.
        Box::new(Receiving { channel: unsafe { Object::from_borrowed(channel) }, received: 0 })
    };
}

/// # Safety
/// A live Channel.
unsafe fn source(object: *mut sys::zend_object) -> Result<Source, Thrown> {
    // SAFETY: by the contract.
    let core = core_of(unsafe { CLASS.native(object) })?;
    Ok(Source::new(What::Channel, core.closed.clone()))
}

const VALUE: Param = Param::required(c"value", Type::MIXED);
const TOKEN: Param =
    Param::optional(c"cancellationToken", Type::object(c"Async\\Completable").or_null(), c"null");

pub(super) fn register() {
    let (bool, int) = (Signature::new(&[], Type::BOOL), Signature::new(&[], Type::INT));
    let class = ClassBuilder::new(c"Async\\Channel")
        .method(function(
            c"__construct",
            construct,
            Signature::new(
                const {
                    &[
                        Param::optional(c"capacity", Type::INT, c"0"),
                        Param::optional(c"noProducerTimeout", Type::INT, c"0"),
                        Param::optional(c"noConsumerTimeout", Type::INT, c"0"),
                        Param::optional(c"hardTimeouts", Type::BOOL, c"false"),
                    ]
                },
                Type::NONE,
            ),
        ))
        .method(function(c"send", send, Signature::new(const { &[VALUE, TOKEN] }, Type::VOID)))
        .method(function(c"sendAsync", send_async, Signature::new(const { &[VALUE] }, Type::BOOL)))
        .method(function(c"recv", recv, Signature::new(const { &[TOKEN] }, Type::MIXED)))
        .method(function(
            c"recvAsync",
            recv_async,
            Signature::new(&[], Type::object(c"Async\\Future")),
        ))
        .method(function(c"close", close, Signature::new(&[], Type::VOID)))
        .method(function(
            c"isClosed",
            |call| tell_of(call, |lines| Value::bool(lines.is_closed())),
            bool,
        ))
        .method(function(
            c"isEmpty",
            |call| tell_of(call, |lines| Value::bool(lines.is_empty())),
            bool,
        ))
        .method(function(
            c"isFull",
            |call| tell_of(call, |lines| Value::bool(lines.is_full())),
            bool,
        ))
        .method(function(
            c"capacity",
            |call| tell_of(call, |lines| Value::int(lines.capacity() as i64)),
            int,
        ))
        .method(function(
            c"count",
            |call| tell_of(call, |lines| Value::int(lines.len() as i64)),
            int,
        ))
        .method(function(
            c"getIterator",
            cursor::get_iterator_method,
            Signature::new(&[], Type::object(c"Iterator")),
        ))
        .implements(awaiting::awaitable())
        .implements(ClassRef::aggregate())
        .implements(ClassRef::countable())
        .sealed()
        .register();
    CLASS.bind(class);
    cursor::make_iterable::<Channel>(class);
    awaiting::register_kind(class, source);
    deadlock::ask_first(close_in_deadlock);
}

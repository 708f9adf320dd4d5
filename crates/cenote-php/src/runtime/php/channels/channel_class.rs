//! The class `Async\Channel`.

use super::{
    channel::{Core, FUTURE, Lines, Who},
    close_reason::Reason,
    starvation::{Timeouts, close_in_deadlock},
};
use crate::{
    runtime::{
        coroutines::{
            completion::{Fixed, Held, What},
            coroutine::SpawnPoint,
            scope::{self, Belonging},
        },
        php::{
            arguments::{self, token_argument},
            awaits::awaiting::{self, Source},
            futures::future,
            messages,
        },
        scheduling::deadlock,
    },
    zend::{
        Call, Class, ClassBuilder, ClassRef, Message, Object, Outcome, Param, Signature, Thrown,
        Tracer, Type, Value,
        cursor::{self, Cursor, Iterable, MakeCursor},
        exception, function,
        object::Native,
        sys,
    },
};
use cenote_tasks::channel::Received;
use std::{
    cell::OnceCell,
    rc::{Rc, Weak},
};

pub(in crate::runtime::php) struct Channel {
    /// Set by the constructor.
    core: OnceCell<Rc<Core>>,
}

static CLASS: Class<Channel> = Class::new();

impl Native for Channel {
    const HAS_DESTRUCTOR: bool = true;

    fn blank() -> Self {
        Channel { core: OnceCell::new() }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        if let Some(core) = self.core.get() {
            core.lines.borrow().values().for_each(|value| tracer.value(value));
            core.closed.trace(tracer);
        }
    }

    /// Nobody can send or receive any more: Futures in the queue fail (SPEC 41.10).
    fn destruct(&self, _this: &Object) {
        if let Some(core) = self.core.get() {
            core.forget_the_absent();
            if !core.futures.borrow().is_empty() {
                let _ = core.close(Reason::Disposed);
            }
        }
    }
}

#[inline]
fn this<'a>(call: &Call) -> Result<&'a Rc<Core>, Thrown> {
    // SAFETY: the method table is that of Channel; `$this`, which holds the core once it has it, lives through the call.
    core_of(unsafe { CLASS.native(call.this()) })
}

#[inline]
fn core_of(channel: &Channel) -> Result<&Rc<Core>, Thrown> {
    channel.core.get().ok_or_else(not_initialised)
}

#[cold]
fn not_initialised() -> Thrown {
    exception::throw_error(&messages::not_initialised("Async\\Channel"))
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
    let (no_producer, no_consumer) = (bounded(call, 1)?, bounded(call, 2)?);
    let are_hard = call.count() > 3 && call.bool(3)?;
    // SAFETY: the method table is that of Channel.
    let channel = unsafe { CLASS.native(call.this()) };
    if channel.core.get().is_some() {
        return Err(exception::throw_error(&messages::CHANNEL_CONSTRUCTED_TWICE));
    }
    let core = Core::new(capacity, Timeouts::new(no_producer, no_consumer, are_hard));
    let belonging: Weak<dyn Belonging> = Rc::downgrade(&core) as _;
    scope::belongs_to_current(belonging);
    let _ = channel.core.set(core); // looked at above
    Ok(())
}

fn send(call: &mut Call) -> Outcome {
    if call.count() != 1 {
        return send_with_token(call);
    }
    let channel = this(call)?;
    if channel.send_unnoticed(call, 0) { Ok(()) } else { channel.send_argument(call, 0) }
}

#[cold]
fn send_with_token(call: &Call) -> Outcome {
    call.expect_args(1, 2)?;
    let channel = this(call)?;
    let token = token_argument(call, 1, awaiting::completable())?;
    channel.send(call.value(0), token.as_ref())
}

fn send_async(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let channel = this(call)?;
    channel.forget_the_absent();
    let value = call.value(0);
    let sent = channel.lines.borrow_mut().try_send(value);
    call.returns(Value::bool(sent.is_ok()));
    channel.serve(sent.ok().flatten());
    Ok(())
}

fn recv(call: &mut Call) -> Outcome {
    if call.count() > 0 {
        return recv_with_token(call);
    }
    let channel = this(call)?;
    if let Some(value) = channel.recv_unnoticed() {
        call.returns(value);
        return Ok(());
    }
    return_received(call, channel, channel.recv_next())
}

#[inline(always)]
fn return_received(
    call: &mut Call,
    channel: &Core,
    received: Result<Option<Value>, Thrown>,
) -> Outcome {
    match received? {
        Some(value) => call.returns(value),
        None => return Err(channel.refuse()),
    }
    Ok(())
}

#[cold]
fn recv_with_token(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let channel = this(call)?;
    let token = token_argument(call, 0, awaiting::completable())?;
    return_received(call, channel, channel.recv(token.as_ref()))
}

fn recv_async(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let channel = this(call)?;
    channel.forget_the_absent();
    channel.let_leavers_go();
    let future = future::Core::new(arguments::spawn_point(call));
    let who = Core::ticket(FUTURE);
    let received = channel.lines.borrow_mut().recv(who);
    match received {
        Received::Value(value, sender) => {
            channel.serve(sender);
            future.fix(Fixed::Value(value), SpawnPoint::NOWHERE);
        }
        Received::Closed => {
            let reason = channel.reason.get().unwrap_or(Reason::Explicit);
            future.fix(Fixed::Error(reason.exception()?), SpawnPoint::NOWHERE);
        }
        Received::Waits => {
            channel.has_futures.set(true);
            channel.futures.borrow_mut().insert(who.ticket, Rc::downgrade(&future));
            channel.serve(None);
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
    let channel = this(call)?;
    channel.forget_the_absent();
    let answer = question(&channel.lines.borrow());
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
        match channel.recv_next()? {
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
    Ok(Source::new(What::Channel, Held::Alone(core.closed.clone())))
}

const VALUE: Param = Param::required(c"value", Type::MIXED);
const TOKEN: Param =
    Param::optional(c"cancellationToken", Type::object(c"Async\\Completable").or_null(), c"null");

pub(in crate::runtime::php) fn register() {
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

//! `Async\Channel`: values from coroutine to coroutine, FIFO on both sides.
//!
//! A value goes straight to the receiver that waits longest, so a receiver that comes later cannot take it. With
//! capacity 0 a sender parks until its value is taken. A receiver that is cancelled after a value was handed to it gives
//! the value on, so nothing is lost.

use crate::{
    runtime::{CoroutineId, Interrupted, current, exceptions, messages, park, wake},
    zend::{
        Call, Class, ClassBuilder, Message, Outcome, Param, Signature, Thrown, Tracer, Type, Value,
        exception, function, messages::at_least, object::Native,
    },
};
use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    rc::Rc,
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Waits,
    /// The value was taken, or has come.
    Served,
    /// The channel was closed meanwhile.
    Closed,
}

/// One parked sender (with its value) or receiver (with a place for one).
struct Party {
    coroutine: CoroutineId,
    value: RefCell<Option<Value>>,
    turn: Cell<Turn>,
}

impl Party {
    fn new(value: Option<Value>) -> Rc<Party> {
        Rc::new(Party {
            coroutine: current(),
            value: RefCell::new(value),
            turn: Cell::new(Turn::Waits),
        })
    }

    fn call(&self, turn: Turn) {
        self.turn.set(turn);
        wake(self.coroutine);
    }

    /// Parks until served or closed.
    fn wait(&self) -> Result<Turn, Interrupted> {
        while self.turn.get() == Turn::Waits {
            park(None)?;
        }
        Ok(self.turn.get())
    }
}

#[derive(Default)]
struct State {
    constructed: bool,
    capacity: usize,
    closed: bool,
    buffer: VecDeque<Value>,
    senders: VecDeque<Rc<Party>>,
    receivers: VecDeque<Rc<Party>>,
}

struct Channel {
    state: RefCell<State>,
}

static CLASS: Class<Channel> = Class::new();

impl Native for Channel {
    fn blank() -> Self {
        Channel { state: RefCell::default() }
    }

    fn class() -> &'static Class<Self> {
        &CLASS
    }

    fn trace(&self, tracer: &mut Tracer) {
        let state = self.state.borrow();
        state.buffer.iter().for_each(|value| tracer.value(value));
        for party in state.senders.iter().chain(&state.receivers) {
            party.value.borrow().iter().for_each(|value| tracer.value(value));
        }
    }
}

fn remove(queue: &mut VecDeque<Rc<Party>>, party: &Rc<Party>) {
    queue.retain(|queued| !Rc::ptr_eq(queued, party));
}

fn closed(message: &Message) -> Thrown {
    exception::throw(exceptions::async_exception(), message)
}

fn this<'a>(call: &Call) -> Result<&'a Channel, Thrown> {
    // SAFETY: the method table is that of Channel; `$this` lives through the call.
    let channel = unsafe { CLASS.native(call.this()) };
    if channel.state.borrow().constructed {
        Ok(channel)
    } else {
        Err(exception::throw_error(&messages::not_initialised("Async\\Channel")))
    }
}

fn construct(call: &mut Call) -> Outcome {
    call.expect_args(0, 1)?;
    let capacity = call.int_or(0, 0)?;
    let Ok(capacity) = usize::try_from(capacity) else {
        return Err(exception::argument_value_error(1, &at_least(0)));
    };
    // SAFETY: the method table is that of Channel.
    let channel = unsafe { CLASS.native(call.this()) };
    let mut state = channel.state.borrow_mut();
    if state.constructed {
        drop(state);
        return Err(exception::throw_error(&messages::CHANNEL_CONSTRUCTED_TWICE));
    }
    state.constructed = true;
    state.capacity = capacity;
    Ok(())
}

fn send(call: &mut Call) -> Outcome {
    call.expect_args(1, 1)?;
    let channel = this(call)?;
    let value = call.value(0);
    let me = {
        let mut state = channel.state.borrow_mut();
        if state.closed {
            drop(state);
            return Err(closed(&messages::SENT_TO_CLOSED_CHANNEL));
        }
        if let Some(receiver) = state.receivers.pop_front() {
            *receiver.value.borrow_mut() = Some(value);
            receiver.call(Turn::Served);
            return Ok(());
        }
        if state.buffer.len() < state.capacity {
            state.buffer.push_back(value);
            return Ok(());
        }
        let me = Party::new(Some(value));
        state.senders.push_back(me.clone());
        me
    };
    let turn = me.wait();
    remove(&mut channel.state.borrow_mut().senders, &me);
    match turn {
        Ok(Turn::Closed) => Err(closed(&messages::SENT_TO_CLOSED_CHANNEL)),
        Ok(_) => Ok(()),
        Err(interrupted) => Err(interrupted.throw()),
    }
}

fn recv(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let channel = this(call)?;
    let me = {
        let mut state = channel.state.borrow_mut();
        if let Some(value) = state.next_value() {
            drop(state);
            call.returns(value);
            return Ok(());
        }
        if state.closed {
            drop(state);
            return Err(closed(&messages::CLOSED_CHANNEL_IS_EMPTY));
        }
        let me = Party::new(None);
        state.receivers.push_back(me.clone());
        me
    };
    let turn = me.wait();
    remove(&mut channel.state.borrow_mut().receivers, &me);
    let value = me.value.borrow_mut().take();
    match (turn, value) {
        (Ok(_), Some(value)) => {
            call.returns(value);
            Ok(())
        }
        (Ok(_), None) => Err(closed(&messages::CLOSED_CHANNEL_IS_EMPTY)),
        (Err(interrupted), value) => {
            if let Some(value) = value {
                channel.state.borrow_mut().give_on(value);
            }
            Err(interrupted.throw())
        }
    }
}

impl State {
    /// The oldest value there is; a sender that waited for room moves up.
    fn next_value(&mut self) -> Option<Value> {
        let mut waiting = || {
            let sender = self.senders.pop_front()?;
            let value = sender.value.borrow_mut().take();
            sender.call(Turn::Served);
            value
        };
        match self.buffer.pop_front() {
            Some(value) => {
                if let Some(moved_up) = waiting() {
                    self.buffer.push_back(moved_up);
                }
                Some(value)
            }
            None => waiting(),
        }
    }

    /// A value whose receiver cannot take it any more: the next one's, or the first to be received.
    fn give_on(&mut self, value: Value) {
        match self.receivers.pop_front() {
            Some(receiver) => {
                *receiver.value.borrow_mut() = Some(value);
                receiver.call(Turn::Served);
            }
            None => self.buffer.push_front(value),
        }
    }
}

fn close(call: &mut Call) -> Outcome {
    call.expect_args(0, 0)?;
    let channel = this(call)?;
    let mut state = channel.state.borrow_mut();
    state.closed = true;
    let waiting: Vec<_> = {
        let state = &mut *state;
        state.senders.drain(..).chain(state.receivers.drain(..)).collect()
    };
    waiting.iter().for_each(|party| party.call(Turn::Closed));
    Ok(())
}

pub(super) fn register() {
    let class = ClassBuilder::new(c"Async\\Channel")
        .method(function(
            c"__construct",
            construct,
            Signature::new(const { &[Param::optional(c"capacity", Type::INT, c"0")] }, Type::NONE),
        ))
        .method(function(
            c"send",
            send,
            Signature::new(const { &[Param::required(c"value", Type::MIXED)] }, Type::VOID),
        ))
        .method(function(c"recv", recv, Signature::new(&[], Type::MIXED)))
        .method(function(c"close", close, Signature::new(&[], Type::VOID)))
        .sealed()
        .register();
    CLASS.bind(class);
}

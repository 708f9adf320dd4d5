//! A channel: values in slots, and who waits on either side (SPEC 41).
//!
//! A freed slot, or a new value, is *promised* to the oldest waiter at that moment. Until that waiter runs, nobody else
//! takes it. A waiter that leaves hands its promise on. The shell parks and wakes; after each call it wakes everybody
//! whom [`Channel::next_call`] names.

use std::collections::VecDeque;

/// What has become of a send.
#[derive(PartialEq, Eq, Debug)]
pub enum Sent<T> {
    /// The value is in a slot, and the sender may go on.
    Done,
    /// The value is in the slot; the sender waits until somebody takes it (capacity 0).
    Held,
    /// No slot is free: the sender waits for one, and keeps the value until then.
    Queued(T),
}

/// What has become of a receive.
#[derive(PartialEq, Eq, Debug)]
pub enum Received<T> {
    /// The oldest value that was promised to nobody.
    Value(T),
    /// There is none: the receiver waits for one.
    Waits,
    /// There is none, and there will be none: the channel is closed.
    Closed,
}

/// Where a waiter stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Waits for a slot or a value.
    Waits,
    /// A slot or value is reserved.
    Promised,
    /// Its value is in a slot and was not taken yet.
    Held,
    /// In no line: its value was taken, or the channel was closed.
    Free,
}

/// Who waits without hope from those present.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starving {
    /// Nobody.
    Nobody,
    /// Receivers, for a producer.
    Receivers,
    /// Senders, for a consumer.
    Senders,
}

struct Slot<T, W> {
    value: T,
    /// The sender that waits until this is taken.
    sender: Option<W>,
}

/// A channel of values `T` between waiters `W`.
pub struct Channel<T, W> {
    capacity: usize,
    closed: bool,
    values: VecDeque<Slot<T, W>>,
    senders: VecDeque<W>,
    promised_senders: Vec<W>,
    receivers: VecDeque<W>,
    /// The first values belong to these.
    promised_receivers: Vec<W>,
    calls: VecDeque<W>,
    reliefs: u64,
}

impl<T, W: Copy + PartialEq> Channel<T, W> {
    /// An open channel. Capacity 0: a sender waits until its value is taken.
    pub fn new(capacity: usize) -> Self {
        Channel {
            capacity,
            closed: false,
            values: VecDeque::new(),
            senders: VecDeque::new(),
            promised_senders: Vec::new(),
            receivers: VecDeque::new(),
            promised_receivers: Vec::new(),
            calls: VecDeque::new(),
            reliefs: 0,
        }
    }

    /// The capacity it was made with.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline]
    fn slots(&self) -> usize {
        self.capacity.max(1)
    }

    /// Slots that are neither taken nor promised.
    #[inline]
    fn free(&self) -> usize {
        self.slots() - self.values.len() - self.promised_senders.len()
    }

    /// Values held, promised ones too.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether it holds no value.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether each slot holds a value.
    pub fn is_full(&self) -> bool {
        self.values.len() == self.slots()
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether nothing can be received any more by one who comes now.
    pub fn is_exhausted(&self) -> bool {
        self.closed && self.values.len() == self.promised_receivers.len()
    }

    /// The values, oldest first.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.values.iter().map(|slot| &slot.value)
    }

    /// Whether somebody is to be woken.
    #[inline]
    pub fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// The next one to be woken, in order. The shell asks after each event until there is none.
    #[inline]
    pub fn next_call(&mut self) -> Option<W> {
        self.calls.pop_front()
    }

    /// Everybody to be woken since the last call, in order.
    pub fn take_calls(&mut self) -> Vec<W> {
        self.calls.drain(..).collect()
    }

    /// Counts what relieved somebody who waits; a timeout starts anew when this changes.
    pub fn reliefs(&self) -> u64 {
        self.reliefs
    }

    /// Who waits, and would be relieved only by somebody who is not there.
    pub fn starving(&self) -> Starving {
        if !self.receivers.is_empty() {
            Starving::Receivers
        } else if !self.senders.is_empty() || self.values.iter().any(|slot| slot.sender.is_some()) {
            Starving::Senders
        } else {
            Starving::Nobody
        }
    }

    /// Puts a value in a free slot without waiting. `Err`: closed, or none is free.
    pub fn try_send(&mut self, value: T) -> Result<(), T> {
        if self.closed || self.free() == 0 {
            return Err(value);
        }
        self.put(value, None);
        Ok(())
    }

    /// `who` sends. The channel must be open.
    #[inline]
    pub fn send(&mut self, who: W, value: T) -> Sent<T> {
        if self.free() == 0 {
            self.senders.push_back(who);
            return Sent::Queued(value);
        }
        self.put_and_hold(who, value)
    }

    /// `who` was promised a slot, and runs: it puts its value in.
    #[inline]
    pub fn send_promised(&mut self, who: W, value: T) -> Sent<T> {
        // Mostly it is the only one.
        match self.promised_senders[..] {
            [only] if only == who => self.promised_senders.clear(),
            _ => self.promised_senders.retain(|&promised| promised != who),
        }
        self.put_and_hold(who, value)
    }

    #[inline]
    fn put_and_hold(&mut self, who: W, value: T) -> Sent<T> {
        let holds = self.capacity == 0 && self.receivers.is_empty();
        self.put(value, holds.then_some(who));
        if holds { Sent::Held } else { Sent::Done }
    }

    #[inline]
    fn put(&mut self, value: T, sender: Option<W>) {
        self.values.push_back(Slot { value, sender });
        self.promise_values();
    }

    /// Promises each value that is nobody's to the receiver who waits longest.
    #[inline]
    fn promise_values(&mut self) {
        while self.values.len() > self.promised_receivers.len() {
            let Some(receiver) = self.receivers.pop_front() else { return };
            self.promised_receivers.push(receiver);
            self.calls.push_back(receiver);
            self.reliefs += 1;
        }
    }

    /// Promises each slot that is nobody's to the sender who waits longest.
    #[inline]
    fn promise_slots(&mut self) {
        while self.free() > 0 {
            let Some(sender) = self.senders.pop_front() else { return };
            self.promised_senders.push(sender);
            self.calls.push_back(sender);
            self.reliefs += 1;
        }
    }

    /// The oldest value that is promised to nobody.
    #[inline]
    pub fn try_recv(&mut self) -> Option<T> {
        (self.values.len() > self.promised_receivers.len())
            .then(|| self.take(self.promised_receivers.len()))
    }

    /// `who` receives, and waits in line if there is nothing to receive yet.
    #[inline]
    pub fn recv(&mut self, who: W) -> Received<T> {
        if let Some(value) = self.try_recv() {
            return Received::Value(value);
        }
        if self.closed {
            return Received::Closed;
        }
        self.receivers.push_back(who);
        Received::Waits
    }

    /// `who` runs: the value that was promised to it.
    #[inline]
    pub fn recv_promised(&mut self, who: W) -> Option<T> {
        if let [only] = self.promised_receivers[..] {
            if only != who {
                return None;
            }
            self.promised_receivers.clear();
            return Some(self.take(0));
        }
        let at = self.promised_receivers.iter().position(|&promised| promised == who)?;
        self.promised_receivers.remove(at);
        Some(self.take(at))
    }

    #[inline]
    fn take(&mut self, at: usize) -> T {
        let slot = if at == 0 { self.values.pop_front() } else { self.values.remove(at) };
        let slot = slot.expect("the caller has counted");
        if let Some(sender) = slot.sender {
            self.calls.push_back(sender);
        }
        self.reliefs += 1;
        self.promise_slots();
        slot.value
    }

    /// Where a sender stands.
    pub fn sender(&self, who: W) -> Turn {
        if self.senders.contains(&who) {
            Turn::Waits
        } else if self.promised_senders.contains(&who) {
            Turn::Promised
        } else if self.values.iter().any(|slot| slot.sender == Some(who)) {
            Turn::Held
        } else {
            Turn::Free
        }
    }

    /// Where a receiver stands.
    pub fn receiver(&self, who: W) -> Turn {
        if self.receivers.contains(&who) {
            Turn::Waits
        } else if self.promised_receivers.contains(&who) {
            Turn::Promised
        } else {
            Turn::Free
        }
    }

    /// A sender leaves before its send is over. Its value goes with it, if it was in a slot.
    pub fn sender_leaves(&mut self, who: W) -> Option<T> {
        self.senders.retain(|&waiting| waiting != who);
        self.promised_senders.retain(|&promised| promised != who);
        let held = self.values.iter().position(|slot| slot.sender == Some(who));
        let value = held.and_then(|at| self.values.remove(at)).map(|slot| slot.value);
        self.promise_slots();
        value
    }

    /// A receiver leaves; a value that was promised to it is handed on.
    pub fn receiver_leaves(&mut self, who: W) {
        self.receivers.retain(|&waiting| waiting != who);
        self.promised_receivers.retain(|&promised| promised != who);
        self.promise_values();
    }

    /// Closes it: all who wait without a promise of a value are called, and values whose senders still wait go. `None`:
    /// it is closed already.
    pub fn close(&mut self) -> Option<Vec<T>> {
        if self.closed {
            return None;
        }
        self.closed = true;
        let (mut kept, mut gone) = (VecDeque::new(), Vec::new());
        self.calls.extend(self.receivers.drain(..));
        self.calls.extend(self.promised_senders.drain(..));
        self.calls.extend(self.senders.drain(..));
        for slot in self.values.drain(..) {
            match slot.sender {
                Some(sender) => {
                    self.calls.push_back(sender);
                    gone.push(slot.value);
                }
                None => kept.push_back(slot),
            }
        }
        self.values = kept;
        Some(gone)
    }

    /// Recounts what must always hold.
    ///
    /// # Panics
    /// If it does not.
    pub fn check(&self) {
        assert!(self.values.len() + self.promised_senders.len() <= self.slots());
        assert!(self.promised_receivers.len() <= self.values.len());
        let unpromised = self.values.len() - self.promised_receivers.len();
        assert!(self.receivers.is_empty() || unpromised == 0, "a receiver beside a value");
        assert!(self.senders.is_empty() || self.free() == 0, "a sender beside a slot");
        if self.closed {
            assert!(self.receivers.is_empty() && self.senders.is_empty());
            assert!(self.promised_senders.is_empty());
        }
        let promised = self.values.iter().take(self.promised_receivers.len());
        for slot in promised {
            assert!(slot.sender.is_none(), "a promised value has a receiver");
        }
    }
}

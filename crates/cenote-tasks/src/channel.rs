//! A channel: values in slots, and who waits on either side (SPEC 41).
//!
//! A value goes to the receiver who waits longest without a stay in a slot: it is *promised* to it, and nobody else takes it until
//! that receiver runs. The value of the sender who waits longest moves into a slot in the moment in which that is free. A waiter
//! that leaves hands its promise on, or takes its value back. The shell parks and wakes; after each call it wakes everybody whom
//! [`Channel::next_call`] names.

use std::collections::VecDeque;

/// What has become of a send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent {
    /// A receiver or a slot has the value, and the sender may go on.
    Done,
    /// The sender waits for a slot, or until its value is taken (capacity 0).
    Waits,
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
    /// A value is reserved.
    Promised,
    /// Its value is in a slot and was not taken yet, for which it waits.
    Held,
    /// In no line: its value is on its way, or the channel was closed.
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
    /// The sender that has waited, and may still take it back.
    sender: Option<W>,
    /// That sender waits until this is taken.
    is_held: bool,
}

/// A channel of values `T` between waiters `W`.
pub struct Channel<T, W> {
    capacity: usize,
    closed: bool,
    values: VecDeque<Slot<T, W>>,
    senders: VecDeque<(W, T)>,
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

    /// Values in slots: those that are promised to nobody. More than there are slots, if promises were given back.
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len() - self.promised_receivers.len()
    }

    /// Whether no slot holds a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether each slot holds a value.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() >= self.slots()
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether nothing can be received any more by one who comes now.
    pub fn is_exhausted(&self) -> bool {
        self.closed && self.is_empty()
    }

    /// All values, oldest first: promised ones, those in slots, and those of senders who wait for one.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        let waiting = self.senders.iter().map(|(_, value)| value);
        self.values.iter().map(|slot| &slot.value).chain(waiting)
    }

    /// The senders who could go on by the next receive: of the value that it takes, and of the one that moves up. A shell looks
    /// whether they are about to leave, and has them leave first.
    #[inline]
    pub fn next_senders(&self) -> [Option<W>; 2] {
        let oldest = self.values.get(self.promised_receivers.len());
        [self.senders.front().map(|&(who, _)| who), oldest.and_then(|slot| slot.sender)]
    }

    /// Whether [`next_senders`](Self::next_senders) are any.
    #[inline]
    pub fn has_next_senders(&self) -> bool {
        let oldest = self.values.get(self.promised_receivers.len());
        !self.senders.is_empty() || oldest.is_some_and(|slot| slot.sender.is_some())
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
        } else if !self.senders.is_empty() || self.values.iter().any(|slot| slot.is_held) {
            Starving::Senders
        } else {
            Starving::Nobody
        }
    }

    /// Gives a value to a receiver or a free slot without waiting. `Err`: closed, or there is none.
    pub fn try_send(&mut self, value: T) -> Result<(), T> {
        if self.closed || self.is_full() {
            return Err(value);
        }
        self.put(value, None);
        Ok(())
    }

    /// The short way of [`send`](Self::send): puts what `value` makes into a free slot, if that concerns nobody but the sender.
    /// `false`: nothing was done, and `value` was not asked.
    #[inline]
    pub fn send_unnoticed(&mut self, value: impl FnOnce() -> T) -> bool {
        let has_room = self.len() < self.capacity;
        let concerns_nobody = has_room && self.receivers.is_empty() && !self.closed;
        if concerns_nobody {
            self.values.push_back(Slot { value: value(), sender: None, is_held: false });
        }
        concerns_nobody
    }

    /// The short way of [`recv`](Self::recv): takes the oldest value, if that concerns nobody but the receiver. `None`: nothing
    /// was done.
    #[inline]
    pub fn recv_unnoticed(&mut self) -> Option<T> {
        if !self.senders.is_empty() || !self.promised_receivers.is_empty() {
            return None;
        }
        if self.values.front()?.sender.is_some() {
            return None;
        }
        self.reliefs += 1;
        self.values.pop_front().map(|slot| slot.value)
    }

    /// `who` sends. The channel must be open.
    #[inline]
    pub fn send(&mut self, who: W, value: T) -> Sent {
        if self.is_full() {
            self.senders.push_back((who, value));
            return Sent::Waits;
        }
        let is_held = self.capacity == 0 && self.receivers.is_empty();
        self.put(value, is_held.then_some(who));
        if is_held { Sent::Waits } else { Sent::Done }
    }

    /// `holder`: who waits until it is taken.
    #[inline]
    fn put(&mut self, value: T, holder: Option<W>) {
        self.values.push_back(Slot { value, sender: holder, is_held: holder.is_some() });
        self.promise_values();
    }

    /// Promises each value that is nobody's to the receiver who waits longest.
    #[inline]
    fn promise_values(&mut self) {
        while !self.is_empty() {
            let Some(receiver) = self.receivers.pop_front() else { return };
            self.promised_receivers.push(receiver);
            self.calls.push_back(receiver);
            self.reliefs += 1;
        }
    }

    /// Moves values of those who wait longest into free slots. On capacity 0 they wait on, until it is taken.
    #[inline]
    fn fill_slots(&mut self) {
        while !self.is_full() {
            let Some((sender, value)) = self.senders.pop_front() else { return };
            let is_held = self.capacity == 0;
            self.values.push_back(Slot { value, sender: Some(sender), is_held });
            if !is_held {
                self.calls.push_back(sender);
            }
            self.reliefs += 1;
        }
    }

    /// The oldest value that is promised to nobody.
    #[inline]
    pub fn try_recv(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let slot = self.remove(self.promised_receivers.len());
        if let (Some(sender), true) = (slot.sender, slot.is_held) {
            self.calls.push_back(sender);
        }
        self.reliefs += 1;
        self.fill_slots();
        Some(slot.value)
    }

    /// `who` receives, and waits in the queue if there is nothing to receive yet.
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
        // Mostly it is the first one.
        let at = self.promised_receivers.iter().position(|&promised| promised == who)?;
        self.promised_receivers.remove(at);
        Some(self.remove(at).value)
    }

    #[inline]
    fn remove(&mut self, at: usize) -> Slot<T, W> {
        let slot = if at == 0 { self.values.pop_front() } else { self.values.remove(at) };
        slot.expect("the caller has counted")
    }

    /// Where a sender stands that has waited.
    pub fn sender(&self, who: W) -> Turn {
        if self.senders.iter().any(|&(waiting, _)| waiting == who) {
            Turn::Waits
        } else if self.values.iter().any(|slot| slot.is_held && slot.sender == Some(who)) {
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

    /// A sender leaves, having waited, before its send has returned. Its value goes with it, unless it was taken.
    pub fn sender_leaves(&mut self, who: W) -> Option<T> {
        if let Some(at) = self.senders.iter().position(|&(waiting, _)| waiting == who) {
            return self.senders.remove(at).map(|(_, value)| value);
        }
        let at = self.values.iter().position(|slot| slot.sender == Some(who))?;
        let value = self.remove(at).value;
        self.fill_slots();
        Some(value)
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
        for slot in self.values.drain(..) {
            match slot.sender {
                Some(sender) if slot.is_held => {
                    self.calls.push_back(sender);
                    gone.push(slot.value);
                }
                _ => kept.push_back(slot),
            }
        }
        self.values = kept;
        for (sender, value) in self.senders.drain(..) {
            self.calls.push_back(sender);
            gone.push(value);
        }
        Some(gone)
    }

    /// Recounts what must always hold.
    ///
    /// # Panics
    /// If it does not.
    pub fn check(&self) {
        assert!(self.promised_receivers.len() <= self.values.len());
        assert!(self.receivers.is_empty() || self.is_empty(), "a receiver beside a value");
        assert!(self.senders.is_empty() || self.is_full(), "a sender beside a slot");
        if self.closed {
            assert!(self.receivers.is_empty() && self.senders.is_empty());
            assert!(self.values.iter().all(|slot| !slot.is_held), "held in a closed channel");
        }
        let promised = self.values.iter().take(self.promised_receivers.len());
        for slot in promised {
            assert!(slot.sender.is_none(), "a promised value has a receiver");
        }
    }
}

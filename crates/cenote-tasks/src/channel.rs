//! A channel: values in slots, and who waits on either side (SPEC 41).
//!
//! A value goes to the receiver who waits longest without a stay in a slot: it is *promised* to it, and nobody else takes it until
//! that receiver runs. The value of the sender who waits longest moves into a slot in the moment in which that is free. A waiter
//! that leaves hands its promise on, or takes its value back.
//!
//! Each event but the end frees one slot or one value at most, and nobody waits beside either; so it lets one waiter go on at most.
//! The event's answer names it, and the shell, which parks and wakes, wakes it.

use std::collections::VecDeque;

/// What has become of a send.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sent<W> {
    /// It is promised to this receiver, which is to be woken.
    Promised(W),
    /// A slot has it.
    Stored,
    /// The sender waits for a slot, or until its value is taken (capacity 0).
    Waits,
}

/// What has become of a receive.
#[derive(PartialEq, Eq, Debug)]
pub enum Received<T, W> {
    /// The oldest value that was promised to nobody, and the sender who may go on now and is to be woken.
    Value(T, Option<W>),
    /// There is none: the receiver waits for one.
    Waits,
    /// There is none, and there will be none: the channel is closed.
    Closed,
}

/// Whom the end of a channel concerns.
#[derive(PartialEq, Eq, Debug)]
pub struct Ended<T, W> {
    /// All who wait without a promise of a value, in order; they are to be woken.
    pub waiters: Vec<W>,
    /// The values whose senders were among them.
    pub values: Vec<T>,
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

/// The sender of a value that has a slot.
#[derive(Clone, Copy)]
enum Sender<W> {
    /// Its send is over.
    Gone,
    /// Has waited for the slot, and may still take the value back.
    Returning(W),
    /// Waits until the value is taken.
    Waiting(W),
}

impl<W: Copy> Sender<W> {
    fn present(self) -> Option<W> {
        match self {
            Sender::Gone => None,
            Sender::Returning(who) | Sender::Waiting(who) => Some(who),
        }
    }

    fn waiting(self) -> Option<W> {
        match self {
            Sender::Waiting(who) => Some(who),
            Sender::Gone | Sender::Returning(_) => None,
        }
    }
}

struct Slot<T, W> {
    value: T,
    sender: Sender<W>,
}

/// A channel of values `T` between waiters `W`.
pub struct Channel<T, W> {
    capacity: usize,
    closed: bool,
    /// Values that were taken for receivers who have not run since. They are older than those in slots.
    promised: VecDeque<(W, T)>,
    slots: VecDeque<Slot<T, W>>,
    senders: VecDeque<(W, T)>,
    receivers: VecDeque<W>,
    reliefs: u64,
}

impl<T, W: Copy + PartialEq> Channel<T, W> {
    /// An open channel. Capacity 0: a sender waits until its value is taken.
    pub fn new(capacity: usize) -> Self {
        Channel {
            capacity,
            closed: false,
            promised: VecDeque::new(),
            slots: VecDeque::new(),
            senders: VecDeque::new(),
            receivers: VecDeque::new(),
            reliefs: 0,
        }
    }

    /// The capacity it was made with.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Values in slots. More than there are slots, if promises were given back.
    #[inline]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no slot holds a value.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Whether each slot holds a value.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len() >= self.capacity.max(1)
    }

    /// Whether it was closed.
    #[inline]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether nothing can be received any more by one who comes now.
    pub fn is_exhausted(&self) -> bool {
        self.closed && self.is_empty()
    }

    /// All values, oldest first: promised ones, those in slots, and those of senders who wait for one.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        let promised = self.promised.iter().map(|(_, value)| value);
        let waiting = self.senders.iter().map(|(_, value)| value);
        promised.chain(self.slots.iter().map(|slot| &slot.value)).chain(waiting)
    }

    /// The senders who could go on by the next receive: of the value that it takes, and of the one that moves up. A shell looks
    /// whether they are about to leave, and has them leave first.
    #[inline]
    pub fn next_senders(&self) -> [Option<W>; 2] {
        let oldest = self.slots.front().and_then(|slot| slot.sender.present());
        [self.senders.front().map(|&(who, _)| who), oldest]
    }

    /// Counts what relieved somebody who waits; a timeout starts anew when this changes.
    pub fn reliefs(&self) -> u64 {
        self.reliefs
    }

    /// Who waits, and would be relieved only by somebody who is not there.
    pub fn starving(&self) -> Starving {
        if !self.receivers.is_empty() {
            Starving::Receivers
        } else if !self.senders.is_empty()
            || self.slots.iter().any(|slot| slot.sender.waiting().is_some())
        {
            Starving::Senders
        } else {
            Starving::Nobody
        }
    }

    /// Gives a value to a receiver, who is to be woken, or a free slot without waiting. `Err`: closed, or there is none.
    pub fn try_send(&mut self, value: T) -> Result<Option<W>, T> {
        if self.closed || self.is_full() {
            return Err(value);
        }
        match self.promise(value) {
            Ok(receiver) => Ok(Some(receiver)),
            Err(value) => {
                self.slots.push_back(Slot { value, sender: Sender::Gone });
                Ok(None)
            }
        }
    }

    /// The short way of [`send`](Self::send): puts what `value` makes into a free slot, if that concerns nobody but the sender.
    /// `false`: nothing was done, and `value` was not asked.
    #[inline]
    pub fn send_unnoticed(&mut self, value: impl FnOnce() -> T) -> bool {
        if self.len() >= self.capacity || !self.receivers.is_empty() || self.closed {
            return false;
        }
        self.slots.push_back(Slot { value: value(), sender: Sender::Gone });
        true
    }

    /// The short way of [`recv`](Self::recv): takes the oldest value, if that concerns nobody but the receiver. `None`: nothing
    /// was done.
    #[inline]
    pub fn recv_unnoticed(&mut self) -> Option<T> {
        let concerns_nobody =
            self.senders.is_empty() && matches!(self.slots.front()?.sender, Sender::Gone);
        if !concerns_nobody {
            return None;
        }
        let slot = self.slots.pop_front()?;
        self.reliefs += 1;
        Some(slot.value)
    }

    /// `who` sends. The channel must be open.
    #[inline]
    pub fn send(&mut self, who: W, value: T) -> Sent<W> {
        let value = match self.promise(value) {
            Ok(receiver) => return Sent::Promised(receiver),
            Err(value) => value,
        };
        if self.is_full() {
            self.senders.push_back((who, value));
            Sent::Waits
        } else if self.capacity == 0 {
            self.slots.push_back(Slot { value, sender: Sender::Waiting(who) });
            Sent::Waits
        } else {
            self.slots.push_back(Slot { value, sender: Sender::Gone });
            Sent::Stored
        }
    }

    /// Promises a value to the receiver who waits longest, who is to be woken. `Err`: nobody waits.
    #[inline]
    fn promise(&mut self, value: T) -> Result<W, T> {
        let Some(receiver) = self.receivers.pop_front() else { return Err(value) };
        self.promised.push_back((receiver, value));
        self.reliefs += 1;
        Ok(receiver)
    }

    /// Moves the value of the sender who waits longest into a slot that was freed. The sender is to be woken; on capacity 0 it
    /// waits on, until the value is taken.
    #[inline]
    fn fill_slot(&mut self) -> Option<W> {
        if self.senders.is_empty() || self.is_full() {
            return None;
        }
        let (who, value) = self.senders.pop_front()?;
        let is_held = self.capacity == 0;
        let sender = if is_held { Sender::Waiting(who) } else { Sender::Returning(who) };
        self.slots.push_back(Slot { value, sender });
        self.reliefs += 1;
        (!is_held).then_some(who)
    }

    /// The oldest value that was promised to nobody, and the sender who is to be woken.
    #[inline]
    pub fn try_recv(&mut self) -> Option<(T, Option<W>)> {
        let slot = self.slots.pop_front()?;
        self.reliefs += 1;
        let moved_up = self.fill_slot();
        Some((slot.value, slot.sender.waiting().or(moved_up)))
    }

    /// `who` receives, and waits in the queue if there is nothing to receive yet.
    #[inline]
    pub fn recv(&mut self, who: W) -> Received<T, W> {
        if let Some((value, sender)) = self.try_recv() {
            return Received::Value(value, sender);
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
        if self.promised.front()?.0 == who {
            return self.promised.pop_front().map(|(_, value)| value);
        }
        let at = self.promised.iter().position(|&(promised, _)| promised == who)?;
        self.promised.remove(at).map(|(_, value)| value)
    }

    /// Where a sender stands that has waited.
    pub fn sender(&self, who: W) -> Turn {
        if self.senders.iter().any(|&(waiting, _)| waiting == who) {
            Turn::Waits
        } else if self.slots.iter().any(|slot| slot.sender.waiting() == Some(who)) {
            Turn::Held
        } else {
            Turn::Free
        }
    }

    /// Where a receiver stands.
    pub fn receiver(&self, who: W) -> Turn {
        if self.receivers.contains(&who) {
            Turn::Waits
        } else if self.promised.iter().any(|&(promised, _)| promised == who) {
            Turn::Promised
        } else {
            Turn::Free
        }
    }

    /// A sender leaves, having waited, before its send has returned. Its value goes with it, unless it was taken; then its slot
    /// may let another sender go on, who is to be woken.
    pub fn sender_leaves(&mut self, who: W) -> Option<(T, Option<W>)> {
        if let Some(at) = self.senders.iter().position(|&(waiting, _)| waiting == who) {
            return self.senders.remove(at).map(|(_, value)| (value, None));
        }
        let at = self.slots.iter().position(|slot| slot.sender.present() == Some(who))?;
        let slot = self.slots.remove(at)?;
        Some((slot.value, self.fill_slot()))
    }

    /// A receiver leaves. The value that was promised to it is handed on: those whose promises are younger get the next older
    /// value each, and the youngest value is nobody's, or another receiver's, who is to be woken.
    pub fn receiver_leaves(&mut self, who: W) -> Option<W> {
        self.receivers.retain(|&waiting| waiting != who);
        let at = self.promised.iter().position(|&(promised, _)| promised == who)?;
        let (_, mut value) = self.promised.remove(at)?;
        for (_, next) in self.promised.iter_mut().skip(at) {
            std::mem::swap(&mut value, next);
        }
        match self.promise(value) {
            Ok(receiver) => Some(receiver),
            Err(value) => {
                self.slots.push_front(Slot { value, sender: Sender::Gone });
                None
            }
        }
    }

    /// Forgets those who wait and are gone without having left, as after a fork: the values that were theirs. What is in slots for
    /// anybody stays. Nobody who is still there waits but for a value, so nobody is to be woken.
    pub fn forget(&mut self, is_gone: impl Fn(W) -> bool) -> Vec<T> {
        self.receivers.retain(|&receiver| !is_gone(receiver));
        let mut gone = Vec::new();
        for (receiver, value) in std::mem::take(&mut self.promised) {
            if is_gone(receiver) {
                gone.push(value);
            } else {
                self.promised.push_back((receiver, value));
            }
        }
        for slot in std::mem::take(&mut self.slots) {
            match slot.sender {
                Sender::Waiting(sender) if is_gone(sender) => gone.push(slot.value),
                Sender::Returning(sender) if is_gone(sender) => {
                    self.slots.push_back(Slot { value: slot.value, sender: Sender::Gone });
                }
                _ => self.slots.push_back(slot),
            }
        }
        for (sender, value) in std::mem::take(&mut self.senders) {
            if is_gone(sender) {
                gone.push(value);
            } else {
                self.senders.push_back((sender, value));
            }
        }
        gone
    }

    /// Closes it. `None`: it is closed already.
    pub fn close(&mut self) -> Option<Ended<T, W>> {
        if self.closed {
            return None;
        }
        self.closed = true;
        let (mut waiters, mut values) = (Vec::from_iter(self.receivers.drain(..)), Vec::new());
        for slot in std::mem::take(&mut self.slots) {
            match slot.sender {
                Sender::Waiting(sender) => {
                    waiters.push(sender);
                    values.push(slot.value);
                }
                Sender::Gone | Sender::Returning(_) => self.slots.push_back(slot),
            }
        }
        for (sender, value) in self.senders.drain(..) {
            waiters.push(sender);
            values.push(value);
        }
        Some(Ended { waiters, values })
    }

    /// Recounts what must always hold.
    ///
    /// # Panics
    /// If it does not.
    pub fn check(&self) {
        assert!(self.receivers.is_empty() || self.is_empty(), "a receiver beside a value");
        assert!(self.senders.is_empty() || self.is_full(), "a sender beside a slot");
        let is_held = |slot: &Slot<T, W>| slot.sender.waiting().is_some();
        if self.closed {
            assert!(self.receivers.is_empty() && self.senders.is_empty());
            assert!(!self.slots.iter().any(is_held), "held in a closed channel");
        }
        assert!(self.capacity == 0 || !self.slots.iter().any(is_held), "held beside free slots");
    }
}

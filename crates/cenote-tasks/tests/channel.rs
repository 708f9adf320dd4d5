//! Channels under random sequences: nothing is lost, given twice, or taken by one who came later.

use cenote_tasks::channel::{Channel, Received, Sent, Starving, Turn};
use proptest::prelude::*;
use std::collections::{BTreeSet, VecDeque};

#[derive(Clone, Copy, Debug)]
enum Step {
    Send,
    TrySend,
    Recv,
    TryRecv,
    SendUnnoticed,
    RecvUnnoticed,
    /// A woken waiter runs.
    Run,
    Cancel(usize),
    /// All who wait are gone.
    Forget,
    Close,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Send),
        2 => Just(Step::TrySend),
        4 => Just(Step::Recv),
        1 => Just(Step::TryRecv),
        2 => Just(Step::SendUnnoticed),
        2 => Just(Step::RecvUnnoticed),
        6 => Just(Step::Run),
        2 => (0..8usize).prop_map(Step::Cancel),
        1 => Just(Step::Forget),
        1 => Just(Step::Close),
    ];
    prop::collection::vec(step, 1..80)
}

#[derive(Default)]
struct World {
    next: u32,
    /// Parked senders that were not called.
    senders: BTreeSet<u32>,
    /// Those whose value has moved into a slot, and who have not run since.
    moved: BTreeSet<u32>,
    receivers: BTreeSet<u32>,
    /// Receivers that were called and have not run, in order of their promises.
    promised: Vec<u32>,
    /// All values before this step, in order.
    held: Vec<u32>,
    ready: VecDeque<u32>,
    sent: BTreeSet<u32>,
    received: BTreeSet<u32>,
    withdrawn: BTreeSet<u32>,
    /// How many promises were given back.
    given_back: usize,
}

impl World {
    fn receive(&mut self, value: u32) {
        assert!(self.received.insert(value), "{value} was received twice");
        assert!(!self.withdrawn.contains(&value), "{value} was taken back");
    }

    /// One who comes now gets no value that is promised to another.
    fn receive_unpromised(&mut self, value: u32) {
        assert_eq!(Some(&value), self.held.get(self.promised.len()), "the oldest that is nobody's");
        self.receive(value);
    }

    /// Takes down who was called, and looks whether anybody waits whom nobody will call.
    fn called(&mut self, channel: &Channel<u32, u32>, calls: Vec<u32>) {
        let served =
            |who: &&u32| self.receivers.contains(who) && channel.receiver(**who) == Turn::Promised;
        self.promised.extend(calls.iter().filter(served));
        for who in &calls {
            if self.senders.remove(who) {
                self.moved.insert(*who);
            }
        }
        self.ready.extend(calls);
        for &who in &self.senders {
            assert_ne!(channel.sender(who), Turn::Free, "sender {who} is lost");
        }
        for &who in self.receivers.iter().filter(|who| !self.ready.contains(who)) {
            assert_eq!(channel.receiver(who), Turn::Waits, "receiver {who} is lost");
        }
    }

    /// Who is to be woken for it.
    fn sending(&mut self, who: u32, sent: Sent<u32>) -> Option<u32> {
        self.sent.insert(who);
        match sent {
            Sent::Promised(receiver) => return Some(receiver),
            Sent::Waits => drop(self.senders.insert(who)),
            Sent::Stored => {}
        }
        None
    }

    fn run(&mut self, channel: &mut Channel<u32, u32>, who: u32) {
        if self.moved.remove(&who) {
            assert_eq!(channel.sender(who), Turn::Free, "it has been served, or refused");
            let is_taken = self.received.contains(&who) || self.withdrawn.contains(&who);
            assert!(channel.capacity() > 0 || is_taken, "it returns before its value was taken");
        } else if self.receivers.remove(&who) {
            let at = self.promised.iter().position(|&promised| promised == who);
            at.map(|at| self.promised.remove(at));
            if let Some(value) = channel.recv_promised(who) {
                assert_eq!(Some(value), at.and_then(|at| self.held.get(at)).copied(), "promised");
                self.receive(value);
            } else {
                assert!(channel.is_closed(), "a receiver woken for nothing");
            }
        }
    }
}

proptest! {
    /// SPEC 41.2, 41.3, 41.4, 41.5, 41.9: by the short ways too
    #[test]
    fn no_value_is_lost_or_given_twice(capacity in 0..4usize, steps in steps()) {
        let mut channel = Channel::new(capacity);
        let mut world = World::default();
        for step in steps.into_iter().chain(std::iter::repeat_n(Step::Run, 100)) {
            world.next += 1;
            let who = world.next;
            world.held = channel.values().copied().collect();
            let mut calls = Vec::new();
            match step {
                Step::Send if !channel.is_closed() => {
                    let sent = channel.send(who, who);
                    calls.extend(world.sending(who, sent));
                }
                Step::TrySend => {
                    let may = !channel.is_closed() && !channel.is_full();
                    let sent = channel.try_send(who);
                    prop_assert_eq!(sent.is_ok(), may);
                    if let Ok(receiver) = sent {
                        world.sent.insert(who);
                        calls.extend(receiver);
                    }
                }
                Step::Recv => match channel.recv(who) {
                    Received::Value(value, sender) => {
                        world.receive_unpromised(value);
                        calls.extend(sender);
                    }
                    Received::Waits => drop(world.receivers.insert(who)),
                    Received::Closed => prop_assert!(channel.is_closed() && channel.is_exhausted()),
                },
                Step::TryRecv => {
                    if let Some((value, sender)) = channel.try_recv() {
                        world.receive_unpromised(value);
                        calls.extend(sender);
                    }
                }
                Step::SendUnnoticed => {
                    let is_wanted = channel.starving() == Starving::Receivers;
                    let may = !channel.is_closed() && channel.len() < capacity && !is_wanted;
                    prop_assert_eq!(channel.send_unnoticed(|| who), may);
                    world.sent.extend(may.then_some(who));
                }
                Step::RecvUnnoticed => {
                    let may = !channel.is_empty() && channel.next_senders() == [None, None];
                    let taken = channel.recv_unnoticed();
                    prop_assert_eq!(taken.is_some(), may);
                    if let Some(value) = taken {
                        world.receive_unpromised(value);
                    }
                }
                Step::Run => {
                    if let Some(who) = world.ready.pop_front() {
                        world.run(&mut channel, who);
                    }
                }
                Step::Cancel(nth) => {
                    let all = world.senders.iter().chain(&world.moved).chain(&world.receivers);
                    let waiting: Vec<_> = all.copied().collect();
                    if let Some(&who) = waiting.get(nth) {
                        if world.receivers.remove(&who) {
                            let before = world.promised.len();
                            world.promised.retain(|&promised| promised != who);
                            world.given_back += before - world.promised.len();
                            calls.extend(channel.receiver_leaves(who));
                        } else {
                            world.senders.remove(&who);
                            world.moved.remove(&who);
                            let (back, next) = channel.sender_leaves(who).unzip();
                            calls.extend(next.flatten());
                            let elsewhere =
                                world.received.contains(&who) || world.withdrawn.contains(&who);
                            prop_assert_eq!(back.is_none(), elsewhere, "a value that nobody has");
                            prop_assert!(back.is_none_or(|value| value == who));
                            world.withdrawn.extend(back);
                        }
                        world.ready.retain(|&ready| ready != who);
                    }
                }
                Step::Forget => {
                    world.withdrawn.extend(channel.forget(|_| true));
                    world.senders.clear();
                    world.moved.clear();
                    world.receivers.clear();
                    world.promised.clear();
                    world.ready.clear();
                }
                Step::Close => {
                    if let Some(ended) = channel.close() {
                        world.withdrawn.extend(ended.values);
                        calls.extend(ended.waiters);
                    }
                }
                Step::Send => {}
            }
            world.called(&channel, calls);
            channel.check();
            let slots = capacity.max(1);
            let held: BTreeSet<_> = channel.values().copied().collect();
            let known = held.len() + world.received.len() + world.withdrawn.len();
            prop_assert!(channel.len() <= slots + world.given_back, "more values than slots");
            prop_assert_eq!(known, world.sent.len(), "each value is in one place");
        }
        prop_assert!(world.ready.is_empty());
        prop_assert!(!channel.is_closed() || world.senders.is_empty() && world.receivers.is_empty());
        prop_assert!(world.receivers.is_empty() || channel.is_empty());
    }

    /// SPEC 41.3: without cancellations, values arrive in the order of sending.
    #[test]
    fn order_is_kept(capacity in 0..4usize, receives in prop::collection::vec(any::<bool>(), 1..60)) {
        let mut channel = Channel::new(capacity);
        let mut world = World::default();
        let mut order = Vec::new();
        for receive in receives {
            world.next += 1;
            let who = world.next;
            if receive {
                if let Received::Value(value, sender) = channel.recv(who) {
                    order.push(value);
                    world.ready.extend(sender);
                }
            } else {
                let sent = channel.send(who, who);
                let receiver = world.sending(who, sent);
                world.ready.extend(receiver);
            }
            while let Some(who) = world.ready.pop_front() {
                if let Some(value) = channel.recv_promised(who) {
                    order.push(value);
                } else {
                    world.run(&mut channel, who);
                }
            }
        }
        prop_assert!(order.is_sorted(), "{:?}", order);
    }
}

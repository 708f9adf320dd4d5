//! Idle resources between two pools: what one has parted with and the next one has not adopted yet (SPEC 50).
//!
//! There is no timer then: what has become too old is found at the end of each request, and when they are taken.

use super::{Ages, Reason};
use crate::time::Time;
use alloc::vec::Vec;
use core::time::Duration;

/// The idle resources that outlive the pools of one identity. The values are the shell's; which of them are closed is decided here.
#[derive(Debug)]
pub struct KeptResources<T> {
    /// The longest idle first.
    all: Vec<(Ages, T)>,
    idle_timeout: Duration,
    min: usize,
    /// A pool of the present request has them.
    is_asked_for: bool,
    /// When a health check has looked at them last.
    checked: Time,
}

impl<T> KeptResources<T> {
    /// None, for a pool that is made now.
    pub fn new(now: Time) -> KeptResources<T> {
        KeptResources {
            all: Vec::new(),
            idle_timeout: Duration::ZERO,
            min: 0,
            is_asked_for: false,
            checked: now,
        }
    }

    /// A pool of this request is to have them, with these settings. `idle_timeout`: zero for none.
    pub fn asked_for(&mut self, idle_timeout: Duration, min: u32) {
        self.idle_timeout = idle_timeout;
        self.min = min as usize;
        self.is_asked_for = true;
    }

    /// A pool has parted with this one.
    pub fn keep(&mut self, ages: Ages, value: T) {
        let at = self.all.partition_point(|(other, _)| other.since <= ages.since);
        self.all.insert(at, (ages, value));
    }

    /// Takes out what is more than a pool may have, the longest idle first, to be closed as [`Reason::Surplus`].
    #[must_use = "they are to be closed"]
    pub fn shrink(&mut self, max: u32) -> Vec<T> {
        let surplus = self.all.len().saturating_sub(max as usize);
        self.all.drain(..surplus).map(|(_, value)| value).collect()
    }

    /// A request has ended: takes out what may not be handed out any more because of its age. `min` of those that were idle too long
    /// stay, if the pool was asked for in this request; of one that nobody has asked for since, none does.
    #[must_use = "they are to be closed"]
    pub fn end_request(&mut self, now: Time) -> Vec<(Reason, T)> {
        let min = if core::mem::take(&mut self.is_asked_for) { self.min } else { 0 };
        let (expired, left): (Vec<_>, Vec<_>) =
            self.all.drain(..).partition(|(ages, _)| ages.expires <= now);
        self.all = left;
        let is_idle_too_long =
            |ages: &Ages| !self.idle_timeout.is_zero() && ages.since + self.idle_timeout <= now;
        let idle = self.all.iter().filter(|(ages, _)| is_idle_too_long(ages)).count();
        let spare = idle.min(self.all.len().saturating_sub(min));
        let expired = expired.into_iter().map(|(_, value)| (Reason::Expired, value));
        let idle = self.all.drain(..spare).map(|(_, value)| (Reason::IdleTooLong, value));
        expired.chain(idle).collect()
    }

    /// Takes all, the longest idle first.
    pub fn take_all(&mut self) -> Vec<(Ages, T)> {
        core::mem::take(&mut self.all)
    }

    /// Takes those of which this holds, the longest idle first.
    pub fn take_those(&mut self, holds: impl Fn(&T) -> bool) -> Vec<(Ages, T)> {
        let (those, others) = self.take_all().into_iter().partition(|(_, value)| holds(value));
        self.all = others;
        those
    }

    /// Whether a health check is to look at each before it is handed out, which it then has. `interval`: zero for never.
    pub fn begin_check(&mut self, interval: Duration, now: Time) -> bool {
        let is_due = !interval.is_zero() && self.checked + interval <= now;
        if is_due {
            self.checked = now;
        }
        is_due
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

//! What is due when.
//!
//! Ordered by time, then by order of arming, so that equal deadlines fire in the order in which they were set. A *visible* timer
//! is something that somebody waits for; the others serve maintenance, and never keep the script alive or hide a deadlock
//! (SPEC 13.10, 30.6).

use std::collections::BTreeMap;

/// What happens when a timer fires.
pub trait Target {
    /// Whether somebody waits for it.
    fn is_visible(&self) -> bool;
}

/// Names an armed timer. Times are part of the key, so disarming needs no search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TimerId<At> {
    at: At,
    serial: u64,
}

/// The armed timers. `At` is a moment of the caller's clock.
#[derive(Debug)]
pub struct Timers<At, T> {
    armed: BTreeMap<TimerId<At>, T>,
    visible: usize,
    serial: u64,
}

impl<At, T> Default for Timers<At, T> {
    fn default() -> Self {
        Timers { armed: BTreeMap::new(), visible: 0, serial: 0 }
    }
}

impl<At: Copy + Ord, T: Target> Timers<At, T> {
    /// Arms a timer.
    pub fn arm(&mut self, at: At, target: T) -> TimerId<At> {
        self.serial += 1;
        let id = TimerId { at, serial: self.serial };
        self.visible += usize::from(target.is_visible());
        self.armed.insert(id, target);
        id
    }

    /// Disarms a timer. No effect on one that has fired.
    pub fn disarm(&mut self, id: TimerId<At>) -> Option<T> {
        let target = self.armed.remove(&id)?;
        self.visible -= usize::from(target.is_visible());
        Some(target)
    }

    /// Takes the next timer that is due.
    pub fn pop_due(&mut self, now: At) -> Option<T> {
        let (&id, _) = self.armed.first_key_value()?;
        if id.at > now { None } else { self.disarm(id) }
    }

    /// When the next one is due.
    pub fn next(&self) -> Option<At> {
        self.armed.first_key_value().map(|(id, _)| id.at)
    }

    /// When the first one was due that somebody waits for, if it was.
    pub fn first_visible_due(&self, now: At) -> Option<At> {
        let due = self.armed.iter().take_while(|(id, _)| id.at <= now);
        due.filter(|(_, target)| target.is_visible()).map(|(id, _)| id.at).next()
    }

    /// Whether none is armed.
    pub fn is_empty(&self) -> bool {
        self.armed.is_empty()
    }

    /// Whether somebody waits for one of these.
    pub fn any_visible(&self) -> bool {
        self.visible > 0
    }
}

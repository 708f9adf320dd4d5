//! How long one call of acquire may wait (SPEC 7, 8).

use crate::{
    pool::answers::Patience,
    time::{Time, nanos},
};
use core::time::Duration;

/// How long a call of acquire may wait, in one word: nanoseconds, or one of three marks.
///
/// The moment at which it ends is fixed once, when the call first has to wait for anything (SPEC 7.5). Until then no time has
/// passed, and no exact clock need be read. Anyone who keeps the limit keeps that moment too, as `until`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcquireLimit(u64);

impl AcquireLimit {
    /// It waits indefinitely.
    pub const FOREVER: AcquireLimit = AcquireLimit(u64::MAX - 2);
    /// It does not wait for a place, and it is no error if there is nothing (tryAcquire).
    pub const ATTEMPT: AcquireLimit = AcquireLimit(u64::MAX - 1);
    /// The same, and nothing is made for it.
    pub const IDLE_ONLY: AcquireLimit = AcquireLimit(u64::MAX);

    /// A limit of this span; without one it waits indefinitely.
    #[inline]
    pub fn new(span: Option<Duration>) -> AcquireLimit {
        match span {
            None => AcquireLimit::FOREVER,
            Some(span) => AcquireLimit(nanos(span).min(AcquireLimit::FOREVER.0 - 1)),
        }
    }

    /// Whether its time ends.
    #[inline]
    pub fn is_limited(self) -> bool {
        self.0 < AcquireLimit::FOREVER.0
    }

    /// Whether it is no error if there is nothing.
    #[inline]
    pub fn is_attempt(self) -> bool {
        self.0 >= AcquireLimit::ATTEMPT.0
    }

    /// Whether a resource may be made for this call.
    #[inline]
    pub fn creates(self) -> bool {
        self != AcquireLimit::IDLE_ONLY
    }

    /// Whether it waits for a place, at least for a moment, if its time has not begun yet.
    #[inline(always)]
    pub fn waits(self) -> bool {
        self.0.wrapping_sub(1) < AcquireLimit::FOREVER.0
    }

    /// Whether creations and hooks are cut off at its end. A limit of zero is one for the wait for a place alone.
    #[inline]
    pub fn bounds_work(self) -> bool {
        self.is_limited() && self.0 > 0
    }

    /// When it ends, for a call whose time begins now.
    #[inline]
    pub fn until(self, now: Time) -> Option<Time> {
        self.is_limited().then(|| now.after(self.0))
    }

    /// How long the call was ready to wait; zero without a limit.
    pub fn span(self) -> Duration {
        Duration::from_nanos(if self.is_limited() { self.0 } else { 0 })
    }

    /// What to tell the core, with the moment at which it ends if that is fixed.
    #[inline]
    pub fn patience(self, until: Option<Time>) -> Patience {
        match self {
            AcquireLimit::ATTEMPT | AcquireLimit::IDLE_ONLY => Patience::None,
            // It may not park at all.
            AcquireLimit(0) => Patience::Until(Time(0)),
            // Indefinitely, or not fixed yet: no time has passed.
            _ => until.map_or(Patience::Forever, Patience::Until),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(nanos: u64) -> AcquireLimit {
        AcquireLimit::new(Some(Duration::from_nanos(nanos)))
    }

    /// SPEC 7.5: no time has passed until it is fixed
    #[test]
    fn a_limit_is_endless_until_it_is_fixed() {
        let limit = within(5);
        assert_eq!(limit.patience(None), Patience::Forever);
        assert_eq!(limit.until(Time(3)), Some(Time(8)));
        assert_eq!(limit.patience(Some(Time(8))), Patience::Until(Time(8)));
        assert_eq!(limit.span(), Duration::from_nanos(5));
        assert!(limit.is_limited() && limit.waits() && limit.bounds_work() && limit.creates());
        assert!(!limit.is_attempt());
    }

    /// SPEC 7.4, 8.1: a limit of zero is refused at once, and an attempt is no wait
    #[test]
    fn those_that_do_not_wait() {
        let zero = within(0);
        assert_eq!(zero.patience(None), Patience::Until(Time(0)));
        assert!(zero.is_limited() && !zero.waits() && !zero.bounds_work() && !zero.is_attempt());
        for attempt in [AcquireLimit::ATTEMPT, AcquireLimit::IDLE_ONLY] {
            assert_eq!(attempt.patience(Some(Time(9))), Patience::None);
            assert_eq!((attempt.until(Time(3)), attempt.span()), (None, Duration::ZERO));
            assert!(attempt.is_attempt() && !attempt.waits() && !attempt.bounds_work());
        }
        assert!(AcquireLimit::ATTEMPT.creates() && !AcquireLimit::IDLE_ONLY.creates());
    }

    #[test]
    fn the_longest_limit_is_none_of_the_marks() {
        let longest = AcquireLimit::new(Some(Duration::MAX));
        assert!(longest.is_limited() && longest.waits());
        assert_eq!(longest.until(Time(7)), Some(Time::NEVER));
        let forever = AcquireLimit::new(None);
        assert_eq!(forever, AcquireLimit::FOREVER);
        assert!(forever.waits() && !forever.is_limited() && !forever.is_attempt());
        assert_eq!((forever.until(Time(7)), forever.patience(None)), (None, Patience::Forever));
    }
}

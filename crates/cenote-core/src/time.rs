//! The one time line of a pool.

use core::ops::Add;
use core::time::Duration;

/// A moment in nanoseconds on one monotonic line that the shell chooses.
///
/// The core never reads a clock. Moments may come from a coarse and a precise reading of the same clock: time may stand
/// still, or step back by one coarse tick.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub struct Time(pub u64);

impl Time {
    /// Later than everything: "no deadline".
    pub const NEVER: Time = Time(u64::MAX);

    /// From `earlier` to `self` in nanoseconds; zero if the clock stepped back between the two.
    #[inline]
    pub fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// `self` moved on by `nanos`, at most to [`Time::NEVER`].
    #[inline]
    pub(crate) fn after(self, nanos: u64) -> Time {
        Time(self.0.saturating_add(nanos))
    }
}

impl Add<Duration> for Time {
    type Output = Time;

    #[inline]
    fn add(self, span: Duration) -> Time {
        self.after(nanos(span))
    }
}

/// A duration as nanoseconds; 584 years and more all become the same.
pub(crate) fn nanos(span: Duration) -> u64 {
    u64::try_from(span.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_and_spans() {
        assert_eq!(Time(5) + Duration::from_micros(1), Time(1_005));
        assert_eq!(Time(5) + Duration::MAX, Time::NEVER);
        assert_eq!(Time::NEVER + Duration::from_nanos(1), Time::NEVER);
        assert_eq!(Time(5).since(Time(2)), 3);
        assert_eq!(Time(2).since(Time(5)), 0);
    }
}

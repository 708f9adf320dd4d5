//! Times by their logarithm: percentiles within 5 % in a fixed 7.5 kB, at 2 ns a record (SPEC 11.4).
//!
//! Each octave is cut in 16, so a bucket is at most 1/16 of its lower bound wide and its middle is within 3.2 % of
//! everything in it.

use alloc::boxed::Box;
use alloc::vec;
use core::time::Duration;

/// The binary logarithm of the number of cuts of an octave.
const CUT: u32 = 4;
const CUTS: usize = 1 << CUT;
/// All buckets that a `u64` can fall into.
const BUCKETS: usize = (64 - CUT as usize + 1) * CUTS;

/// Allocates its buckets at the first record, so a pool in which nobody ever waits pays nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::pool) struct Histogram {
    buckets: Option<Box<[u64]>>,
    records: u64,
    max: u64,
}

impl Histogram {
    #[inline]
    pub(in crate::pool) fn record(&mut self, nanos: u64) {
        let buckets = self.buckets.get_or_insert_with(no_records);
        buckets[bucket(nanos)] += 1;
        self.records += 1;
        self.max = self.max.max(nanos);
    }

    pub(in crate::pool) fn max(&self) -> Duration {
        Duration::from_nanos(self.max)
    }

    /// The time within which `percent` of all records lie; zero if there are none.
    pub(in crate::pool) fn percentile(&self, percent: u64) -> Duration {
        let wanted = self.records.saturating_mul(percent).div_ceil(100);
        let mut seen = 0;
        for (index, count) in self.buckets.iter().flatten().enumerate() {
            seen += count;
            if seen >= wanted && seen > 0 {
                return Duration::from_nanos(middle(index).min(self.max));
            }
        }
        Duration::ZERO
    }
}

#[cold]
fn no_records() -> Box<[u64]> {
    vec![0; BUCKETS].into_boxed_slice()
}

#[inline]
fn bucket(nanos: u64) -> usize {
    if nanos < CUTS as u64 {
        return nanos as usize;
    }
    let octave = nanos.ilog2();
    let cut = (nanos >> (octave - CUT)) as usize - CUTS;
    (octave - CUT + 1) as usize * CUTS + cut
}

fn middle(bucket: usize) -> u64 {
    if bucket < CUTS {
        return bucket as u64;
    }
    let shift = (bucket / CUTS - 1) as u32;
    let low = ((CUTS + bucket % CUTS) as u64) << shift;
    low + (1u64 << shift) / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_has_a_bucket_and_its_middle_is_within_5_percent() {
        for octave in 0..64 {
            for nudge in [0u64, 1, 12_345] {
                let nanos = (1u64 << octave) | (nudge & ((1u64 << octave) - 1));
                let index = bucket(nanos);
                assert!(index < BUCKETS, "{nanos}");
                assert!(middle(index).abs_diff(nanos) <= nanos / 20, "{nanos}: {}", middle(index));
            }
        }
        assert_eq!(bucket(u64::MAX), BUCKETS - 1);
        assert_eq!(bucket(0), 0);
        for index in 1..BUCKETS {
            assert_eq!(bucket(middle(index)), index);
        }
    }

    /// SPEC 11.4: percentiles within 5 %, the maximum exact
    #[test]
    fn percentiles_of_a_known_set() {
        let mut histogram = Histogram::default();
        assert_eq!(histogram.percentile(50), Duration::ZERO);
        for ms in 1..=100 {
            histogram.record(ms * 1_000_000);
        }
        for percent in [1, 50, 99, 100] {
            let found = histogram.percentile(percent).as_secs_f64() * 1000.0;
            assert!((found / percent as f64 - 1.0).abs() <= 0.05, "{percent}: {found}");
        }
        assert_eq!(histogram.max(), Duration::from_millis(100));
    }

    #[test]
    fn one_record_is_every_percentile() {
        let mut histogram = Histogram::default();
        histogram.record(7);
        assert_eq!(histogram.percentile(0), Duration::from_nanos(7));
        assert_eq!(histogram.percentile(50), Duration::from_nanos(7));
        assert_eq!(histogram.percentile(99), Duration::from_nanos(7));
    }
}

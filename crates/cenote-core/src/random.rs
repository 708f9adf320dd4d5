//! Jitter: a small seeded generator, so that the same seed and inputs give the same outputs (SPEC 34.33).

/// A Weyl sequence with a mixing step. Not for secrets.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next number, uniform over all of `u64`.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let folded = u128::from(self.state ^ 0xD1B5_4A32_D192_ED03)
            .wrapping_mul(u128::from(self.state.rotate_left(29) | 1));
        (folded >> 64) as u64 ^ folded as u64
    }

    /// `nanos` less a random share of up to one tenth, so that what starts together does not end together.
    pub(crate) fn shorten(&mut self, nanos: u64) -> u64 {
        let share = nanos / 10;
        nanos - if share == 0 { 0 } else { self.next() % (share + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    const DRAWS: u32 = 10_000;

    #[test]
    fn every_bit_is_set_half_of_the_time_and_changes_half_of_the_time() {
        for seed in [0, 1, u64::MAX, 42] {
            let mut random = Random::new(seed);
            let numbers: Vec<u64> = (0..DRAWS).map(|_| random.next()).collect();
            for bit in 0..64 {
                let set = numbers.iter().filter(|&&number| number >> bit & 1 == 1).count();
                let flips = numbers.windows(2).filter(|two| (two[0] ^ two[1]) >> bit & 1 == 1);
                for count in [set, flips.count()] {
                    assert!((4_700..5_300).contains(&count), "seed {seed}, bit {bit}: {count}");
                }
            }
            assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), DRAWS as usize);
        }
    }

    /// SPEC 13.8: up to a tenth less, evenly
    #[test]
    fn shorten_takes_up_to_a_tenth() {
        let mut random = Random::new(7);
        let mut tenths = [0; 10];
        let (mut least, mut most) = (u64::MAX, 0);
        for _ in 0..DRAWS {
            let left = random.shorten(1_000);
            tenths[((1_000 - left) / 10).min(9) as usize] += 1;
            (least, most) = (least.min(left), most.max(left));
        }
        assert_eq!((least, most), (900, 1_000));
        assert!(tenths.iter().all(|count| (800..1_250).contains(count)), "{tenths:?}");
        for short in 0..10 {
            assert_eq!(random.shorten(short), short);
        }
    }
}

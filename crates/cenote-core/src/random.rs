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

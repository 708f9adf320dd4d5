//! A set of descriptors that signal handlers may change: bits in static memory, without locks and allocation.

use libc::c_int;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Greater numbers are never members: a process that has a million descriptors open gets nothing out of this.
const LIMIT: usize = 1 << 20;
const BITS: usize = u64::BITS as usize;
const WORDS: usize = LIMIT / BITS;

pub(crate) struct DescriptorSet {
    words: [AtomicU64; WORDS],
    /// A bit for each word that may have one set, so that a look touches little memory.
    used: [AtomicU64; WORDS / BITS],
}

impl DescriptorSet {
    pub(crate) const fn new() -> Self {
        DescriptorSet {
            words: [const { AtomicU64::new(0) }; WORDS],
            used: [const { AtomicU64::new(0) }; WORDS / BITS],
        }
    }

    fn place(fd: c_int) -> Option<(usize, u64)> {
        let at = usize::try_from(fd).ok().filter(|&at| at < LIMIT)?;
        Some((at / BITS, 1 << (at % BITS)))
    }

    #[inline]
    pub(crate) fn contains(&self, fd: c_int) -> bool {
        Self::place(fd).is_some_and(|(word, bit)| self.words[word].load(Relaxed) & bit != 0)
    }

    pub(crate) fn insert(&self, fd: c_int) {
        if let Some((word, bit)) = Self::place(fd) {
            // In this order: a `take` in between leaves the member to the next one.
            self.words[word].fetch_or(bit, Relaxed);
            self.used[word / BITS].fetch_or(1 << (word % BITS), Relaxed);
        }
    }

    #[inline]
    pub(crate) fn remove(&self, fd: c_int) {
        if let Some((word, bit)) = Self::place(fd).filter(|_| self.contains(fd)) {
            self.words[word].fetch_and(!bit, Relaxed);
        }
    }

    /// Empties the set and says what was in it.
    pub(crate) fn take(&self) -> Vec<c_int> {
        let mut members = Vec::new();
        self.empty(|word, bits| {
            members.extend(ones(bits).map(|bit| (word * BITS + bit) as c_int));
        });
        members
    }

    pub(crate) fn clear(&self) {
        self.empty(|_, _| {});
    }

    fn empty(&self, mut see: impl FnMut(usize, u64)) {
        for (at, used) in self.used.iter().enumerate() {
            if used.load(Relaxed) == 0 {
                continue;
            }
            for bit in ones(used.swap(0, Relaxed)) {
                let word = at * BITS + bit;
                see(word, self.words[word].swap(0, Relaxed));
            }
        }
    }
}

/// The positions of the bits that are set.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let position = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (position < BITS).then_some(position)
    })
}

//! Names for slots and waiters that can go stale but never dangle.

use core::fmt;
use core::num::NonZero;

/// One use of a slot.
///
/// The index is small and dense, so that a shell keeps payloads in an array beside the core. The generation makes the id
/// stale once that use is over (the resource went back to the store, or was destroyed): the core refuses a stale id and
/// changes nothing (SPEC 34.33).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SlotId(Word);

/// One wait of one caller. Index and generation as in [`SlotId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WaiterId(Word);

/// The generation, and the index + 1, in one word that is never zero.
///
/// Ids go from hand to hand in answers and options. As two numbers they would be stored one by one and loaded as one, and
/// the processor would wait for the stores each time.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Word(NonZero<u64>);

impl Word {
    #[inline]
    fn new(index: u32, generation: u32) -> Word {
        let word = u64::from(generation) << 32 | (u64::from(index) + 1);
        Word(NonZero::new(word).unwrap_or(NonZero::<u64>::MIN))
    }

    #[inline]
    fn index(self) -> u32 {
        (self.0.get() as u32).wrapping_sub(1)
    }

    #[inline]
    fn generation(self) -> u32 {
        (self.0.get() >> 32) as u32
    }
}

impl SlotId {
    #[inline]
    pub(crate) fn new(index: u32, generation: u32) -> SlotId {
        SlotId(Word::new(index, generation))
    }

    /// Where this slot's payload lies in the shell's array.
    #[inline]
    pub fn index(self) -> usize {
        self.0.index() as usize
    }

    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0.index()
    }

    #[inline]
    pub(crate) fn generation(self) -> u32 {
        self.0.generation()
    }
}

impl WaiterId {
    #[inline]
    pub(crate) fn new(index: u32, generation: u32) -> WaiterId {
        WaiterId(Word::new(index, generation))
    }

    /// Where this waiter's payload lies in the shell's array.
    #[inline]
    pub fn index(self) -> usize {
        self.0.index() as usize
    }

    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0.index()
    }

    #[inline]
    pub(crate) fn generation(self) -> u32 {
        self.0.generation()
    }
}

impl fmt::Debug for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {}.{}", self.number(), self.generation())
    }
}

impl fmt::Debug for WaiterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "waiter {}.{}", self.number(), self.generation())
    }
}

//! Names for slots and waiters that can go stale but never dangle.

use core::fmt;

/// One use of a slot.
///
/// The index is small and dense, so that a shell keeps payloads in an array beside the core. The generation makes the id
/// stale once that use is over (the resource went back to the store, or was destroyed): the core refuses a stale id and
/// changes nothing (SPEC 34.33).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SlotId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

/// One wait of one caller. Index and generation as in [`SlotId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct WaiterId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl SlotId {
    /// Where this slot's payload lies in the shell's array.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl WaiterId {
    /// Where this waiter's payload lies in the shell's array.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Debug for SlotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slot {}.{}", self.index, self.generation)
    }
}

impl fmt::Debug for WaiterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "waiter {}.{}", self.index, self.generation)
    }
}

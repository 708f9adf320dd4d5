//! The counter over which resources are handed from one task to the next, without the lock of the pool.
//!
//! Of the three steps of a busy pool (a caller parks; it takes what was granted to it; it gives back, which grants on) the
//! second one needs no decision: it was made when the grant was. So whoever gives back puts the resource, still under the
//! lock, into the place of the waiter to whom it has been granted, and the waiter takes it out with one swap. The core learns
//! of that when the resource comes back, or earlier, if anything else is to be decided or counted: then what lies on the
//! counter is fetched back behind the lock, and what has been taken is settled ([`State::settle`](crate::state::State)).
//!
//! So each place is emptied by exactly one of two: its waiter, or whoever holds the lock. And under the lock a grant whose
//! resource is neither on the counter nor in the store has been taken.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::Relaxed;

use cenote_core::{Time, WaiterId};

use crate::lease::Lease;
use crate::manager::Manager;
use crate::sync::{AtomicU64, SwapCell};

/// One place for each waiter, by its index. Blocks are added, each twice as long as the one before, and never moved.
pub(crate) struct Counter<M: Manager> {
    blocks: [OnceLock<Box<[Desk<M>]>>; BLOCKS],
}

struct Desk<M: Manager> {
    lease: SwapCell<Lease<M>>,
    /// When the waiter last looked. If it then found its resource, this is when it took it.
    looked: AtomicU64,
}

/// The length of the first block, as a power of two.
const FIRST: u32 = 5;
const BLOCKS: usize = (u32::BITS - FIRST) as usize + 1;

impl<M: Manager> Counter<M> {
    /// With its first block.
    pub(crate) fn new() -> Counter<M> {
        let blocks = [const { OnceLock::new() }; BLOCKS];
        let _ = blocks[0].set(Self::block(0));
        Counter { blocks }
    }

    /// In which block this waiter's place is, and where there.
    #[inline]
    fn position(waiter: WaiterId) -> (usize, usize) {
        let number = waiter.index() + (1 << FIRST);
        let level = number.ilog2();
        ((level - FIRST) as usize, number - (1 << level))
    }

    #[inline]
    fn desk(&self, waiter: WaiterId) -> Option<&Desk<M>> {
        let (block, index) = Self::position(waiter);
        self.blocks[block].get()?.get(index)
    }

    #[cold]
    fn block(number: usize) -> Box<[Desk<M>]> {
        let desk = |_| Desk { lease: SwapCell::empty(), looked: AtomicU64::new(0) };
        (0..1_usize << (FIRST as usize + number)).map(desk).collect()
    }

    /// Under the lock: puts a resource there for this waiter.
    #[inline]
    pub(crate) fn put(&self, waiter: WaiterId, lease: Lease<M>) {
        let (block, index) = Self::position(waiter);
        let desks = self.blocks[block].get_or_init(|| Self::block(block));
        let before = desks[index].lease.swap(Some(lease));
        debug_assert!(before.is_none(), "a waiter has one grant at a time");
    }

    /// Under the lock: fetches back what this waiter has not taken.
    pub(crate) fn fetch(&self, waiter: WaiterId) -> Option<Lease<M>> {
        self.desk(waiter)?.lease.swap(None)
    }

    /// By this waiter: takes what lies there for it.
    #[inline]
    pub(crate) fn take(&self, waiter: WaiterId, now: Time) -> Option<Lease<M>> {
        let desk = self.desk(waiter)?;
        desk.looked.store(now.0, Relaxed);
        desk.lease.swap(None)
    }

    /// Under the lock, of a waiter that has taken: when it did.
    pub(crate) fn taken_at(&self, waiter: WaiterId) -> Time {
        Time(self.desk(waiter).map_or(0, |desk| desk.looked.load(Relaxed)))
    }
}

//! The counter over which resources are handed from one task to the next, without the lock of the pool.
//!
//! Of the three steps of a busy pool (a caller parks; it takes what was granted to it; it gives back, which grants on) the
//! second one needs no decision: it was made when the grant was. So whoever gives back puts the resource, still under the
//! lock, on the desk of the waiter to whom it has been granted, and the waiter takes it from there. The core learns
//! of that when the resource comes back, or earlier, if anything else is to be decided or counted: then what lies on the
//! counter is fetched back behind the lock, and what has been taken is settled ([`State::settle`](crate::state::State)).
//!
//! So each desk is cleared by exactly one of two: its waiter, or whoever holds the lock. And under the lock a grant whose
//! resource is neither on the counter nor in the store has been taken. A desk has a small lock of its own, which only these two
//! ever ask for; the pool's lock may be held meanwhile, never the other way round.

use std::sync::{OnceLock, PoisonError};

use cenote_core::{Time, WaiterId};

use crate::lease::Lease;
use crate::manager::Manager;
use crate::sync::{Mutex, MutexGuard};

/// One desk for each waiter, by its index. Blocks are added, each twice as long as the one before, and never moved.
pub(crate) struct Counter<M: Manager> {
    blocks: [OnceLock<Block<M>>; BLOCKS],
}

type Block<M> = Box<[Mutex<Desk<M>>]>;

struct Desk<M: Manager> {
    lease: Option<Lease<M>>,
    /// When the waiter last found its resource here.
    taken_at: Time,
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

    /// In which block this waiter's desk is, and where there.
    #[inline]
    fn position(waiter: WaiterId) -> (usize, usize) {
        let number = waiter.index() + (1 << FIRST);
        let level = number.ilog2();
        ((level - FIRST) as usize, number - (1 << level))
    }

    #[inline]
    fn desk(&self, waiter: WaiterId) -> Option<MutexGuard<'_, Desk<M>>> {
        let (block, index) = Self::position(waiter);
        self.blocks[block].get()?.get(index).map(lock)
    }

    #[cold]
    fn block(number: usize) -> Block<M> {
        let desk = |_| Mutex::new(Desk { lease: None, taken_at: Time(0) });
        (0..1_usize << (FIRST as usize + number)).map(desk).collect()
    }

    /// Under the lock: puts a resource there for this waiter.
    #[inline]
    pub(crate) fn put(&self, waiter: WaiterId, lease: Lease<M>) {
        let (block, index) = Self::position(waiter);
        let desks = self.blocks[block].get_or_init(|| Self::block(block));
        let before = lock(&desks[index]).lease.replace(lease);
        debug_assert!(before.is_none(), "a waiter has one grant at a time");
    }

    /// Under the lock: fetches back what this waiter has not taken.
    pub(crate) fn fetch(&self, waiter: WaiterId) -> Option<Lease<M>> {
        self.desk(waiter)?.lease.take()
    }

    /// By this waiter: takes what lies there for it.
    #[inline]
    pub(crate) fn take(&self, waiter: WaiterId, now: Time) -> Option<Lease<M>> {
        let mut desk = self.desk(waiter)?;
        let lease = desk.lease.take()?;
        desk.taken_at = now;
        Some(lease)
    }

    /// Under the lock, of a waiter that has taken: when it did.
    pub(crate) fn taken_at(&self, waiter: WaiterId) -> Time {
        self.desk(waiter).map_or(Time(0), |desk| desk.taken_at)
    }
}

/// Nothing that could panic runs under this lock.
#[inline]
fn lock<T>(desk: &Mutex<T>) -> MutexGuard<'_, T> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

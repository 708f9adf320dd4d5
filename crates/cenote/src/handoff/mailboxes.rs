//! The hand-off of resources from one task to the next, without the lock of the pool.
//!
//! Of the three steps of a busy pool (a caller parks; it takes what was granted to it; it gives back, which grants on) the
//! second one needs no decision: it was made when the grant was. So anyone who gives back puts the resource, still under the
//! lock, into the mailbox of the waiter to whom it has been granted, and the waiter takes it from there. The core learns
//! of that when the resource comes back, or earlier, if anything else is to be decided or counted: then what lies in
//! mailboxes is fetched back behind the lock, and what has been taken is settled ([`State::settle`](crate::state::State)).
//!
//! So each mailbox is cleared by exactly one of two: its waiter, or anyone who holds the lock. And under the lock a grant whose
//! resource is neither in a mailbox nor in the store has been taken. A mailbox has a small lock of its own, which only these two
//! ever ask for; the pool's lock may be held meanwhile, never the other way round.
//!
//! There are few mailboxes, which stay in the processor's cache whatever the crowd. Several waiters share one, by their numbers; it
//! is occupied for no longer than it takes a woken waiter to run. If it is occupied by another one's resource, this one goes
//! the long way, by the store.
//!
//! All this saves nothing where nobody else asks for the lock; so mailboxes are used only for a while after a
//! thread had to wait for it.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{OnceLock, PoisonError};

use cenote_core::{SlotId, Time, WaiterId};

use super::lease::Lease;
use crate::{
    building::manager::Manager,
    sync::{AtomicU64, Mutex, MutexGuard},
};

pub(crate) struct Handoff<M: Manager> {
    /// A power of two of them; a waiter's is at its index, modulo their number.
    mailboxes: Box<[Mailbox<M>]>,
    /// When each slot was last taken from a mailbox. Blocks are added, each twice as long as the one before, and never moved.
    taken_at: [OnceLock<Box<[AtomicU64]>>; BLOCKS],
}

/// What lies here, and for whom. On a cache line of its own.
#[repr(align(64))]
struct Mailbox<M: Manager> {
    /// The index of the waiter, and one more; 0 if nothing lies here. So most looks need no lock. Of the waiters that may look, no
    /// two have one index.
    owner: AtomicU64,
    lease: Mutex<Option<Lease<M>>>,
}

/// Mailboxes for each slot of the pool, within limits. Loom, for which each is one more thing to look at, has few.
const MAILBOXES_PER_SLOT: usize = if cfg!(cenote_loom) { 1 } else { 8 };
const FEWEST_MAILBOXES: usize = if cfg!(cenote_loom) { 1 } else { 64 };
const MOST_MAILBOXES: usize = 1024;

/// The length of the first block of times, as a power of two.
const FIRST: u32 = if cfg!(cenote_loom) { 0 } else { 5 };
const BLOCKS: usize = (u32::BITS - FIRST) as usize + 1;

impl<M: Manager> Handoff<M> {
    /// For a pool of about this many resources.
    pub(crate) fn new(places: u32) -> Handoff<M> {
        let places = usize::try_from(places).unwrap_or(MOST_MAILBOXES);
        let mailboxes =
            places.saturating_mul(MAILBOXES_PER_SLOT).clamp(FEWEST_MAILBOXES, MOST_MAILBOXES);
        let taken_at = [const { OnceLock::new() }; BLOCKS];
        let _ = taken_at[0].set(block(0));
        let mailboxes = (0..mailboxes.next_power_of_two())
            .map(|_| Mailbox { owner: AtomicU64::new(0), lease: Mutex::new(None) })
            .collect();
        Handoff { mailboxes, taken_at }
    }

    #[inline]
    fn mailbox(&self, waiter: WaiterId) -> &Mailbox<M> {
        &self.mailboxes[waiter.index() & (self.mailboxes.len() - 1)]
    }

    #[inline]
    fn time(&self, slot: SlotId) -> &AtomicU64 {
        let number = slot.index() + (1 << FIRST);
        let level = number.ilog2();
        let number_of_block = (level - FIRST) as usize;
        let block = self.taken_at[number_of_block].get_or_init(|| block(number_of_block));
        &block[number - (1 << level)]
    }

    /// Under the lock: puts a resource there for this waiter. Gives it back if the mailbox is occupied.
    #[inline(never)]
    pub(crate) fn put(&self, waiter: WaiterId, lease: Lease<M>) -> Result<(), Lease<M>> {
        let mailbox = self.mailbox(waiter);
        if mailbox.owner.load(Acquire) != 0 {
            return Err(lease);
        }
        let mut place = mailbox.lock();
        debug_assert!(place.is_none(), "a free mailbox is empty");
        *place = Some(lease);
        mailbox.owner.store(owner(waiter), Release);
        Ok(())
    }

    /// Under the lock: fetches back what this waiter has not taken.
    #[inline(never)]
    pub(crate) fn fetch(&self, waiter: WaiterId) -> Option<Lease<M>> {
        self.mailbox(waiter).clear(waiter, |_| ())
    }

    /// By this waiter: whether something lies there for it.
    #[inline(always)]
    pub(crate) fn is_for(&self, waiter: WaiterId) -> bool {
        self.mailbox(waiter).is_for(waiter)
    }

    /// By this waiter: takes what lies there for it.
    #[inline(never)]
    pub(crate) fn take(&self, waiter: WaiterId, now: Time) -> Option<Lease<M>> {
        let note = |lease: &Lease<M>| self.time(lease.slot()).store(now.0, Relaxed);
        self.mailbox(waiter).clear(waiter, note)
    }

    /// Under the lock, of a slot that was taken: when.
    pub(crate) fn taken_at(&self, slot: SlotId) -> Time {
        Time(self.time(slot).load(Relaxed))
    }
}

impl<M: Manager> Mailbox<M> {
    /// Nothing that could panic runs under this lock.
    #[inline]
    fn lock(&self) -> MutexGuard<'_, Option<Lease<M>>> {
        self.lease.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline(always)]
    fn is_for(&self, waiter: WaiterId) -> bool {
        self.owner.load(Acquire) == owner(waiter)
    }

    /// Takes what lies here for this waiter, and notes something before the mailbox is seen to be free.
    #[inline]
    fn clear(&self, waiter: WaiterId, note: impl FnOnce(&Lease<M>)) -> Option<Lease<M>> {
        if !self.is_for(waiter) {
            return None;
        }
        let mut place = self.lock();
        // Meanwhile somebody may have fetched it back, and put there another one, for another waiter.
        if !self.is_for(waiter) {
            return None;
        }
        let lease = place.take()?;
        note(&lease);
        self.owner.store(0, Release);
        Some(lease)
    }
}

#[inline]
fn owner(waiter: WaiterId) -> u64 {
    waiter.index() as u64 + 1
}

#[cold]
fn block(number: usize) -> Box<[AtomicU64]> {
    (0..1_usize << (FIRST as usize + number)).map(|_| AtomicU64::new(0)).collect()
}

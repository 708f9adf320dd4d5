//! No allocation on the uncontended path, and none for waiters in steady state. (One test in this program, so that nobody
//! else allocates meanwhile.)

use cenote_core::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations_of(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

fn take(core: &mut Core, now: Time) -> SlotId {
    match core.acquire(Patience::Forever, now) {
        Next::Take(slot) => slot,
        Next::Create(slot) => match core.created(slot, now) {
            Next::Take(slot) => slot,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

fn hand_off(core: &mut Core, holders: &mut [SlotId; 2], now: Time) {
    for holder in holders {
        let Next::Park(waiter) = core.acquire(Patience::Forever, now) else { panic!("not full") };
        assert_eq!(core.release(*holder, Verdict::Keep, now), After::Stored);
        assert_eq!(core.next_wake(), Some(waiter));
        let Next::Take(slot) = core.resume(waiter, now) else { panic!("no grant") };
        *holder = slot;
    }
}

/// SPEC 6.10: acquire, release and, once the arrays have grown, waiting allocate nothing
#[test]
fn the_paths_of_steady_state_do_not_allocate() {
    let mut core = Core::new(Settings { max: 2, ..Settings::default() }, Strategy::None, Time(0));
    let mut holders = [take(&mut core, Time(0)), take(&mut core, Time(0))];
    hand_off(&mut core, &mut holders, Time(1));
    let waiting = allocations_of(|| {
        for now in 2..1_000 {
            hand_off(&mut core, &mut holders, Time(now));
        }
    });
    assert_eq!(waiting, 0, "waiting");
    for holder in holders {
        assert_eq!(core.release(holder, Verdict::Keep, Time(1_000)), After::Stored);
    }
    let plain = allocations_of(|| {
        for now in 1_000..2_000 {
            let slot = take(&mut core, Time(now));
            assert_eq!(core.release(slot, Verdict::Keep, Time(now)), After::Stored);
        }
    });
    assert_eq!(plain, 0, "acquire and release");
    assert!(allocations_of(|| drop(vec![1])) > 0, "the counter counts");
}

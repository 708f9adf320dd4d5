//! The shipped lock, wakers and hand-off under loom, which tries the interleavings of each program below: in none is a
//! wake-up, a place or a resource lost. A lost wake-up is a deadlock here, and loom reports it. Run by `scripts/check/test.sh loom`.
#![cfg(cenote_loom)]

use cenote::{Breaker, Builder, Error, Manager, OnRelease, Pool, Task, Timer};
use loom::future::block_on;
use loom::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use loom::sync::mpsc;
use loom::thread;
use std::future::{Future, pending, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::task::Poll;
use std::time::Duration;

/// Pending once, and woken at once.
fn suspend() -> impl Future<Output = ()> + Send {
    let mut is_first = true;
    poll_fn(move |context| {
        if std::mem::take(&mut is_first) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    })
}

/// Time stands still, but a sleep ends at its second poll, and then so much time has passed: every wait meets its limit at
/// once, or is served. (The clock is no concern of loom's.)
#[derive(Default)]
struct Impatient(Arc<AtomicU64>);

impl Timer for Impatient {
    fn now(&self) -> Duration {
        Duration::from_millis(1_000 + self.0.load(SeqCst))
    }

    fn sleep(&self, span: Duration) -> Task {
        let clock = self.0.clone();
        Box::pin(async move {
            suspend().await;
            clock.fetch_add(span.as_millis() as u64 + 1, SeqCst);
        })
    }
}

/// Time stands still, and no sleep ends: anyone who is not woken waits forever.
struct Patient;

impl Timer for Patient {
    fn now(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn sleep(&self, _: Duration) -> Task {
        Box::pin(pending())
    }
}

/// What the hooks do, and what each resource is counted in while it lives.
#[derive(Clone, Default)]
struct Things {
    live: Arc<AtomicUsize>,
    /// How many creations fail.
    failures: Arc<AtomicUsize>,
    /// The hook before acquire waits.
    meets_slowly: bool,
    /// What comes back is cleaned, and that waits.
    cleans_slowly: bool,
    /// Is told of each one made.
    made: Option<mpsc::Sender<()>>,
}

struct Thing(Arc<AtomicUsize>);

impl Drop for Thing {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

impl Manager for Things {
    type Resource = Thing;
    type Error = &'static str;

    async fn create(&self) -> Result<Thing, &'static str> {
        let left = self.failures.load(SeqCst);
        if left > 0 {
            self.failures.store(left - 1, SeqCst);
            return Err("refused");
        }
        self.live.fetch_add(1, SeqCst);
        if let Some(made) = &self.made {
            made.send(()).unwrap();
        }
        Ok(Thing(self.live.clone()))
    }

    async fn before_acquire(&self, _: &mut Thing) -> Result<(), &'static str> {
        if self.meets_slowly {
            suspend().await;
        }
        Ok(())
    }

    fn on_release(&self, _: &mut Thing) -> OnRelease {
        if self.cleans_slowly { OnRelease::Reset } else { OnRelease::Keep }
    }

    async fn reset(&self, _: &mut Thing) -> Result<(), &'static str> {
        suspend().await;
        Ok(())
    }
}

/// Runs a program in all interleavings with at most that many preemptions. It gets a pool, which must be whole at its end.
fn explore_with(
    preemptions: usize,
    build: impl Fn(&mut Things) -> Builder<Things> + Send + Sync + 'static,
    program: impl Fn(&Pool<Things>, &Things) + Send + Sync + 'static,
) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(move || {
        let mut things = Things::default();
        let pool = build(&mut things).maintenance_by_hand().seed(1);
        let pool = pool.acquire_timeout(None).build().unwrap();
        program(&pool, &things);
        pool.check_invariants();
        let stats = pool.stats();
        assert_eq!((stats.active, stats.waiting, stats.granted), (0, 0, 0), "{stats:?}");
        if !pool.is_closed() {
            pool.activate();
            drop(block_on(pool.acquire()).unwrap());
            assert_eq!(pool.stats().total as usize, things.live.load(SeqCst));
        }
        drop(pool);
        assert_eq!(things.live.load(SeqCst), 0, "a resource outlived its pool");
    });
}

/// The same for plain pools of one.
fn explore(program: impl Fn(&Pool<Things>) + Send + Sync + 'static) {
    let plain = |things: &mut Things| one_of(things, Impatient::default());
    explore_with(3, plain, move |pool, _| program(pool));
}

fn one_of(things: &Things, timer: impl Timer) -> Builder<Things> {
    Pool::managed(things.clone()).max(1).timer(timer)
}

/// Polls once, and drops.
fn poll_once(future: impl Future) {
    let mut future = pin!(future);
    block_on(poll_fn(|context| {
        let _ = future.as_mut().poll(context);
        Poll::Ready(())
    }));
}

/// SPEC 6.1, 6.2, 9.6: two take, hand over and give back
#[test]
fn hand_over() {
    explore(|pool| {
        let other = pool.clone();
        let thread = thread::spawn(move || drop(block_on(other.acquire()).unwrap()));
        drop(block_on(pool.acquire()).unwrap());
        thread.join().unwrap();
    });
}

/// SPEC 6.6, 32.4: a waiter leaves while the resource comes back, with another one behind it
#[test]
fn a_waiter_that_leaves_passes_its_grant_on() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let leaves = thread::spawn(move || poll_once(other.acquire()));
        let waits = thread::spawn(move || drop(block_on(third.acquire()).unwrap()));
        drop(held);
        leaves.join().unwrap();
        waits.join().unwrap();
    });
}

/// SPEC 7.7: the limit passes while the resource comes back
#[test]
fn a_limit_against_a_grant() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let other = pool.clone();
        let thread = thread::spawn(move || {
            match block_on(other.acquire_timeout(Duration::from_millis(1))) {
                Ok(guard) => drop(guard),
                Err(Error::Timeout(_)) => {}
                Err(error) => panic!("{error}"),
            }
        });
        drop(held);
        thread.join().unwrap();
    });
}

/// SPEC 12.2, 12.3: the pool is closed while one waits and the resource comes back
#[test]
fn close_against_a_grant() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let waits = thread::spawn(move || match block_on(other.acquire()) {
            Ok(guard) => drop(guard),
            Err(Error::Closed) => {}
            Err(error) => panic!("{error}"),
        });
        let closes = thread::spawn(move || third.close());
        drop(held);
        waits.join().unwrap();
        closes.join().unwrap();
    });
}

/// SPEC 11.4, 34.32: somebody counts, and so closes the counter, while a resource goes over it
#[test]
fn figures_against_a_hand_over() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let waits = thread::spawn(move || drop(block_on(other.acquire()).unwrap()));
        let counts = thread::spawn(move || {
            third.check_invariants();
            let stats = third.stats();
            assert_eq!(stats.total, 1);
            assert!(stats.idle + stats.active == 1 && stats.granted <= stats.idle, "{stats:?}");
        });
        drop(held);
        waits.join().unwrap();
        counts.join().unwrap();
        let stats = pool.stats();
        assert_eq!((stats.acquires, stats.timeouts), (2, 0));
    });
}

/// SPEC 6.3, 34.32: a mailbox is cleared, and has something for another waiter, while its first waiter looks
#[test]
fn a_desk_changes_hands() {
    explore_with(
        2,
        |things| one_of(things, Patient).max(2),
        |pool, _| {
            let held = [block_on(pool.acquire()).unwrap(), block_on(pool.acquire()).unwrap()];
            let waiters = [(), ()].map(|()| {
                let pool = pool.clone();
                thread::spawn(move || drop(block_on(pool.acquire()).unwrap()))
            });
            for guard in held {
                drop(guard);
                let stats = pool.stats();
                assert_eq!(stats.total, 2, "{stats:?}");
            }
            for waiter in waiters {
                waiter.join().unwrap();
            }
        },
    );
}

/// SPEC 14.3: the breaker is opened while a resource goes over the counter
#[test]
fn deactivate_against_a_hand_over() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let waits = thread::spawn(move || match block_on(other.acquire()) {
            Ok(guard) => drop(guard),
            Err(Error::Unavailable) => {}
            Err(error) => panic!("{error}"),
        });
        let opens = thread::spawn(move || third.deactivate());
        drop(held);
        waits.join().unwrap();
        opens.join().unwrap();
    });
}

/// SPEC 6.6, 7.7, 34.32: what went over the counter is detached, discarded or dropped by a panic
#[test]
fn ends_of_what_went_over_the_counter() {
    for end in 0..3 {
        explore(move |pool| {
            let held = block_on(pool.acquire()).unwrap();
            let other = pool.clone();
            let waits = thread::spawn(move || {
                let guard = block_on(other.acquire()).unwrap();
                match end {
                    0 => drop(guard.detach()),
                    1 => guard.discard("broken"),
                    _ => block_on(guard.release()),
                }
            });
            drop(held);
            drop(block_on(pool.acquire()).unwrap());
            waits.join().unwrap();
        });
    }
}

/// SPEC 33: the pool grows while one waits and the resource is taken out for good
#[test]
fn resize_and_detach_against_a_waiter() {
    explore(|pool| {
        let held = block_on(pool.acquire()).unwrap();
        let other = pool.clone();
        let waits = thread::spawn(move || drop(block_on(other.acquire()).unwrap()));
        pool.resize(2);
        drop(held.detach());
        waits.join().unwrap();
        pool.resize(1);
    });
}

/// SPEC 10.5, 32.4: a caller is dropped where its hook suspends, while another one waits
#[test]
fn a_hook_dropped_at_its_suspension_frees_its_place() {
    let build = |things: &mut Things| {
        things.meets_slowly = true;
        one_of(things, Patient)
    };
    explore_with(3, build, |pool, _| {
        drop(block_on(pool.acquire()).unwrap());
        let (other, third) = (pool.clone(), pool.clone());
        let leaves = thread::spawn(move || poll_once(other.acquire()));
        let waits = thread::spawn(move || drop(block_on(third.acquire()).unwrap()));
        leaves.join().unwrap();
        waits.join().unwrap();
    });
}

/// SPEC 5.8, 12.1: the pool is closed while a hook suspends
#[test]
fn close_against_a_suspended_hook() {
    let build = |things: &mut Things| {
        things.meets_slowly = true;
        one_of(things, Patient)
    };
    explore_with(3, build, |pool, _| {
        drop(block_on(pool.acquire()).unwrap());
        let other = pool.clone();
        let meets = thread::spawn(move || match block_on(other.acquire()) {
            Ok(guard) => drop(guard),
            Err(Error::Closed) => {}
            Err(error) => panic!("{error}"),
        });
        pool.close();
        meets.join().unwrap();
    });
}

/// SPEC 32.3: the cleaning of what comes back is dropped where it suspends, or ends, while one waits
#[test]
fn a_cleaning_ends_or_is_dropped_while_one_waits() {
    for is_dropped in [true, false] {
        let build = |things: &mut Things| {
            things.cleans_slowly = true;
            one_of(things, Patient)
        };
        explore_with(3, build, move |pool, _| {
            let held = block_on(pool.acquire()).unwrap();
            let other = pool.clone();
            let waits =
                thread::spawn(move || block_on(block_on(other.acquire()).unwrap().release()));
            if is_dropped {
                poll_once(held.release())
            } else {
                block_on(held.release())
            }
            waits.join().unwrap();
        });
    }
}

/// SPEC 5.6, 34.3: a creation fails while another caller waits for the place
#[test]
fn a_failed_creation_passes_its_place_on() {
    let build = |things: &mut Things| {
        things.failures.store(1, SeqCst);
        one_of(things, Patient)
    };
    explore_with(3, build, |pool, _| {
        let other = pool.clone();
        let first = thread::spawn(move || block_on(other.acquire()).map(drop).is_ok());
        let second = block_on(pool.acquire()).map(drop).is_ok();
        assert!(first.join().unwrap() != second, "one of the two failed, and one was served");
    });
}

/// SPEC 5.9: a caller waits for the end of a back-off, which only the background can see
#[test]
fn the_background_ends_a_back_off() {
    let build = |things: &mut Things| {
        things.failures.store(2, SeqCst);
        one_of(things, Impatient::default())
    };
    explore_with(2, build, |pool, _| {
        let work = pool.maintenance();
        let background = thread::spawn(move || block_on(work));
        for _ in 0..2 {
            assert!(matches!(block_on(pool.acquire()), Err(Error::Create("refused"))));
        }
        drop(block_on(pool.acquire()).unwrap());
        pool.close();
        background.join().unwrap();
    });
}

/// SPEC 32.7, 13.6: what is lost is made again in the background, which sleeps until it is told
#[test]
fn the_background_restores_min() {
    let told = Arc::new(std::sync::Mutex::new(None));
    let receiver = told.clone();
    let build = move |things: &mut Things| {
        let (made, seen) = mpsc::channel();
        *told.lock().unwrap() = Some(seen);
        things.made = Some(made);
        one_of(things, Patient).min(1)
    };
    explore_with(2, build, move |pool, _| {
        let seen = receiver.lock().unwrap().take().unwrap();
        let work = pool.maintenance();
        let background = thread::spawn(move || block_on(work));
        seen.recv().unwrap();
        block_on(pool.acquire()).unwrap().discard("broken");
        // Made by the background, or by nobody.
        seen.recv().unwrap();
        pool.close();
        background.join().unwrap();
    });
}

/// SPEC 12.3: who waits for a closed pool to be empty is told when the last one is back
#[test]
fn close_within_is_told_of_the_last_return() {
    explore_with(
        3,
        |things| one_of(things, Patient),
        |pool, _| {
            let held = block_on(pool.acquire()).unwrap();
            let other = pool.clone();
            let closes =
                thread::spawn(move || block_on(other.close_within(Duration::from_secs(1))));
            drop(held);
            assert_eq!(closes.join().unwrap(), Ok(()));
        },
    );
}

/// SPEC 14.3, 14.11: the breaker opens while one waits, and is closed by a call
#[test]
fn a_breaker_against_a_waiter() {
    let build =
        |things: &mut Things| one_of(things, Patient).breaker(Breaker::consecutive_failures(1));
    explore_with(3, build, |pool, _| {
        let held = block_on(pool.acquire()).unwrap();
        let (other, third) = (pool.clone(), pool.clone());
        let waits = thread::spawn(move || match block_on(other.acquire()) {
            Ok(guard) => drop(guard),
            Err(Error::Unavailable) => {}
            Err(error) => panic!("{error}"),
        });
        let closes = thread::spawn(move || third.activate());
        held.discard("broken");
        waits.join().unwrap();
        closes.join().unwrap();
    });
}

/// SPEC 14.4: half-open, one caller at a time goes ahead, and the next when the first is back
#[test]
fn a_half_open_breaker_lends_one() {
    explore_with(
        3,
        |things| one_of(things, Patient).max(2),
        |pool, _| {
            pool.recover();
            let other = pool.clone();
            let probe = move |pool: Pool<Things>| match block_on(pool.acquire()) {
                Ok(guard) => {
                    assert_eq!(pool.stats().active, 1, "one at a time");
                    drop(guard);
                }
                Err(Error::Unavailable) => {}
                Err(error) => panic!("{error}"),
            };
            let first = thread::spawn(move || probe(other));
            probe(pool.clone());
            first.join().unwrap();
        },
    );
}

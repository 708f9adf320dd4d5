//! What no signature of an `async fn` shows.

use std::time::Duration;

use cenote::{Guard, Manager, Pool};

fn may_change_threads<F: Future + Send>(_: F) {}

/// Every future of the crate may be spawned, whatever the manager: compiled is proved.
#[expect(dead_code)]
fn all_futures_may_change_threads<M: Manager>(pool: &Pool<M>, guard: Guard<M>) {
    may_change_threads(pool.acquire());
    may_change_threads(pool.acquire_timeout(Duration::ZERO));
    may_change_threads(pool.try_acquire());
    may_change_threads(pool.prewarm());
    may_change_threads(pool.close_within(Duration::ZERO));
    may_change_threads(pool.maintenance());
    may_change_threads(guard.release());
}

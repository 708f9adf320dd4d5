//! Tasks that are aborted anywhere, and what has to hold afterwards. The tests of each manager include this file.

use std::collections::VecDeque;
use std::future::Future;
use std::time::Duration;

/// How many tasks: more with `CENOTE_ABORTS`.
pub(crate) fn rounds() -> u32 {
    std::env::var("CENOTE_ABORTS").map_or(2000, |count| count.parse().unwrap())
}

/// Starts a task for each number, `at_once` of them side by side. Every second one that has not ended by its turn is aborted. In the end
/// nobody has a place.
pub(crate) async fn abort_anywhere<M, Work, Task>(
    pool: &cenote::Pool<M>,
    at_once: usize,
    work: Work,
) where
    M: cenote::Manager,
    Work: Fn(cenote::Pool<M>, u32) -> Task,
    Task: Future<Output = ()> + Send + 'static,
{
    let mut random = 7_u64;
    let mut tasks = VecDeque::new();
    for number in 0..rounds() {
        tasks.push_back(tokio::spawn(work(pool.clone(), number)));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if tasks.len() > at_once {
            let oldest = tasks.pop_front().unwrap();
            if random >> 63 == 0 {
                oldest.abort();
            }
            if let Err(error) = oldest.await {
                assert!(error.is_cancelled(), "{error}");
            }
        }
        tokio::time::sleep(Duration::from_micros(random >> 56)).await;
    }
    for task in tasks {
        task.await.unwrap();
    }
    let all_back = async {
        while pool.stats().active > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), all_back).await.expect("a place is lost");
    pool.check_invariants();
}

//! Tasks that are aborted anywhere, and what has to hold afterwards. The tests of each manager include this file.

use std::collections::VecDeque;
use std::future::Future;
use std::time::Duration;

/// How many tasks: more with `CENOTE_ABORTS`.
pub(crate) fn rounds() -> u32 {
    std::env::var("CENOTE_ABORTS").map_or(2000, |count| count.parse().unwrap())
}

/// Descriptors of this process; none if other tests may be running in it.
fn descriptors() -> Option<usize> {
    let is_alone = std::env::var_os("CENOTE_ABORTS").is_some();
    is_alone.then(|| std::fs::read_dir("/proc/self/fd").unwrap().count())
}

/// Starts a task for each number, `at_once` of them side by side, and after every second start aborts one of the last four. In the end
/// nobody has a place, and, with `CENOTE_ABORTS` set, where no other test may run beside this one, there are no more descriptors than at
/// the start and those of the connections.
pub(crate) async fn abort_anywhere<M, Work, Task>(
    pool: &cenote::Pool<M>,
    at_once: usize,
    work: Work,
) where
    M: cenote::Manager,
    Work: Fn(cenote::Pool<M>, u32) -> Task,
    Task: Future<Output = ()> + Send + 'static,
{
    let before = descriptors();
    let mut aborted = 0;
    let mut random = 7_u64;
    let mut tasks = VecDeque::new();
    for number in 0..rounds() {
        tasks.push_back(tokio::spawn(work(pool.clone(), number)));
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        // The youngest ones are at work; the older ones have often ended.
        if random >> 63 == 0 {
            let age = usize::try_from(random >> 40).unwrap() % tasks.len().min(4);
            tasks[tasks.len() - 1 - age].abort();
        }
        if tasks.len() > at_once {
            if let Err(error) = tasks.pop_front().unwrap().await {
                assert!(error.is_cancelled(), "{error}");
                aborted += 1;
            }
        }
        tokio::time::sleep(Duration::from_micros(random >> 56)).await;
    }
    for task in tasks {
        if let Err(error) = task.await {
            assert!(error.is_cancelled(), "{error}");
            aborted += 1;
        }
    }
    let all_back = async {
        while pool.stats().active > 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), all_back).await.expect("a place is lost");
    pool.check_invariants();
    println!("{aborted} of {} tasks were aborted", rounds());
    assert!(aborted >= rounds() / 100, "hardly a task was at work when it was aborted");
    if let Some(before) = before {
        // SQLite has three files open.
        let most = before + 3 * usize::try_from(pool.stats().total).unwrap();
        let no_more = async {
            while descriptors().is_some_and(|now| now > most) {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), no_more).await.expect("descriptors are lost");
    }
}

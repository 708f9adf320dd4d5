//! Futures that are dropped wherever they wait. The tests of managers include this file.

use std::future::{Future, poll_fn};
use std::task::Poll;
use std::time::Duration;

/// Drops a future at each point where it waits: after no poll, one, two and so on, until it is ready. `check` runs after each.
pub(crate) async fn drop_at_each_point<Work, Checked>(
    work: impl Fn() -> Work,
    check: impl Fn() -> Checked,
) where
    Work: Future<Output = ()>,
    Checked: Future<Output = ()>,
{
    for polls in 0.. {
        let mut future = Box::pin(work());
        let mut left = polls;
        let is_ready = poll_fn(|context| {
            if left == 0 {
                return Poll::Ready(false);
            }
            left -= 1;
            future.as_mut().poll(context).map(|()| true)
        })
        .await;
        drop(future);
        tokio::time::timeout(Duration::from_secs(30), check()).await.expect("nobody is served");
        if is_ready {
            return;
        }
    }
}

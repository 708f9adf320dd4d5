//! A future with a limit. The timer is made, in a box, only when the future is not ready at its first poll.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use crate::timers::timer::Timer;

/// The limit has passed; the future was dropped.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Elapsed;

/// Runs `future` for at most `limit`. `suspended` is called when it has to be waited for.
pub(crate) async fn bounded<F: Future>(
    timer: &dyn Timer,
    limit: Option<Duration>,
    future: F,
    mut suspended: impl FnMut(),
) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    let mut sleep = None;
    let mut is_first = true;
    poll_fn(|context| {
        if let Poll::Ready(output) = future.as_mut().poll(context) {
            return Poll::Ready(Ok(output));
        }
        if std::mem::take(&mut is_first) {
            suspended();
            sleep = limit.map(|limit| timer.sleep(limit));
        }
        match &mut sleep {
            Some(sleep) => sleep.as_mut().poll(context).map(|()| Err(Elapsed)),
            None => Poll::Pending,
        }
    })
    .await
}

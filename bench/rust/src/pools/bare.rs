//! No pool: places counted behind a mutex, and a queue of wakers. Nothing is lent, nothing checked, nobody may go away or be
//! woken without reason. What that takes, tokio's part and the memory of the tasks, no pool can save.

use super::Lender;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

struct Places {
    free: u32,
    waiting: VecDeque<Waker>,
}

#[derive(Clone)]
pub struct Bare(Arc<Mutex<Places>>);

pub struct BareGuard(Bare);

impl Drop for BareGuard {
    fn drop(&mut self) {
        let mut places = self.0.0.lock().unwrap();
        match places.waiting.pop_front() {
            Some(oldest) => {
                drop(places);
                oldest.wake();
            }
            None => places.free += 1,
        }
    }
}

impl Lender for Bare {
    const NAME: &'static str = "(no pool)";
    const IS_POOL: bool = false;
    type Lent = BareGuard;
    fn new(max: u32, _: Option<Duration>) -> Self {
        Bare(Arc::new(Mutex::new(Places { free: max, waiting: VecDeque::new() })))
    }
    async fn lend(&self) -> BareGuard {
        let mut waits = false;
        poll_fn(|context| {
            if waits {
                return Poll::Ready(());
            }
            let mut places = self.0.lock().unwrap();
            if places.free > 0 {
                places.free -= 1;
                return Poll::Ready(());
            }
            places.waiting.push_back(context.waker().clone());
            waits = true;
            Poll::Pending
        })
        .await;
        BareGuard(self.clone())
    }
}

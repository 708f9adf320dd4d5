//! deadpool's managed pool, with `recycle`.

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::time::Duration;

#[derive(Clone)]
pub struct Deadpool(deadpool::managed::Pool<Maker>);

impl deadpool::managed::Manager for Maker {
    type Type = Thing;
    type Error = Infallible;
    async fn create(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    async fn recycle(
        &self,
        thing: &mut Thing,
        _: &deadpool::managed::Metrics,
    ) -> deadpool::managed::RecycleResult<Infallible> {
        std::hint::black_box(thing);
        Ok(())
    }
}

pub struct DeadpoolGuard(#[allow(dead_code)] deadpool::managed::Object<Maker>);

impl Lender for Deadpool {
    const NAME: &'static str = "deadpool";
    type Lent = DeadpoolGuard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        let pool = deadpool::managed::Pool::builder(Maker)
            .max_size(max as usize)
            .wait_timeout(limit)
            .create_timeout(limit)
            .recycle_timeout(limit)
            .runtime(deadpool::Runtime::Tokio1)
            .build();
        Deadpool(pool.unwrap())
    }
    async fn lend(&self) -> DeadpoolGuard {
        DeadpoolGuard(self.0.get().await.unwrap())
    }
}

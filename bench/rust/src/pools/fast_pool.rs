//! fast_pool's pool, with `check`. Each acquire has two timers, of the wait and of the check, as it comes.

use super::{Lender, Maker, Thing};
use std::time::Duration;

#[derive(Clone)]
pub struct FastPool(fast_pool::Pool<Maker>);

impl fast_pool::Manager for Maker {
    type Connection = Thing;
    type Error = String;
    async fn connect(&self) -> Result<Thing, String> {
        Ok([1, 2])
    }
    async fn check(&self, thing: &mut Thing) -> Result<(), String> {
        std::hint::black_box(thing);
        Ok(())
    }
}

pub struct FastPoolGuard(#[allow(dead_code)] fast_pool::ConnectionGuard<Maker>);

impl Lender for FastPool {
    const NAME: &'static str = "fast_pool";
    type Lent = FastPoolGuard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        let pool = fast_pool::Pool::new(Maker);
        pool.set_max_open(max.into());
        pool.set_max_idle_conns(max.into());
        // There is no "none".
        pool.set_timeout_wait(Some(limit.unwrap_or(Duration::from_secs(3600))));
        FastPool(pool)
    }
    async fn lend(&self) -> FastPoolGuard {
        FastPoolGuard(self.0.get().await.unwrap())
    }
}

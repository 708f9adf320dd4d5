//! cenote, with `before_acquire`.

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::time::Duration;

#[derive(Clone)]
pub struct Cenote(cenote::Pool<Maker>);

impl cenote::Manager for Maker {
    type Resource = Thing;
    type Error = Infallible;
    async fn create(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    async fn before_acquire(&self, thing: &mut Thing) -> Result<(), Infallible> {
        std::hint::black_box(thing);
        Ok(())
    }
}

impl Lender for Cenote {
    const NAME: &'static str = "cenote";
    type Lent = CenoteGuard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        Cenote(cenote::Pool::managed(Maker).max(max).acquire_timeout(limit).build().unwrap())
    }
    async fn lend(&self) -> CenoteGuard {
        CenoteGuard(self.0.acquire().await.unwrap())
    }
}

/// Hides the private manager.
pub struct CenoteGuard(#[allow(dead_code)] cenote::Guard<Maker>);

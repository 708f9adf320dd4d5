//! fastpool's bounded pool, with `is_recyclable`. It has no limit on the wait. Its successor is asyncband.
#![allow(deprecated)]

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone)]
pub struct Fastpool(Arc<fastpool::bounded::Pool<Maker>>);

impl fastpool::ManageObject for Maker {
    type Object = Thing;
    type Error = Infallible;
    async fn create(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    async fn is_recyclable(
        &self,
        thing: &mut Thing,
        _: &fastpool::ObjectStatus,
    ) -> Result<(), Infallible> {
        std::hint::black_box(thing);
        Ok(())
    }
}

pub struct FastpoolGuard(#[allow(dead_code)] fastpool::bounded::Object<Maker>);

impl Lender for Fastpool {
    const NAME: &'static str = "fastpool";
    type Lent = FastpoolGuard;
    fn new(max: u32, _: Option<Duration>) -> Self {
        use fastpool::bounded::{Pool, PoolConfig};
        Fastpool(Pool::new(PoolConfig::new(max as usize), Maker))
    }
    async fn lend(&self) -> FastpoolGuard {
        FastpoolGuard(self.0.get().await.unwrap())
    }
}

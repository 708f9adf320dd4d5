//! asyncband's bounded pool, with `is_recyclable`. It has no limit on the wait.

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone)]
pub struct Asyncband(Arc<asyncband::pool::bounded::Pool<Maker>>);

impl asyncband::pool::ManageObject for Maker {
    type Object = Thing;
    type Error = Infallible;
    async fn create(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    async fn is_recyclable(
        &self,
        thing: &mut Thing,
        _: &asyncband::pool::ObjectStatus,
    ) -> Result<(), Infallible> {
        std::hint::black_box(thing);
        Ok(())
    }
}

pub struct AsyncbandGuard(#[allow(dead_code)] asyncband::pool::bounded::Object<Maker>);

impl Lender for Asyncband {
    const NAME: &'static str = "asyncband";
    type Lent = AsyncbandGuard;
    fn new(max: u32, _: Option<Duration>) -> Self {
        use asyncband::pool::bounded::{Pool, PoolConfig};
        Asyncband(Pool::new(PoolConfig::new(max as usize), Maker))
    }
    async fn lend(&self) -> AsyncbandGuard {
        AsyncbandGuard(self.0.get().await.unwrap())
    }
}

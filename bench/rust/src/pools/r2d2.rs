//! r2d2, with `is_valid` (`test_on_check_out`, its default). It blocks: who finds nothing idle waits on a thread of tokio's
//! pool for blocking calls, as a server on tokio would have it. So it is in the rows of one or two tasks and of 64 only.

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::time::Duration;

#[derive(Clone)]
pub struct R2d2(r2d2::Pool<Maker>);

impl r2d2::ManageConnection for Maker {
    type Connection = Thing;
    type Error = Infallible;
    fn connect(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    fn is_valid(&self, thing: &mut Thing) -> Result<(), Infallible> {
        std::hint::black_box(thing);
        Ok(())
    }
    fn has_broken(&self, _: &mut Thing) -> bool {
        false
    }
}

pub struct R2d2Guard(#[allow(dead_code)] r2d2::PooledConnection<Maker>);

impl Lender for R2d2 {
    const NAME: &'static str = "r2d2";
    const IS_ASYNC: bool = false;
    type Lent = R2d2Guard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        let limit = limit.unwrap_or(Duration::from_secs(3600));
        R2d2(r2d2::Pool::builder().max_size(max).connection_timeout(limit).build(Maker).unwrap())
    }
    async fn lend(&self) -> R2d2Guard {
        if let Some(idle) = self.0.try_get() {
            return R2d2Guard(idle);
        }
        let pool = self.0.clone();
        R2d2Guard(tokio::task::spawn_blocking(move || pool.get().unwrap()).await.unwrap())
    }
}

//! bb8, with `is_valid` (`test_on_check_out`, its default). It always has a limit on the wait.

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::time::Duration;

#[derive(Clone)]
pub struct Bb8(bb8::Pool<Maker>);

impl bb8::ManageConnection for Maker {
    type Connection = Thing;
    type Error = Infallible;
    async fn connect(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    async fn is_valid(&self, thing: &mut Thing) -> Result<(), Infallible> {
        std::hint::black_box(thing);
        Ok(())
    }
    fn has_broken(&self, _: &mut Thing) -> bool {
        false
    }
}

pub struct Bb8Guard(#[allow(dead_code)] bb8::PooledConnection<'static, Maker>);

impl Lender for Bb8 {
    const NAME: &'static str = "bb8";
    type Lent = Bb8Guard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        let limit = limit.unwrap_or(Duration::from_secs(3600));
        Bb8(bb8::Pool::builder().max_size(max).connection_timeout(limit).build_unchecked(Maker))
    }
    async fn lend(&self) -> Bb8Guard {
        Bb8Guard(self.0.get_owned().await.unwrap())
    }
}

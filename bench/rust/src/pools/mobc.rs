//! mobc, with `check` (`test_on_check_out`, its default), which moves the connection in and out through a boxed future. Its
//! guards go back in a task of their own.

use super::{Lender, Maker, Thing};
use std::convert::Infallible;
use std::time::Duration;

#[derive(Clone)]
pub struct Mobc(mobc::Pool<Maker>);

#[mobc::async_trait]
impl mobc::Manager for Maker {
    type Connection = Thing;
    type Error = Infallible;
    async fn connect(&self) -> Result<Thing, Infallible> {
        Ok([1, 2])
    }
    async fn check(&self, thing: Thing) -> Result<Thing, Infallible> {
        Ok(std::hint::black_box(thing))
    }
}

pub struct MobcGuard(#[allow(dead_code)] mobc::Connection<Maker>);

impl Lender for Mobc {
    const NAME: &'static str = "mobc";
    type Lent = MobcGuard;
    fn new(max: u32, limit: Option<Duration>) -> Self {
        let max = u64::from(max);
        Mobc(mobc::Pool::builder().max_open(max).max_idle(max).get_timeout(limit).build(Maker))
    }
    async fn lend(&self) -> MobcGuard {
        match self.0.get().await {
            Ok(connection) => MobcGuard(connection),
            Err(_) => panic!("mobc gave no connection"),
        }
    }
}

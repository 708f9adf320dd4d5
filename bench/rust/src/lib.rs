//! Resource pools behind one trait. Each has its check on every acquire switched on; the check says yes.

pub mod scenarios;

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// What is lent: two words, free to make.
pub type Thing = [u64; 2];

/// A pool.
pub trait Lender: Clone + Send + Sync + 'static {
    /// How it is called in the table.
    const NAME: &'static str;
    /// Its guard.
    type Lent: Send;
    /// With or without a limit on the wait.
    fn new(max: u32, limit: Option<Duration>) -> Self;
    /// Waits for a resource.
    fn lend(&self) -> impl Future<Output = Self::Lent> + Send;
}

struct Maker;

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

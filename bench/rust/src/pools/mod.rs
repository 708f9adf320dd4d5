//! Resource pools behind one trait. Each has its check on every acquire switched on; the check says yes.

mod asyncband;
mod bare;
mod bb8;
mod cenote;
mod deadpool;
mod fast_pool;
mod fastpool;
mod mobc;
mod r2d2;
mod sqlx;

use std::future::Future;
use std::time::Duration;

/// What is lent: two words, free to make.
pub type Thing = [u64; 2];

/// A pool.
pub trait Lender: Clone + Send + Sync + 'static {
    /// How it is called in the table.
    const NAME: &'static str;
    /// Not what pools are compared with.
    const IS_POOL: bool = true;
    /// Who waits holds up no thread.
    const IS_ASYNC: bool = true;
    /// Its guard.
    type Lent: Send;
    /// With or without a limit on the wait.
    fn new(max: u32, limit: Option<Duration>) -> Self;
    /// Waits for a resource.
    fn lend(&self) -> impl Future<Output = Self::Lent> + Send;
}

/// Makes what is lent, for each pool in its own words.
struct Maker;

/// Something done with each of the pools.
pub trait Visitor {
    fn visit<L: Lender>(&mut self);
}

/// All of them, cenote first.
pub fn visit_all(visitor: &mut impl Visitor) {
    visitor.visit::<cenote::Cenote>();
    visitor.visit::<asyncband::Asyncband>();
    visitor.visit::<fastpool::Fastpool>();
    visitor.visit::<fast_pool::FastPool>();
    visitor.visit::<deadpool::Deadpool>();
    visitor.visit::<bb8::Bb8>();
    visitor.visit::<mobc::Mobc>();
    visitor.visit::<sqlx::Sqlx>();
    visitor.visit::<r2d2::R2d2>();
    visitor.visit::<bare::Bare>();
}

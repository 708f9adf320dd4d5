//! What a pool can be made from.

use std::fmt;
use std::future::Future;

use super::{closures::Closures, manager::Manager};

/// What [`Pool::builder`](crate::Pool::builder) takes: a [`Manager`], or a closure that makes resources. `Kind` tells the two
/// apart, and is found by the compiler.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a `cenote::Manager` nor a closure that makes resources",
    note = "a closure takes no arguments and returns a `Send` future of a `Result`"
)]
pub trait IntoManager<Kind> {
    /// The manager.
    type Manager: Manager;

    #[doc(hidden)]
    fn into_manager(self) -> Self::Manager;
}

impl<M: Manager> IntoManager<M> for M {
    type Manager = M;

    fn into_manager(self) -> M {
        self
    }
}

impl<F, Made, R, E> IntoManager<fn() -> (Made, R, E)> for F
where
    F: Fn() -> Made + Send + Sync + 'static,
    Made: Future<Output = Result<R, E>> + Send + 'static,
    R: Send + 'static,
    E: fmt::Display + Send + 'static,
{
    type Manager = Closures<R, E>;

    fn into_manager(self) -> Closures<R, E> {
        Closures::new(self)
    }
}

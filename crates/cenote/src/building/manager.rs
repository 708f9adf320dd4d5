//! What a pool has to know about its resources.

use std::fmt;
use std::future::{Future, ready};

/// Makes, checks, cleans and destroys the resources of a pool.
///
/// Only [`create`](Self::create) has to be written, as an `async fn`; the hooks have defaults that accept and keep
/// everything. No hook is ever called with a lock of the pool held, so each may use the pool itself.
///
/// A future that a hook returns may be dropped at any point where it waits: because the caller of
/// [`acquire`](crate::Pool::acquire) went away, because its deadline passed, or because the pool was closed. The resource
/// it worked on is then destroyed, since it may be half-way through something. A panic in a hook does the same.
///
/// ```
/// use cenote::{Manager, OnRelease, Pool};
///
/// struct Files;
///
/// impl Manager for Files {
///     type Resource = Vec<u8>;
///     type Error = std::io::Error;
///
///     async fn create(&self) -> std::io::Result<Vec<u8>> {
///         Ok(Vec::with_capacity(4096))
///     }
///
///     // Returns at once: a buffer is emptied before it goes back.
///     fn on_release(&self, buffer: &mut Vec<u8>) -> OnRelease {
///         buffer.clear();
///         OnRelease::Keep
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::new(Files);
/// let mut buffer = pool.acquire().await.unwrap();
/// buffer.push(1);
/// drop(buffer);
/// assert!(pool.acquire().await.unwrap().is_empty());
/// # }
/// ```
#[doc(alias("ManageConnection"))]
pub trait Manager: Send + Sync + 'static {
    /// What the pool hands out.
    type Resource: Send + 'static;

    /// Why it could not be made. Its text is kept for the report in a timeout error.
    ///
    /// Take one that implements [`std::error::Error`]: then [`Error`](crate::Error) does so too, and `?` hands it on to
    /// `Box<dyn Error>` and `anyhow`. `String` and `anyhow::Error` itself do not.
    type Error: fmt::Display + Send + 'static;

    /// Makes a resource. Its future may be moved to a task in the background, where it goes on when its caller leaves. Called by the caller of acquire that needs one, or in the background to keep up `min`; bounded by
    /// [`create_timeout`](crate::Builder::create_timeout).
    #[doc(alias("connect"))]
    fn create(&self) -> impl Future<Output = Result<Self::Resource, Self::Error>> + Send;

    /// Whether an idle resource is still good, asked in each
    /// [health round](crate::Builder::check_interval); bounded by [`check_timeout`](crate::Builder::check_timeout).
    fn check(
        &self,
        resource: &mut Self::Resource,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send {
        let _ = resource;
        ready(Ok(()))
    }

    /// Whether an idle resource may be handed out, asked each time before one is. On an error it is destroyed and the caller
    /// gets another one. A future that is ready at once costs next to nothing, and no allocation. Bounded by
    /// [`check_timeout`](crate::Builder::check_timeout). Not asked about a resource that was just made.
    #[doc(alias("recycle", "is_valid"))]
    fn before_acquire(
        &self,
        resource: &mut Self::Resource,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send {
        let _ = resource;
        ready(Ok(()))
    }

    /// What to do with a resource that comes back. It runs inside the guard's drop, so it must not block.
    #[doc(alias("has_broken", "after_release"))]
    fn on_release(&self, resource: &mut Self::Resource) -> OnRelease {
        let _ = resource;
        OnRelease::Keep
    }

    /// Cleans a resource for which [`on_release`](Self::on_release) said [`OnRelease::Reset`]. On an error it is destroyed.
    /// Bounded by [`cleanup_timeout`](crate::Builder::cleanup_timeout).
    fn reset(
        &self,
        resource: &mut Self::Resource,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send {
        let _ = resource;
        ready(Ok(()))
    }

    /// Shuts a resource down gracefully. Bounded by [`cleanup_timeout`](crate::Builder::cleanup_timeout). Its place in the pool
    /// stays taken meanwhile, so that there are never more than `max` at the other end.
    fn destroy(&self, resource: Self::Resource) -> impl Future<Output = ()> + Send {
        drop(resource);
        ready(())
    }

    /// An error in words, for the [`Report`](crate::Report) in a timeout error and for events: its `Display`, unless you say
    /// otherwise. Do so for a driver whose errors tell the cause in [`source()`](std::error::Error::source) alone.
    fn describe(&self, error: &Self::Error) -> String {
        error.to_string()
    }
}

/// A manager that several pools share, or that others look at.
///
/// ```
/// # struct Numbers;
/// # impl cenote::Manager for Numbers {
/// #     type Resource = u32;
/// #     type Error = std::io::Error;
/// #     async fn create(&self) -> std::io::Result<u32> { Ok(1) }
/// # }
/// use std::sync::Arc;
/// let numbers = Arc::new(Numbers);
/// let (reading, writing) = (cenote::Pool::new(Arc::clone(&numbers)), cenote::Pool::new(numbers));
/// # let _ = (reading, writing);
/// ```
impl<M: Manager> Manager for std::sync::Arc<M> {
    type Resource = M::Resource;
    type Error = M::Error;

    fn create(&self) -> impl Future<Output = Result<M::Resource, M::Error>> + Send {
        M::create(self)
    }

    fn check(
        &self,
        resource: &mut M::Resource,
    ) -> impl Future<Output = Result<(), M::Error>> + Send {
        M::check(self, resource)
    }

    fn before_acquire(
        &self,
        resource: &mut M::Resource,
    ) -> impl Future<Output = Result<(), M::Error>> + Send {
        M::before_acquire(self, resource)
    }

    fn on_release(&self, resource: &mut M::Resource) -> OnRelease {
        M::on_release(self, resource)
    }

    fn reset(
        &self,
        resource: &mut M::Resource,
    ) -> impl Future<Output = Result<(), M::Error>> + Send {
        M::reset(self, resource)
    }

    fn destroy(&self, resource: M::Resource) -> impl Future<Output = ()> + Send {
        M::destroy(self, resource)
    }

    fn describe(&self, error: &M::Error) -> String {
        M::describe(self, error)
    }
}

/// What becomes of a resource that comes back.
///
/// ```
/// use cenote::OnRelease;
/// let in_transaction = false;
/// let verdict = if in_transaction { OnRelease::Reset } else { OnRelease::Keep };
/// assert_eq!(verdict, OnRelease::Keep);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OnRelease {
    /// It is good as it is. The next waiter has it before the drop of the guard ends.
    Keep,
    /// It is broken: destroy it. A failure for the circuit breaker.
    Discard,
    /// [`Manager::reset`] is to clean it first: in a task of its own after a plain drop, in place in
    /// [`Guard::release`](crate::Guard::release).
    Reset,
}

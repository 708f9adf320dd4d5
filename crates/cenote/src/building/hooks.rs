//! Hooks as closures, beside those of any manager.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use super::{
    builder::Builder,
    manager::{Manager, OnRelease},
};
use crate::inner::Inner;
use crate::watching::spans;

/// What an asynchronous hook returns that is a closure: a boxed future that may borrow the resource.
pub type Hook<'a, E> = Pin<Box<dyn Future<Output = Result<(), E>> + Send + 'a>>;

type OnResource<M> = Box<
    dyn for<'a> Fn(&'a mut <M as Manager>::Resource) -> Hook<'a, <M as Manager>::Error>
        + Send
        + Sync,
>;
type OnReturn<M> = Box<dyn Fn(&mut <M as Manager>::Resource) -> OnRelease + Send + Sync>;

pub(crate) struct Hooks<M: Manager> {
    after_connect: Option<OnResource<M>>,
    check: Option<OnResource<M>>,
    /// Called by [`acquire`](crate::acquire::conversation::acquire), where each word in a future counts.
    pub(crate) before_acquire: Option<OnResource<M>>,
    on_release: Option<OnReturn<M>>,
    reset: Option<OnResource<M>>,
}

impl<M: Manager> Hooks<M> {
    pub(crate) fn none() -> Hooks<M> {
        Hooks {
            after_connect: None,
            check: None,
            before_acquire: None,
            on_release: None,
            reset: None,
        }
    }
}

/// Which there are.
impl<M: Manager> fmt::Debug for Hooks<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks")
            .field("after_connect", &self.after_connect.is_some())
            .field("check", &self.check.is_some())
            .field("before_acquire", &self.before_acquire.is_some())
            .field("on_release", &self.on_release.is_some())
            .field("reset", &self.reset.is_some())
            .finish()
    }
}

/// The manager's hooks, and after each the one that was added.
impl<M: Manager> Inner<M> {
    pub(crate) async fn create(&self) -> Result<M::Resource, M::Error> {
        let begun = self.recorder.as_ref().map(|_| self.now());
        let made = spans::create(self, self.create_and_set_up()).await?;
        if let (Some(recorder), Some(begun)) = (&self.recorder, begun) {
            recorder.made_in(Duration::from_nanos(self.now().since(begun)));
        }
        Ok(made)
    }

    async fn create_and_set_up(&self) -> Result<M::Resource, M::Error> {
        let mut resource = self.manager.create().await?;
        if let Some(hook) = &self.hooks.after_connect {
            if let Err(error) = hook(&mut resource).await {
                self.manager.destroy(resource).await;
                return Err(error);
            }
        }
        Ok(resource)
    }

    pub(crate) async fn check(&self, resource: &mut M::Resource) -> Result<(), M::Error> {
        let check = async {
            self.manager.check(resource).await?;
            match &self.hooks.check {
                Some(hook) => hook(resource).await,
                None => Ok(()),
            }
        };
        spans::check(self, check).await
    }

    /// The stricter of what the two say.
    #[inline]
    pub(crate) fn on_release(&self, resource: &mut M::Resource) -> OnRelease {
        let said = self.manager.on_release(resource);
        match &self.hooks.on_release {
            Some(hook) if said != OnRelease::Discard => match hook(resource) {
                OnRelease::Keep => said,
                stricter => stricter,
            },
            _ => said,
        }
    }

    pub(crate) async fn reset(&self, resource: &mut M::Resource) -> Result<(), M::Error> {
        let reset = async {
            self.manager.reset(resource).await?;
            match &self.hooks.reset {
                Some(hook) => hook(resource).await,
                None => Ok(()),
            }
        };
        spans::reset(self, reset).await
    }
}

/// # Hooks as closures
///
/// Each is called after the manager's own hook of the same name, if that accepted the resource, and within the same time limit. A second
/// call of a method replaces the first closure.
///
/// ```
/// use cenote::{OnRelease, Pool};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(Vec::<u8>::new()) })
///     .after_connect(|buffer| Box::pin(async move { buffer.reserve(64); Ok(()) }))
///     .before_acquire(|buffer| Box::pin(async move { buffer.reserve(64); Ok(()) }))
///     .on_release(|buffer| if buffer.len() > 1 << 20 { OnRelease::Discard } else { OnRelease::Reset })
///     .reset(|buffer| Box::pin(async move { buffer.clear(); Ok(()) }))
///     .check(|buffer| Box::pin(async move { assert!(buffer.is_empty()); Ok(()) }))
///     .destroy(|buffer| async move { drop(buffer) })
///     .build()
///     .unwrap();
/// pool.acquire().await.unwrap().push(1);
/// assert!(pool.acquire().await.unwrap().is_empty());
/// # }
/// ```
impl<M: Manager> Builder<M> {
    /// Sets up each new resource after [`Manager::create`]: session settings of a connection, for example. If it fails, so does the
    /// creation, and the resource is destroyed. Bounded by [`create_timeout`](Self::create_timeout), together with the creation.
    #[doc(alias("after_create", "post_create", "on_acquire", "connection_customizer"))]
    pub fn after_connect<F>(mut self, hook: F) -> Self
    where
        F: for<'a> Fn(&'a mut M::Resource) -> Hook<'a, M::Error> + Send + Sync + 'static,
    {
        self.hooks.after_connect = Some(Box::new(hook));
        self
    }

    /// Adds to [`Manager::check`]; see the example above.
    pub fn check<F>(mut self, check: F) -> Self
    where
        F: for<'a> Fn(&'a mut M::Resource) -> Hook<'a, M::Error> + Send + Sync + 'static,
    {
        self.hooks.check = Some(Box::new(check));
        self
    }

    /// Adds to [`Manager::before_acquire`]; see the example above.
    #[doc(alias("pre_recycle", "post_recycle", "test_before_acquire"))]
    pub fn before_acquire<F>(mut self, hook: F) -> Self
    where
        F: for<'a> Fn(&'a mut M::Resource) -> Hook<'a, M::Error> + Send + Sync + 'static,
    {
        self.hooks.before_acquire = Some(Box::new(hook));
        self
    }

    /// Adds to [`Manager::on_release`]; see the example above. Of what the two say, the stricter one holds: `Discard` before `Reset`
    /// before `Keep`. If the manager says `Discard`, the closure is not called.
    #[doc(alias("after_release"))]
    pub fn on_release<F>(mut self, hook: F) -> Self
    where
        F: Fn(&mut M::Resource) -> OnRelease + Send + Sync + 'static,
    {
        self.hooks.on_release = Some(Box::new(hook));
        self
    }

    /// Adds to [`Manager::reset`]; see the example above. It runs when the manager or the closure of
    /// [`on_release`](Self::on_release) says [`OnRelease::Reset`].
    pub fn reset<F>(mut self, reset: F) -> Self
    where
        F: for<'a> Fn(&'a mut M::Resource) -> Hook<'a, M::Error> + Send + Sync + 'static,
    {
        self.hooks.reset = Some(Box::new(reset));
        self
    }
}

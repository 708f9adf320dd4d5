//! A manager made of closures.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use crate::builder::Builder;
use crate::manager::{Manager, OnRelease};

/// What an asynchronous hook of [`Closures`] returns: a boxed future that may borrow the resource.
pub type Hook<'a, E> = Pin<Box<dyn Future<Output = Result<(), E>> + Send + 'a>>;

type Create<R, E> =
    Box<dyn Fn() -> Pin<Box<dyn Future<Output = Result<R, E>> + Send>> + Send + Sync>;
type OnResource<R, E> = Box<dyn for<'a> Fn(&'a mut R) -> Hook<'a, E> + Send + Sync>;
type OnReturn<R> = Box<dyn Fn(&mut R) -> OnRelease + Send + Sync>;
type Destroy<R> = Box<dyn Fn(R) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// A [`Manager`] made of closures by [`Pool::builder`](crate::Pool::builder). Its type names the resource and the error,
/// and no closure: so a pool of it can be a field of a struct.
///
/// For programs of more than a few lines let `E` be a type without a lifetime, `String` or one of your own. With
/// `&'static str` rustc may not see that a task which holds a guard while it awaits is `Send` ("implementation of `Display` is
/// not general enough").
///
/// ```
/// use cenote::{Closures, Pool};
///
/// struct App {
///     buffers: Pool<Closures<Vec<u8>, std::io::Error>>,
/// }
///
/// let app = App { buffers: Pool::builder(|| async { Ok(Vec::new()) }).build().unwrap() };
/// # let _ = app.buffers;
/// ```
pub struct Closures<R, E> {
    create: Create<R, E>,
    check: Option<OnResource<R, E>>,
    before_acquire: Option<OnResource<R, E>>,
    on_release: Option<OnReturn<R>>,
    reset: Option<OnResource<R, E>>,
    destroy: Option<Destroy<R>>,
}

impl<R, E> Closures<R, E> {
    pub(crate) fn new<F, Made>(create: F) -> Closures<R, E>
    where
        F: Fn() -> Made + Send + Sync + 'static,
        Made: Future<Output = Result<R, E>> + Send + 'static,
    {
        Closures {
            create: Box::new(move || Box::pin(create())),
            check: None,
            before_acquire: None,
            on_release: None,
            reset: None,
            destroy: None,
        }
    }
}

/// Which hooks there are.
impl<R, E> fmt::Debug for Closures<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closures")
            .field("check", &self.check.is_some())
            .field("before_acquire", &self.before_acquire.is_some())
            .field("on_release", &self.on_release.is_some())
            .field("reset", &self.reset.is_some())
            .field("destroy", &self.destroy.is_some())
            .finish()
    }
}

impl<R, E> Manager for Closures<R, E>
where
    R: Send + 'static,
    E: fmt::Display + Send + 'static,
{
    type Resource = R;
    type Error = E;

    async fn create(&self) -> Result<R, E> {
        (self.create)().await
    }

    async fn check(&self, resource: &mut R) -> Result<(), E> {
        match &self.check {
            Some(check) => check(resource).await,
            None => Ok(()),
        }
    }

    async fn before_acquire(&self, resource: &mut R) -> Result<(), E> {
        match &self.before_acquire {
            Some(hook) => hook(resource).await,
            None => Ok(()),
        }
    }

    fn on_release(&self, resource: &mut R) -> OnRelease {
        match &self.on_release {
            Some(hook) => hook(resource),
            None => OnRelease::Keep,
        }
    }

    async fn reset(&self, resource: &mut R) -> Result<(), E> {
        match &self.reset {
            Some(reset) => reset(resource).await,
            None => Ok(()),
        }
    }

    async fn destroy(&self, resource: R) {
        match &self.destroy {
            Some(destroy) => destroy(resource).await,
            None => drop(resource),
        }
    }
}

/// Hooks as closures. Each is the method of [`Manager`] of the same name.
///
/// ```
/// use cenote::{OnRelease, Pool};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let pool = Pool::builder(|| async { Ok::<_, std::io::Error>(Vec::<u8>::new()) })
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
impl<R, E> Builder<Closures<R, E>>
where
    R: Send + 'static,
    E: fmt::Display + Send + 'static,
{
    /// [`Manager::check`] as a closure; see the example above.
    pub fn check<F>(mut self, check: F) -> Self
    where
        F: for<'a> Fn(&'a mut R) -> Hook<'a, E> + Send + Sync + 'static,
    {
        self.manager.check = Some(Box::new(check));
        self
    }

    /// [`Manager::before_acquire`] as a closure; see the example above.
    pub fn before_acquire<F>(mut self, hook: F) -> Self
    where
        F: for<'a> Fn(&'a mut R) -> Hook<'a, E> + Send + Sync + 'static,
    {
        self.manager.before_acquire = Some(Box::new(hook));
        self
    }

    /// [`Manager::on_release`] as a closure; see the example above.
    pub fn on_release<F>(mut self, hook: F) -> Self
    where
        F: Fn(&mut R) -> OnRelease + Send + Sync + 'static,
    {
        self.manager.on_release = Some(Box::new(hook));
        self
    }

    /// [`Manager::reset`] as a closure; see the example above.
    pub fn reset<F>(mut self, reset: F) -> Self
    where
        F: for<'a> Fn(&'a mut R) -> Hook<'a, E> + Send + Sync + 'static,
    {
        self.manager.reset = Some(Box::new(reset));
        self
    }

    /// [`Manager::destroy`] as a closure; see the example above.
    pub fn destroy<F, Gone>(mut self, destroy: F) -> Self
    where
        F: Fn(R) -> Gone + Send + Sync + 'static,
        Gone: Future<Output = ()> + Send + 'static,
    {
        self.manager.destroy = Some(Box::new(move |resource| Box::pin(destroy(resource))));
        self
    }
}

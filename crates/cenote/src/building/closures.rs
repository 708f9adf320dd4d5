//! A manager made of closures.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use super::{builder::Builder, manager::Manager};

type Create<R, E> =
    Box<dyn Fn() -> Pin<Box<dyn Future<Output = Result<R, E>> + Send>> + Send + Sync>;
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
    destroy: Option<Destroy<R>>,
}

impl<R, E> Closures<R, E> {
    pub(crate) fn new<F, Made>(create: F) -> Closures<R, E>
    where
        F: Fn() -> Made + Send + Sync + 'static,
        Made: Future<Output = Result<R, E>> + Send + 'static,
    {
        Closures { create: Box::new(move || Box::pin(create())), destroy: None }
    }
}

/// Whether there is a hook.
impl<R, E> fmt::Debug for Closures<R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Closures").field("destroy", &self.destroy.is_some()).finish_non_exhaustive()
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

    async fn destroy(&self, resource: R) {
        match &self.destroy {
            Some(destroy) => destroy(resource).await,
            None => drop(resource),
        }
    }
}

impl<R, E> Builder<Closures<R, E>>
where
    R: Send + 'static,
    E: fmt::Display + Send + 'static,
{
    /// [`Manager::destroy`] as a closure.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let pool = cenote::Pool::builder(|| async { Ok::<_, std::io::Error>(7) })
    ///     .destroy(|seven| async move { println!("{seven} ends") })
    ///     .build()
    ///     .unwrap();
    /// # let _ = pool;
    /// # }
    /// ```
    pub fn destroy<F, Gone>(mut self, destroy: F) -> Self
    where
        F: Fn(R) -> Gone + Send + Sync + 'static,
        Gone: Future<Output = ()> + Send + 'static,
    {
        self.manager.destroy = Some(Box::new(move |resource| Box::pin(destroy(resource))));
        self
    }
}

//! When connections were last closed: a server takes a moment to end its side.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the server may take to end its side of a connection that was closed here.
const SPAN: Duration = Duration::from_secs(1);

/// For managers of connections. A server takes a moment to notice that a connection was closed, and counts it until then. If it is full
/// meanwhile, [`connect`](Self::connect) tries again. Clones share what they know.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let closings = cenote::Closings::default();
/// // A field of each connection.
/// drop(closings.closing());
/// let mut tries = 0;
/// let connect = || {
///     tries += 1;
///     std::future::ready(if tries == 3 { Ok("connection") } else { Err("too many connections") })
/// };
/// let connection = closings.connect(connect, |error| error.contains("too many")).await;
/// assert_eq!(connection, Ok("connection"));
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Closings(Arc<Mutex<Option<Instant>>>);

/// Records in its [`Closings`] that a connection was closed, when it is dropped with that.
#[derive(Debug)]
pub struct Closing(Closings);

impl Drop for Closing {
    fn drop(&mut self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }
}

impl Closings {
    /// For one connection, to be dropped after its socket.
    pub fn closing(&self) -> Closing {
        Closing(self.clone())
    }

    /// Until when the server may count a connection that is closed already. `None`: it counts none.
    fn settle_by(&self) -> Option<Instant> {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.map(|last| last + SPAN).filter(|&end| end > Instant::now())
    }

    /// Connects. If the server is full (`is_full` says so of the error), tries again until one second after the last connection was
    /// closed before the call.
    ///
    /// # Errors
    ///
    /// The error of the last try.
    ///
    /// # Cancel safety
    ///
    /// As that of `connect`: a connect that was begun is dropped.
    pub async fn connect<C, E, F, Connecting>(
        &self,
        mut connect: F,
        is_full: impl Fn(&E) -> bool,
    ) -> Result<C, E>
    where
        F: FnMut() -> Connecting,
        Connecting: Future<Output = Result<C, E>>,
    {
        let until = self.settle_by();
        let mut pause = Duration::from_millis(5);
        loop {
            match connect().await {
                Err(error)
                    if until.is_some_and(|until| Instant::now() < until) && is_full(&error) => {}
                connected => return connected,
            }
            tokio::time::sleep(pause).await;
            pause *= 2;
        }
    }
}

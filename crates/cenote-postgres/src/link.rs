//! The task that moves what a connection sends and receives.

use cenote::Closing;
use tokio::task::JoinHandle;

/// Dropped, it lets the task go on: that ends when the driver's client is gone and all requests are answered.
#[derive(Debug)]
pub(crate) struct Link {
    task: JoinHandle<()>,
    is_to_end: bool,
    /// Last, so that it is dropped after the socket was closed.
    _closing: Closing,
}

impl Link {
    pub(crate) fn new(task: JoinHandle<()>, closing: Closing) -> Link {
        Link { task, is_to_end: false, _closing: closing }
    }

    /// From now on a drop closes the socket.
    pub(crate) fn end_with_me(&mut self) {
        self.is_to_end = true;
    }

    /// Closes the socket. Requests that wait fail after that.
    pub(crate) async fn hang_up(&mut self) {
        self.task.abort();
        self.ended().await;
    }

    /// Waits until the socket is closed.
    pub(crate) async fn ended(&mut self) {
        if !self.task.is_finished() {
            let _ = (&mut self.task).await;
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if self.is_to_end {
            self.task.abort();
        }
    }
}

//! The task that moves what a connection sends and receives.

use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::closings::Closings;

/// Dropped, it lets the task go on: that ends when the driver's client is gone and all requests are answered.
#[derive(Debug)]
pub(crate) struct Link {
    task: JoinHandle<()>,
    closings: Arc<Closings>,
    is_to_end: bool,
}

impl Link {
    pub(crate) fn new(task: JoinHandle<()>, closings: Arc<Closings>) -> Link {
        Link { task, closings, is_to_end: false }
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
        self.closings.note();
    }
}

//! The thread on which a connection lives.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::calls::Calls;
use crate::error::Error;

/// A call as the thread has it. It says whether the connection can go on.
pub(crate) type Job = Box<dyn FnOnce(&mut rusqlite::Connection, &Calls) -> ControlFlow<()> + Send>;

/// A thread with an open connection. It ends when `jobs` is dropped, after those that were sent.
pub(crate) struct Started {
    pub(crate) jobs: mpsc::Sender<Job>,
    pub(crate) calls: Arc<Calls>,
    /// Its sender goes when the connection is closed.
    pub(crate) ended: oneshot::Receiver<()>,
}

/// Opens a connection on a new thread. If this future is dropped, the thread ends once it is open.
pub(crate) async fn start(path: PathBuf) -> Result<Started, Error> {
    let (jobs, todo) = mpsc::channel::<Job>();
    let (tell_opened, opened) = oneshot::channel();
    let (end, ended) = oneshot::channel();
    let run = move || {
        let mut db = match rusqlite::Connection::open(path) {
            Ok(db) => db,
            Err(error) => return drop(tell_opened.send(Err(error))),
        };
        let calls = Calls::of(&db);
        let _ = tell_opened.send(Ok(Arc::clone(&calls)));
        for job in todo {
            if job(&mut db, &calls).is_break() {
                break;
            }
        }
        drop(db);
        drop(end);
    };
    thread::Builder::new().name("sqlite".into()).spawn(run).map_err(Error::Thread)?;
    let calls = opened.await.map_err(|_| Error::Gone)??;
    Ok(Started { jobs, calls, ended })
}

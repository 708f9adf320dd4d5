//! A network before a server, for the managers' tests, which include this file.

use std::path::PathBuf;
use std::sync::Arc;
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::watch;

pub(crate) struct Network {
    pub(crate) port: u16,
    is_silent: Arc<watch::Sender<bool>>,
}

impl Network {
    /// To the server with this socket.
    pub(crate) async fn new(server: impl Into<PathBuf>) -> Network {
        let server = server.into();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_silent = Arc::new(watch::Sender::new(false));
        let silence = Arc::clone(&is_silent);
        tokio::spawn(async move {
            loop {
                let (mut client, _) = listener.accept().await.unwrap();
                let mut silence = silence.subscribe();
                let server = server.clone();
                tokio::spawn(async move {
                    let mut server = UnixStream::connect(server).await.unwrap();
                    tokio::select! {
                        _ = tokio::io::copy_bidirectional(&mut client, &mut server) => return,
                        _ = async { silence.wait_for(|&is_silent| is_silent).await.is_ok() } => {}
                    }
                    // They stay open, and nothing is read.
                    std::future::pending().await
                });
            }
        });
        Network { port, is_silent }
    }

    /// From now on nothing arrives, and nobody is told.
    pub(crate) fn fall_silent(&self) {
        self.is_silent.send_replace(true);
    }

    /// Connections made from now on work.
    pub(crate) fn come_back(&self) {
        self.is_silent.send_replace(false);
    }
}

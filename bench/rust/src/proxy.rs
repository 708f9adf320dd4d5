//! Counts round trips: how often a client sends after it has been sent to.

use crate::databases::Address;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};

pub struct Proxy {
    pub address: Address,
    trips: Arc<AtomicU64>,
}

impl Proxy {
    /// To the socket of that server, for as long as the runtime lives.
    pub async fn to(server: &Address) -> Proxy {
        let socket = format!("{}/.s.PGSQL.{}", server.host, server.port);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let trips = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&trips);
        tokio::spawn(async move {
            loop {
                let (client, _) = listener.accept().await.unwrap();
                let server = UnixStream::connect(&socket).await.unwrap();
                tokio::spawn(forward(client, server, Arc::clone(&counter)));
            }
        });
        Proxy { address: Address { host: "127.0.0.1".to_owned(), port }, trips }
    }

    pub fn trips(&self) -> u64 {
        self.trips.load(Relaxed)
    }
}

async fn forward(mut client: TcpStream, mut server: UnixStream, trips: Arc<AtomicU64>) {
    client.set_nodelay(true).unwrap();
    let (mut up, mut down) = ([0; 16384], [0; 16384]);
    let mut is_answered = true;
    loop {
        tokio::select! {
            read = client.read(&mut up) => {
                let Ok(length @ 1..) = read else { return };
                trips.fetch_add(u64::from(std::mem::take(&mut is_answered)), Relaxed);
                if server.write_all(&up[..length]).await.is_err() {
                    return;
                }
            }
            read = server.read(&mut down) => {
                let Ok(length @ 1..) = read else { return };
                is_answered = true;
                if client.write_all(&down[..length]).await.is_err() {
                    return;
                }
            }
        }
    }
}

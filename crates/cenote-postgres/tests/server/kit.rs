//! Pools of one connection, what the server says about it, and a network that fails.

use cenote_postgres::{Client, Manager, Policy, Pool};
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;

/// What `scripts/servers/run.sh` has set.
pub(crate) fn told(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set: run scripts/check/managers.sh"))
}

pub(crate) fn manager() -> Manager {
    Manager::new(told("CENOTE_POSTGRES").parse().unwrap())
}

/// One connection, so that what is done to it is done to the next user's.
pub(crate) fn pool_of(manager: Manager) -> Pool {
    Pool::managed(manager).max(1).build().unwrap()
}

pub(crate) fn pool_with(policy: Policy) -> Pool {
    pool_of(manager().policy(policy))
}

/// One text, by a query of which nothing is prepared.
pub(crate) async fn ask(client: &Client, query: &str) -> String {
    use tokio_postgres::SimpleQueryMessage::Row;

    let answers = client.simple_query(query).await.unwrap();
    let mut texts = answers.iter().filter_map(|answer| match answer {
        Row(row) => Some(row.get(0).unwrap_or("null").to_owned()),
        _ => None,
    });
    texts.next().unwrap()
}

/// The texts of the statements that the server keeps for this connection.
pub(crate) async fn kept(client: &Client) -> String {
    let all = "SELECT coalesce(string_agg(statement, ' | ' ORDER BY statement), '') FROM pg_prepared_statements";
    ask(client, all).await
}

pub(crate) async fn process(client: &Client) -> String {
    ask(client, "SELECT pg_backend_pid()").await
}

/// On a connection that no pool has.
pub(crate) async fn by_another(query: &str) -> String {
    ask(&pool_of(manager()).acquire().await.unwrap().detach(), query).await
}

/// What the server knows of the connections whose application has this name.
pub(crate) async fn count_named(name: &str, condition: &str) -> u32 {
    let query = format!(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = '{name}' AND {condition}"
    );
    by_another(&query).await.parse().unwrap()
}

/// A server's view of it under this name.
pub(crate) fn named(name: &str) -> Manager {
    Manager::new(format!("{} application_name={name}", told("CENOTE_POSTGRES")).parse().unwrap())
}

/// What has to come, in the end.
pub(crate) async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(30), future).await.expect("it never came to that")
}

/// Until the server says so.
pub(crate) async fn until_named(name: &str, condition: &str, count: u32) {
    soon(async {
        while count_named(name, condition).await != count {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

/// A network before the server.
pub(crate) struct Network {
    pub(crate) port: u16,
    is_silent: Arc<watch::Sender<bool>>,
    is_standby: Arc<AtomicBool>,
}

impl Network {
    /// Each connection takes this long to be made.
    pub(crate) async fn new(delay: Duration) -> Network {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_silent = Arc::new(watch::Sender::new(false));
        let silence = Arc::clone(&is_silent);
        let is_standby = Arc::new(AtomicBool::new(false));
        let standby = Arc::clone(&is_standby);
        tokio::spawn(async move {
            loop {
                let (mut client, _) = listener.accept().await.unwrap();
                let mut silence = silence.subscribe();
                let is_standby = standby.load(Relaxed);
                tokio::spawn(async move {
                    tokio::time::sleep(delay).await;
                    tokio::select! {
                        () = forward(&mut client, is_standby) => return,
                        _ = async { silence.wait_for(|&is_silent| is_silent).await.is_ok() } => {}
                    }
                    // It stays open, and nothing is read.
                    std::future::pending().await
                });
            }
        });
        Network { port, is_silent, is_standby }
    }

    pub(crate) fn manager(&self, name: &str) -> Manager {
        let Network { port, .. } = self;
        let address = format!("host=127.0.0.1 port={port} user=cenote dbname=postgres");
        Manager::new(format!("{address} sslmode=disable application_name={name}").parse().unwrap())
    }

    /// Whether sessions that begin from now on may only read, as those of a standby.
    pub(crate) fn stand_by(&self, is_standby: bool) {
        self.is_standby.store(is_standby, Relaxed);
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

/// Until one side has ended.
async fn forward(client: &mut TcpStream, is_standby: bool) {
    let config: tokio_postgres::Config = told("CENOTE_POSTGRES").parse().unwrap();
    let tokio_postgres::config::Host::Unix(folder) = &config.get_hosts()[0] else { panic!() };
    let socket = folder.join(format!(".s.PGSQL.{}", config.get_ports()[0]));
    let mut server = UnixStream::connect(socket).await.unwrap();
    // Asked for TLS, it would not be understood.
    let Ok(length) = client.read_u32().await else { return };
    let mut startup = vec![0; usize::try_from(length).unwrap() - 4];
    if client.read_exact(&mut startup).await.is_err() {
        return;
    }
    if is_standby && startup.len() > 4 {
        // A list of names and values, each with a zero at its end, and one more zero.
        startup.pop();
        startup.extend_from_slice(b"options\0-c default_transaction_read_only=on\0\0");
    }
    server.write_u32(u32::try_from(startup.len()).unwrap() + 4).await.unwrap();
    server.write_all(&startup).await.unwrap();
    drop(tokio::io::copy_bidirectional(client, &mut server).await);
}

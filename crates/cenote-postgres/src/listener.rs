//! `LISTEN` on a connection of its own.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::timeout;
use tokio_postgres::tls::{MakeTlsConnect, TlsConnect};
use tokio_postgres::{AsyncMessage, Client, Connection, Error, NoTls, Notification, Socket};

use crate::manager::Manager;

/// How long an attempt to connect may take, and at most the answer to a probe.
const PATIENCE: Duration = Duration::from_secs(10);
/// The first pause between two attempts to connect, and the longest.
const PAUSES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(5));

/// Receives the notifications of some channels, on a connection of its own that belongs to no pool. It connects again by
/// itself, with what the [`Manager`] knows: hosts, credentials, TLS.
///
/// ```no_run
/// use cenote_postgres::{Event, Listener, Pool};
///
/// # async fn run(pool: Pool) -> Result<(), Box<dyn std::error::Error>> {
/// let mut listener = Listener::connect(pool.manager()).await?;
/// listener.listen("orders").await?;
/// loop {
///     match listener.next().await {
///         Event::Notification(order) => println!("{}: {}", order.channel(), order.payload()),
///         // Notifications may have been missed: look at the table.
///         Event::Reconnected => {}
///         _ => {}
///     }
/// }
/// # }
/// ```
pub struct Listener<T = NoTls>
where
    T: MakeTlsConnect<Socket>,
{
    manager: Manager<T>,
    channels: BTreeSet<String>,
    received: VecDeque<Notification>,
    /// None: the connection was lost, and there is none yet.
    link: Option<Link<T::Stream>>,
    probe_after: Duration,
}

/// What [`Listener::next`] returns.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event {
    /// Somebody has sent a `NOTIFY`.
    Notification(Notification),
    /// The connection was lost, there is a new one, and it listens to all channels. What was sent meanwhile is lost.
    Reconnected,
}

struct Link<S> {
    client: Client,
    connection: Connection<Socket, S>,
}

impl<T> Listener<T>
where
    T: MakeTlsConnect<Socket> + Clone + Send + Sync + 'static,
    T::Stream: Send + 'static,
    T::TlsConnect: Send,
    <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
{
    /// Connects. Listens to nothing yet.
    ///
    /// # Errors
    ///
    /// That of the connection. Later ones are not told: [`next`](Self::next) connects again until it succeeds.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, the connection is closed.
    pub async fn connect(manager: &Manager<T>) -> Result<Listener<T>, Error> {
        let link = Link::open(manager).await?;
        Ok(Listener {
            manager: manager.clone(),
            channels: BTreeSet::new(),
            received: VecDeque::new(),
            link: Some(link),
            probe_after: Duration::from_secs(30),
        })
    }

    /// Sets after how much silence [`next`](Self::next) asks the server for a sign of life; 30 s if not said. A server that does not
    /// answer within the same time, or 10 s if that is shorter, is lost.
    pub fn probe_after(mut self, silence: Duration) -> Listener<T> {
        self.probe_after = silence;
        self
    }

    /// Listens to one more channel. Case matters: the name is quoted.
    ///
    /// # Errors
    ///
    /// The server's. If the connection is lost, there is no error: the next one will listen to the channel.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, the listener may listen to the channel or not; call it again.
    pub async fn listen(&mut self, channel: &str) -> Result<(), Error> {
        self.channels.insert(channel.to_owned());
        let done = self.run(&format!("LISTEN {}", quoted(channel))).await;
        if done.is_err() {
            self.channels.remove(channel);
        }
        done
    }

    /// Listens to a channel no more. Notifications that have arrived already are still returned.
    ///
    /// # Errors
    ///
    /// The server's.
    ///
    /// # Cancel safety
    ///
    /// As [`listen`](Self::listen).
    pub async fn unlisten(&mut self, channel: &str) -> Result<(), Error> {
        self.channels.remove(channel);
        self.run(&format!("UNLISTEN {}", quoted(channel))).await
    }

    /// Waits for the next notification. If the connection is lost, connects again, with pauses of up to 5 s, until it succeeds.
    ///
    /// # Cancel safety
    ///
    /// If this future is dropped, no notification is lost.
    pub async fn next(&mut self) -> Event {
        loop {
            if let Some(notification) = self.received.pop_front() {
                return Event::Notification(notification);
            }
            let Some(link) = &mut self.link else {
                self.link = Some(self.connect_again().await);
                return Event::Reconnected;
            };
            let received = &mut self.received;
            let arrival =
                poll_fn(|context| match receive(&mut link.connection, received, context) {
                    Poll::Pending if received.is_empty() => Poll::Pending,
                    Poll::Pending => Poll::Ready(true),
                    // What came before the end comes first.
                    Poll::Ready(()) => Poll::Ready(false),
                });
            let is_alive = match timeout(self.probe_after, arrival).await {
                Ok(is_alive) => is_alive,
                Err(_) => {
                    let patience = self.probe_after.min(PATIENCE);
                    let probe = timeout(patience, link.run(received, "")).await;
                    matches!(probe, Ok(Some(Ok(()))))
                }
            };
            if !is_alive {
                self.link = None;
            }
        }
    }

    async fn connect_again(&mut self) -> Link<T::Stream> {
        let (mut pause, longest) = PAUSES;
        loop {
            if let Ok(Some(link)) = timeout(PATIENCE, self.open_and_listen()).await {
                return link;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }

    async fn open_and_listen(&mut self) -> Option<Link<T::Stream>> {
        let mut link = Link::open(&self.manager).await.ok()?;
        let all: String =
            self.channels.iter().map(|channel| format!("LISTEN {};", quoted(channel))).collect();
        link.run(&mut self.received, &all).await?.ok()?;
        Some(link)
    }

    /// Runs a statement, unless the connection is lost.
    async fn run(&mut self, statement: &str) -> Result<(), Error> {
        let Some(link) = &mut self.link else { return Ok(()) };
        match link.run(&mut self.received, statement).await {
            Some(Err(error)) if !link.client.is_closed() => Err(error),
            Some(Ok(())) => Ok(()),
            _ => {
                self.link = None;
                Ok(())
            }
        }
    }
}

impl<S> Link<S>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    async fn open<T>(manager: &Manager<T>) -> Result<Link<S>, Error>
    where
        T: MakeTlsConnect<Socket, Stream = S> + Clone + Send + Sync + 'static,
        T::TlsConnect: Send,
        <T::TlsConnect as TlsConnect<Socket>>::Future: Send,
    {
        let (client, connection, _) = manager.open().await?;
        Ok(Link { client, connection })
    }

    /// None: the connection has ended.
    async fn run(
        &mut self,
        received: &mut VecDeque<Notification>,
        statement: &str,
    ) -> Option<Result<(), Error>> {
        let Link { client, connection } = self;
        let mut request = pin!(client.batch_execute(statement));
        poll_fn(|context| {
            // The first poll sends it.
            if let Poll::Ready(answer) = request.as_mut().poll(context) {
                return Poll::Ready(Some(answer));
            }
            let has_ended = receive(connection, received, context).is_ready();
            match request.as_mut().poll(context) {
                Poll::Ready(answer) => Poll::Ready(Some(answer)),
                Poll::Pending if has_ended => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            }
        })
        .await
    }
}

/// Moves what is sent and received, as far as it goes. Ready: the connection has ended.
fn receive<S>(
    connection: &mut Connection<Socket, S>,
    received: &mut VecDeque<Notification>,
    context: &mut Context<'_>,
) -> Poll<()>
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    loop {
        match connection.poll_message(context) {
            Poll::Ready(Some(Ok(AsyncMessage::Notification(notification)))) => {
                received.push_back(notification);
            }
            Poll::Ready(Some(Ok(_))) => {}
            Poll::Ready(Some(Err(_)) | None) => return Poll::Ready(()),
            Poll::Pending => return Poll::Pending,
        }
    }
}

/// An identifier of SQL.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Without the connector, which need not implement `Debug`.
impl<T: MakeTlsConnect<Socket>> fmt::Debug for Listener<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener")
            .field("channels", &self.channels)
            .field("is_connected", &self.link.is_some())
            .finish_non_exhaustive()
    }
}

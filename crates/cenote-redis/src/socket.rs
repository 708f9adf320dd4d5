//! A socket whose bytes are looked at on their way.

use std::io;
use std::mem::MaybeUninit;
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use redis::io::tcp::{TcpSettings, socket2::SockRef};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;

use crate::wire::Wire;

#[derive(Debug)]
pub(crate) enum Socket {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

/// The same call on either of them.
macro_rules! either {
    ($socket:expr, $stream:ident => $call:expr) => {
        match $socket {
            Socket::Tcp($stream) => $call,
            #[cfg(unix)]
            Socket::Unix($stream) => $call,
        }
    };
}

impl Socket {
    pub(crate) async fn tcp(host: &str, port: u16, settings: &TcpSettings) -> io::Result<Socket> {
        let stream = TcpStream::connect((host, port)).await?;
        // A request is sent in one piece, and its answer awaited: to wait for more of it gains nothing.
        stream.set_nodelay(true)?;
        let socket = SockRef::from(&stream);
        if let Some(keepalive) = settings.keepalive() {
            socket.set_tcp_keepalive(keepalive)?;
        }
        #[cfg(any(target_os = "android", target_os = "fuchsia", target_os = "linux"))]
        if let Some(timeout) = settings.user_timeout() {
            socket.set_tcp_user_timeout(Some(timeout))?;
        }
        Ok(Socket::Tcp(stream))
    }

    #[cfg(unix)]
    pub(crate) async fn unix(path: &std::path::Path) -> io::Result<Socket> {
        Ok(Socket::Unix(UnixStream::connect(path).await?))
    }

    /// Whether nothing has come that nobody has read, the end above all. Asks the system, since the runtime may have had no
    /// time to notice (SPEC 32.21).
    pub(crate) fn is_quiet(&self) -> bool {
        let mut byte = [MaybeUninit::uninit()];
        let peeked = either!(self, stream => SockRef::from(stream).peek(&mut byte));
        peeked.is_err_and(|error| error.kind() == io::ErrorKind::WouldBlock)
    }
}

/// The socket as the driver has it.
#[derive(Debug)]
pub(crate) struct Tap {
    pub(crate) socket: Arc<Socket>,
    pub(crate) wire: Arc<Wire>,
}

impl AsyncRead for Tap {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(either!(&*self.socket, stream => stream.poll_read_ready(context)))?;
            let start = buffer.filled().len();
            match either!(&*self.socket, stream => stream.try_read_buf(buffer)) {
                Ok(_) => {
                    self.wire.received(&buffer.filled()[start..]);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Tap {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(either!(&*self.socket, stream => stream.poll_write_ready(context)))?;
            match either!(&*self.socket, stream => stream.try_write(bytes)) {
                Ok(length) => {
                    self.wire.sent(&bytes[..length]);
                    return Poll::Ready(Ok(length));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended =
            either!(&*self.socket, stream => SockRef::from(stream).shutdown(Shutdown::Write));
        Poll::Ready(ended)
    }
}

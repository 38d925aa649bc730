//! The server itself: a socket on loopback, the connections it takes, and their end.

use std::convert::Infallible;
use std::future::poll_fn;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener as Socket};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use hyper::rt::ReadBufCursor;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use tokio::io::{AsyncRead as _, AsyncWrite as _, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep, sleep_until, timeout};

use super::connection_places::{ConnectionPlace, ConnectionRoom};
use super::guard::{Door, REQUEST_TIME};
use super::keys::Keys;
use super::request::WebRoutes;
use chase_world::error::Error;

/// The time that open answers get to end when the server does.
const GRACE: Duration = Duration::from_millis(300);
/// The answer to those whose request does not come.
const LATE: &[u8] =
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// A socket on 127.0.0.1 that nobody is let in at yet.
#[derive(Debug)]
pub struct Server {
    socket: Socket,
    port: u16,
}

impl Server {
    /// Takes a port of 127.0.0.1; any free one where none is named.
    ///
    /// # Errors
    /// The port cannot be had.
    pub fn bind(port: Option<u16>) -> Result<Self, Error> {
        let port = port.unwrap_or(0);
        let failed = |error: io::Error| {
            let at = format!("127.0.0.1:{port}");
            Error::io(at, "listen on", &error).help("name another port with --port N")
        };
        let socket = Socket::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        socket.set_nonblocking(true).map_err(failed)?;
        let port = socket.local_addr().map_err(failed)?.port();
        Ok(Server { socket, port })
    }

    /// The address that opens the page with a key. The key stands in the fragment, which no browser
    /// sends anywhere.
    pub fn address(&self, key: &str) -> String {
        format!("http://127.0.0.1:{}/#key={key}", self.port)
    }

    /// Begins to answer, on a thread of its own: the page at `/`, and everything else by `routes`.
    ///
    /// # Errors
    /// The system has no thread or no way to wait for sockets.
    pub fn start(
        self,
        keys: Keys,
        page: String,
        policy: &str,
        routes: WebRoutes,
    ) -> Result<RunningServer, Error> {
        let failed = |error: io::Error| Error::io("the server", "start", &error);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .build()
            .map_err(failed)?;
        let door = Arc::new(Door::new(self.port, keys, page, policy, routes));
        let (closing, closed) = watch::channel(false);
        let work = move || {
            runtime.block_on(async {
                match TcpListener::from_std(self.socket) {
                    Ok(listener) => accept(listener, door, closed).await,
                    Err(error) => {
                        debug_assert!(false, "a socket that cannot be waited for: {error}")
                    }
                }
            });
        };
        let thread = std::thread::Builder::new().name("web".into()).spawn(work);
        Ok(RunningServer { closing, thread: Some(thread.map_err(failed)?) })
    }
}

/// A server that answers. It ends when this is dropped.
#[derive(Debug)]
pub struct RunningServer {
    closing: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        self.closing.send_replace(true);
        if let Some(thread) = self.thread.take() {
            // What it had to say it has said.
            let _ = thread.join();
        }
    }
}

/// Waits for one of two.
async fn either<T>(one: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    let (mut one, mut other) = (pin!(one), pin!(other));
    poll_fn(|context| match one.as_mut().poll(context) {
        Poll::Pending => other.as_mut().poll(context),
        ready => ready,
    })
    .await
}

/// Waits until the server ends, of which there is nothing to tell.
async fn end<T>(closing: &mut watch::Receiver<bool>) -> Option<T> {
    // Who ends it without a word ends it too.
    let _ = closing.changed().await;
    None
}

async fn accept(listener: TcpListener, door: Arc<Door>, closing: watch::Receiver<bool>) {
    const PAUSE: Duration = Duration::from_millis(50);
    let room = Arc::new(ConnectionRoom::default());
    let mut conversations = JoinSet::new();
    let mut closed = closing.clone();
    let accepted = async || Some(listener.accept().await);
    while let Some(accepted) = either(end(&mut closed), accepted()).await {
        while conversations.try_join_next().is_some() {}
        match accepted {
            // The process may have no file to spare at the moment.
            Err(_) => sleep(PAUSE).await,
            Ok((stream, _)) => {
                let (door, closing) = (Arc::clone(&door), closing.clone());
                conversations.spawn(converse(stream, door, closing, room.enter()));
            }
        }
    }
    let everybody = async { while conversations.join_next().await.is_some() {} };
    // Who has not gone by then is cut off.
    let _ = timeout(2 * GRACE, everybody).await;
}

/// One connection, from its first request to its last.
async fn converse(
    stream: TcpStream,
    door: Arc<Door>,
    mut closing: watch::Receiver<bool>,
    place: ConnectionPlace,
) {
    // A second handle, to say why where hyper only hangs up.
    let Ok((stream, late)) = doubled(stream) else {
        return;
    };
    let answer = async |request| Ok::<_, Infallible>(door.answer(request, &place).await);
    let served = http1::Builder::new()
        .timer(HyperTimer)
        .header_read_timeout(REQUEST_TIME)
        .serve_connection(Impatient { stream, limit: None }, service_fn(answer));
    let mut served = pin!(served);
    let conversation = async { Some(served.as_mut().await) };
    let displaced = async {
        place.displaced().await;
        Some(Ok(()))
    };
    let ended = match either(either(conversation, displaced), end(&mut closing)).await {
        Some(ended) => ended,
        None => {
            served.as_mut().graceful_shutdown();
            timeout(GRACE, served).await.unwrap_or(Ok(()))
        }
    };
    if ended.is_err_and(|error| error.is_timeout()) {
        // Whoever is not there any more does not hear it.
        let _ = (&late).write(LATE);
    }
    let _ = late.shutdown(Shutdown::Both);
}

/// A connection that ends when what is said to it is not read for so long: it takes the place of
/// others.
struct Impatient {
    stream: TcpStream,
    limit: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    const READ_TIME: Duration = Duration::from_secs(20);

    /// Passes on the result of a write, which fails when there was no room for too long.
    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.limit = None;
            return written;
        }
        let limit = || Box::pin(sleep(Self::READ_TIME));
        let limit = self.limit.get_or_insert_with(limit);
        limit.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl hyper::rt::Read for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        mut into: ReadBufCursor<'_>,
    ) -> Poll<io::Result<()>> {
        let mut bytes = [0; 8192];
        let most = into.remaining().min(bytes.len());
        let mut read = ReadBuf::new(&mut bytes[..most]);
        ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
        into.put_slice(read.filled());
        Poll::Ready(Ok(()))
    }
}

impl hyper::rt::Write for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

fn doubled(stream: TcpStream) -> io::Result<(TcpStream, std::net::TcpStream)> {
    let stream = stream.into_std()?;
    let second = stream.try_clone()?;
    stream.set_nodelay(true)?;
    Ok((TcpStream::from_std(stream)?, second))
}

/// The clock by which hyper measures the time that a head takes.
struct HyperTimer;

struct HyperSleep(Pin<Box<Sleep>>);

impl hyper::rt::Timer for HyperTimer {
    fn sleep(&self, time: Duration) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(HyperSleep(Box::pin(sleep(time))))
    }

    fn sleep_until(&self, end: Instant) -> Pin<Box<dyn hyper::rt::Sleep>> {
        Box::pin(HyperSleep(Box::pin(sleep_until(end.into()))))
    }
}

impl hyper::rt::Sleep for HyperSleep {}

impl Future for HyperSleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(context)
    }
}

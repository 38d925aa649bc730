//! The server itself: a socket on loopback, the connections it takes, and their end.

use std::convert::Infallible;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener as Socket};
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::select;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;

use super::connection_places::{ConnectionPlace, ConnectionRoom};
use super::guard::{Door, REQUEST_TIME};
use super::keys::Keys;
use super::request::WebRoutes;
use chase_world::error::Error;

/// The time that open answers get to end when the server does.
const GRACE: Duration = Duration::from_millis(300);
/// A connection ends when what is said to it is not read for so long: it takes the place of others.
const READ_TIME: Duration = Duration::from_secs(20);
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

async fn accept(listener: TcpListener, door: Arc<Door>, closing: watch::Receiver<bool>) {
    const PAUSE: Duration = Duration::from_millis(50);
    let room = Arc::new(ConnectionRoom::default());
    let mut conversations = JoinSet::new();
    let mut closed = closing.clone();
    loop {
        let accepted = select! {
            // Who ends it without a word ends it too.
            _ = closed.changed() => break,
            accepted = listener.accept() => accepted,
        };
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
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(READ_TIME));
    let answer = async |request| Ok::<_, Infallible>(door.answer(request, &place).await);
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(REQUEST_TIME)
        .serve_connection(TokioIo::new(Box::pin(stream)), service_fn(answer));
    let mut served = pin!(served);
    let ended = select! {
        ended = served.as_mut() => ended,
        () = place.displaced() => Ok(()),
        _ = closing.changed() => {
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

fn doubled(stream: TcpStream) -> io::Result<(TcpStream, std::net::TcpStream)> {
    let stream = stream.into_std()?;
    let second = stream.try_clone()?;
    stream.set_nodelay(true)?;
    Ok((TcpStream::from_std(stream)?, second))
}

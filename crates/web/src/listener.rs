//! The socket's connections, each closed once nothing could be written to it for a while: whoever
//! stops reading, never ends a request or keeps an idle connection does not hold a place for ever.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpListener;
use tokio::time::{Instant, Sleep};

/// The longest time between two writes. Streams write a comment every 15 s, and no other request
/// takes longer than a minute of thinking.
pub(crate) const SILENCE: Duration = Duration::from_secs(120);

/// Who is at the other end of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl Connected<IncomingStream<'_, PatientListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, PatientListener>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// A listener whose connections end by themselves.
pub(crate) struct PatientListener {
    pub(crate) socket: TcpListener,
    pub(crate) silence: Duration,
}

impl Listener for PatientListener {
    type Io = Patient<tokio::net::TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.socket).await;
        // Answers are small and waited for: they are not held back to be sent together.
        let _ = stream.set_nodelay(true);
        (Patient::new(stream, self.silence), address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }
}

/// A stream that fails once nothing was written for so long.
pub(crate) struct Patient<S> {
    stream: S,
    silence: Duration,
    end: Pin<Box<Sleep>>,
}

impl<S> Patient<S> {
    fn new(stream: S, silence: Duration) -> Patient<S> {
        Patient { stream, silence, end: Box::pin(tokio::time::sleep(silence)) }
    }

    /// What a pending operation becomes: an error once the time is over.
    fn unless_over<T>(&mut self, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        self.end.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    fn wrote<T>(
        &mut self,
        context: &mut Context<'_>,
        done: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if done.is_pending() {
            return self.unless_over(context);
        }
        let end = Instant::now() + self.silence;
        self.end.as_mut().reset(end);
        done
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Pending => self.unless_over(context),
            done => done,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // Nothing of ours waits in the stream, so a flush says nothing about the reader.
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::extract::ConnectInfo;
    use axum::routing::{get, post};
    use std::io::{Read, Write};
    use std::net::TcpStream;

    /// A server that is patient for 300 ms, on a thread of its own.
    fn serve() -> SocketAddr {
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let socket = TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(socket.local_addr().unwrap()).unwrap();
                let listener = PatientListener { socket, silence: Duration::from_millis(300) };
                let who =
                    |ConnectInfo(Peer(peer)): ConnectInfo<Peer>| async move { peer.to_string() };
                let app = Router::new()
                    .route("/", get(who))
                    .route("/echo", post(|body: String| async move { body }))
                    .route("/large", get(|| async { vec![0_u8; 64 << 20] }));
                let service = app.into_make_service_with_connect_info::<Peer>();
                axum::serve(listener, service).await.unwrap();
            });
        });
        told.recv().unwrap()
    }

    /// What the server says until it closes the connection.
    fn until_closed(stream: &mut TcpStream) -> String {
        let mut said = Vec::new();
        // A connection that is reset was closed as well.
        let _ = stream.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    }

    #[test]
    fn whoever_says_nothing_is_let_go() {
        let address = serve();
        for beginning in
            ["", "GET / HT", "POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx"]
        {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(beginning.as_bytes()).unwrap();
            assert!(!until_closed(&mut stream).contains("200 OK"), "{beginning}");
        }
    }

    #[test]
    fn bodies_that_never_end_end() {
        let mut stream = TcpStream::connect(serve()).unwrap();
        stream
            .write_all(b"POST /echo HTTP/1.1\r\nhost: a\r\ncontent-length: 99999\r\n\r\n")
            .unwrap();
        while stream.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    #[test]
    fn whoever_never_reads_is_let_go() {
        let mut stream = TcpStream::connect(serve()).unwrap();
        stream.write_all(b"GET /large HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
        // Nothing is read until the server has given up; what arrived before is less than all.
        while stream.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(50));
        }
        assert!(until_closed(&mut stream).len() < 64 << 20);
    }

    #[test]
    fn whoever_asks_in_time_is_answered_and_known() {
        let mut stream = TcpStream::connect(serve()).unwrap();
        let me = stream.local_addr().unwrap().to_string();
        stream.write_all(b"GET / HTTP/1.1\r\nhost: a\r\n\r\n").unwrap();
        let said = until_closed(&mut stream);
        assert!(said.starts_with("HTTP/1.1 200 OK") && said.ends_with(&me), "{said}");
    }
}

//! The server on its socket: it finds a port, says where it is, and closes in an orderly way.

use crate::app::{App, app};
use crate::guard::Hosts;
use crate::lan::own_address;
use crate::listener::{PatientListener, Peer, SILENCE};
use alinea_catalogue::files::HeuristicFiles;
use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// Where the web app is found unless said otherwise.
pub const DEFAULT_PORT: u16 = 4224;
/// Ports tried after the wanted one, if that is taken.
const PORTS_TRIED: u16 = 50;
/// How long open connections may take to end.
const LAST_WORDS: Duration = Duration::from_secs(3);

/// Who can reach the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// This machine alone.
    Loopback,
    /// Every machine of the local network.
    Lan,
}

/// Where a server is found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Addresses {
    /// On this machine.
    pub local: String,
    /// On the local network, if it is open to it.
    pub lan: Option<String>,
}

/// A server that holds its port and is not yet running.
pub struct Server {
    listener: std::net::TcpListener,
    access: Access,
    files: Option<Arc<dyn HeuristicFiles>>,
}

impl Server {
    /// Takes the wanted port or the next free one; port 0 takes any.
    pub fn bind(port: u16, access: Access) -> io::Result<Server> {
        let ip = match access {
            Access::Loopback => Ipv4Addr::LOCALHOST,
            Access::Lan => Ipv4Addr::UNSPECIFIED,
        };
        let last = if port == 0 { 0 } else { port.saturating_add(PORTS_TRIED) };
        let mut refused = None;
        for port in port..=last {
            match std::net::TcpListener::bind(SocketAddr::from((ip, port))) {
                Ok(listener) => {
                    listener.set_nonblocking(true)?;
                    return Ok(Server { listener, access, files: None });
                }
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => refused = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(refused.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
    }

    /// The same server that offers these heuristic files.
    #[must_use]
    pub fn with_files(mut self, files: Arc<dyn HeuristicFiles>) -> Server {
        self.files = Some(files);
        self
    }

    /// Where this server is found.
    pub fn addresses(&self) -> io::Result<Addresses> {
        let port = self.listener.local_addr()?.port();
        let of = |ip: IpAddr| format!("http://{}/", SocketAddr::new(ip, port));
        let lan = match self.access {
            Access::Loopback => None,
            Access::Lan => own_address().map(of),
        };
        Ok(Addresses { local: of(Ipv4Addr::LOCALHOST.into()), lan })
    }

    /// Serves until Ctrl-C or the system's request to end.
    pub fn run(self) -> io::Result<()> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.run_until(asked_to_end()))
    }

    /// Serves until `end`; open connections then have a few seconds to finish.
    pub async fn run_until(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let socket = TcpListener::from_std(self.listener)?;
        let listener = PatientListener { socket, silence: SILENCE };
        let hosts = match self.access {
            Access::Loopback => Hosts::Loopback,
            Access::Lan => Hosts::Network,
        };
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let state = App::with_files(cores.clamp(1, 8) + 1, self.files);
        let service = app(Arc::clone(&state), hosts).into_make_service_with_connect_info::<Peer>();
        let (ended, mut ending) = tokio::sync::watch::channel(false);
        let signal = async move {
            end.await;
            state.close();
            ended.send_replace(true);
        };
        let serving = axum::serve(listener, service).with_graceful_shutdown(signal);
        tokio::select! {
            served = serving => served,
            () = async {
                // An error only means that the server has already ended.
                let _ = ending.wait_for(|ended| *ended).await;
                tokio::time::sleep(LAST_WORDS).await;
            } => Ok(()),
        }
    }
}

#[cfg(unix)]
async fn asked_to_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        // Without a handler the system ends the program by itself.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn asked_to_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

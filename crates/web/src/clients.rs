//! How much one address may ask for at once.

use crate::listener::Peer;
use alinea_api::{ApiError, Effort};
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

/// Moves one address may wait for; a class behind one address shares them.
const MOVES_AT_ONCE: usize = 256;
/// Analyses one address may run or wait for.
const ANALYSES_AT_ONCE: usize = 8;

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Client(IpAddr);

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        // Requests without a socket come from tests; they count as this machine.
        let address = parts.extensions.get::<ConnectInfo<Peer>>().map(|info| info.0.0.ip());
        Ok(Client(address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))))
    }
}

type Counts = Arc<Mutex<HashMap<(Client, bool), usize>>>;

/// Searches in progress by address.
#[derive(Default)]
pub(crate) struct Clients {
    counts: Counts,
}

/// A place taken by one search; dropping it gives it back.
pub(crate) struct Place {
    counts: Counts,
    key: (Client, bool),
}

impl Clients {
    /// Takes a place, if this address has one left.
    pub(crate) fn enter(&self, client: Client, effort: Effort) -> Result<Place, ApiError> {
        let analysis = matches!(effort, Effort::Analysis | Effort::Tree);
        let most = if analysis { ANALYSES_AT_ONCE } else { MOVES_AT_ONCE };
        let key = (client, analysis);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key).or_default();
        if *count >= most {
            return Err(ApiError::busy());
        }
        *count += 1;
        Ok(Place { counts: Arc::clone(&self.counts), key })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_gets_its_places_back() {
        let clients = Clients::default();
        let one = Client(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let other = Client(IpAddr::V4(Ipv4Addr::BROADCAST));
        let enter = |client| clients.enter(client, Effort::Analysis);
        let places: Vec<_> = (0..ANALYSES_AT_ONCE).map(|_| enter(one).unwrap()).collect();
        assert!(enter(one).is_err());
        assert!(enter(other).is_ok());
        assert!(clients.enter(one, Effort::Move).is_ok());
        drop(places);
        assert!(enter(one).is_ok());
        assert!(clients.counts.lock().unwrap().is_empty());
    }
}

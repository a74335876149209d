//! How a phone finds the server: this machine's address, and a QR code of it.

use qrcode::{Color, EcLevel, QrCode};
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// The address other machines of the local network reach this one under. Nothing is sent: the
/// system only says which of its addresses it would use.
pub(crate) fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address of the documentation range: never a neighbour, always through the gateway.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// A QR code for a terminal, two rows of squares in one row of characters; `None` if the text
/// is too long for one.
#[must_use]
pub fn qr_code(text: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
    let width = code.width() as i32;
    let light = |x: i32, y: i32| {
        let inside = (0..width).contains(&x) && (0..width).contains(&y);
        !inside || code[(x as usize, y as usize)] == Color::Light
    };
    let mut drawn = String::new();
    for y in (-2..width + 2).step_by(2) {
        for x in -2..width + 2 {
            // Light squares are drawn: terminals are mostly dark, and readers accept both.
            drawn.push(match (light(x, y), light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        drawn.push('\n');
    }
    Some(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_square_with_a_light_frame() {
        let code = qr_code("http://192.168.0.17:4224/").unwrap();
        let rows: Vec<Vec<char>> = code.lines().map(|row| row.chars().collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()));
        assert!(rows[0].iter().all(|&square| square == '█'));
        assert_eq!(rows.len(), rows[0].len().div_ceil(2));
        assert!(qr_code(&"x".repeat(10_000)).is_none());
    }
}

//! SHA-256: names of files, and the checksums of the journal.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// The SHA-256 of some bytes, in 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash(String);

impl Hash {
    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first twelve digits: enough to tell jobs apart.
    #[must_use]
    pub fn short(&self) -> &str {
        &self.0[..12]
    }
}

impl TryFrom<String> for Hash {
    type Error = String;

    fn try_from(text: String) -> Result<Hash, String> {
        let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        if text.len() == 64 && text.bytes().all(is_digit) {
            Ok(Hash(text))
        } else {
            Err(format!("expected a SHA-256 of 64 lower-case hexadecimal digits, found '{text}'"))
        }
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.0
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The SHA-256 of these bytes.
#[must_use]
pub fn sha256(bytes: &[u8]) -> Hash {
    Hash(hex(&Sha256::digest(bytes)))
}

/// Digits of a checksum of a line: eight bytes of a SHA-256.
pub(crate) const SUM_DIGITS: usize = 16;

/// The checksum of a line that follows a line with the checksum `before`. Chained, so that a line
/// that was moved, doubled or left out is noticed as well as one that was changed.
pub(crate) fn chained(before: &str, line: &[u8]) -> String {
    let mut digest = Sha256::new();
    digest.update(before.as_bytes());
    digest.update(line);
    let mut text = hex(&digest.finalize());
    text.truncate(SUM_DIGITS);
    text
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |n: u8| char::from(DIGITS[usize::from(n)]);
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_digests() {
        // FIPS 180-4, the example of one block.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc").as_str(), abc);
        assert!(Hash::try_from(abc.to_uppercase()).is_err());
        assert!(Hash::try_from("../../etc/passwd".to_owned()).is_err());
        let hash = Hash::try_from(abc.to_owned()).unwrap();
        assert_eq!((hash.short(), hash.to_string()), ("ba7816bf8f01", abc.to_owned()));
        assert_eq!(String::from(hash), abc);
    }

    #[test]
    fn a_name_that_is_no_digest_is_refused_with_what_was_found() {
        let digits = "0123456789abcdef".repeat(4);
        assert!(Hash::try_from(digits.clone()).is_ok());
        let wrong = [&digits[1..], &format!("{digits}0"), "abc", "", &digits.replace('f', "g")];
        for text in wrong {
            let expected =
                format!("expected a SHA-256 of 64 lower-case hexadecimal digits, found '{text}'");
            assert_eq!(Hash::try_from(text.to_owned()), Err(expected));
        }
    }

    #[test]
    fn the_checksum_of_a_line_is_the_digest_of_it_behind_the_checksum_before() {
        // By `sha256sum`: of "abc" and an end of line, and of that checksum with "def" behind it.
        let first = chained("", b"abc\n");
        assert_eq!(first, "edeaaff3f1774ad2");
        assert_eq!(chained(&first, b"def\n"), "c8e1d449c96e98cc");
    }
}

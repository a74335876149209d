//! Reads the zip archives that course platforms export: stored or deflated entries, nothing more.

use super::MAX_FILES;
use flate2::read::DeflateDecoder;
use std::io::Read;

/// Largest archive that is read.
pub(super) const MAX_ARCHIVE_BYTES: u64 = 256 * 1024 * 1024;

/// One file of an archive.
pub(super) struct Entry {
    /// Path inside the archive, with slashes.
    pub(super) path: String,
    /// Its bytes, or why there are none.
    pub(super) bytes: Result<Vec<u8>, String>,
    /// The run bit, where the archive knows of one.
    pub(super) is_executable: Option<bool>,
}

/// The files of an archive, in the order of its directory. A path that ends with a slash is a folder.
/// Nothing is ever written where a path says, so steps out of the archive are left out of it.
/// No file may have more bytes than the first limit, and no more than `room` are unpacked in all.
pub(super) fn entries(
    archive: &[u8],
    max_file_bytes: usize,
    mut room: usize,
) -> Result<Vec<Entry>, String> {
    let wrong = || "expected a zip archive, found something else".to_owned();
    let end = end_record(archive).ok_or_else(wrong)?;
    let count = usize::from(u16_at(archive, end + 10).ok_or_else(wrong)?);
    let mut at = u32_at(archive, end + 16).ok_or_else(wrong)? as usize;
    if count > MAX_FILES || at == u32::MAX as usize {
        return Err(format!("expected a zip archive of at most {MAX_FILES} files"));
    }
    let mut found = Vec::with_capacity(count);
    for _ in 0..count {
        let header = archive.get(at..).filter(|rest| rest.starts_with(b"PK\x01\x02"));
        let header = header.ok_or_else(wrong)?;
        let field = |offset: usize| u16_at(header, offset).map(usize::from).ok_or_else(wrong);
        let (name_length, extra, comment) = (field(28)?, field(30)?, field(32)?);
        let name = header.get(46..46 + name_length).ok_or_else(wrong)?;
        let is_utf8 = field(8)? & 0x0800 != 0 || name.is_ascii();
        let path = if is_utf8 {
            String::from_utf8_lossy(name).into_owned()
        } else {
            // The archive does not say; most that do not are UTF-8 anyway, the others old DOS.
            String::from_utf8(name.to_vec()).unwrap_or_else(|_| latin(name))
        };
        let made_by_unix = field(4)? >> 8 == 3;
        let mode = u32_at(header, 38).ok_or_else(wrong)? >> 16;
        let bytes = content(archive, header, max_file_bytes, &mut room);
        let is_executable = made_by_unix.then_some(mode & 0o111 != 0);
        found.push(Entry { path: plain_path(&path), bytes, is_executable });
        at += 46 + name_length + extra + comment;
    }
    Ok(found)
}

/// A path with slashes and without steps to the root or upwards.
fn plain_path(path: &str) -> String {
    let path = path.replace('\\', "/");
    let steps: Vec<&str> = path.split('/').filter(|step| !["", ".", ".."].contains(step)).collect();
    steps.join("/") + if path.ends_with('/') { "/" } else { "" }
}

/// The bytes of one entry. Whatever is unpacked takes room, also where it is refused in the end.
fn content(
    archive: &[u8],
    header: &[u8],
    max_bytes: usize,
    room: &mut usize,
) -> Result<Vec<u8>, String> {
    let wrong = || "the archive is damaged".to_owned();
    let method = u16_at(header, 10).ok_or_else(wrong)?;
    let packed = u32_at(header, 20).ok_or_else(wrong)? as usize;
    let expected_sum = u32_at(header, 16).ok_or_else(wrong)?;
    if u16_at(header, 8).ok_or_else(wrong)? & 1 != 0 {
        return Err("it is encrypted".to_owned());
    }
    let local = u32_at(header, 42).ok_or_else(wrong)? as usize;
    let local = archive.get(local..).filter(|rest| rest.starts_with(b"PK\x03\x04"));
    let local = local.ok_or_else(wrong)?;
    let name = usize::from(u16_at(local, 26).ok_or_else(wrong)?);
    let extra = usize::from(u16_at(local, 28).ok_or_else(wrong)?);
    let data = local.get(30 + name + extra..).and_then(|rest| rest.get(..packed));
    let data = data.ok_or_else(wrong)?;
    let mut bytes = Vec::new();
    let limit = max_bytes.min(*room) as u64 + 1;
    let unpacked = match method {
        0 => data.take(limit).read_to_end(&mut bytes),
        8 => DeflateDecoder::new(data).take(limit).read_to_end(&mut bytes),
        other => return Err(format!("it is packed by method {other}; zip it again as usual")),
    };
    let had = *room;
    *room = had.saturating_sub(bytes.len());
    unpacked.map_err(|_| wrong())?;
    if bytes.len() > had {
        return Err("the files of the archive are too large together".to_owned());
    }
    if bytes.len() > max_bytes {
        return Err(format!("it has more than {max_bytes} bytes"));
    }
    let mut sum = flate2::Crc::new();
    sum.update(&bytes);
    if sum.sum() != expected_sum { Err(wrong()) } else { Ok(bytes) }
}

/// Where the record at the end of an archive begins: a comment may follow it.
fn end_record(archive: &[u8]) -> Option<usize> {
    let last = archive.len().checked_sub(22)?;
    let first = last.saturating_sub(usize::from(u16::MAX));
    (first..=last).rev().find(|&at| archive[at..].starts_with(b"PK\x05\x06"))
}

/// Bytes as the letters of Latin-1: readable, never lost.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

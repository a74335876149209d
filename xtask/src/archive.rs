//! Archives whose bytes depend on their content alone: no times, no owners, files in order.

use flate2::{Compression, GzBuilder};
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

/// A file of an archive.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether it is a program.
    pub(crate) runs: bool,
}

impl Entry {
    pub(crate) fn text(name: &str, text: &str) -> Entry {
        Entry { name: name.to_owned(), bytes: text.as_bytes().to_vec(), runs: false }
    }

    /// All files below a folder, their names after a prefix.
    pub(crate) fn folder(folder: &Path, prefix: &str) -> Result<Vec<Entry>, String> {
        let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder).map_err(wrong)? {
            let path = entry.map_err(wrong)?.path();
            let own = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{prefix}{own}");
            if path.is_dir() {
                entries.extend(Entry::folder(&path, &format!("{name}/"))?);
            } else {
                entries.push(Entry { name, bytes: fs::read(&path).map_err(wrong)?, runs: false });
            }
        }
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    const fn mode(&self) -> u32 {
        if self.runs { 0o755 } else { 0o644 }
    }
}

/// A `.tar.gz` of these files.
pub(crate) fn tar_gz(entries: &[Entry]) -> Result<Vec<u8>, String> {
    let packed = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut archive = tar::Builder::new(packed);
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(entry.mode());
        header.set_mtime(0);
        archive
            .append_data(&mut header, &entry.name, entry.bytes.as_slice())
            .map_err(|error| format!("{}: {error}", entry.name))?;
    }
    let packed = archive.into_inner().map_err(|error| error.to_string())?;
    packed.finish().map_err(|error| error.to_string())
}

/// A `.zip` of these files.
pub(crate) fn zip(entries: &[Entry]) -> Result<Vec<u8>, String> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for entry in entries {
        let options = zip::write::SimpleFileOptions::default()
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(entry.mode());
        archive.start_file(&entry.name, options).map_err(|error| error.to_string())?;
        archive.write_all(&entry.bytes).map_err(|error| error.to_string())?;
    }
    archive.finish().map(Cursor::into_inner).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_give_the_same_bytes() {
        let entries = [
            Entry { name: "alinea".to_owned(), bytes: vec![1, 2, 3], runs: true },
            Entry::text("man/alinea.1", "text"),
        ];
        let (tar, zipped) = (tar_gz(&entries).unwrap(), zip(&entries).unwrap());
        assert_eq!(tar, tar_gz(&entries).unwrap());
        assert_eq!(zipped, zip(&entries).unwrap());
        let mut found = zip::ZipArchive::new(Cursor::new(zipped)).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!(found.by_name("alinea").unwrap().unix_mode().unwrap() & 0o777, 0o755);
    }
}

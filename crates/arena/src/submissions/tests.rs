use super::*;
use std::path::PathBuf;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir =
            std::env::temp_dir().join(format!("alinea-handed-in-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SCRIPT: &str = "fn evaluate(board, player, level) { 0.0 }\n";

fn rows(submissions: &[Submission]) -> Vec<(&str, &str, String)> {
    let said = |one: &Submission| match &one.kind {
        Ok(kind) => format!("{kind:?}"),
        Err(message) => message.key.to_owned(),
    };
    submissions.iter().map(|one| (one.name.as_str(), one.file.as_str(), said(one))).collect()
}

#[test]
fn a_folder_of_files_gives_everybody_a_row() {
    let table =
        alinea_lab::template("connect4", "x.toml", alinea_words::Language::English).unwrap();
    let scratch = Scratch::new("folder");
    scratch.write("Silva, Ana.TOML", &table);
    scratch.write("boom.toml", table.replace("connect4", "boom"));
    scratch.write("broken.toml", "own = [");
    scratch.write("bot.py", "print('ready')\n");
    scratch.write("notes.docx", "hello");
    scratch.write("run", "#!/bin/sh\n");
    scratch.write("latin.rhai", b"// caf\xe9\n");
    scratch.write(".DS_Store", "");
    scratch.write("roster.csv", "file,name\nbot.py,\"Costa, Bruno\"\n");
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", scratch.0.join("link.py")).unwrap();
    let submissions = collect(&scratch.0, "connect4:7x6").unwrap();
    let rows = rows(&submissions);
    let said = |key: &str| key.to_owned();
    assert_eq!(
        rows,
        [
            ("Silva, Ana", "Silva, Ana.TOML", said("Weights")),
            ("boom", "boom.toml", said("league.refused.game")),
            ("Costa, Bruno", "bot.py", said("Python")),
            ("broken", "broken.toml", said("league.refused.parse")),
            ("latin", "latin.rhai", said("league.refused.parse")),
            ("link", "link.py", said("league.refused.link")),
            ("notes", "notes.docx", said("league.refused.ending")),
            ("run", "run", said("league.refused.permission")),
        ],
    );
    let Err(latin) = &submissions[4].kind else { panic!() };
    let sentence = alinea_words::Language::English.say(latin);
    assert!(sentence.contains("line 1, column 7") && sentence.contains("UTF-8"), "{sentence}");
}

#[test]
fn a_folder_a_student_is_one_row_each() {
    let scratch = Scratch::new("folders");
    scratch.write("Ana Silva_123_assignsubmission_file_/heur.rhai", SCRIPT);
    scratch.write("Ana Silva_123_assignsubmission_file_/readme.txt", "hello");
    scratch.write("Bruno Costa_77_assignsubmission_file_/a.py", "x");
    scratch.write("Bruno Costa_77_assignsubmission_file_/b.py", "x");
    fs::create_dir(scratch.0.join("Carla Dias_9_assignsubmission_file_")).unwrap();
    let submissions = collect(&scratch.0, "connect4").unwrap();
    assert_eq!(
        rows(&submissions),
        [
            ("Ana Silva", "heur.rhai", "Script".to_owned()),
            ("Bruno Costa", "a.py, b.py", "league.refused.several".to_owned()),
            ("Carla Dias", "", "league.refused.empty".to_owned()),
        ]
    );
}

/// A zip as `zip` and Python make it: deflated and stored, with run bits.
#[test]
fn a_zip_is_read_like_its_folder() {
    let scratch = Scratch::new("zip");
    let archive = scratch.0.join("class.zip");
    let script = "import zipfile, sys\n\
        z = zipfile.ZipFile(sys.argv[1], 'w')\n\
        def add(name, text, mode, how):\n\
        \x20   i = zipfile.ZipInfo(name); i.external_attr = mode << 16; i.create_system = 3\n\
        \x20   i.compress_type = how; z.writestr(i, text)\n\
        add('class/Silva, In\\u00eas.rhai', 'fn evaluate(board, player, level) { 0.0 }\\n', 0o644, zipfile.ZIP_DEFLATED)\n\
        add('class/bot', '#!/bin/sh\\nexit\\n', 0o755, zipfile.ZIP_STORED)\n\
        add('class/dull', '#!/bin/sh\\nexit\\n', 0o644, zipfile.ZIP_STORED)\n\
        add('class/../../etc/Eva.rhai', 'fn evaluate(board, player, level) { 0.0 }\\n', 0o644, zipfile.ZIP_STORED)\n\
        add('class/', '', 0o755, zipfile.ZIP_STORED)\n\
        add('class/Nobody/', '', 0o755, zipfile.ZIP_STORED)\n\
        add('class/Rui/', '', 0o755, zipfile.ZIP_STORED)\n\
        add('class/Rui/essay.odt', 'x', 0o644, zipfile.ZIP_STORED)\n\
        add('__MACOSX/._bot', 'x', 0o644, zipfile.ZIP_STORED)\n\
        z.close()\n";
    let made = std::process::Command::new("python3").args(["-c", script]).arg(&archive).status();
    if !made.is_ok_and(|status| status.success()) {
        assert!(std::env::var_os("CI").is_none(), "continuous integration needs python3");
        return;
    }
    let submissions = collect(&archive, "connect4").unwrap();
    assert_eq!(
        rows(&submissions),
        [
            ("Nobody", "", "league.refused.empty".to_owned()),
            ("Rui", "essay.odt", "league.refused.ending".to_owned()),
            ("Silva, Inês", "Silva, Inês.rhai", "Script".to_owned()),
            ("bot", "bot", "Program".to_owned()),
            ("dull", "dull", "league.refused.permission".to_owned()),
            ("etc", "Eva.rhai", "Script".to_owned()),
        ]
    );
    assert_eq!(submissions[2].bytes, SCRIPT.as_bytes());
    // Cut anywhere, an archive is refused or a file of it is; nothing panics.
    let bytes = fs::read(&archive).unwrap();
    for cut in 0..bytes.len() {
        let _ = zip::entries(&bytes[..cut], 1000, MAX_ALL_BYTES);
        let mut wrong = bytes.clone();
        wrong[cut] ^= 0x55;
        let _ = zip::entries(&wrong, 1000, MAX_ALL_BYTES);
    }
    assert!(zip::entries(b"hello", 1000, MAX_ALL_BYTES).is_err());
}

#[test]
fn twins_get_numbers_and_a_game_is_said_in_any_case() {
    let scratch = Scratch::new("twins");
    scratch.write("ana.rhai", format!("//Game :  BOOM \n{SCRIPT}"));
    scratch.write("Ana.py", "#  game: Connect4\n");
    let submissions = collect(&scratch.0, "connect4").unwrap();
    assert_eq!(
        rows(&submissions),
        [
            ("Ana", "Ana.py", "Python".to_owned()),
            ("ana (2)", "ana.rhai", "league.refused.game".to_owned()),
        ]
    );
}

#[test]
fn every_row_has_a_name() {
    let scratch = Scratch::new("nameless");
    scratch.write("77_assignsubmission_file_/a.rhai", SCRIPT);
    assert_eq!(collect(&scratch.0, "connect4").unwrap()[0].name, "77_assignsubmission_file_");
    for name in ["", " ", "\u{1}", "\u{1} .py"] {
        assert_eq!(person(name).trim(), person(name), "{name:?}");
        assert!(!person(name).is_empty(), "{name:?}");
    }
}

/// An archive whose entries all unpack the same stored bytes, with this checksum.
fn archive_of_copies(copies: u16, bytes: &[u8], sum: u32) -> Vec<u8> {
    let size = (bytes.len() as u32).to_le_bytes();
    let mut archive = b"PK\x03\x04".to_vec();
    archive.extend([0; 26]);
    archive.extend(bytes);
    let directory = (archive.len() as u32).to_le_bytes();
    for _ in 0..copies {
        let mut header = [0; 47];
        header[..4].copy_from_slice(b"PK\x01\x02");
        header[16..20].copy_from_slice(&sum.to_le_bytes());
        header[20..24].copy_from_slice(&size);
        header[28] = 1;
        header[46] = b'a';
        archive.extend(header);
    }
    let mut end = [0; 22];
    end[..4].copy_from_slice(b"PK\x05\x06");
    end[10..12].copy_from_slice(&copies.to_le_bytes());
    end[16..20].copy_from_slice(&directory);
    archive.extend(end);
    archive
}

/// A small archive may unpack to much more, and what is refused is unpacked as well.
#[test]
fn everything_that_is_unpacked_takes_room() {
    let bytes = [7; 100];
    let mut sum = flate2::Crc::new();
    sum.update(&bytes);
    let said = |sum: u32, most: usize, room: usize| -> Vec<Result<usize, String>> {
        let found = zip::entries(&archive_of_copies(4, &bytes, sum), most, room).unwrap();
        found.into_iter().map(|entry| entry.bytes.map(|bytes| bytes.len())).collect()
    };
    let full = || Err("the files of the archive are too large together".to_owned());
    let damaged = || Err("the archive is damaged".to_owned());
    let large = || Err("it has more than 60 bytes".to_owned());
    assert_eq!(said(sum.sum(), 100, 400), [Ok(100), Ok(100), Ok(100), Ok(100)]);
    assert_eq!(said(sum.sum(), 100, 250), [Ok(100), Ok(100), full(), full()]);
    assert_eq!(said(sum.sum() + 1, 100, 250), [damaged(), damaged(), full(), full()]);
    assert_eq!(said(sum.sum(), 60, 150), [large(), large(), full(), full()]);
}

#[test]
fn a_folder_is_read_as_far_as_there_is_room_and_what_nobody_plays_with_takes_little() {
    let scratch = Scratch::new("room");
    scratch.write("a.rhai", "x".repeat(60));
    scratch.write("b.pdf", "x".repeat(6000));
    scratch.write("c.py", "x".repeat(60));
    scratch.write("d.py", "x".repeat(30));
    scratch.write("e", format!("#!{}", "x".repeat(28)));
    let mut reader = Reader { found: Vec::new(), room: 60 + 4 + 30 };
    reader.walk(&scratch.0, "").unwrap();
    let lengths: Vec<Result<usize, &str>> = reader
        .found
        .iter()
        .map(|file| file.bytes.as_ref().map(Vec::len).map_err(|message| message.key))
        .collect();
    let full = Err("league.refused.room");
    assert_eq!(lengths, [Ok(60), Ok(4), full, Ok(30), full]);
    let mut reader = Reader { found: Vec::new(), room: 1000 };
    reader.found.resize(MAX_FILES - 4, reader_file());
    assert!(reader.walk(&scratch.0, "").unwrap_err().to_string().contains("at most 10000 files"));
}

fn reader_file() -> FoundFile {
    FoundFile { path: "x".to_owned(), bytes: Ok(Vec::new()), is_executable: None }
}

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
        let _ = zip::entries(&bytes[..cut], 1000);
        let mut wrong = bytes.clone();
        wrong[cut] ^= 0x55;
        let _ = zip::entries(&wrong, 1000);
    }
    assert!(zip::entries(b"hello", 1000).is_err());
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

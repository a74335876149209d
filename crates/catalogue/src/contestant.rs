//! Who plays in a match, as a value: an engine of the catalogue, a program outside, a student's
//! file. It is pure data: no file is read and no program is looked for here.

use crate::files::is_file;
use crate::{EngineSpec, Key, Setting, Settings, SpecError};
use alinea_search::Limits;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Longest text of a contestant.
const MAX_TEXT: usize = 4096;
/// Longest name that somebody gives a contestant.
const MAX_LABEL: usize = 60;

/// Who plays.
///
/// `Display` writes what `FromStr` reads: `contestant.to_string().parse() == Ok(contestant)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Contestant {
    /// An engine of the catalogue.
    Engine(EngineSpec),
    /// `process:COMMAND`: a program that speaks the protocol of `docs/protocol.md`.
    Process(Outside),
    /// `gomocup:COMMAND`: a program that speaks the Gomocup protocol.
    Gomocup(Outside),
    /// `student:FILE` or `student:PROGRAM`: whatever it does, the others go on.
    Student(Student),
}

/// A program outside: the command line that starts it, its limits, and options in its own words.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outside {
    command: String,
    limits: Settings,
    options: Vec<(String, String)>,
}

/// What an option of a program begins with: `option.KEY=VALUE`.
const OPTION: &str = "option.";

/// What a student handed in.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Student {
    /// A heuristic file, searched by the textbook search.
    File(EngineSpec),
    /// A program that speaks the protocol of `docs/protocol.md`.
    Program(Outside),
}

impl Outside {
    /// A program without limits. Refuses a command that would read back as another: one that is
    /// empty, or ends in what looks like a limit.
    pub fn new(command: &str) -> Result<Outside, SpecError> {
        let outside: Outside = command.parse()?;
        if outside.limits.is_empty() && outside.options.is_empty() {
            return Ok(outside);
        }
        Err(SpecError::new(format!("expected a command without limits, found '{command}'")))
    }

    /// The command line as it was typed.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Its limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }

    /// What it is told before a game, in its own words: key and value.
    #[must_use]
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }
}

impl FromStr for Outside {
    type Err = SpecError;

    /// Reads `COMMAND[,depth=D][,nodes=N][,time=S][,option.KEY=VALUE]...`.
    fn from_str(text: &str) -> Result<Outside, SpecError> {
        let mut command = text.trim();
        let (mut found, mut options) = (Vec::new(), Vec::new());
        while let Some((rest, item)) = command.rsplit_once(',') {
            let item = item.trim();
            if let Some(option) = item.strip_prefix(OPTION) {
                options.push(read_option(option)?);
                command = rest.trim_end();
                continue;
            }
            let keys = [Key::Depth, Key::Nodes, Key::Time].into_iter();
            let limit = keys.filter_map(|key| Some((key, value_of(item, key)?))).next();
            let Some((key, value)) = limit else { break };
            found.push(Setting::parse(key, value)?);
            command = rest.trim_end();
        }
        if command.is_empty() {
            return Err(SpecError::new("expected the path of a program, found nothing"));
        }
        let mut limits = Settings::default();
        found.into_iter().rev().for_each(|limit| limits.set(limit));
        options.reverse();
        Ok(Outside { command: command.to_owned(), limits, options })
    }
}

/// Reads `KEY=VALUE`, the key one word.
fn read_option(text: &str) -> Result<(String, String), SpecError> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() && !key.contains(char::is_whitespace) => {
            Ok((key.to_owned(), value.trim().to_owned()))
        }
        _ => Err(SpecError::new(format!("expected option.KEY=VALUE, found '{OPTION}{text}'"))),
    }
}

/// The value of `key=value`.
fn value_of(item: &str, key: Key) -> Option<&str> {
    item.strip_prefix(key.name())?.strip_prefix('=')
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        self.limits.iter().try_for_each(|limit| write!(f, ",{limit}"))?;
        self.options.iter().try_for_each(|(key, value)| write!(f, ",{OPTION}{key}={value}"))
    }
}

impl Student {
    /// The file or command, without its options.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Student::File(engine) => engine.heuristic().unwrap_or_default(),
            Student::Program(program) => program.command(),
        }
    }
}

impl FromStr for Student {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Student, SpecError> {
        let (file, options) = text.split_once(',').unwrap_or((text, ""));
        if !is_file(file.trim()) {
            return Ok(Student::Program(text.parse()?));
        }
        let heuristic = Setting::parse(Key::Heuristic, file.trim())?;
        let engine = EngineSpec::textbook().with(heuristic).reading(options)?;
        if engine.heuristic() == Some(file.trim()) {
            return Ok(Student::File(engine));
        }
        Err(SpecError::new(format!("expected one heuristic file in 'student:{text}', found two")))
    }
}

impl fmt::Display for Student {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Student::Program(program) => program.fmt(f),
            Student::File(engine) => {
                f.write_str(self.path())?;
                let others = engine.settings().iter().filter(|s| s.key() != Key::Heuristic);
                others.into_iter().try_for_each(|setting| write!(f, ",{setting}"))
            }
        }
    }
}

impl Contestant {
    /// A student's heuristic file, searched so many plies deep.
    pub fn student_file(file: &str, depth: u32) -> Result<Contestant, SpecError> {
        let student: Student = file.parse()?;
        match student {
            Student::File(engine) => {
                Ok(Contestant::Student(Student::File(engine.or(Setting::Depth(depth)))))
            }
            Student::Program(_) => {
                Err(SpecError::new(format!("expected a heuristic file, found '{file}'")))
            }
        }
    }

    /// Reads `[LABEL=]CONTESTANT`: a name for tables, where the whole text would be too much.
    pub fn read_labelled(text: &str) -> Result<(Option<String>, Contestant), SpecError> {
        let text = text.trim();
        if let Some((label, rest)) = text.split_once('=') {
            let label = label.trim();
            let is_word = !label.is_empty() && !label.contains([':', ',', '/', '\\', '.']);
            // `depth=3` is a setting without its engine.
            let is_key = Key::ALL.iter().any(|key| key.name() == label);
            if is_word && !is_key {
                if label.chars().count() > MAX_LABEL || label.contains(char::is_control) {
                    let sentence = format!("expected a name of at most {MAX_LABEL} characters");
                    return Err(SpecError::new(format!("{sentence} before '=' in '{text}'")));
                }
                return Ok((Some(label.to_owned()), rest.parse()?));
            }
        }
        Ok((None, text.parse()?))
    }

    /// The engine of the catalogue that plays, if one does.
    #[must_use]
    pub fn engine(&self) -> Option<&EngineSpec> {
        match self {
            Contestant::Engine(engine) | Contestant::Student(Student::File(engine)) => Some(engine),
            _ => None,
        }
    }

    /// Whether a student handed it in.
    #[must_use]
    pub fn is_student(&self) -> bool {
        matches!(self, Contestant::Student(_))
    }

    /// Whether it is a program outside, whose word proves nothing.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.engine().is_none()
    }
}

impl FromStr for Contestant {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Contestant, SpecError> {
        if text.chars().count() > MAX_TEXT {
            return Err(SpecError::new("a contestant takes at most 4096 characters"));
        }
        // Blanks may stand before the colon, as they may in an engine's text.
        let kind_and_rest = text.trim().split_once(':').map(|(kind, rest)| (kind.trim_end(), rest));
        Ok(match kind_and_rest {
            Some(("process", rest)) => Contestant::Process(rest.parse()?),
            Some(("gomocup", rest)) => Contestant::Gomocup(rest.parse()?),
            Some(("student", rest)) => Contestant::Student(rest.trim().parse()?),
            _ => Contestant::Engine(text.parse()?),
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Engine(engine) => engine.fmt(f),
            Contestant::Process(program) => write!(f, "process:{program}"),
            Contestant::Gomocup(program) => write!(f, "gomocup:{program}"),
            Contestant::Student(student) => write!(f, "student:{student}"),
        }
    }
}

impl From<EngineSpec> for Contestant {
    fn from(engine: EngineSpec) -> Contestant {
        Contestant::Engine(engine)
    }
}

impl TryFrom<String> for Contestant {
    type Error = SpecError;

    fn try_from(text: String) -> Result<Contestant, SpecError> {
        text.parse()
    }
}

impl From<Contestant> for String {
    fn from(contestant: Contestant) -> String {
        contestant.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Contestant {
        text.parse().unwrap()
    }

    #[test]
    fn a_student_is_a_file_or_a_program() {
        let Contestant::Student(Student::File(engine)) = read("student:class/ana.toml,depth=4")
        else {
            panic!("a heuristic file")
        };
        assert_eq!(engine.to_string(), "textbook:heuristic=class/ana.toml,depth=4");
        let Contestant::Student(Student::Program(program)) = read("student:bin/bot -v,time=2")
        else {
            panic!("a program")
        };
        assert_eq!(
            (program.command(), program.limits().time.unwrap().as_secs()),
            ("bin/bot -v", 2)
        );
        assert!("student:a.toml,heuristic=b.toml".parse::<Contestant>().is_err());
    }

    #[test]
    fn limits_of_programs_are_read_from_the_end() {
        let Contestant::Process(program) = read("process:sh -c a,b=1,time=0.5,nodes=9") else {
            panic!("a program")
        };
        assert_eq!(program.command(), "sh -c a,b=1");
        let limits = program.limits();
        assert_eq!((limits.nodes, limits.time.unwrap().as_millis()), (Some(9), 500));
        assert!("process:sh,depth=x".parse::<Contestant>().is_err());
        assert!("gomocup: ".parse::<Contestant>().unwrap_err().to_string().contains("nothing"));
        assert!(Outside::new("sh,time=1").is_err());
    }

    #[test]
    fn options_of_programs_are_kept_in_their_order() {
        let text = "gomocup:./pbrain --fast,option.threads=2,time=1,option.book=a b";
        let contestant = read(text);
        let Contestant::Gomocup(program) = &contestant else { panic!("a program") };
        assert_eq!(program.command(), "./pbrain --fast");
        let options: Vec<(&str, &str)> =
            program.options().iter().map(|(key, value)| (&**key, &**value)).collect();
        assert_eq!(options, [("threads", "2"), ("book", "a b")]);
        assert_eq!(program.limits().time.unwrap().as_secs(), 1);
        assert_eq!(read(&contestant.to_string()), contestant);
        for bad in ["process:sh,option.x", "process:sh,option.=1", "process:sh,option.a b=1"] {
            assert!(bad.parse::<Contestant>().is_err(), "{bad}");
        }
        assert!(Outside::new("sh,option.x=1").is_err());
    }

    #[test]
    fn a_name_may_stand_before_a_contestant() {
        let labelled = |text: &str| Contestant::read_labelled(text).unwrap();
        assert_eq!(labelled("Ana=level:3"), (Some("Ana".to_owned()), read("level:3")));
        let spaced = labelled("my bot = process:sh -c x=1");
        assert_eq!(spaced, (Some("my bot".to_owned()), read("process:sh -c x=1")));
        // What has a colon or a path first is no name.
        for text in ["textbook:heuristic=ligue4,depth=3", "process:./bot,time=1", "level:3"] {
            assert_eq!(labelled(text), (None, read(text)));
        }
        assert!(Contestant::read_labelled(&format!("{}=random", "x".repeat(61))).is_err());
    }

    #[test]
    fn blanks_before_the_colon_change_nothing() {
        for (text, tight) in [
            ("gomocup : ./pbrain", "gomocup:./pbrain"),
            ("gomocup\n:,nodes=877", "gomocup:,nodes=877"),
            ("process :sh", "process:sh"),
            ("student :a.toml", "student:a.toml"),
            ("level :3", "level:3"),
        ] {
            let read = [text, tight].map(|text| text.parse::<Contestant>().ok());
            assert_eq!(read[0], read[1], "{text}");
        }
    }

    #[test]
    fn programs_prove_nothing_whoever_wrote_them() {
        for (text, outside) in [
            ("best", false),
            ("student:a.rhai", false),
            ("student:./bot", true),
            ("process:./bot", true),
            ("gomocup:./pbrain", true),
        ] {
            assert_eq!(read(text).is_outside(), outside, "{text}");
        }
    }

    fn refusal(text: &str) -> String {
        text.parse::<Contestant>().expect_err(text).to_string()
    }

    #[test]
    fn whoever_a_student_is_has_a_path_and_is_called_a_student() {
        for (text, path) in [
            ("student:class/ana.toml,depth=4", "class/ana.toml"),
            ("student:./bot -v,time=2", "./bot -v"),
        ] {
            let contestant = read(text);
            assert!(contestant.is_student(), "{text}");
            let Contestant::Student(student) = &contestant else { panic!("a student: {text}") };
            assert_eq!(student.path(), path);
            assert_eq!(contestant.to_string(), text);
        }
        for text in ["best", "process:./bot", "gomocup:./pbrain", "textbook:heuristic=a.toml"] {
            assert!(!read(text).is_student(), "{text}");
        }
    }

    #[test]
    fn the_file_of_a_student_is_searched_as_deep_as_it_says_or_else_as_given() {
        let written = |file: &str| Contestant::student_file(file, 4).map(|who| who.to_string());
        assert_eq!(written("ana.rhai").unwrap(), "student:ana.rhai,depth=4");
        assert_eq!(
            written("ana.rhai,depth=2,cut=strict").unwrap(),
            "student:ana.rhai,depth=2,cut=strict"
        );
        let program = written("./bot").unwrap_err().to_string();
        assert_eq!(program, "expected a heuristic file, found './bot'");
    }

    #[test]
    fn an_engine_plays_for_the_catalogue_and_for_files_of_students() {
        let engine = |text: &str| read(text).engine().map(ToString::to_string);
        assert_eq!(engine("level:3").as_deref(), Some("level:3"));
        assert_eq!(engine("student:a.toml").as_deref(), Some("textbook:heuristic=a.toml"));
        assert_eq!((engine("student:./bot"), engine("process:./bot")), (None, None));
    }

    #[test]
    fn wrong_contestants_are_told_what_was_expected() {
        for (text, sentence) in [
            ("process:", "expected the path of a program, found nothing"),
            ("student: ,time=1", "expected the path of a program, found nothing"),
            ("process:sh,time=0", "time: expected seconds, found '0'"),
            ("process:sh,option.x", "expected option.KEY=VALUE, found 'option.x'"),
            ("process:sh,option.=1", "expected option.KEY=VALUE, found 'option.=1'"),
            ("gomocup:sh,option.a b=1", "expected option.KEY=VALUE, found 'option.a b=1'"),
            (
                "student:a.toml,fast",
                "expected key=value in the engine 'textbook:fast', found 'fast'",
            ),
            (
                "student:a.toml,heuristic=b.toml",
                "expected one heuristic file in 'student:a.toml,heuristic=b.toml', found two",
            ),
        ] {
            assert_eq!(refusal(text), sentence, "{text}");
        }
        let limited = Outside::new("sh,time=1").unwrap_err().to_string();
        assert_eq!(limited, "expected a command without limits, found 'sh,time=1'");
        assert_eq!(Outside::new("sh -c a,b").unwrap().to_string(), "sh -c a,b");
    }

    #[test]
    fn contestants_are_read_up_to_4096_characters() {
        let longest = format!("process:{}", "x".repeat(4096 - 8));
        assert_eq!(read(&longest).to_string(), longest);
        assert_eq!(refusal(&format!("{longest}x")), "a contestant takes at most 4096 characters");
        let accents = format!("process:{}", "ñ".repeat(4096 - 8));
        assert_eq!(read(&accents).to_string(), accents);
        // Of an engine too, which is refused before it is read as one.
        assert_eq!(refusal(&"x".repeat(4097)), "a contestant takes at most 4096 characters");
    }

    #[test]
    fn a_name_is_no_option_not_empty_and_not_too_long() {
        let labelled = |text: &str| Contestant::read_labelled(text).unwrap();
        for text in ["depth=3", "=random", " =best", "a.b=random", "a/b=random"] {
            assert_eq!(labelled(text), (None, read(text.trim())), "{text}");
        }
        let longest = "ñ".repeat(60);
        assert_eq!(labelled(&format!("{longest}=random")), (Some(longest.clone()), read("random")));
        for label in [format!("{longest}x"), "a\tb".to_owned()] {
            let text = format!("{label}=random");
            let said = Contestant::read_labelled(&text).unwrap_err().to_string();
            let expected = "expected a name of at most 60 characters before '=' in";
            assert_eq!(said, format!("{expected} '{text}'"));
        }
        let wrong = Contestant::read_labelled("Ana=level:11").unwrap_err().to_string();
        assert_eq!(wrong, "expected level:1 to level:10, found 'level:11'");
    }
}

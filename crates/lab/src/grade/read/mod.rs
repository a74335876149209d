//! A student's trace as bytes: the log of a game, or the nodes of a search in many notations.
//! What is read here knows no game: moves are still as they were printed.

mod fields;
mod json;
mod levels;
mod lines;
mod tree;

pub(super) use levels::Printed;

use super::GradeError;

/// A move as it was printed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum RawMove {
    /// Not printed.
    Absent,
    Text(String),
    Number(i64),
    Pair(i64, i64),
}

/// One move of a logged game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawTurn {
    /// Line of the text, from 1.
    pub(super) line: usize,
    /// The applicable actions, if the log names them.
    pub(super) legal: Option<Vec<RawMove>>,
    /// Who was to move, as the log says.
    pub(super) who: Option<String>,
    pub(super) value: f64,
    pub(super) mv: RawMove,
}

/// One node of a printed tree; what a program does not print is not compared.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RawNode {
    pub(super) line: usize,
    pub(super) mv: RawMove,
    /// Plies from the root.
    pub(super) level: u32,
    pub(super) value: Option<f64>,
    pub(super) alpha: Option<f64>,
    pub(super) beta: Option<f64>,
    pub(super) best: RawMove,
}

/// What a trace is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Submitted {
    Game {
        turns: Vec<RawTurn>,
        cut: bool,
    },
    Tree {
        nodes: Vec<RawNode>,
        printed: Printed,
        cut: bool,
        /// What the nodes are too, if the depths are meant in another way.
        others: Vec<Shape>,
    },
}

impl Submitted {
    fn tree(shapes: Vec<Shape>, cut: bool) -> Submitted {
        let mut shapes = shapes.into_iter();
        let (nodes, printed) = shapes.next().unwrap_or((Vec::new(), Printed::BeforeChildren));
        Submitted::Tree { nodes, printed, cut, others: shapes.collect() }
    }
}

/// Nodes with their plies, and when they were printed.
pub(super) type Shape = (Vec<RawNode>, Printed);

/// The trace without its last line, if that may end in the middle.
pub(super) fn without_last_line(trace: &[u8]) -> Option<&[u8]> {
    let is_whole = trace.len() > MAX_BYTES || trace.ends_with(b"\n");
    let end = trace.iter().rposition(|&byte| byte == b'\n').filter(|_| !is_whole)?;
    // What is no line is no half one.
    (trace.len() - end <= MAX_LINE).then(|| &trace[..=end])
}

/// Bytes of a trace; a longer one is refused.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Where something that can be read must begin.
const FIRST_BYTES: usize = 256 * 1024;
/// Nodes of a tree.
const MAX_NODES: usize = 500_000;
/// Moves of a logged game.
const MAX_TURNS: usize = 2000;
/// Bytes of a line, where a trace is made of lines, and of a text in JSON.
const MAX_LINE: usize = 16 * 1024;

/// Reads a trace.
pub(super) fn read(bytes: &[u8]) -> Result<Submitted, GradeError> {
    let beginning = decoded(&bytes[..bytes.len().min(FIRST_BYTES)]);
    let first = beginning.trim_start().chars().next();
    let Some(first) = first else {
        let message =
            if bytes.is_empty() { "the file is empty" } else { "there is only white space" };
        return Err(GradeError::at(1, &format!("{message}; {EXPECTED}")));
    };
    let mut is_json = first == '{' || first == '[';
    if is_json {
        // A first look, so that junk behind a bracket is refused at once.
        if let Err(wrong) = json::values(&beginning) {
            // Lines of a log may begin with a bracket of their own: `[turn 1] value=3 move=4`.
            let first = beginning.lines().position(|line| !line.trim().is_empty());
            let line = first.and_then(|first| beginning.lines().nth(first)).unwrap_or_default();
            let is_line = first.is_some_and(|first| wrong.line == first + 1);
            if !is_line || line.len() > MAX_LINE || !lines::is_readable(line) {
                return Err(in_json(&wrong));
            }
            is_json = false;
        }
    } else if check_lines(&beginning).is_ok() && !lines::is_readable(&beginning) {
        let line = beginning.lines().position(|line| !line.trim().is_empty()).unwrap_or_default();
        let found: String =
            beginning.lines().nth(line).unwrap_or_default().chars().take(40).collect();
        let found: String = found.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
        return Err(GradeError::at(line + 1, &format!("{EXPECTED}, found '{found}'")));
    }
    if bytes.len() > MAX_BYTES {
        let line = bytes[..MAX_BYTES].iter().filter(|&&byte| byte == b'\n').count() + 1;
        let message = format!(
            "expected a trace of at most {} MB, it goes on here: hand in a smaller search, or the \
             beginning of this one",
            MAX_BYTES / 1024 / 1024
        );
        return Err(GradeError::at(line, &message));
    }
    let text = decoded(bytes);
    if is_json {
        let (values, cut) = json::values(&text).map_err(|wrong| in_json(&wrong))?;
        tree::from_json(values, cut)
    } else {
        check_lines(&text)?;
        lines::read(&text)
    }
}

/// No line of a trace is longer than a screen or two.
fn check_lines(text: &str) -> Result<(), GradeError> {
    let long = text.lines().enumerate().find(|(_, line)| line.len() > MAX_LINE);
    long.map_or(Ok(()), |(i, line)| {
        let found: String = line.chars().take(40).collect();
        let message = format!("expected at most {MAX_LINE} bytes in a line, found '{found}...'");
        Err(GradeError::at(i + 1, &message))
    })
}

/// Refuses a game that is longer than any game.
fn check_turns(turns: &[RawTurn]) -> Result<(), GradeError> {
    match turns.get(MAX_TURNS) {
        None => Ok(()),
        Some(turn) => {
            let message = format!("expected a game of at most {MAX_TURNS} moves, it goes on here");
            Err(GradeError::at(turn.line, &message))
        }
    }
}

/// Refuses a tree that is too large to be compared.
fn check_nodes(nodes: &[tree::Loose]) -> Result<(), GradeError> {
    match nodes.get(MAX_NODES) {
        None => Ok(()),
        Some((node, _)) => {
            let message = format!("expected a tree of at most {MAX_NODES} nodes, it goes on here");
            Err(GradeError::at(node.line, &message))
        }
    }
}

const EXPECTED: &str =
    "expected lines 'Valor MiniMax: 11 Accion: PUT 3', or nodes with move, depth and value";

fn in_json(wrong: &json::Wrong) -> GradeError {
    GradeError(format!("line {}, column {}: {}", wrong.line, wrong.column, wrong.message))
}

/// UTF-8, UTF-16 as some terminals redirect it, or Latin-1; without a byte order mark.
fn decoded(bytes: &[u8]) -> String {
    let utf16 = |bytes: &[u8], read: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => {
            let rest = bytes.strip_prefix(&[0xef, 0xbb, 0xbf]).unwrap_or(bytes);
            match std::str::from_utf8(rest) {
                Ok(text) => text.to_owned(),
                // The last letter may be cut in two.
                Err(error) if rest.len() - error.valid_up_to() < 4 => {
                    String::from_utf8_lossy(&rest[..error.valid_up_to()]).into_owned()
                }
                Err(_) => rest.iter().map(|&byte| char::from(byte)).collect(),
            }
        }
    }
}

impl RawMove {
    /// A move from a printed text: `PUT 3`, `BOOM`, `3`, `h8`, `(3, 4)`.
    pub(super) fn from_text(text: &str) -> RawMove {
        let text = text.trim().trim_matches(['"', '\'', '(', ')', '[', ']', ',', ';', '.']).trim();
        let is_none = matches!(
            fields::folded(text).as_str(),
            "root" | "raiz" | "none" | "null" | "nil" | "start" | "inicio" | "ninguna" | "nenhum"
        );
        if text.is_empty() || is_none || text == "-" {
            return RawMove::Absent;
        }
        if let Ok(number) = text.parse() {
            return RawMove::Number(number);
        }
        let numbers: Vec<i64> = text
            .split([',', ' ', ';'])
            .filter(|word| !word.is_empty())
            .map_while(|word| word.parse().ok())
            .collect();
        match numbers.as_slice() {
            [row, col] => RawMove::Pair(*row, *col),
            _ => RawMove::Text(text.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(bytes: &[u8]) -> String {
        read(bytes).unwrap_err().to_string()
    }

    #[test]
    fn moves_are_read_from_their_texts() {
        let text = |text: &str| RawMove::Text(text.to_owned());
        for (printed, mv) in [
            ("PUT 3", text("PUT 3")),
            (" \"BOOM\". ", text("BOOM")),
            ("3", RawMove::Number(3)),
            ("(-3)", RawMove::Number(-3)),
            ("h8", text("h8")),
            ("(3, 4)", RawMove::Pair(3, 4)),
            ("3;4", RawMove::Pair(3, 4)),
            ("3 4", RawMove::Pair(3, 4)),
            ("1 2 3", text("1 2 3")),
            ("", RawMove::Absent),
            ("-", RawMove::Absent),
            ("()", RawMove::Absent),
            ("Raíz", RawMove::Absent),
            ("None", RawMove::Absent),
            ("ninguna", RawMove::Absent),
        ] {
            assert_eq!(RawMove::from_text(printed), mv, "{printed}");
        }
    }

    #[test]
    fn the_last_line_may_end_in_the_middle() {
        assert_eq!(without_last_line(b"a\nb"), Some(&b"a\n"[..]));
        assert_eq!(without_last_line(b"a\nb\n"), None);
        assert_eq!(without_last_line(b"ab"), None);
        assert_eq!(without_last_line(b""), None);
        // What is longer than a line is no half one.
        let long = |length: usize| [&b"a\n"[..], &vec![b'x'; length]].concat();
        assert!(without_last_line(&long(MAX_LINE - 1)).is_some());
        assert_eq!(without_last_line(&long(MAX_LINE)), None);
    }

    #[test]
    fn bytes_of_every_system_are_letters() {
        assert_eq!(decoded("Acción".as_bytes()), "Acción");
        assert_eq!(decoded(b"\xef\xbb\xbfab"), "ab");
        assert_eq!(decoded(b"Acci\xf3n de m\xe1s"), "Acción de más");
        assert_eq!(decoded(b"\xff\xfea\0\xf3\0b"), "aó");
        assert_eq!(decoded(b"\xfe\xff\0a\0\xf3"), "aó");
        // A letter of up to four bytes may be cut in two at the end, and only there.
        for end in 1..4 {
            let cut = [b"ab", &"😀".as_bytes()[..end]].concat();
            assert_eq!(decoded(&cut), "ab", "{end}");
        }
        assert_eq!(decoded(b"ab\xf3cde"), "abócde");
    }

    #[test]
    fn what_is_no_trace_is_told_with_its_line() {
        assert!(refused(b"").starts_with("line 1: the file is empty; expected lines"));
        assert!(refused(b" \n").starts_with("line 1: there is only white space; expected lines"));
        let long = format!("\n{}\u{7}{}", "a".repeat(30), "b".repeat(30));
        let told = refused(long.as_bytes());
        let found = format!("found '{}?{}'", "a".repeat(30), "b".repeat(9));
        assert!(told.starts_with("line 2: expected lines") && told.ends_with(&found), "{told}");
        // A bracket may begin a line of a log.
        assert!(read(b"\n[turn 1] value=3 move=4\n").is_ok());
        assert!(read(b"{1} value=3 move=4\n[2] value=3 move=4\n").is_ok());
        assert!(refused(b"[turn 1] 4\n").starts_with("line 1, column 2: expected a JSON value"));
        // What is JSON up to its second line is JSON.
        let second = b"[1,\nvalue: 3]";
        assert!(refused(second).starts_with("line 2, column 1: expected a JSON value"));
    }

    #[test]
    fn lines_turns_and_nodes_have_limits() {
        let line = |length: usize| format!("value: 3 move: {}\n", "4".repeat(length - 15));
        assert!(check_lines(&line(MAX_LINE)).is_ok());
        let told = check_lines(&format!("\n{}", line(MAX_LINE + 1))).unwrap_err().to_string();
        let found = format!("found 'value: 3 move: {}...'", "4".repeat(25));
        assert_eq!(told, format!("line 2: expected at most 16384 bytes in a line, {found}"));
        let turn = |line| RawTurn { line, legal: None, who: None, value: 0.0, mv: RawMove::Absent };
        let turns: Vec<RawTurn> = (1..=MAX_TURNS + 1).map(turn).collect();
        assert!(check_turns(&turns[..MAX_TURNS]).is_ok());
        let told = check_turns(&turns).unwrap_err().to_string();
        assert_eq!(told, "line 2001: expected a game of at most 2000 moves, it goes on here");
        let level = levels::RawLevel { printed: None, nested: 0 };
        let nodes: Vec<tree::Loose> =
            (1..=MAX_NODES + 1).map(|line| (tree::empty(line), level)).collect();
        assert!(check_nodes(&nodes[..MAX_NODES]).is_ok());
        let told = check_nodes(&nodes).unwrap_err().to_string();
        assert_eq!(told, "line 500001: expected a tree of at most 500000 nodes, it goes on here");
    }

    #[test]
    fn a_trace_is_as_long_as_it_may_be() {
        // A log that is longer than what is looked at first, then one byte too long.
        let turn = "Valor MiniMax: 3 Accion: PUT 4\n";
        let blank = "x".repeat(MAX_LINE) + "\n";
        let blank = blank.repeat(MAX_BYTES / blank.len() - 1);
        let mut most = format!("{turn}{blank}").into_bytes();
        most.resize(MAX_BYTES, b'\n');
        assert!(matches!(read(&most), Ok(Submitted::Game { turns, .. }) if turns.len() == 1));
        most.push(b'\n');
        assert!(refused(&most).contains("expected a trace of at most 32 MB"));
        assert_eq!(without_last_line(&[&most[..], b"x"].concat()), None);
    }
}

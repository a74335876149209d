//! The report for a student, in sentences.

use super::{Candidate, Difference, Grade, Smallest, Unit, plain};
use alinea_core::Message;
use alinea_words::Language;
use std::fmt::Write;

/// Candidates whose place and code are told in full.
const IN_FULL: usize = 3;
/// Mistakes that are named of those which a trace does not show.
const UNSEEN: usize = 6;

impl Grade {
    /// Whether the trace is correct as far as it shows.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.difference.is_none()
    }

    /// The report.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let mut text = match &self.difference {
            None => {
                let key = match self.unit {
                    Unit::Moves => "lab.grade.correct-moves",
                    Unit::Nodes => "lab.grade.correct-nodes",
                };
                language.say(&Message::new(key).with("count", self.compared)) + "\n"
            }
            Some(difference) => place(difference, language),
        };
        if self.cut {
            text += &(language.text("lab.grade.cut") + "\n");
        }
        if self.difference.is_some() {
            text += &self.diagnosis(language);
        }
        if !self.cannot_tell.is_empty() {
            let title = match (self.is_correct(), self.candidates.is_empty()) {
                (true, _) => "lab.grade.cannot-tell",
                _ => "lab.grade.cannot-tell-beside",
            };
            let _ = writeln!(text, "{}", language.text(title));
            for candidate in self.cannot_tell.iter().take(UNSEEN) {
                let _ = writeln!(text, "  - {}", candidate.sentence(language));
            }
            if self.cannot_tell.len() > UNSEEN {
                let more = self.cannot_tell.len() - UNSEEN;
                let more = Message::new("lab.grade.more").with("count", more);
                let _ = writeln!(text, "  - {}", language.say(&more));
            }
        }
        if let Some(run) = &self.next_run {
            let message = Message::new("lab.grade.next-run")
                .with("depth", run.depth)
                .with("groups", run.groups)
                .with("of", run.of);
            let _ = writeln!(text, "{}\n    {}", language.say(&message), run.position);
        }
        if let Some(small) = &self.smallest {
            text += &smallest(small, language);
        }
        text
    }

    fn diagnosis(&self, language: Language) -> String {
        let mut text = String::new();
        match self.candidates.as_slice() {
            [] => {
                let _ = writeln!(text, "{}", language.text("lab.grade.unknown"));
            }
            [only] => {
                let sentence = only.sentence(language);
                let message = Message::new("lab.grade.equals").with("search", sentence);
                let _ = writeln!(text, "{}", language.say(&message));
                text += &self.looks(only, language, "  ");
            }
            several => {
                let message = Message::new("lab.grade.several").with("count", several.len());
                let _ = writeln!(text, "{}", language.say(&message));
                for (i, candidate) in several.iter().enumerate() {
                    let _ = writeln!(text, "{:>3}. {}", i + 1, candidate.sentence(language));
                    if i < IN_FULL {
                        text += &self.looks(candidate, language, "     ");
                    }
                }
            }
        }
        if self.untried > 0 {
            let message = Message::new("lab.grade.untried").with("count", self.untried);
            let _ = writeln!(text, "{}", language.say(&message));
        }
        text
    }

    /// Where a candidate shows, the board there unless it was drawn before, and what to look for.
    fn looks(&self, candidate: &Candidate, language: Language, indent: &str) -> String {
        let mut text = String::new();
        if let Some(shows) = &candidate.shows {
            let message = Message::new("lab.grade.shows").with("line", shows.line);
            let _ = writeln!(text, "{indent}{}", language.say(&message));
            if self.difference.as_ref().is_none_or(|drawn| drawn.rows != shows.rows) {
                text += &shows.board();
            }
        }
        for named in &candidate.mistakes {
            let look = said(&named.look, language);
            let message = Message::new("lab.grade.look").with("what", look);
            let _ = writeln!(text, "{indent}{}", language.say(&message));
        }
        text
    }
}

/// A board with the names of its columns, and of its rows where a move is a square.
pub(super) fn board(rows: &[String], falls: bool) -> String {
    let cols = rows.first().map_or(0, |row| row.chars().count());
    let numbers = falls && cols <= 9;
    let name = |col: usize| char::from(if numbers { b'1' } else { b'a' } + col as u8);
    let spaced = |cells: &mut dyn Iterator<Item = char>| {
        cells.map(String::from).collect::<Vec<_>>().join(" ")
    };
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        let row = spaced(&mut row.chars());
        let _ = match falls {
            true => writeln!(text, "    {row}"),
            false => writeln!(text, "    {row}  {:>2}", rows.len() - i),
        };
    }
    let _ = writeln!(text, "    {}", spaced(&mut (0..cols).map(name)));
    text
}

impl Difference {
    /// The board there, with the names of its columns and rows.
    #[must_use]
    pub fn board(&self) -> String {
        board(&self.rows, self.falls)
    }
}

impl Candidate {
    /// The mistakes in one sentence: "a search that ...".
    #[must_use]
    pub fn sentence(&self, language: Language) -> String {
        let sentences: Vec<String> =
            self.mistakes.iter().map(|named| said(&named.sentence, language)).collect();
        match sentences.as_slice() {
            [first, second] => {
                let both = Message::new("lab.grade.both").with("first", first);
                language.say(&both.with("second", second))
            }
            other => other.join(", "),
        }
    }
}

/// A sentence about a mistake; the name of a part of an evaluation is translated too.
pub(super) fn said(message: &Message, language: Language) -> String {
    let mut filled = Message::new(message.key);
    for (name, value) in &message.args {
        let value =
            if *name == "part" { without_gaps(&language.text(value)) } else { value.clone() };
        filled = filled.with(name, value);
    }
    language.say(&filled)
}

/// A sentence without its placeholders.
fn without_gaps(sentence: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for letter in sentence.chars() {
        match letter {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                text.push('…');
            }
            _ if depth == 0 => text.push(letter),
            _ => {}
        }
    }
    text.trim().to_owned()
}

/// A difference with its board.
fn place(difference: &Difference, language: Language) -> String {
    let message = Message::new("lab.grade.line")
        .with("line", difference.line)
        .with("message", language.say(&difference.message));
    let mut text = language.say(&message) + "\n";
    if !difference.moves.is_empty() {
        let after = Message::new("lab.grade.after").with("moves", difference.moves.join(" "));
        let _ = writeln!(text, "{}", language.say(&after));
    }
    text + difference.board().as_str()
}

fn smallest(small: &Smallest, language: Language) -> String {
    let title = Message::new("lab.grade.smallest").with("depth", small.depth);
    let mut text = format!("{}\n    {}\n", language.say(&title), small.position);
    let keys = match small.nodes {
        None => ["lab.grade.right", "lab.grade.yours"],
        Some(_) => ["lab.grade.right-nodes", "lab.grade.yours-nodes"],
    };
    for (i, (value, mv)) in [&small.exact, &small.wrong].into_iter().enumerate() {
        let nodes = small.nodes.map_or(0, |nodes| nodes[i]);
        let line = Message::new(keys[i])
            .with("value", plain(*value))
            .with("move", mv)
            .with("nodes", nodes);
        let _ = writeln!(text, "    {}", language.say(&line));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(rows: &[&str], moves: &[&str]) -> Difference {
        let message = Message::new("lab.grade.value").with("move", "3");
        Difference {
            line: 4,
            message: message.with("expected", "5").with("found", "6"),
            expected: "5".to_owned(),
            found: "6".to_owned(),
            rows: rows.iter().map(ToString::to_string).collect(),
            falls: true,
            moves: moves.iter().map(ToString::to_string).collect(),
        }
    }

    fn unseen(count: usize) -> Grade {
        let mistake = crate::grade::Mistake::TiesLast;
        let (sentence, look) = (Message::new(mistake.key()), Message::new(mistake.look()));
        let named = crate::grade::Named { mistake, sentence, look };
        let candidate = Candidate { mistakes: vec![named], shows: None };
        Grade {
            unit: Unit::Moves,
            compared: 2,
            cut: false,
            difference: None,
            candidates: Vec::new(),
            cannot_tell: vec![candidate; count],
            next_run: None,
            smallest: None,
            untried: 0,
        }
    }

    #[test]
    fn six_mistakes_that_do_not_show_are_named_and_the_others_counted() {
        let told = |count| unseen(count).text(Language::English);
        assert_eq!(told(0).lines().count(), 1);
        for (count, named, more) in [(1, 1, None), (6, 6, None), (7, 6, Some(1)), (9, 6, Some(3))] {
            let lines = told(count);
            let said = lines.lines().filter(|line| line.starts_with("  - ")).count();
            assert_eq!(said, named + usize::from(more.is_some()), "{lines}");
            let counted = more.map(|more: usize| format!("and {more} more"));
            assert_eq!(lines.contains("more\n") || lines.ends_with("more"), counted.is_some());
            assert!(counted.is_none_or(|counted| lines.contains(&counted)), "{lines}");
        }
    }

    #[test]
    fn the_root_comes_after_no_moves() {
        let at_root = place(&difference(&["..x"], &[]), Language::English);
        assert_eq!(at_root, "line 4: value of 3: expected 5, found 6\n    . . x\n    1 2 3\n");
        let below = place(&difference(&["..x"], &["3", "1"]), Language::English);
        assert!(below.contains("\nafter 3 1\n    . . x\n"), "{below}");
    }

    #[test]
    fn nine_columns_have_digits_and_ten_have_letters() {
        let last = |cols: usize, falls: bool| {
            let board = board(&[".".repeat(cols)], falls);
            board.trim_end().lines().last().unwrap().trim().to_owned()
        };
        assert_eq!(last(9, true), "1 2 3 4 5 6 7 8 9");
        assert_eq!(last(10, true), "a b c d e f g h i j");
        assert_eq!(last(3, false), "a b c");
        assert_eq!(board(&[], true), "    \n");
        let rows = vec!["..".to_owned(); 10];
        assert!(board(&rows, false).starts_with("    . .  10\n    . .   9\n"));
    }

    #[test]
    fn gaps_of_a_sentence_are_left_open() {
        assert_eq!(without_gaps("{count} rows of {length} stones"), "… rows of … stones");
        assert_eq!(without_gaps(" own stones "), "own stones");
        assert_eq!(without_gaps("rows {a}{b}"), "rows ……");
    }

    #[test]
    fn the_smallest_position_is_told_with_both_answers() {
        let small = Smallest {
            position: "diagram:x".to_owned(),
            depth: 2,
            exact: (1.5, "3".to_owned()),
            wrong: (-0.0, "4".to_owned()),
            nodes: None,
        };
        let told = smallest(&small, Language::English);
        let answers: Vec<&str> = told.lines().skip(1).collect();
        assert_eq!(
            answers,
            ["    diagram:x", "    right: value 1.5, move 3", "    yours: value 0, move 4"]
        );
        let counted = smallest(&Smallest { nodes: Some([5, 9]), ..small }, Language::English);
        assert!(counted.contains("move 3, 5 nodes\n") && counted.contains("move 4, 9 nodes\n"));
    }

    #[test]
    fn three_candidates_are_told_in_full_and_the_others_by_name() {
        let four = Grade {
            difference: Some(difference(&["..x"], &[])),
            candidates: unseen(4).cannot_tell,
            ..unseen(0)
        };
        let told = four.text(Language::English);
        assert_eq!(told.matches("look for: ").count(), 3, "{told}");
        assert_eq!(told.matches(". a search").count(), 4, "{told}");
        assert!(told.find("  4. ").unwrap() > told.rfind("look for: ").unwrap(), "{told}");
    }

    #[test]
    fn the_part_of_an_evaluation_is_told_in_words() {
        let forgotten = Message::new("lab.mistake.part-forgotten");
        let told = said(&forgotten.with("part", "part.own-line"), Language::English);
        let part = without_gaps(&Language::English.text("part.own-line"));
        assert!(told.contains(&part) && !told.contains("part.own-line"), "{told}");
        // Other names stay as they are.
        let order = Message::new("lab.mistake.order-natural").with("order", "part.own-line");
        assert!(said(&order, Language::English).contains("part.own-line"));
    }
}

//! JSON as students' programs print it: with `-Infinity` and `NaN`, in one line or many, cut off
//! anywhere; dictionaries and tuples as Python prints them. Every object knows its line.

use super::{MAX_LINE, MAX_NODES};

/// A value; what is cut off is left out.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Json {
    Null,
    Bool,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Object),
}

/// An object with the line that it begins in.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Object {
    pub(super) line: usize,
    pub(super) fields: Vec<(String, Json)>,
}

/// What is wrong, and where.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wrong {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) message: String,
}

/// All values of a text, and whether it ends in the middle of one.
pub(super) fn values(text: &str) -> Result<(Vec<Json>, bool), Wrong> {
    let mut reader =
        Reader { bytes: text.as_bytes(), at: 0, line: 1, line_start: 0, objects: 0, cut: false };
    let mut values = Vec::new();
    loop {
        reader.skip_space();
        // Between values of a stream a comma does no harm.
        if reader.peek() == Some(b',') {
            reader.at += 1;
            continue;
        }
        if reader.peek().is_none() {
            return Ok((values, reader.cut));
        }
        values.extend(reader.value(0)?);
        if reader.cut {
            return Ok((values, true));
        }
    }
}

/// Trees are at most as deep as the deepest search.
const MAX_DEPTH: usize = 400;
/// Objects of a text: a node each, and some around them.
const MAX_OBJECTS: usize = MAX_NODES + 1000;

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    line: usize,
    line_start: usize,
    objects: usize,
    /// Whether the text ended too early.
    cut: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.line_start = self.at + 1;
                }
                b' ' | b'\t' | b'\r' => {}
                _ => break,
            }
            self.at += 1;
        }
    }

    fn wrong(&self, expected: &str) -> Wrong {
        let end = self.bytes.len().min(self.at + 20);
        let rest = String::from_utf8_lossy(&self.bytes[self.at..end]);
        let found = rest.lines().next().unwrap_or_default();
        let message = format!("expected {expected}, found '{found}'");
        Wrong { line: self.line, column: self.at - self.line_start + 1, message }
    }

    /// The next value; nothing if the text ends before it does.
    fn value(&mut self, depth: usize) -> Result<Option<Json>, Wrong> {
        self.skip_space();
        if depth > MAX_DEPTH {
            return Err(self.wrong("a tree of at most 400 levels"));
        }
        match self.peek() {
            None => {
                self.cut = true;
                Ok(None)
            }
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth, b']'),
            Some(b'(') => self.list(depth, b')'),
            Some(b'"' | b'\'') => Ok(self.text()?.map(Json::Text)),
            Some(_) => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Option<Json>, Wrong> {
        self.objects += 1;
        if self.objects > MAX_OBJECTS {
            return Err(self.wrong(&format!("a tree of at most {MAX_NODES} nodes")));
        }
        let mut object = Object { line: self.line, fields: Vec::new() };
        self.at += 1;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    break;
                }
                Some(b'"' | b'\'') => {
                    let Some(name) = self.text()? else { break };
                    self.skip_space();
                    match self.peek() {
                        Some(b':') => self.at += 1,
                        None => {
                            self.cut = true;
                            break;
                        }
                        Some(_) => return Err(self.wrong("':' after the name of a field")),
                    }
                    let Some(value) = self.value(depth + 1)? else { break };
                    object.fields.push((name, value));
                    if self.cut {
                        break;
                    }
                }
                None => {
                    self.cut = true;
                    break;
                }
                Some(_) => return Err(self.wrong("a field in quotation marks, or '}'")),
            }
        }
        Ok(Some(Json::Object(object)))
    }

    fn list(&mut self, depth: usize, close: u8) -> Result<Option<Json>, Wrong> {
        let mut list = Vec::new();
        self.at += 1;
        loop {
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => {
                    self.at += 1;
                    return Ok(Some(Json::List(list)));
                }
                _ => {
                    list.extend(self.value(depth + 1)?);
                    if self.cut {
                        return Ok(Some(Json::List(list)));
                    }
                }
            }
        }
    }

    /// A text in quotation marks; nothing if it does not end.
    fn text(&mut self) -> Result<Option<String>, Wrong> {
        let begin = self.at;
        let quote = self.peek();
        self.at += 1;
        let mut text = Vec::new();
        loop {
            if text.len() > MAX_LINE {
                self.at = begin;
                return Err(self.wrong(&format!("a text of at most {MAX_LINE} bytes")));
            }
            match self.peek() {
                None => {
                    self.cut = true;
                    return Ok(None);
                }
                byte if byte == quote => {
                    self.at += 1;
                    return Ok(Some(String::from_utf8_lossy(&text).into_owned()));
                }
                Some(b'\\') => {
                    self.at += 1;
                    text.extend(self.escaped());
                }
                Some(byte) => {
                    if byte == b'\n' {
                        self.line += 1;
                        self.line_start = self.at + 1;
                    }
                    text.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    fn escaped(&mut self) -> Vec<u8> {
        let byte = self.peek();
        self.at += 1;
        match byte {
            Some(b'n') => vec![b'\n'],
            Some(b't') => vec![b'\t'],
            Some(b'u') => {
                let end = self.bytes.len().min(self.at + 4);
                let digits = String::from_utf8_lossy(&self.bytes[self.at..end]).into_owned();
                self.at = end;
                let letter = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                letter.unwrap_or('?').to_string().into_bytes()
            }
            Some(other) => vec![other],
            None => Vec::new(),
        }
    }

    /// A number, `true`, `null`, `-Infinity` and their kin.
    fn word(&mut self) -> Result<Option<Json>, Wrong> {
        let from = self.at;
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte);
        while self.peek().is_some_and(is_part) {
            self.at += 1;
        }
        let word = String::from_utf8_lossy(&self.bytes[from..self.at]).into_owned();
        let is_last = self.at == self.bytes.len();
        let value = match word.as_str() {
            "null" | "None" => Some(Json::Null),
            "true" | "false" | "True" | "False" => Some(Json::Bool),
            other => super::fields::number(other).map(Json::Number),
        };
        match value {
            Some(Json::Number(_)) if is_last => {
                // Its last digits may be missing.
                self.cut = true;
                Ok(None)
            }
            Some(value) => Ok(Some(value)),
            None if is_last => {
                self.cut = true;
                Ok(None)
            }
            None => {
                self.at = from;
                Err(self.wrong("a JSON value"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<Json>, bool) {
        values(text).unwrap()
    }

    fn wrong(text: &str) -> (usize, usize, String) {
        let Wrong { line, column, message } = values(text).unwrap_err();
        (line, column, message)
    }

    fn object(line: usize, fields: &[(&str, Json)]) -> Json {
        let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        Json::Object(Object { line, fields: fields.collect() })
    }

    #[test]
    fn values_stand_one_after_the_other_with_or_without_commas() {
        let one = object(1, &[("a", Json::Number(1.0))]);
        let two = object(2, &[("b", Json::Null), ("c", Json::Bool)]);
        let text = "{\"a\": 1} ,\n\t{'b':None,\r'c':true}\n";
        assert_eq!(read(text), (vec![one, two], false));
        assert_eq!(read(""), (vec![], false));
        let list = Json::List(vec![Json::Number(3.0), Json::Text("x".into()), Json::Null]);
        assert_eq!(read("[3, \"x\", null] "), (vec![list.clone()], false));
        assert_eq!(read("(3 'x' None)"), (vec![list], false));
        let nested = object(1, &[("m", Json::List(vec![Json::List(vec![])]))]);
        assert_eq!(read("{\"m\":[[]],}"), (vec![nested], false));
        assert_eq!(read("-Infinity ").0, [Json::Number(f64::NEG_INFINITY)]);
    }

    #[test]
    fn lines_are_counted_between_values_and_inside_texts() {
        let lines = |text: &str| -> Vec<usize> {
            let objects = read(text).0.into_iter();
            let line = |value| if let Json::Object(object) = value { object.line } else { 0 };
            objects.map(line).collect()
        };
        assert_eq!(lines("{}\n{}\n\n{}"), [1, 2, 4]);
        assert_eq!(lines("{\"a\n\":\n1}{}"), [1, 3]);
    }

    #[test]
    fn texts_know_signs_in_disguise() {
        let text = |json: &str| match read(json).0.into_iter().next() {
            Some(Json::Text(text)) => text,
            other => panic!("{json}: {other:?}"),
        };
        assert_eq!(text(r#""a\tb\nc""#), "a\tb\nc");
        assert_eq!(text(r#""\"\\\/""#), "\"\\/");
        assert_eq!(text(r#""\u0041cci\u00f3n""#), "Acción");
        assert_eq!(text(r#""\uzzzz!""#), "?!");
        assert_eq!(text("'it\"s'"), "it\"s");
        assert_eq!(text("\"é\""), "é");
        // What the end takes away is left out, whatever stood there.
        for cut in [r#""abc"#, r#""abc\"#, r#""abc\u00"#, "\""] {
            assert_eq!(read(cut), (vec![], true), "{cut}");
        }
    }

    #[test]
    fn what_is_cut_off_is_left_out() {
        let one = |fields: &[(&str, Json)]| (vec![object(1, fields)], true);
        let number = ("a", Json::Number(1.0));
        for text in ["{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":nul", "{\"a\": -Inf"] {
            assert_eq!(read(text), one(&[]), "{text}");
        }
        for text in ["{\"a\":1,", "{\"a\":1,\"b", "{\"a\":1 ,\"b\":2"] {
            assert_eq!(read(text), one(std::slice::from_ref(&number)), "{text}");
        }
        // A whole word at the end is whole.
        assert_eq!(read("{\"a\":null"), one(&[("a", Json::Null)]));
        for text in ["[1,", "[1,2", "[1, "] {
            assert_eq!(read(text), (vec![Json::List(vec![Json::Number(1.0)])], true), "{text}");
        }
        // What is inside what is cut off stays.
        let inner = object(2, &[number]);
        assert_eq!(read("[\n{\"a\":1,"), (vec![Json::List(vec![inner.clone()])], true));
        assert_eq!(read("{\"b\":\n{\"a\":1, "), one(&[("b", inner)]));
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_column() {
        let told = |line, column, message: &str| (line, column, message.to_owned());
        assert_eq!(
            wrong("{\"a\" 1}"),
            told(1, 6, "expected ':' after the name of a field, found '1}'")
        );
        assert_eq!(
            wrong("[1,\n  {a: 1}]"),
            told(2, 4, "expected a field in quotation marks, or '}', found 'a: 1}]'")
        );
        assert_eq!(wrong("\n\n [1, turn 2]"), told(3, 6, "expected a JSON value, found 'turn 2]'"));
        // Of what was found twenty bytes are told, and of one line.
        assert_eq!(
            wrong("[?23456789012345678901234]"),
            told(1, 2, "expected a JSON value, found '?2345678901234567890'")
        );
        assert_eq!(wrong("[?2\n3]"), told(1, 2, "expected a JSON value, found '?2'"));
        assert_eq!(wrong("{\"a\n\" 1}").0, 2);
        assert_eq!(wrong("{\"a\n\" 1}").1, 3);
    }

    #[test]
    fn depth_and_texts_have_limits() {
        let nested = |levels: usize| "[".repeat(levels) + "]".repeat(levels).as_str();
        assert!(values(&nested(401)).is_ok());
        let deep = wrong(&nested(402));
        assert_eq!((deep.0, deep.1), (1, 402));
        assert!(deep.2.starts_with("expected a tree of at most 400 levels"), "{}", deep.2);
        let objects = |levels: usize| "{\"a\":".repeat(levels) + "1" + "}".repeat(levels).as_str();
        assert!(values(&objects(400)).is_ok() && values(&objects(401)).is_err());
        let text = |length: usize| format!(" \"{}\"", "x".repeat(length));
        assert!(values(&text(MAX_LINE)).is_ok());
        let long = wrong(&text(MAX_LINE + 1));
        assert_eq!((long.0, long.1), (1, 2));
        assert!(long.2.starts_with("expected a text of at most 16384 bytes, found '\"xxx"));
    }
}

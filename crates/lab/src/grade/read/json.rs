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

//! A grade for programs: JSON, and the result files of Gradescope, Classroom 50 and JUnit.

use super::{Candidate, Difference, Exercise, Grade, GradeError, Named, Smallest};
use alinea_words::Language;
use serde_json::{Value, json};

/// Who reads the result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Gradescope's `results.json`.
    Gradescope,
    /// Classroom 50's `result.json`.
    Classroom50,
    /// A JUnit report.
    Junit,
}

/// Points for a trace that can be read, and for one that is correct.
const POINTS: [u32; 2] = [1, 9];

impl Format {
    /// The result of grading a trace, read or not, as this reader wants it.
    #[must_use]
    pub fn report(
        self,
        trace: &str,
        graded: &Result<Grade, GradeError>,
        language: Language,
    ) -> String {
        let (is_read, is_correct, output) = match graded {
            Ok(grade) => (true, grade.is_correct(), grade.text(language)),
            Err(error) => (false, false, format!("{trace}: {error}\n")),
        };
        let names = ["lab.grade.test.read", "lab.grade.test.correct"].map(|key| language.text(key));
        let passed = [is_read, is_correct];
        let score = |i: usize| if passed[i] { POINTS[i] } else { 0 };
        let total = score(0) + score(1);
        // What went wrong is told by the first test that failed.
        let tells = |i: usize| if i == usize::from(is_read) { output.as_str() } else { "" };
        match self {
            Format::Gradescope => {
                let test = |i: usize| {
                    json!({"name": names[i], "score": score(i), "max_score": POINTS[i],
                        "status": if passed[i] { "passed" } else { "failed" },
                        "output": tells(i), "visibility": "visible"})
                };
                pretty(&json!({"score": total, "output": output, "visibility": "visible",
                    "stdout_visibility": "visible", "tests": [test(0), test(1)]}))
            }
            Format::Classroom50 => {
                let test = |i: usize| {
                    json!({"test-name": names[i], "passed": passed[i], "score": score(i),
                        "max-score": POINTS[i], "output": tells(i)})
                };
                pretty(&json!({"schema": "classroom50/result/v1", "score": total,
                    "max-score": POINTS[0] + POINTS[1], "tests": [test(0), test(1)]}))
            }
            Format::Junit => junit(trace, &names, passed, &output),
        }
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn junit(trace: &str, names: &[String; 2], passed: [bool; 2], output: &str) -> String {
    let escaped = crate::xray::escaped;
    let failures = passed.iter().filter(|passed| !**passed).count();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"2\" failures=\"{failures}\">\n\
         <testsuite name=\"alinea lab grade\" tests=\"2\" failures=\"{failures}\" errors=\"0\">\n"
    );
    // XML knows no control characters.
    let clean =
        |text: &str| -> String { text.chars().filter(|c| !c.is_control() || *c == '\n').collect() };
    let (trace, output) = (clean(trace), clean(output));
    for (name, passed) in names.iter().zip(passed) {
        let (name, class) = (escaped(name), escaped(&trace));
        xml += &format!("<testcase classname=\"{class}\" name=\"{name}\"");
        if passed {
            xml += "/>\n";
        } else {
            let first = escaped(output.lines().next().unwrap_or_default());
            xml += &format!(
                "><failure message=\"{first}\">{}</failure></testcase>\n",
                escaped(&output)
            );
        }
    }
    xml + "</testsuite>\n</testsuites>\n"
}

impl Grade {
    /// The document of `alinea lab grade --json`.
    #[must_use]
    pub fn json(&self, language: Language) -> Value {
        let candidates = |list: &[Candidate]| -> Vec<Value> {
            list.iter().map(|candidate| candidate.json(language)).collect()
        };
        json!({
            "verdict": if self.is_correct() { "correct" } else { "mistake" },
            "first_difference": self.difference.as_ref().map(|found| found.json(language)),
            "candidates": candidates(&self.candidates),
            "cannot_tell": candidates(&self.cannot_tell),
            "next_run": self.next_run.as_ref().map(|run| json!({
                "position": run.position,
                "depth": run.depth,
                "groups": run.groups,
                "of": run.of,
            })),
            "smallest": self.smallest.as_ref().map(Smallest::json),
            "compared": self.compared,
            "cut": self.cut,
            "untried": self.untried,
        })
    }
}

impl Candidate {
    /// The mistakes by name, their sentence, their place, and what to look for.
    #[must_use]
    pub fn json(&self, language: Language) -> Value {
        let names: Vec<&str> = self.mistakes.iter().map(|named| named.mistake.name()).collect();
        let look: Vec<String> =
            self.mistakes.iter().map(|named| super::text::said(&named.look, language)).collect();
        let mut value = json!({
            "mistakes": names,
            "sentence": self.sentence(language),
            "look": look,
        });
        if let Some(shows) = &self.shows {
            value["line"] = json!(shows.line);
            value["moves"] = json!(shows.moves);
            value["rows"] = json!(shows.rows);
        }
        value
    }
}

impl Exercise {
    /// The exercise as one document: trace, options, and the answer with its place.
    #[must_use]
    pub fn json(&self, language: Language) -> Value {
        let option = |(i, named): (usize, &Named)| json!({"mistake": named.mistake.name(), "sentence": self.sentence(i, language)});
        let nodes =
            self.trace.lines().map(|line| serde_json::from_str(line).unwrap_or(Value::Null));
        json!({
            "game": self.game,
            "position": self.position,
            "rows": self.rows,
            "engine": self.engine,
            "trace": nodes.collect::<Vec<Value>>(),
            "options": self.options.iter().enumerate().map(option).collect::<Vec<_>>(),
            "answer": self.answer,
            "line": self.shows.line,
            "message": language.say(&self.shows.message),
            "moves": self.shows.moves,
            "rows_there": self.shows.rows,
            "look": self.look(language),
        })
    }
}

impl Difference {
    fn json(&self, language: Language) -> Value {
        json!({
            "line": self.line,
            "expected": self.expected,
            "found": self.found,
            "message": language.say(&self.message),
            "moves": self.moves,
            "rows": self.rows,
        })
    }
}

impl Smallest {
    fn json(&self) -> Value {
        json!({
            "position": self.position,
            "depth": self.depth,
            "right": {"value": self.exact.0, "move": self.exact.1},
            "yours": {"value": self.wrong.0, "move": self.wrong.1},
            "nodes": self.nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_that_cannot_be_read_has_no_points_and_tells_why_once() {
        let refused: Result<Grade, GradeError> = Err(GradeError("line 1: no".to_owned()));
        let told = "a.txt: line 1: no\n";
        let of = |format: Format| format.report("a.txt", &refused, Language::English);
        let read: Value = serde_json::from_str(&of(Format::Gradescope)).unwrap();
        assert_eq!((&read["score"], &read["output"]), (&json!(0), &json!(told)));
        let outputs = |read: &Value| [0, 1].map(|i| read["tests"][i]["output"].clone());
        assert_eq!(outputs(&read), [json!(told), json!("")]);
        assert_eq!(read["tests"][1]["status"], "failed");
        let read: Value = serde_json::from_str(&of(Format::Classroom50)).unwrap();
        assert_eq!((&read["score"], &read["max-score"]), (&json!(0), &json!(10)));
        assert_eq!(outputs(&read), [json!(told), json!("")]);
        let xml = of(Format::Junit);
        assert_eq!(xml.matches("<failure message=\"a.txt: line 1: no\">").count(), 2, "{xml}");
        assert_eq!(xml.matches("failures=\"2\"").count(), 2, "{xml}");
    }

    #[test]
    fn a_right_trace_has_all_points() {
        let right = Grade {
            unit: super::super::Unit::Moves,
            compared: 3,
            cut: false,
            difference: None,
            candidates: Vec::new(),
            cannot_tell: Vec::new(),
            next_run: None,
            smallest: None,
            untried: 0,
        };
        let text = right.text(Language::English);
        let graded = Ok(right);
        let read: Value =
            serde_json::from_str(&Format::Gradescope.report("a.txt", &graded, Language::English))
                .unwrap();
        assert_eq!((&read["score"], &read["tests"][1]["output"]), (&json!(10), &json!(text)));
        let xml = Format::Junit.report("a.txt", &graded, Language::English);
        assert!(!xml.contains("<failure ") && xml.matches("\"/>").count() == 2, "{xml}");
    }
}

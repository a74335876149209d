//! Every route is fuzzed from its own description: whatever is sent, the server answers in JSON,
//! never with an error of its own, and stays up.

use crate::carrier::{get, post, post_bytes, server};
use alinea_api::Route;
use alinea_core::SplitMix64;
use serde_json::{Map, Value, json};

const ROUNDS: usize = 150;

/// Values made from a schema: right ones, edge ones and wrong ones.
struct Maker<'d> {
    schemas: &'d Value,
    dice: SplitMix64,
}

impl Maker<'_> {
    fn below(&mut self, bound: usize) -> usize {
        (self.dice.next_u64() % bound as u64) as usize
    }

    fn nonsense(&mut self) -> Value {
        let odd = [
            Value::Null,
            json!(true),
            json!(-1),
            json!(1e308),
            json!(""),
            json!("\u{0}\u{202e}é"),
            json!([[[]]]),
            json!({"a": {}}),
            json!("9".repeat(3000)),
            json!(u64::MAX),
        ];
        let at = self.below(odd.len());
        odd[at].clone()
    }

    fn text(&mut self, name: &str) -> Value {
        let known: &[&str] = match name {
            "game" => &[
                "connect4",
                "boom",
                "gomoku:5",
                "mnk:3x3x3",
                "connect4:9x9",
                "mnk:22x22x3",
                "renju:99",
                "?",
            ],
            "position" => &[
                "-",
                "-",
                "-",
                "",
                "44",
                "4B",
                "h8",
                "diagram:...",
                "diagram:x../.../... o",
                "7,7",
                "ü",
            ],
            "engine" | "first" | "second" => &[
                "random",
                "level:1",
                "best:nodes=200",
                "level:0",
                "best:",
                "textbook:depth=1",
                ":",
                "process:sh",
            ],
            "heuristic" => &["ligue4", "dezenas", "fichas-juntas", "../../x.toml", ""],
            _ => &["4", "1", "2", "3", "5", "B", "c3", "h8", "a1", "zz99"],
        };
        let at = self.below(known.len());
        json!(known[at])
    }

    fn make(&mut self, name: &str, schema: &Value) -> Value {
        if self.below(40) == 0 {
            return self.nonsense();
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let target = reference.rsplit('/').next().unwrap();
            let schema = self.schemas[target].clone();
            return self.make(name, &schema);
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[key].as_array() {
                let at = self.below(choices.len());
                return self.make(name, &choices[at].clone());
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = Map::new();
            for part in parts {
                if let Value::Object(made) = self.make(name, part) {
                    whole.extend(made);
                }
            }
            return Value::Object(whole);
        }
        if let Some(values) = schema["enum"].as_array() {
            let at = self.below(values.len());
            return values[at].clone();
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            kind => vec![kind.as_str().unwrap_or("null")],
        };
        let kind = kinds[self.below(kinds.len())];
        match kind {
            "object" => self.object(schema),
            "array" => {
                let length = self.below(4);
                Value::Array((0..length).map(|_| self.make(name, &schema["items"])).collect())
            }
            "string" => self.text(name),
            "integer" => json!([0, 1, 2, 5, u32::MAX as u64][self.below(5)]),
            "number" => json!([0.0, 0.001, 0.01, 60.0, -3.5][self.below(5)]),
            "boolean" => json!(self.below(2) == 0),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let mut made = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            let needed = required.iter().any(|required| required == name);
            if self.below(if needed { 30 } else { 3 }) > 0 {
                made.insert(name.clone(), self.make(name, inner));
            }
        }
        Value::Object(made)
    }
}

#[test]
fn every_route_survives_whatever_its_description_allows_and_more() {
    let server = server();
    let described = get(&server, "/api/openapi.json").json();
    let paths = described["paths"].as_object().unwrap();
    assert_eq!(paths.len(), Route::ALL.len());
    let mut maker =
        Maker { schemas: &described["components"]["schemas"], dice: SplitMix64::new(20_161_115) };
    let mut good = 0;
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let rounds = if schema.is_null() { 1 } else { ROUNDS };
            for _ in 0..rounds {
                let mut body = maker.make("", schema);
                if let Some(body) = body.as_object_mut().filter(|_| !schema.is_null()) {
                    // Searches must end soon here; limits have tests of their own.
                    let nodes = json!({"nodes": 300, "depth": 2});
                    if ["move", "turn", "analyze"].iter().any(|name| path.ends_with(name)) {
                        body.insert("limits".to_owned(), nodes);
                    } else if ["trace", "watch", "compare"].iter().any(|name| path.ends_with(name))
                    {
                        body.insert("nodes".to_owned(), json!(300));
                    } else if path.ends_with("try") {
                        // Early positions of Connect Four take the solver long: here, late ones.
                        let late = json!("44444412121266");
                        if body.get("game") == Some(&json!("connect4")) {
                            body.insert("position".to_owned(), late);
                        }
                    }
                }
                let answer = match method.as_str() {
                    "post" => post(&server, path, body.clone()),
                    _ => get(&server, path),
                };
                let code = answer.status;
                let listed = operation["responses"].get(code.to_string()).is_some();
                assert!(listed || code == 400, "{method} {path} {body}: {code} {}", answer.text);
                good += usize::from(code == 200);
                if code != 200 {
                    assert!(!answer.why().is_empty(), "{path} {body}: {}", answer.text);
                }
            }
        }
    }
    assert!(good > 60, "only {good} requests were understood: the fuzzer aims too low");
}

#[test]
fn bytes_that_are_no_request_at_all_are_refused() {
    let server = server();
    let mut dice = SplitMix64::new(7);
    for path in ["/api/v1/view", "/api/v1/move", "/api/v1/analyze", "/api/v1/eval", "/api/v1/trace"]
    {
        for _ in 0..50 {
            let length = dice.next_u64() % 200;
            let bytes: Vec<u8> = (0..length).map(|_| dice.next_u64() as u8).collect();
            let answer = post_bytes(&server, path, bytes);
            assert!((400..500).contains(&answer.status), "{path}: {}", answer.status);
        }
    }
}

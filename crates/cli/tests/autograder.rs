//! `alinea lab grade` where services run it: the scripts of `examples/autograder` in folders laid
//! out as Gradescope and Classroom 50 lay them out, and a JUnit report as its readers take it.
#![cfg(unix)]

mod common;

use common::Scratch;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ENGINE: &str = "textbook:heuristic=valoracion-test,depth=3";

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/autograder").join(name)
}

fn finished(output: &Output, code: i32) {
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{told}");
}

/// What the program prints.
fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_alinea")).args(args).output().unwrap();
    finished(&output, 0);
    String::from_utf8(output.stdout).unwrap()
}

/// The log of a game, as the program itself plays it.
fn log(engine: &str) -> String {
    printed(&[
        "play", "boom", "--first", engine, "--second", engine, "--log", "ugr", "--plies", "4",
    ])
}

/// The tree of a search, a node a line, as one document, and as a table.
fn trees(engine: &str) -> [String; 3] {
    let lines = printed(&["trace", "boom", "--engine", engine, "--max-nodes", "100000", "--json"]);
    let nodes: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row = |node: &serde_json::Value| {
        let mv = node["move"].as_str().unwrap_or("-");
        format!("{};{mv};{}\n", node["depth"], node["value"])
    };
    let table: String = nodes.iter().map(row).collect();
    let document = serde_json::json!({ "trace": nodes }).to_string();
    [lines, document, "nivel;jugada;valor\n".to_owned() + &table]
}

/// Traces of several shapes, the points they earn, the tests that fail, and what the result says.
/// The last one is not there.
fn traces() -> Vec<(Option<String>, u64, usize, &'static str)> {
    const SHALLOW: &str = "textbook:heuristic=valoracion-test,depth=2";
    let mut all = Vec::new();
    for trace in [log(ENGINE)].into_iter().chain(trees(ENGINE)) {
        all.push((Some(trace), 10, 0, "Correct as far as it shows"));
    }
    for trace in [log(SHALLOW)].into_iter().chain(trees(SHALLOW)) {
        all.push((Some(trace), 1, 1, "stops one ply too early"));
    }
    let unknown = "Valor MiniMax: 99 Accion: PUT 4\n".to_owned();
    all.push((Some(unknown), 1, 1, "expected value 6 and move 4, found value 99"));
    all.push((Some("junk".to_owned()), 0, 2, "line 1: expected lines"));
    all.push((Some(String::new()), 0, 2, "line 1: the file is empty"));
    all.push((Some("\n[1, 2]".to_owned()), 0, 2, "expected a node as an object"));
    all.push((None, 0, 2, "No such file"));
    all
}

#[test]
fn gradescope_finds_its_results() {
    for (trace, points, failed, told) in traces() {
        let home = Scratch::new("gradescope");
        for folder in ["source", "submission", "results"] {
            fs::create_dir_all(home.0.join(folder)).unwrap();
        }
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_alinea"), home.0.join("source/alinea"))
            .unwrap();
        fs::copy(example("gradescope/run_autograder"), home.0.join("run_autograder")).unwrap();
        if let Some(trace) = trace {
            fs::write(home.0.join("submission/trace.txt"), trace).unwrap();
        }
        let output = Command::new(home.0.join("run_autograder"))
            .env("AUTOGRADER", &home.0)
            .env("LANG", "en_GB.UTF-8")
            .env("ENGINE", ENGINE)
            .output()
            .unwrap();
        finished(&output, 0);
        let text = fs::read_to_string(home.0.join("results/results.json")).unwrap();
        let results: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(results["score"], points, "{text}");
        assert!(results["output"].as_str().unwrap().contains(told), "{told}: {text}");
        for field in ["visibility", "stdout_visibility"] {
            assert_eq!(results[field], "visible", "{text}");
        }
        let tests = results["tests"].as_array().unwrap();
        let sum = |field: &str| tests.iter().map(|test| test[field].as_u64().unwrap()).sum::<u64>();
        assert_eq!((sum("score"), sum("max_score")), (points, 10));
        for test in tests {
            assert!(test["name"].is_string() && test["output"].is_string(), "{text}");
            let passed = test["score"] == test["max_score"];
            assert_eq!(test["status"], if passed { "passed" } else { "failed" }, "{text}");
        }
        let mut failures = tests.iter().filter(|test| test["status"] == "failed");
        assert_eq!(failures.clone().count(), failed);
        // The first test that failed says why.
        let why = failures.next().map(|test| test["output"].as_str().unwrap());
        assert!(why.is_none_or(|why| why.contains(told)), "{told}: {text}");
    }
}

#[test]
fn classroom_50_finds_its_result() {
    for (trace, points, failed, told) in traces() {
        let home = Scratch::new("classroom50");
        let programs = home.0.join("bin");
        fs::create_dir_all(&programs).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_alinea"), programs.join("alinea")).unwrap();
        fs::copy(example("classroom50/autograder.py"), home.0.join("autograder.py")).unwrap();
        if let Some(trace) = trace {
            fs::write(home.0.join("trace.txt"), trace).unwrap();
        }
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
        let output = Command::new("python3")
            .args(["-B", "autograder.py"])
            .current_dir(&home.0)
            .env("PATH", path)
            .env("LANG", "en_GB.UTF-8")
            .env("ENGINE", ENGINE)
            .output()
            .unwrap();
        finished(&output, 0);
        let text = fs::read_to_string(home.0.join("result.json")).unwrap();
        let result: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(result["schema"], "classroom50/result/v1");
        assert_eq!(result["score"], points, "{text}");
        assert_eq!(result["max-score"], 10);
        let tests = result["tests"].as_array().unwrap();
        for test in tests {
            assert!(test["test-name"].is_string(), "{text}");
            let is_whole = test["score"] == test["max-score"];
            assert_eq!(test["passed"], is_whole, "{text}");
        }
        let mut failures = tests.iter().filter(|test| test["passed"] == false);
        assert_eq!(failures.clone().count(), failed);
        let why = failures.next().map(|test| test["output"].as_str().unwrap());
        assert!(why.is_none_or(|why| why.contains(told)), "{told}: {text}");
    }
}

/// Reads a report with an XML parser that is not ours and prints its counts.
const READER: &str = "
import sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
assert root.tag == 'testsuites', root.tag
suite, = root
assert suite.tag == 'testsuite' and suite.get('name') and suite.get('errors') == '0'
cases = list(suite)
assert all(case.tag == 'testcase' and case.get('name') and case.get('classname') for case in cases)
failed = [case.find('failure') for case in cases if case.find('failure') is not None]
assert all(failure.get('message') and failure.text.strip() for failure in failed)
for element in (root, suite):
    assert element.get('tests') == str(len(cases)) and element.get('failures') == str(len(failed))
print(len(cases), len(failed))
";

#[test]
fn a_junit_report_is_read_by_an_xml_parser() {
    let home = Scratch::new("junit");
    let reader = home.0.join("read.py");
    fs::write(&reader, READER).unwrap();
    let mut all = traces();
    all.insert(0, (Some("<&\"'>\u{1}\u{8}]]>".to_owned()), 0, 2, "line 1"));
    for (trace, _, failed, _) in all {
        let file = home.0.join("trace <&>.txt");
        match trace {
            Some(trace) => fs::write(&file, trace).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_alinea"));
        command.args(["lab", "grade", "--format", "junit", "--engine", ENGINE]).arg(&file);
        let report = command.output().unwrap();
        finished(&report, failed as i32);
        let xml = home.0.join("report.xml");
        fs::write(&xml, &report.stdout).unwrap();
        let mut python = Command::new("python3");
        let read = python.arg(&reader).stdin(fs::File::open(&xml).unwrap()).output().unwrap();
        finished(&read, 0);
        assert_eq!(String::from_utf8_lossy(&read.stdout).trim(), format!("2 {failed}"));
    }
}

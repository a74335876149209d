//! A heuristic as a Rhai script: `fn evaluate(board, player, level)`. What the script may ask the
//! board is in `crate::board`. Operations, memory and depth are limited; nothing outside the
//! script can be reached from it.

use crate::board::{self, Board};
use crate::{FileError, place};
use alinea_catalogue::files::{BoardHeuristic, Facts, Fault, Judged};
use alinea_core::{Message, Player};
use alinea_search::Part;
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, INT, Position, Scope};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

const CALL_LEVELS: usize = 24;
const EXPRESSION_DEPTHS: (usize, usize) = (64, 48);
const MAX_VARIABLES: usize = 200;
const MAX_FUNCTIONS: usize = 100;
const MAX_TEXT: usize = 2048;
const MAX_LIST: usize = 2048;

/// How far a script may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScriptLimits {
    /// Operations for one evaluation.
    pub per_evaluation: u64,
    /// Operations for all evaluations of one move.
    pub per_move: u64,
}

impl Default for ScriptLimits {
    fn default() -> ScriptLimits {
        ScriptLimits { per_evaluation: 500_000, per_move: 2_000_000_000 }
    }
}

impl ScriptLimits {
    /// For leagues that nobody watches: about a second a move.
    pub const LEAGUE: ScriptLimits = ScriptLimits { per_evaluation: 100_000, per_move: 30_000_000 };
}

thread_local! {
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
}

/// A script that was read and found to have an `evaluate`.
pub struct Script {
    engine: Engine,
    ast: AST,
    text: String,
    limits: ScriptLimits,
    /// Where `evaluate` is defined: what it returns is judged there.
    home: Position,
}

impl Script {
    /// Reads a script; `file` is only named in errors.
    pub fn parse(file: &str, text: &str, limits: ScriptLimits) -> Result<Script, FileError> {
        let engine = engine(limits);
        let wrong = |at: Position, message: String| FileError {
            file: file.to_owned(),
            line: at.line().unwrap_or(1),
            column: at.position().unwrap_or(1),
            message,
        };
        let ast = engine.compile(text).map_err(|error| {
            wrong(error.position(), without_place(&error.err_type().to_string()))
        })?;
        let home = definition(text);
        let parameters: Vec<usize> = ast
            .iter_functions()
            .filter(|function| function.name == "evaluate")
            .map(|function| function.params.len())
            .collect();
        if !parameters.contains(&3) {
            let found = match parameters.first() {
                None => "no function of that name".to_owned(),
                Some(number) => format!("one with {number} parameters"),
            };
            let message = format!("expected fn evaluate(board, player, level), found {found}");
            return Err(wrong(home, message));
        }
        let (ast, text) = (ast.clone_functions_only(), text.to_owned());
        Ok(Script { engine, ast, text, limits, home })
    }

    fn fault(&self, error: EvalAltResult, board: Board, numbers: (INT, INT)) -> Fault {
        let error = innermost(error);
        let mut at = error.position();
        if at.is_none() {
            let args = (board, numbers.0, numbers.1);
            at = place::of_failure(engine(self.limits), &self.text, args).unwrap_or(self.home);
        }
        let message = match &error {
            EvalAltResult::ErrorTooManyOperations(_) => format!(
                "more than {} operations for one position: is there an endless loop?",
                self.limits.per_evaluation
            ),
            other => without_place(&other.to_string()),
        };
        self.at(at, message)
    }

    fn at(&self, at: Position, message: String) -> Fault {
        Fault { line: at.line().unwrap_or(1), column: at.position().unwrap_or(1), message }
    }

    fn call(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Dynamic, Fault> {
        let board = Board::of(board);
        let numbers = (player.index() as INT + 1, INT::from(level));
        let args = (board.clone(), numbers.0, numbers.1);
        let options = CallFnOptions::new().eval_ast(false).rewind_scope(false);
        OPERATIONS.set(0);
        let called = catch_unwind(AssertUnwindSafe(|| {
            let mut scope = Scope::new();
            self.engine.call_fn_with_options(options, &mut scope, &self.ast, "evaluate", args)
        }));
        match called {
            Ok(result) => result.map_err(|error| self.fault(*error, board, numbers)),
            Err(_) => Err(self.at(self.home, "the interpreter gave up on this script".to_owned())),
        }
    }
}

impl BoardHeuristic for Script {
    fn evaluate(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Judged, Fault> {
        let result = self.call(board, player, level)?;
        let value = match (result.as_float(), result.as_int()) {
            (Ok(value), _) => value,
            (_, Ok(value)) => value as f64,
            _ => {
                let kind = match result.type_name() {
                    "string" | "char" => "text",
                    "()" => "nothing (is the last line missing, or does it end with ';'?)",
                    other => other,
                };
                let message = format!("evaluate returned {kind}, expected a number");
                return Err(self.at(self.home, message));
            }
        };
        if !value.is_finite() {
            let message = format!("evaluate returned {value}, expected a finite number");
            return Err(self.at(self.home, message));
        }
        Ok(Judged { value, work: OPERATIONS.get() })
    }

    fn explain(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Vec<Part>, Fault> {
        let points = self.evaluate(board, player, level)?.value;
        Ok(vec![Part { label: Message::new("part.lab.script"), cells: Vec::new(), points }])
    }

    fn work_per_move(&self) -> u64 {
        self.limits.per_move
    }
}

/// The error itself, without the calls it came through.
pub(crate) fn innermost(mut error: EvalAltResult) -> EvalAltResult {
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
        error = *inner;
    }
    error
}

/// The interpreter with every limit set and everything that reaches outside taken away.
fn engine(limits: ScriptLimits) -> Engine {
    let mut engine = Engine::new();
    engine
        .set_max_operations(limits.per_evaluation)
        .set_max_call_levels(CALL_LEVELS)
        .set_max_expr_depths(EXPRESSION_DEPTHS.0, EXPRESSION_DEPTHS.1)
        .set_max_variables(MAX_VARIABLES)
        .set_max_functions(MAX_FUNCTIONS)
        .set_max_string_size(MAX_TEXT)
        .set_max_array_size(MAX_LIST)
        .set_max_map_size(MAX_LIST)
        .disable_symbol("eval")
        .on_print(|_| {})
        .on_debug(|_, _, _| {})
        .on_progress(|operations| {
            OPERATIONS.set(operations);
            None
        });
    board::register(&mut engine);
    engine
}

/// The place of `fn evaluate` in the text, or its beginning.
fn definition(text: &str) -> Position {
    let found = text.lines().enumerate().find_map(|(i, line)| {
        let code = line.split("//").next().unwrap_or_default();
        let column = code[..code.find("fn evaluate")?].chars().count() + 1;
        Some(Position::new((i + 1).min(60_000) as u16, column.min(60_000) as u16))
    });
    found.unwrap_or(Position::new(1, 1))
}

/// Rhai repeats the place at the end of its messages; we say it in front. What a script throws and
/// what the board refuses speak for themselves.
fn without_place(message: &str) -> String {
    let end = message.rfind(" (line ").unwrap_or(message.len());
    let said = &message[..end];
    said.strip_prefix("Runtime error: ").unwrap_or(said).replace('\n', " ")
}

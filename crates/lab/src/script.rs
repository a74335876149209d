//! A heuristic as a Rhai script: `fn evaluate(board, player, level)`. It returns a number, or parts
//! by name whose points are summed (`#{centre: 12, lines: -3}`). What the script may ask the board
//! is in `crate::board`. Operations, memory and depth are limited; nothing outside the
//! script can be reached from it.

use crate::board::{self, Board};
use crate::{FileError, hint, place};
use alinea_catalogue::files::{BoardHeuristic, Facts, Fault, Judged};
use alinea_core::{Cell as Square, Message, Player};
use alinea_search::Part;
use rhai::{AST, Array, CallFnOptions, Dynamic, Engine, EvalAltResult, INT, Map, Position, Scope};
use std::cell::{Cell, RefCell};
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

/// Lines that a script may print for one position, and letters of each.
const MAX_PRINTED: (usize, usize) = (20, 200);

thread_local! {
    static OPERATIONS: Cell<u64> = const { Cell::new(0) };
    static PRINTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// What the last evaluation of a script in this thread printed, at most 20 lines.
#[must_use]
pub fn take_printed() -> Vec<String> {
    PRINTED.take()
}

fn keep_printed(text: &str) {
    PRINTED.with_borrow_mut(|lines| {
        if lines.len() < MAX_PRINTED.0 {
            lines.push(text.chars().take(MAX_PRINTED.1).collect());
        }
    });
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
            other => {
                let said = without_place(&other.to_string());
                hint::about(other, &self.text)
                    .map_or(said.clone(), |hint| format!("{said}; {hint}"))
            }
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
        PRINTED.take();
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

impl Script {
    /// What a script returned, as parts: a number is one part.
    fn parts(&self, result: Dynamic) -> Result<Vec<Part>, Fault> {
        let Some(map) = result.read_lock::<Map>() else {
            let points = self.number(&result, "evaluate returned", "expected a number or parts")?;
            let label = Message::new("part.lab.script");
            return Ok(vec![Part { label, cells: Vec::new(), points }]);
        };
        if map.is_empty() {
            let message = "evaluate returned no parts, expected at least one".to_owned();
            return Err(self.at(self.home, message));
        }
        let part = |(name, value): (&rhai::Identifier, &Dynamic)| {
            let label = Message::new("part.lab.named").with("name", name);
            let returned = format!("the part {name} is");
            let Some(inner) = value.read_lock::<Map>() else {
                let points = self.number(value, &returned, "expected a number")?;
                return Ok(Part { label, cells: Vec::new(), points });
            };
            let Some(points) = inner.get("points") else {
                return Err(self.at(self.home, format!("the part {name} has no points")));
            };
            let points = self.number(points, &returned, "expected a number")?;
            let listed = inner.get("cells").map(|cells| cells.clone().into_array());
            let cells = match listed {
                None => Vec::new(),
                Some(Ok(listed)) => squares(&listed),
                Some(Err(kind)) => {
                    let message =
                        format!("the cells of {name} are {kind}, expected [[column, row]]");
                    return Err(self.at(self.home, message));
                }
            };
            Ok(Part { label, cells, points })
        };
        map.iter().map(part).collect()
    }

    fn number(&self, value: &Dynamic, returned: &str, expected: &str) -> Result<f64, Fault> {
        let number = match (value.as_float(), value.as_int()) {
            (Ok(number), _) => number,
            (_, Ok(number)) => number as f64,
            _ => {
                let kind = match value.type_name() {
                    "string" | "char" => "text",
                    "()" => "nothing (is the last line missing, or does it end with ';'?)",
                    other => other,
                };
                return Err(self.at(self.home, format!("{returned} {kind}, {expected}")));
            }
        };
        if !number.is_finite() {
            let message = format!("{returned} {number}, expected a finite number");
            return Err(self.at(self.home, message));
        }
        Ok(number)
    }
}

/// Squares of a list `[[column, row], ...]`; what is no square is left out.
fn squares(listed: &Array) -> Vec<Square> {
    let square = |item: &Dynamic| {
        let pair = item.read_lock::<Array>()?;
        let [col, row] = pair.as_slice() else { return None };
        let at = |number: &Dynamic| u8::try_from(number.as_int().ok()?).ok();
        Some(Square::new(at(col)?, at(row)?))
    };
    listed.iter().filter_map(square).collect()
}

impl BoardHeuristic for Script {
    fn evaluate(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Judged, Fault> {
        let parts = self.parts(self.call(board, player, level)?)?;
        let value: f64 = parts.iter().map(|part| part.points).sum();
        if !value.is_finite() {
            let message = format!("the parts sum to {value}, expected a finite number");
            return Err(self.at(self.home, message));
        }
        Ok(Judged { value, work: OPERATIONS.get() })
    }

    fn explain(&self, board: &dyn Facts, player: Player, level: u32) -> Result<Vec<Part>, Fault> {
        let mut parts = self.parts(self.call(board, player, level)?)?;
        let on_board = |cell: &Square| cell.col < board.cols() && cell.row < board.rows();
        parts.iter_mut().for_each(|part| part.cells.retain(on_board));
        Ok(parts)
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
        .on_print(keep_printed)
        .on_debug(|text, _, _| keep_printed(text))
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

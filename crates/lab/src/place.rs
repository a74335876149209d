//! Where a script fails when the interpreter does not say: the same call once more, watched node
//! by node. Slow, and only asked for after a failure.

use crate::board::Board;
use rhai::debugger::{DebuggerCommand, DebuggerEvent};
use rhai::{
    ASTNode, CallFnOptions, Dynamic, Engine, EvalAltResult, Expr, INT, Position, Scope, Stmt,
};
use std::sync::{Arc, Mutex, PoisonError};

/// What was seen last.
#[derive(Clone, Copy)]
struct Seen {
    node: Position,
    /// The last loop entered that has no end of its own; a `for` has one.
    open_loop: Position,
    /// The last call begun; its arguments are seen after it.
    call: Position,
}

/// The place of a failure of `evaluate`, as exact as it can be known; nothing if the call does not
/// fail again. `engine` has the limits of the call that failed.
pub(crate) fn of_failure(
    mut engine: Engine,
    text: &str,
    args: (Board, INT, INT),
) -> Option<Position> {
    let nothing = Position::NONE;
    let seen = Arc::new(Mutex::new(Seen { node: nothing, open_loop: nothing, call: nothing }));
    watch(&mut engine, Arc::clone(&seen));
    // Fast operators do not say where they fail.
    engine.set_fast_operators(false);
    let ast = engine.compile(text).ok()?;
    let options = CallFnOptions::new().eval_ast(false);
    let result: Result<Dynamic, _> =
        engine.call_fn_with_options(options, &mut Scope::new(), &ast, "evaluate", args);
    let error = super::script::innermost(*result.err()?);
    let seen = *seen.lock().unwrap_or_else(PoisonError::into_inner);
    let places = match error {
        EvalAltResult::ErrorTooManyOperations(_) => [seen.open_loop, seen.node],
        // Limits lose their place on the way out of every function.
        EvalAltResult::ErrorStackOverflow(_) => [seen.call, seen.node],
        EvalAltResult::ErrorDataTooLarge(..) => [seen.node, nothing],
        other => [other.position(), seen.node],
    };
    places.into_iter().find(|at| !at.is_none())
}

/// Keeps what the interpreter comes to.
#[allow(deprecated, reason = "not deprecated, says rhai, but volatile: its version is pinned")]
fn watch(engine: &mut Engine, seen: Arc<Mutex<Seen>>) {
    engine.register_debugger(
        |_, debugger| debugger,
        move |_, event, node, _, at| {
            let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
            // Leaving a function is an event at its closing brace.
            if at.is_none() || !matches!(event, DebuggerEvent::Start | DebuggerEvent::Step) {
                return Ok(DebuggerCommand::StepInto);
            }
            seen.node = at;
            match node {
                ASTNode::Stmt(Stmt::While(..) | Stmt::Do(..)) => seen.open_loop = at,
                ASTNode::Stmt(Stmt::FnCall(..)) | ASTNode::Expr(Expr::FnCall(..)) => seen.call = at,
                _ => {}
            }
            Ok(DebuggerCommand::StepInto)
        },
    );
}

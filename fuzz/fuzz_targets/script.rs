//! Any bytes as a heuristic script (Rhai): refused with a line, or it judges positions within its
//! budget of operations.
#![no_main]

use alinea_lab::{ScriptLimits, check, decode, parse, written_for};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode("f.rhai", bytes) else { return };
    let _ = written_for("f.rhai", &text);
    let limits = ScriptLimits { per_evaluation: 2_000, per_move: 20_000 };
    let Ok(file) = parse("f.rhai", &text, limits) else { return };
    let _ = check("connect4", &*file, &mut |_| {});
});

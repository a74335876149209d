//! Any bytes as a heuristic file of weights (TOML): refused with a line, or it judges random
//! positions of every kind of board, and its parts sum to its value.
#![no_main]

use alinea_lab::{ScriptLimits, check, decode, parse, written_for};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode("f.toml", bytes) else { return };
    let _ = written_for("f.toml", &text);
    let Ok(file) = parse("f.toml", &text, ScriptLimits::LEAGUE) else { return };
    for game in ["connect4", "gomoku:6", "boom"] {
        let Ok(checked) = check(game, &*file, &mut |_| {}) else { continue };
        for sample in &checked.samples {
            let Ok(value) = sample.value else { continue };
            let points = sample.parts.iter().map(|part| part.points);
            let (sum, size): (f64, f64) = (points.clone().sum(), points.map(f64::abs).sum());
            let near = (sum - value).abs() <= 1e-9 * (1.0 + size);
            assert!(near || !size.is_finite() || sample.parts.is_empty(), "{sum} {value}");
        }
    }
});

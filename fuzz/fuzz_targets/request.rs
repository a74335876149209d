//! Any body (the rest) to any address (first line) of the API: refused with a sentence in each
//! language, or checked; what needs no search is answered, and the answer is JSON.
#![no_main]

use alinea_api::{Api, Effort, EnginePool, Request, Route};
use alinea_search::Stop;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let at = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let (name, body) = bytes.split_at(at);
    let Some(route) = std::str::from_utf8(name).ok().and_then(Route::from_name) else { return };
    let Ok(request) = Request::parse(route, body.strip_prefix(b"\n").unwrap_or(body)) else {
        return;
    };
    let _ = request.language();
    let Ok(task) = Api::default().check(request) else { return };
    if task.effort() == Effort::Instant {
        let mut answers = Vec::new();
        if task.run(&mut EnginePool::default(), &Stop::new(), &mut answers).is_ok() {
            for answer in answers {
                let json = answer.json();
                serde_json::from_str::<serde_json::Value>(&json).expect("JSON");
            }
        }
    }
});

//! Any text as a certificate: refused, or it prints and reads back.
#![no_main]

use alinea_proof::Certificate;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(certificate) = Certificate::read(text) {
        let printed = certificate.text();
        let again = Certificate::read(&printed).expect("what was written reads back");
        assert_eq!(again.text(), printed);
    }
});

//! The command line as documentation: every session in `cmd/` and in the docs is run and compared.

#[test]
fn sessions_print_what_the_documents_say() {
    let state = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("state");
    trycmd::TestCases::new()
        .env("ALINEA_STATE_DIR", state.display().to_string())
        .env("LC_ALL", "C")
        .case("tests/cmd/*.md")
        .case("../../docs/cli.md")
        .case("../../docs/teaching/*/guide.md");
}

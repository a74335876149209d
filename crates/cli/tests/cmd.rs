//! The command line as documentation: every session in `cmd/` and in the docs is run and compared.

#[test]
fn sessions_print_what_the_documents_say() {
    let state = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("state");
    trycmd::TestCases::new()
        .env("ALINEA_STATE_DIR", state.display().to_string())
        .env("LC_ALL", "C")
        .case("tests/cmd/*.md")
        .case("../../docs/cli.md")
        .case("../../docs/teaching/*/guide.md")
        .case("../../docs/book/*.md");
}

/// Addresses `](/PAGE?game=...)` of a text, without the page they open.
fn addresses(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("](/").skip(1).filter_map(|rest| rest.split(')').next()?.split_once('?'))
}

#[test]
fn positions_of_the_book_open_on_the_page() {
    let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book");
    let mut count = 0;
    for entry in std::fs::read_dir(book).expect("the book") {
        let path = entry.expect("a chapter").path();
        let text = std::fs::read_to_string(&path).expect("a chapter");
        for (page, query) in addresses(&text) {
            let at = format!("{}: /{page}?{query}", path.display());
            assert!(["", "analyse", "heuristics", "think"].contains(&page), "{at}");
            let mut session = None;
            for (key, value) in query.split('&').map(|pair| pair.split_once('=').expect(&at)) {
                match key {
                    "game" => session = Some(alinea_catalogue::open(value).expect(&at)),
                    "moves" => {
                        let played = session.as_ref().expect(&at).read(value).expect(&at);
                        session = Some(played);
                    }
                    "engine" => {
                        let spec = value.parse().expect(&at);
                        session.as_ref().expect(&at).seat(&spec).expect(&at);
                    }
                    _ => panic!("{at}: the page does not read '{key}'"),
                }
            }
            assert!(session.is_some_and(|session| session.outcome().is_none()), "{at}");
            count += 1;
        }
    }
    assert!(count >= 12, "found only {count} positions");
}

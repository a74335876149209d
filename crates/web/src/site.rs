//! Every file of the site: the built page and the WebAssembly modules, the page completed with
//! what its first paint needs, and the list of files that its service worker keeps.

use alinea_api::start_view;
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::io;
use std::path::Path;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Dist;

#[derive(RustEmbed)]
#[folder = "../../web/wasm"]
#[prefix = "wasm/"]
struct Modules;

/// The page itself.
pub(crate) const INDEX: &str = "index.html";
/// The service worker.
pub(crate) const WORKER: &str = "sw.js";
/// Addresses of the page; on a file host each is a folder.
const PAGES: [&str; 5] = ["analyse", "heuristics", "think", "unbeatable", "learn"];
/// What is built with the site but is no part of it.
const OWN: [&str; 2] = ["sources.digest", "wasm/sources.digest"];
/// The game the page opens with.
const FIRST_GAME: &str = "connect4";
/// Where the page takes what its first paint needs.
const FIRST: &str = "<!-- first -->";

/// Who answers the questions of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Our server.
    Served,
    /// Nobody: plain files, the browser computes.
    Static,
}

/// A file of the site as it was built.
pub(crate) fn file(path: &str) -> Option<rust_embed::EmbeddedFile> {
    Dist::get(path).or_else(|| Modules::get(path))
}

/// The names of all files of the site, in order.
fn names() -> Vec<Cow<'static, str>> {
    let mut names: Vec<_> = Dist::iter().chain(Modules::iter()).collect();
    names.retain(|name| !OWN.contains(&name.as_ref()));
    names.sort_unstable();
    names
}

/// The page with what would otherwise cost more questions before the first move: the start of the
/// first game, the names of the modules, and where the reader's sentences are.
pub(crate) fn index(kind: Kind, sentences: Option<&str>) -> Option<String> {
    let page = Dist::get(INDEX)?;
    let mut first = String::new();
    if let Some(tag) = sentences {
        let start = format!("assets/{tag}-");
        if let Some(name) = Dist::iter().find(|name| name.starts_with(&start)) {
            first += &format!("<link rel=\"modulepreload\" href=\"./{name}\">\n    ");
        }
    }
    first += &data("modules", &modules());
    if let Some(view) = start_view(FIRST_GAME) {
        first += &data("first-view", &view);
    }
    let html = String::from_utf8_lossy(&page.data).replace(FIRST, &first);
    Some(match kind {
        Kind::Served => html,
        Kind::Static => html.replacen("<html ", "<html data-site=\"static\" ", 1),
    })
}

fn data(id: &str, json: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{json}</script>")
}

/// The files of the modules and of the weights by their names: `first-0123abcd.wasm.gz` is `first`,
/// `net-renju-0123abcd.bin.gz` is `net-renju`.
fn modules() -> String {
    let listed = Modules::iter().filter(|name| !OWN.contains(&name.as_ref())).filter_map(|path| {
        let name = path.strip_prefix("wasm/")?.rsplit_once('-')?.0.to_owned();
        Some((name, serde_json::Value::from(path.into_owned())))
    });
    serde_json::Value::Object(listed.collect()).to_string()
}

/// The service worker with the files it keeps, and a version that changes with any of them.
pub(crate) fn service_worker(kind: Kind) -> Option<String> {
    let script = Dist::get(WORKER)?;
    let mut files = vec![String::new()];
    let mut digest = fnv(FNV, index(kind, None)?.as_bytes());
    for name in names() {
        let bytes = file(&name)?.metadata.sha256_hash();
        digest = fnv(fnv(digest, name.as_bytes()), &bytes);
        if name != INDEX && name != WORKER {
            files.push(name.into_owned());
        }
    }
    let list = files.iter().map(|file| format!("'{file}'")).collect::<Vec<_>>().join(", ");
    let script = String::from_utf8_lossy(&script.data).into_owned();
    Some(script.replace("/* files */", &list).replace("/* version */", &format!("{digest:016x}")))
}

const FNV: u64 = 0xcbf2_9ce4_8422_2325;

fn fnv(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Writes the site as plain files that work in any folder of any file host.
pub fn export_site(folder: &Path) -> io::Result<usize> {
    let missing = || io::Error::other("this program was built without its page");
    std::fs::create_dir_all(folder)?;
    let mut count = 0;
    let mut write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        count += 1;
        std::fs::write(path, bytes)
    };
    let page = index(Kind::Static, None).ok_or_else(missing)?;
    write(INDEX, page.as_bytes())?;
    // A page of its own address is a folder, one step further from the files.
    let below = page.replace("=\"./", "=\"../");
    for name in PAGES {
        write(&format!("{name}/{INDEX}"), below.as_bytes())?;
    }
    write(WORKER, service_worker(Kind::Static).ok_or_else(missing)?.as_bytes())?;
    for name in names().iter().filter(|name| *name != INDEX && *name != WORKER) {
        write(name, &file(name).ok_or_else(missing)?.data)?;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's own list of its addresses is in `route.svelte.ts`; a file host needs the same.
    #[test]
    fn every_page_has_a_folder() {
        let routes = include_str!("../../../web/src/state/route.svelte.ts");
        let start = routes.find("export const PATHS").unwrap();
        let table = &routes[start..start + routes[start..].find("};").unwrap()];
        let mut found: Vec<&str> =
            table.split("${BASE}").skip(1).map(|rest| rest.split('`').next().unwrap()).collect();
        let mut ours = PAGES.to_vec();
        found.sort_unstable();
        ours.sort_unstable();
        assert_eq!(found, ours);
    }

    #[test]
    fn the_static_page_says_so_and_names_its_modules() {
        let page = index(Kind::Static, None).unwrap();
        assert!(page.contains("<html data-site=\"static\""), "{page}");
        assert!(!index(Kind::Served, None).unwrap().contains("data-site"));
        for name in ["first", "games", "plain", "study", "catalogue", "net-gomoku", "net-renju"] {
            assert!(page.contains(&format!("\"{name}\":\"wasm/{name}-")), "{name}: {page}");
        }
    }
}

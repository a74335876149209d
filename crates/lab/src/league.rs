//! A folder of students' files and programs as contestants of a tournament. Whatever a file does,
//! its seat answers or fails, and the others go on.

use alinea_engines::{Failure, Seat, Session};
use alinea_search::{Limits, Observer, Stop, Thought};
use std::path::Path;

/// What a student's contestant begins with: `student:FILE,depth=4`, `student:PROGRAM`.
pub const PREFIX: &str = "student:";

/// Most contestants of a league.
pub const MAX_STUDENTS: usize = 400;

/// The contestants of a folder, by name: heuristic files become textbook searches, files that may
/// be executed become programs. Others are left out and named.
pub fn contestants(dir: &Path, depth: u32) -> std::io::Result<(Vec<String>, Vec<String>)> {
    let mut paths: Vec<_> =
        std::fs::read_dir(dir)?.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for path in paths.iter().filter(|path| path.is_file()) {
        let text = path.display().to_string();
        let readable = !text.contains([',', '\n']);
        if readable && alinea_engines::files::is_file(&text) && found.len() < MAX_STUDENTS {
            found.push(format!("{PREFIX}{text},depth={depth}"));
        } else if readable && is_program(path) && found.len() < MAX_STUDENTS {
            let full = path.canonicalize().unwrap_or_else(|_| path.clone());
            found.push(format!("{PREFIX}{}", full.display()));
        } else {
            left_out.push(text);
        }
    }
    Ok((found, left_out))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "exe")
}

/// The engine or program that a student's contestant stands for.
#[must_use]
pub fn meant(contestant: &str) -> Option<String> {
    let text = contestant.strip_prefix(PREFIX)?;
    let file = text.split(',').next().unwrap_or_default();
    Some(if alinea_engines::files::is_file(file) {
        format!("textbook:heuristic={text}")
    } else {
        format!("process:{text}")
    })
}

/// A contestant whose file cannot be read: it loses every game, and says why.
pub struct Broken(pub String);

impl Seat for Broken {
    fn think(
        &mut self,
        _: &dyn Session,
        _: &Limits,
        _: &Stop,
        _: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        Err(Failure::Crash(self.0.clone()))
    }
}

/// A line of the table.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The contestant.
    pub name: String,
    /// Wins, draws and losses.
    pub results: [u64; 3],
    /// Games lost by failing: files that do not parse, loop, or divide by zero.
    pub failures: u64,
    /// Strength and its error.
    pub elo: (f64, f64),
}

impl Standing {
    fn points(&self) -> f64 {
        self.results[0] as f64 + 0.5 * self.results[1] as f64
    }

    fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// The table as comma-separated values, one contestant a line, best first.
#[must_use]
pub fn csv(table: &[Standing]) -> String {
    let mut text = "rank,name,games,points,wins,draws,losses,failures,elo,error\n".to_owned();
    for (i, row) in table.iter().enumerate() {
        let [wins, draws, losses] = row.results;
        let name = row.name.replace('"', "\"\"");
        let (games, points, failures) = (row.games(), row.points(), row.failures);
        let (elo, error) = row.elo;
        text += &format!(
            "{},\"{name}\",{games},{points},{wins},{draws},{losses},{failures},{elo:.0},{error:.0}\n",
            i + 1
        );
    }
    text
}

/// The table as one HTML page that needs nothing else.
#[must_use]
pub fn html(title: &str, table: &[Standing]) -> String {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>body{{font:16px/1.5 system-ui,sans-serif;margin:2rem}}\
         table{{border-collapse:collapse}}td,th{{padding:.2rem .7rem;text-align:right;\
         border-bottom:1px solid #999}}td:nth-child(2){{text-align:left}}</style>\
         <h1>{title}</h1><table><tr><th>#<th>contestant<th>games<th>points<th>won<th>drawn\
         <th>lost<th>by failing<th>Elo<th>error\n"
    );
    for (i, row) in table.iter().enumerate() {
        let [wins, draws, losses] = row.results;
        page += &format!(
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{wins}<td>{draws}<td>{losses}<td>{}<td>{:+.0}<td>{:.0}\n",
            i + 1,
            escaped(&row.name),
            row.games(),
            row.points(),
            row.failures,
            row.elo.0,
            row.elo.1
        );
    }
    page + "</table></html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contestant_says_what_it_stands_for() {
        let file = meant("student:class/ana.toml,depth=4").unwrap();
        assert_eq!(file, "textbook:heuristic=class/ana.toml,depth=4");
        assert_eq!(meant("student:bin/bot").as_deref(), Some("process:bin/bot"));
        assert_eq!(meant("random"), None);
    }

    #[test]
    fn tables_keep_odd_names_apart() {
        let row = Standing {
            name: "a\"b<c".to_owned(),
            results: [3, 1, 0],
            failures: 2,
            elo: (12.4, 5.0),
        };
        let text = csv(std::slice::from_ref(&row));
        assert!(text.ends_with("1,\"a\"\"b<c\",4,3.5,3,1,0,2,12,5\n"), "{text}");
        assert!(html("a & b", &[row]).contains("<td>a\"b&lt;c<td>4<td>3.5<td>3"));
    }
}

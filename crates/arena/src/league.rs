//! A folder of students' files and programs as contestants of a tournament. Whatever a file does,
//! its seat answers or fails, and the others go on.

use crate::report::escape;
use crate::{ArenaError, Finish, Plan, Score, ranking, read_games};
use alinea_catalogue::{Contestant, Failure, Outside, Seat, Session, Student};
use alinea_core::Message;
use alinea_search::{Limits, Observer, Stop, Thought};
use alinea_words::Language;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// Plies that students' heuristics look ahead unless the teacher says otherwise.
const DEFAULT_DEPTH: u32 = 4;
/// Most contestants of a league.
pub const MAX_STUDENTS: usize = 400;

/// The contestants of a folder, by name: heuristic files become textbook searches, files that may
/// be executed become programs. Others are left out and named.
pub fn contestants(
    dir: &Path,
    depth: Option<u32>,
) -> std::io::Result<(Vec<Contestant>, Vec<String>)> {
    let depth = depth.unwrap_or(DEFAULT_DEPTH);
    let mut paths: Vec<_> =
        std::fs::read_dir(dir)?.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    let (mut found, mut left_out) = (Vec::new(), Vec::new());
    for path in paths.iter().filter(|path| path.is_file()) {
        match contestant(path, depth).filter(|_| found.len() < MAX_STUDENTS) {
            Some(contestant) => found.push(contestant),
            None => left_out.push(path.display().to_string()),
        }
    }
    Ok((found, left_out))
}

fn contestant(path: &Path, depth: u32) -> Option<Contestant> {
    let text = path.display().to_string();
    if text.contains([',', '\n']) {
        return None;
    }
    if alinea_catalogue::files::is_file(&text) {
        return Contestant::student_file(&text, depth).ok();
    }
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let program = is_program(path).then(|| Outside::new(&full.display().to_string()).ok())?;
    Some(Contestant::Student(Student::Program(program?)))
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

/// Times that a program may fail to answer before it is out: each costs everybody's time.
const MAX_TIMEOUTS: u32 = 3;

/// A student's contestant that is out once it has not answered a few times: it loses the rest of
/// its games at once.
pub struct Limited {
    seat: Box<dyn Seat>,
    timeouts: u32,
}

impl Limited {
    /// Nothing has gone wrong yet.
    #[must_use]
    pub fn new(seat: Box<dyn Seat>) -> Limited {
        Limited { seat, timeouts: 0 }
    }
}

impl Seat for Limited {
    fn think(
        &mut self,
        session: &dyn Session,
        limits: &Limits,
        stop: &Stop,
        observer: &mut dyn Observer<String>,
    ) -> Result<Thought<String>, Failure> {
        if self.timeouts >= MAX_TIMEOUTS {
            return Err(Failure::Timeout);
        }
        let answer = self.seat.think(session, limits, stop, observer);
        self.timeouts += u32::from(answer == Err(Failure::Timeout));
        answer
    }

    fn new_game(&mut self) {
        if self.timeouts < MAX_TIMEOUTS {
            self.seat.new_game();
        }
    }

    fn is_open_ended(&self) -> bool {
        self.seat.is_open_ended()
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
    /// What it failed with first, with file, line and reason.
    pub reason: Option<String>,
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
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\"").replace('\n', " "));
    let mut text =
        "rank,name,games,points,wins,draws,losses,failures,elo,error,reason\n".to_owned();
    for (i, row) in table.iter().enumerate() {
        let [wins, draws, losses] = row.results;
        let (games, points, failures) = (row.games(), row.points(), row.failures);
        let (elo, error) = row.elo;
        let (name, reason) = (quoted(&row.name), row.reason.as_deref().map(quoted));
        text += &format!(
            "{},{name},{games},{points},{wins},{draws},{losses},{failures},{elo:.0},{error:.0},{}\n",
            i + 1,
            reason.unwrap_or_default()
        );
    }
    text
}

/// Writes `table.csv` and `table.html` beside the records.
pub fn write_tables(
    dir: &Path,
    plan: &Plan,
    finish: &Finish,
    language: Language,
) -> Result<(), ArenaError> {
    let names = plan.names();
    let tally = &finish.tally;
    let ratings = tally.ratings();
    let reasons = first_failures(dir)?;
    let standing = |player: usize| {
        let total = tally.total(player);
        Standing {
            name: match &plan.contestants[player] {
                student @ Contestant::Student(_) => student.short_name(),
                _ => names[player].clone(),
            },
            results: [total.wins, total.draws, total.losses],
            failures: tally.failures(player),
            reason: reasons.get(&names[player]).cloned(),
            elo: (ratings[player].elo, ratings[player].error),
        }
    };
    let table: Vec<Standing> = ranking(tally).into_iter().map(standing).collect();
    let write = |name: &str, text: String| {
        let path = dir.join(name);
        fs::write(&path, text).map_err(|error| ArenaError::File(path, error))
    };
    write("table.csv", csv(&table))?;
    write("table.html", html(&plan.game, &table, language))
}

/// What each contestant that failed said at its first failure.
fn first_failures(dir: &Path) -> Result<HashMap<String, String>, ArenaError> {
    let mut reasons = HashMap::new();
    let records = read_games(dir)?;
    for record in records {
        let loser = match record.result {
            Score::First => record.second,
            Score::Second => record.first,
            Score::Draw => continue,
        };
        let Some(reason) = record.reason else { continue };
        // What could not begin is a crash to the arena; its reason says more.
        let reason = reason.strip_prefix("crashed: ").unwrap_or(&reason).to_owned();
        reasons.entry(loser).or_insert(reason);
    }
    Ok(reasons)
}

const STYLE: &str = "\
:root{color-scheme:light dark;--rule:#ccd;--soft:#667}\
@media(prefers-color-scheme:dark){:root{--rule:#445;--soft:#aab}}\
body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem}\
div{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th{font-size:.85rem;color:var(--soft);vertical-align:bottom}\
td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--rule)}\
td:nth-child(2),th:nth-child(2),td:last-child,th:last-child{text-align:left}\
td:last-child{font-size:.85rem;color:var(--soft);min-width:20rem;overflow-wrap:anywhere}";

/// The table as one HTML page that needs nothing else.
#[must_use]
pub fn html(game: &str, table: &[Standing], language: Language) -> String {
    let title = language.say(&Message::new("lab.league.title").with("game", game));
    let title = escape(&title);
    let mut page = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style><h1>{title}</h1><div><table><tr><th>#",
        language.tag()
    );
    for key in ["contestant", "games", "points", "won", "drawn", "lost", "failures"] {
        page += &format!("<th>{}", language.text(&format!("lab.league.{key}")));
    }
    page += &format!("<th>Elo<th>±<th>{}\n", language.text("lab.league.reason"));
    for (i, row) in table.iter().enumerate() {
        let [wins, draws, losses] = row.results;
        page += &format!(
            "<tr><td>{}<td>{}<td>{}<td>{}<td>{wins}<td>{draws}<td>{losses}<td>{}<td>{:+.0}\
             <td>{:.0}<td>{}\n",
            i + 1,
            escape(&row.name),
            row.games(),
            row.points(),
            row.failures,
            row.elo.0,
            row.elo.1,
            row.reason.as_deref().map(escape).unwrap_or_default()
        );
    }
    page + "</table></div></html>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use alinea_search::Ignore;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// Never answers, and counts how often it was asked.
    struct Silent(Arc<AtomicU32>);

    impl Seat for Silent {
        fn think(
            &mut self,
            _: &dyn Session,
            _: &Limits,
            _: &Stop,
            _: &mut dyn Observer<String>,
        ) -> Result<Thought<String>, Failure> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Err(Failure::Timeout)
        }
    }

    #[test]
    fn who_never_answers_is_not_waited_for_again_and_again() {
        let asked = Arc::new(AtomicU32::new(0));
        let mut seat = Limited::new(Box::new(Silent(Arc::clone(&asked))));
        let session = alinea_catalogue::open("connect4").unwrap();
        for _ in 0..10 {
            let answer = seat.think(&*session, &Limits::default(), &Stop::new(), &mut Ignore);
            assert_eq!(answer, Err(Failure::Timeout));
        }
        assert_eq!(asked.load(Ordering::Relaxed), MAX_TIMEOUTS);
    }

    #[test]
    fn tables_keep_odd_names_apart() {
        let row = Standing {
            name: "a\"b<c".to_owned(),
            results: [3, 1, 0],
            failures: 2,
            reason: Some("a.rhai: line 2, column 3: Division by zero".to_owned()),
            elo: (12.4, 5.0),
        };
        let text = csv(std::slice::from_ref(&row));
        assert!(text.contains("1,\"a\"\"b<c\",4,3.5,3,1,0,2,12,5,"), "{text}");
        assert!(text.ends_with("12,5,\"a.rhai: line 2, column 3: Division by zero\"\n"), "{text}");
        assert!(
            html("a & b", &[row], Language::English).contains("<td>a&quot;b&lt;c<td>4<td>3.5<td>3")
        );
    }
}

//! Leagues of students: copies by hash, late students, new versions, refusals, hostile programs.
#![cfg(unix)]

mod common;

use alinea_arena::submissions::collect;
use alinea_arena::{
    Conduct, Confinement, Contest, End, Patience, Place, Record, Request, league, read_games,
};
use alinea_search::{Limits, Stop};
use alinea_words::Language;
use common::Scratch;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn request(students: &Path, place: Place) -> Request {
    Request {
        submissions: collect(students, "connect4").unwrap(),
        limits: Limits { depth: Some(2), ..Limits::default() },
        seed: 7,
        ..common::request("connect4", &["random"], place)
    }
}

fn resumed(dir: &Path) -> Request {
    let empty = Scratch::new();
    let mut request = request(&empty.0, Place::Resume(dir.to_owned()));
    (request.game, request.contestants, request.games) = (None, Vec::new(), None);
    request
}

fn conduct() -> Conduct {
    let patience = Patience {
        start: Duration::from_secs(10),
        grace: Duration::from_millis(300),
        unlimited: Duration::from_millis(1500),
    };
    Conduct { concurrency: Some(2), patience, ..Conduct::default() }
}

fn play(request: &Request, stop_after: Option<usize>) -> (Contest, Vec<Record>) {
    let mut contest = Contest::prepare(request).unwrap();
    let stop = Stop::new();
    let finish = contest
        .play(&conduct(), &stop, &mut |progress| {
            if stop_after.is_some_and(|games| progress.tally.games() >= games) {
                stop.stop();
            }
        })
        .unwrap();
    let dir = contest.dir.clone();
    league::write_tables(&dir, &contest.plan, &finish, Language::English).unwrap();
    let records = read_games(&dir).unwrap();
    (contest, records)
}

const CENTRE: &str = "fn evaluate(board, player, level) { board.at(3, 0) }\n";
const EDGE: &str = "fn evaluate(board, player, level) { board.at(0, 0) }\n";

fn class(dir: &Path) {
    fs::create_dir_all(dir).unwrap();
    fs::write(dir.join("Silva, Ana.RHAI"), CENTRE).unwrap();
    fs::write(dir.join("bruno.rhai"), EDGE).unwrap();
    fs::write(dir.join("carla.rhai"), "fn evaluate(board {").unwrap();
    fs::write(dir.join("essay.odt"), "hello").unwrap();
}

#[test]
fn a_league_needs_nothing_but_its_own_folder() {
    let scratch = Scratch::new();
    let (folder, whole, parts) =
        (scratch.0.join("class"), scratch.0.join("whole"), scratch.0.join("parts"));
    class(&folder);
    let (contest, expected) = play(&request(&folder, Place::New(whole.clone())), None);
    assert_eq!(contest.plan.names(), ["random", "Silva, Ana", "bruno"]);
    assert_eq!(contest.notices.len(), 2, "{:?}", contest.notices);
    play(&request(&folder, Place::New(parts.clone())), Some(2));
    assert!(parts.join("table.csv").exists(), "written after a stop");
    // The class folder changes, then is gone; the league's folder moves.
    fs::write(folder.join("bruno.rhai"), "not a script at all {{{").unwrap();
    fs::remove_file(folder.join("Silva, Ana.RHAI")).unwrap();
    let moved = scratch.0.join("elsewhere");
    fs::rename(&parts, &moved).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let (_, records) = play(&resumed(&moved), None);
    assert_eq!(records, expected);
    let read = |dir: &Path, name: &str| fs::read_to_string(dir.join(name)).unwrap();
    for name in
        ["games.jsonl", "table.csv", "table.html", "alike.html", "students/001-silva-ana.html"]
    {
        assert_eq!(read(&whole, name), read(&moved, name), "{name}");
    }
    let table = read(&whole, "table.csv");
    assert_eq!(table.lines().count(), 6, "a row for everybody: {table}");
    assert!(
        table.contains("\"carla\",0,0,0,0,0,0,,,,\"carla.rhai\",\"carla.rhai: line 1"),
        "{table}"
    );
    assert!(table.contains("\"essay.odt\",\"neither *.toml"), "{table}");
}

#[test]
fn late_students_join_and_changed_files_are_new_versions() {
    let scratch = Scratch::new();
    let (folder, dir) = (scratch.0.join("class"), scratch.0.join("league"));
    class(&folder);
    let (_, before) = play(&request(&folder, Place::New(dir.clone())), None);
    let late = scratch.0.join("dora.rhai");
    fs::write(&late, CENTRE).unwrap();
    fs::write(folder.join("bruno.rhai"), CENTRE).unwrap();
    let mut more = resumed(&dir);
    more.submissions = collect(&folder, "connect4").unwrap();
    more.submissions.extend(collect(&late, "connect4").unwrap());
    let (contest, after) = play(&more, None);
    assert_eq!(contest.plan.names(), ["random", "Silva, Ana", "bruno", "bruno v2", "dora"]);
    let said: Vec<String> = contest.notices.iter().map(|n| Language::English.say(n)).collect();
    assert_eq!(said, ["bruno: the file has changed and plays as a new version, bruno v2"]);
    assert_eq!(after[..before.len()], before[..], "games that were played stay as they are");
    assert_eq!(after.len(), 10 * 2);
    // Once more the same: nothing is new, nothing is said.
    let (contest, again) = play(&more, None);
    assert_eq!((contest.notices.len(), again.len()), (0, after.len()));
}

/// Programs that do what they should not. Each must lose only its own games: two honest students
/// and an engine beside it get the results they get without it.
const HOSTILE: [(&str, &str); 12] = [
    (
        "killer.py",
        "import os, signal\nprint('ready', flush=True)\nfor p in os.listdir('/proc'):\n  if p.isdigit() and int(p) not in (1, os.getpid()):\n    try: os.kill(int(p), 9)\n    except Exception: pass\nimport sys\n",
    ),
    (
        "bomb.py",
        "import os\nprint('ready', flush=True)\nwhile True:\n  try: os.fork()\n  except Exception: pass\n",
    ),
    ("hog.py", "print('ready', flush=True)\nx = []\nwhile True: x.append(bytearray(1 << 24))\n"),
    ("flood.py", "print('ready', flush=True)\nwhile True: print('info ' + 'x' * 1000)\n"),
    ("silent.py", "import time\nprint('ready', flush=True)\ntime.sleep(1000)\n"),
    ("mute.py", "import time\ntime.sleep(1000)\n"),
    (
        "thief.py",
        "import os, sys\nprint('ready', flush=True)\nfor r, d, f in os.walk('/'):\n  if r.startswith(('/proc', '/sys', '/usr')): continue\n  for n in f:\n    if n.endswith('.rhai') or n == 'games.jsonl': print('found', os.path.join(r, n), file=sys.stderr, flush=True)\n",
    ),
    (
        "writer.py",
        "import sys\nfor p in ('/contestant/x', '/usr/x', '/etc/x', '/x'):\n  try: open(p, 'w').write('x'); print('wrote', p, file=sys.stderr, flush=True)\n  except Exception: pass\nprint('ready', flush=True)\n",
    ),
    (
        "net.py",
        "import socket, sys\nprint('ready', flush=True)\ntry:\n  socket.create_connection(('127.0.0.1', 22), 1); print('connected', file=sys.stderr, flush=True)\nexcept Exception: pass\n",
    ),
    (
        "daemon.py",
        "import os, time, sys\nif os.fork() == 0:\n  os.setsid()\n  time.sleep(1000)\nprint('ready', flush=True)\n",
    ),
    (
        "twice.py",
        "import sys\nprint('ready', flush=True)\nfor l in sys.stdin:\n  if l.startswith('legal'): m = l.split()[1]\n  if l.startswith('go'): print('bestmove', m, flush=True); print('bestmove', m, flush=True)\n",
    ),
    ("rude.sh", "#!/bin/sh\nkill -9 -1\nkill -9 $PPID\necho hello\nexit 0\n"),
];

/// Twelve more: what they try is another kind of thing each.
const MORE_HOSTILE: [(&str, &str); 12] = [
    (
        "stopper.py",
        "import os, signal, sys\nprint('ready', flush=True)\ntry: os.kill(-1, signal.SIGSTOP)\nexcept Exception: pass\nos.kill(os.getppid(), signal.SIGSTOP)\nsys.stdin.read()\n",
    ),
    (
        "loud.py",
        "import sys\nprint('ready', flush=True)\nwhile True: sys.stderr.write('y' * 65536)\n",
    ),
    (
        "binary.py",
        "import sys\nsys.stdout.buffer.write(b'ready \\x00\\xff\\xfe\\n')\nsys.stdout.flush()\nfor l in sys.stdin:\n  if l.startswith('go'):\n    sys.stdout.buffer.write(b'bestmove \\x00\\xff\\n')\n    sys.stdout.flush()\n",
    ),
    (
        "endless.py",
        "import sys\nprint('ready', flush=True)\nsys.stdout.write('bestmove ')\nwhile True: sys.stdout.write('4' * 65536)\n",
    ),
    ("polite.py", "import sys\nprint('hello, I am a bot', flush=True)\nsys.stdin.read()\n"),
    (
        "markup.py",
        "import sys\nprint('ready <script>alert(1)</script>', flush=True)\nfor l in sys.stdin:\n  if l.startswith('go'): print('bestmove </script><script>document.title=1</script>', flush=True)\n",
    ),
    (
        "tracer.py",
        "import ctypes, os, sys\nlibc = ctypes.CDLL(None)\nprint('ready', flush=True)\nfor p in range(1, 400):\n  if p != os.getpid() and libc.ptrace(16, p, 0, 0) == 0 and p > 3: print('found', p, file=sys.stderr, flush=True)\nfor f in ('/proc/sysrq-trigger', '/proc/sys/vm/overcommit_memory', '/proc/sys/kernel/hostname'):\n  try:\n    open(f, 'r+b'); print('wrote', f, file=sys.stderr, flush=True)\n  except Exception: pass\n",
    ),
    (
        "filler.py",
        "import sys\nprint('ready', flush=True)\ntotal = 0\nfor d in ('/tmp', '/dev/shm', '/var/tmp', '/contestant', '/run'):\n  try:\n    with open(d + '/fill', 'wb') as f:\n      while total < 1 << 28: total += f.write(b'x' * (1 << 20))\n  except Exception: pass\nif total > 1 << 26: print('wrote', total, file=sys.stderr, flush=True)\n",
    ),
    (
        "mounter.sh",
        "#!/bin/sh\necho ready\nunshare -Urm sh -c 'mount -t tmpfs none /usr && echo wrote >&2' 2>/dev/null >/dev/null\nmount -o remount,rw / 2>/dev/null && echo wrote >&2\nchroot / true 2>/dev/null && echo found >&2\n",
    ),
    (
        "threads.py",
        "import threading, time\nprint('ready', flush=True)\nwhile True:\n  try: threading.Thread(target=time.sleep, args=(1000,)).start()\n  except Exception: pass\n",
    ),
    (
        "files.py",
        "import os, sys\nprint('ready', flush=True)\nkept = []\nwhile len(kept) < 100000:\n  try: kept.append(os.open('/dev/null', 0))\n  except OSError: break\nif len(kept) > 1000: print('found', len(kept), file=sys.stderr, flush=True)\n",
    ),
    (
        "quitter.py",
        "import os, sys\nprint('ready', flush=True)\nfor l in sys.stdin:\n  if l.startswith('go'):\n    os.close(1)\n    os.abort()\n",
    ),
];

#[test]
fn hostile_programs_hurt_nobody_but_themselves() {
    nobody_is_hurt_by(&HOSTILE);
}

#[test]
fn twelve_more_hurt_nobody_but_themselves() {
    nobody_is_hurt_by(&MORE_HOSTILE);
}

/// A league with these programs in it: honest contestants play the games they play without them, and
/// no program finds, writes or reaches anything.
fn nobody_is_hurt_by(hostile: &[(&str, &str)]) {
    if let Some(problem) = Confinement::problem() {
        assert!(std::env::var_os("CI").is_none(), "continuous integration needs bwrap: {problem}");
        return;
    }
    let scratch = Scratch::new();
    let (folder, clean, dirty) =
        (scratch.0.join("class"), scratch.0.join("clean"), scratch.0.join("dirty"));
    class(&folder);
    let good = include_str!("../../../examples/protocol/connect4.py");
    fs::write(folder.join("good.py"), good).unwrap();
    let (_, expected) = play(&request(&folder, Place::New(clean.clone())), None);
    for (name, text) in hostile {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.join(format!("z-{name}"));
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let (contest, records) = play(&request(&folder, Place::New(dirty.clone())), None);
    let is_hostile = |name: &str| name.starts_with("z-");
    let honest: Vec<&Record> = records
        .iter()
        .filter(|record| !is_hostile(&record.first) && !is_hostile(&record.second))
        .collect();
    assert_eq!(honest.len(), expected.len());
    for (found, wanted) in honest.iter().zip(&expected) {
        assert_eq!((&found.first, &found.second), (&wanted.first, &wanted.second));
        assert!(!found.end.is_failure(), "{found:?}");
        // Dice depend on the number of the game; whoever rolls none plays the same game.
        if found.first != "random" && found.second != "random" {
            assert_eq!((&found.moves, found.result), (&wanted.moves, wanted.result));
        }
    }
    for record in &records {
        let lost = |name: &str, seat_won: bool| is_hostile(name) && !seat_won;
        if record.end.is_failure() {
            let first_won = record.result == alinea_arena::GameResult::First;
            let loser = if first_won { &record.second } else { &record.first };
            assert!(is_hostile(loser), "an honest contestant failed: {record:?}");
            assert!(lost(loser, false));
        }
        assert_ne!(record.end, End::Script, "{record:?}");
    }
    // What the thief, the writer and the net found goes to stderr: nothing.
    for (i, name) in contest.plan.names().iter().enumerate() {
        let log = fs::read_to_string(alinea_arena::log_file(&dirty, i)).unwrap_or_default();
        assert!(!["found", "wrote", "connected"].iter().any(|w| log.contains(w)), "{name}: {log}");
    }
}

/// A bot with a thread that never rests, and which says so when that ran all through its opponent's
/// turn.
const RESTLESS: &str = "import sys, threading, time
gap, last, turns = 0.0, time.monotonic(), 0
def restless():
  global gap, last
  while True:
    now = time.monotonic()
    gap, last = max(gap, now - last), now
threading.Thread(target=restless, daemon=True).start()
print('ready restless', flush=True)
for line in sys.stdin:
  words = line.split()
  if words[0] == 'newgame': turns = 0
  if words[0] == 'legal': move = words[1]
  if words[0] == 'go':
    time.sleep(0.02)
    if turns > 0 and gap < 0.15: sys.exit('ran in the turn of its opponent')
    turns, gap = turns + 1, 0.0
    print('bestmove', move, flush=True)
";

#[test]
fn in_timed_games_nobody_computes_in_the_turn_of_another() {
    if Confinement::problem().is_some() {
        return;
    }
    let scratch = Scratch::new();
    let (folder, dir) = (scratch.0.join("class"), scratch.0.join("league"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("restless.py"), RESTLESS).unwrap();
    let slow = "import sys, time\nprint('ready slow', flush=True)\nfor l in sys.stdin:\n  \
                if l.startswith('legal'): m = l.split()[-1]\n  \
                if l.startswith('go'): time.sleep(0.25); print('bestmove', m, flush=True)\n";
    fs::write(folder.join("slow.py"), slow).unwrap();
    let timed = Request {
        limits: Limits::time(Duration::from_secs(20)),
        games: Some(2),
        contestants: Vec::new(),
        ..request(&folder, Place::New(dir))
    };
    let (_, records) = play(&timed, None);
    // Dice answer at once: there is nothing to be held in.
    let slow: Vec<&Record> =
        records.iter().filter(|game| game.first == "slow" || game.second == "slow").collect();
    let between = |game: &&&Record| game.first == "restless" || game.second == "restless";
    assert_eq!(slow.iter().filter(between).count(), 2);
    for record in slow {
        assert_eq!(record.end, End::Rules, "{record:?}");
    }
}

/// Without bubblewrap nobody's program runs by accident; with `--trust` it does.
#[test]
fn programs_of_students_run_where_they_are_trusted() {
    let scratch = Scratch::new();
    let (folder, dir) = (scratch.0.join("class"), scratch.0.join("league"));
    class(&folder);
    fs::write(folder.join("good.py"), include_str!("../../../examples/protocol/connect4.py"))
        .unwrap();
    let mut contest = Contest::prepare(&request(&folder, Place::New(dir.clone()))).unwrap();
    let trusting = Conduct { student_confinement: None, ..conduct() };
    contest.play(&trusting, &Stop::new(), &mut |_| ()).unwrap();
    let records = read_games(&dir).unwrap();
    assert!(records.iter().all(|record| record.end == End::Rules), "{records:?}");
}

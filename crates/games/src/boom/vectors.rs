//! The games of the course's own referee, replayed on both boards. Tests only.

use super::referee::{Referee, action, assert_same};
use super::{Action, Boom};
use alinea_core::{Game, Position, parse_position, perft};

const PLAYOUTS: &str = include_str!("../../../../testdata/boom/playouts.txt");
const SEARCHES: &str = include_str!("../../../../testdata/boom/searches.txt");

/// The last four hex digits of FNV-1a of the state as the course's codes spell it: rows from the
/// top, actions, mover, jugada, who has a bomb, whether a put is a bomb, free squares, end, winner.
fn digest(state: &Referee) -> String {
    let rows: Vec<String> = state
        .squares
        .iter()
        .rev()
        .map(|row| row.iter().map(|code| code.to_string()).collect())
        .collect();
    let actions: String = state.legal().iter().map(|&id| action(id).to_string()).collect();
    let text = format!(
        "{} {actions} {} {} {}{} {} {} {} {}",
        rows.join("/"),
        state.mover,
        state.jugada,
        u8::from(state.has_bomb(1)),
        u8::from(state.has_bomb(2)),
        u8::from(state.put_is_bomb()),
        state.squares.iter().flatten().filter(|&&code| code == 0).count(),
        u8::from(state.over),
        state.winner,
    );
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{:04x}", hash & 0xffff)
}

fn data_lines(file: &str) -> impl Iterator<Item = Vec<&str>> {
    file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect())
}

#[test]
fn every_playout_of_the_course_replays() {
    let (mut games, mut plies) = (0, 0);
    for line in data_lines(PLAYOUTS) {
        let (policy, moves, digests) = (line[0], line[1], line[2]);
        let (mut fast, mut slow) = (Boom::new(), Referee::new());
        let mut rest = moves;
        for i in 0..moves.len() {
            let (mv, after) = fast.parse_move(rest).unwrap();
            rest = after;
            fast.play(mv).unwrap_or_else(|error| panic!("{policy} {moves}, ply {i}: {error}"));
            slow.act(if mv == Action::Boom { 7 } else { Boom::index(mv) as u8 });
            assert_same(&fast, &slow);
            assert_eq!(digest(&slow), digests[4 * i..4 * i + 4], "{policy} {moves}, ply {i}");
            plies += 1;
        }
        games += 1;
    }
    assert_eq!((games, plies), (252, 10_351));
}

#[test]
fn perft_of_the_course_agrees() {
    let mut positions = 0;
    for line in data_lines(SEARCHES).filter(|line| line[0] == "perft") {
        let mut pos = parse_position::<Boom>(&(), line[1]).unwrap().pos;
        for (depth, leaves) in (1..).zip(line[2].split(',')) {
            assert_eq!(perft(&mut pos, depth).to_string(), leaves, "{} depth {depth}", line[1]);
        }
        positions += 1;
    }
    assert_eq!(positions, 42);
}

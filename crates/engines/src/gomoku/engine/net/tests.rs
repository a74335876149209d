//! Sums kept along a game against sums of a whole board, CPUs against each other, files that are refused.

use super::sums::Cpu;
use super::*;
use crate::gomoku::engine::eval::LIMIT;
use crate::gomoku::engine::pattern_board::PatternBoard;
use crate::gomoku::engine::point::{Point, cells};
use crate::gomoku::engine::rule::PatternRule;
use crate::gomoku::engine::tests::Dice;
use crate::gomoku::engine::training::Reader;
use alinea_games::gomoku::{self as rules, Variant};

/// Networks of random numbers, a different one for each player.
pub(in crate::gomoku::engine) fn net() -> Net {
    Net::round(&float_nets())
}

fn float_nets() -> [FloatNet; 2] {
    let mut dice = Dice(0xbeef);
    let mut random = |count: usize, width: f32| -> Vec<f32> {
        (0..count).map(|_| (dice.below(2001) as f32 / 1000.0 - 1.0) * width).collect()
    };
    let mut one = || FloatNet {
        lines: random(LINE_CODES * WIDTH, 0.5),
        bias: random(WIDTH, 0.5),
        units: random(HIDDEN * 2 * WIDTH, 0.3),
        unit_bias: random(HIDDEN, 1.0),
        out: random(HIDDEN, 0.2),
        threats: random(THREATS, 0.5),
        order: random(ORDER_NUMBERS, 2.0),
    };
    [one(), one()]
}

/// The value of a board from nothing: every cell on it and on an empty board, one after the other.
fn whole<R: PatternRule>(net: &Net, board: &PatternBoard<R>) -> i32 {
    let size = rules::Size::new(board.size() as u8).unwrap();
    let empty = PatternBoard::<R>::new(size);
    let views = Player::BOTH.map(|player| {
        let view = net.view(player);
        let mut sum = [0i32; WIDTH];
        for cell in cells(board.size()) {
            let was = view.raw(codes(empty.packed(cell)));
            let is = board.is_empty_at(cell).then(|| view.raw(codes(board.packed(cell))));
            for at in 0..WIDTH {
                sum[at] -= i32::from(was[at].clamp(0, CLIP));
                sum[at] += is.map_or(0, |is| i32::from(is[at].clamp(0, CLIP)));
            }
        }
        sum
    });
    let threats = crate::gomoku::engine::eval::threat_mask(board);
    (net.value(board.turn(), &views, threats) / FINE).clamp(-LIMIT, LIMIT)
}

#[test]
fn training_goes_on_from_the_same_network() {
    assert_eq!(Net::round(&net().floats()), net());
    for rule in [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro] {
        let net = Net::of(rule).unwrap();
        assert_eq!(&Net::round(&net.floats()), net, "{rule:?}");
    }
}

/// Plays and takes back at random; asks now and then, so that some sums lag behind.
fn kept_equals_whole<R: PatternRule>(size: usize, games: usize) {
    let net = net();
    let mut dice = Dice(0x5eed + size as u64);
    let mut values = std::collections::HashSet::new();
    for _ in 0..games {
        let mut board = PatternBoard::<R>::new(rules::Size::new(size as u8).unwrap());
        let (mut fast, mut plain) = (Sums::new(), Sums::on(Cpu::Plain));
        let mut free: Vec<Point> = cells(size).collect();
        let mut played = Vec::new();
        for _ in 0..3 * size * size {
            if free.is_empty() || (!played.is_empty() && dice.below(3) == 0) {
                board.undo();
                free.extend(played.pop());
            } else {
                let cell = free.swap_remove(dice.below(free.len()));
                board.play(cell);
                played.push(cell);
            }
            if dice.below(3) > 0 {
                let value = fast.value(&net, &board);
                assert_eq!(value, whole(&net, &board));
                assert_eq!(value, plain.value(&net, &board), "plain code and this CPU's");
                values.insert(value);
            }
        }
    }
    assert!(values.len() > 20, "the values hardly differ");
}

#[test]
fn sums_kept_equal_sums_of_the_whole_board() {
    for size in [5, 9, 15] {
        kept_equals_whole::<rules::FreestyleRule>(size, 2);
        kept_equals_whole::<rules::StandardRule>(size, 2);
        kept_equals_whole::<rules::RenjuRule>(size, 2);
        kept_equals_whole::<rules::CaroRule>(size, 2);
    }
    kept_equals_whole::<rules::FreestyleRule>(22, 1);
}

/// An empty board is worth the same whatever its size: nothing on it has changed.
#[test]
fn an_empty_board_is_worth_the_same_on_every_size() {
    let net = net();
    let value = |size: u8| {
        let board = PatternBoard::<rules::FreestyleRule>::new(rules::Size::new(size).unwrap());
        Sums::new().value(&net, &board)
    };
    assert_eq!(value(15), value(20));
    assert_eq!(value(15), value(9));
}

#[test]
fn a_file_is_read_back_and_one_net_for_both_is_half_as_long() {
    let net = net();
    let bytes = net.write(Variant::Renju, "made by: a test");
    assert_eq!(Net::read(&bytes, Variant::Renju), Ok(net.clone()));
    let both = Net {
        views: [0, 1].map(|player| {
            let mut view = net.views[0].clone();
            for code in 0..LINE_CODES {
                let own = if player == 0 { code } else { code >> 4 | (code & 15) << 4 };
                view.lines[code] = net.views[0].lines[own];
            }
            view
        }),
        heads: [0, 1].map(|_| net.heads[0].clone()),
        orders: [0, 1].map(|_| net.orders[0].clone()),
    };
    let short = both.write(Variant::Caro, "made by: a test");
    assert!(short.len() < bytes.len() / 2 + 100);
    assert_eq!(Net::read(&short, Variant::Caro), Ok(both));
}

#[test]
fn what_is_no_network_for_the_rule_is_refused_with_a_sentence() {
    let bytes = net().write(Variant::Renju, "made by: a test");
    let said = |bytes: &[u8], rule| Net::read(bytes, rule).unwrap_err().to_string();
    let cut = said(&bytes[..bytes.len() - 1], Variant::Renju);
    assert!(cut.starts_with("expected") && cut.contains("bytes of numbers"), "{cut}");
    assert!(said(&bytes[..200], Variant::Renju).contains("bytes of numbers"));
    assert!(said(&bytes[..20], Variant::Renju).contains("found something else"));
    assert!(said(b"", Variant::Renju).contains("found something else"));
    let other = said(&bytes, Variant::Freestyle);
    assert_eq!(other, "expected a network for freestyle, found one for renju");
    let text = b"alinea gomoku net 2".len();
    let mut newer = bytes.clone();
    newer[text - 1] = b'7';
    assert_eq!(said(&newer, Variant::Renju), "expected a network of version 2, found version 7");
    let mut damaged = bytes.clone();
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    assert!(said(&damaged, Variant::Renju).contains("checksum"));
}

/// Numbers that could overflow a sum are refused although their checksum is right.
#[test]
fn numbers_out_of_range_are_refused() {
    let mut net = net();
    net.views[0].lines[0x33][0] = i16::MAX;
    let bytes = net.write(Variant::Standard, "made by: a test");
    assert_eq!(Net::read(&bytes, Variant::Standard), Err(NetError::Range));
    let mut net = self::net();
    net.orders[1].0[ORDER_NUMBERS - 1] = -order::LARGEST_ORDER - 1;
    let bytes = net.write(Variant::Standard, "made by: a test");
    assert_eq!(Net::read(&bytes, Variant::Standard), Err(NetError::Range));
}

/// Damage anywhere never panics, and is never taken for a network.
#[test]
fn damaged_files_never_panic() {
    let bytes = net().write(Variant::Freestyle, "made by: a test");
    let mut dice = Dice(77);
    for _ in 0..200 {
        let mut damaged = bytes.clone();
        let at = dice.below(damaged.len());
        damaged[at] ^= 1 << dice.below(8);
        let cut = dice.below(damaged.len());
        assert!(Net::read(&damaged[..cut], Variant::Freestyle).is_err());
        if let Ok(read) = Net::read(&damaged, Variant::Freestyle) {
            // Only what says how it was made can change without being noticed.
            assert!(at < 200 && read == net());
        }
    }
}

/// The order sees a position as it sees its mirror image with the colours' roles kept, and each player has an order.
#[test]
fn a_promise_is_the_same_for_turned_boards_and_differs_by_player() {
    let net = net();
    let stones = [(7, 7), (8, 8), (6, 8), (9, 6), (5, 9), (4, 10)];
    let board = |turn: fn((usize, usize)) -> (usize, usize), count: usize| {
        let mut board = PatternBoard::<rules::FreestyleRule>::new(rules::Size::default());
        for stone in &stones[..count] {
            let (x, y) = turn(*stone);
            board.play(Point::new(x, y));
        }
        board
    };
    for count in [0, 1, 2, 5, 6] {
        let straight = board(|at| at, count);
        let turned = board(|(x, y)| (y, 14 - x), count);
        let promises = cells(15).filter(|cell| straight.is_empty_at(*cell)).map(|cell| {
            let promise = net.promise(&straight, cell);
            let there = Point::new(cell.y(), 14 - cell.x());
            assert_eq!(promise, net.promise(&turned, there), "{cell:?} after {count} stones");
            promise
        });
        let different = promises.collect::<std::collections::HashSet<i32>>().len();
        assert!(different > 2 * count, "{different} promises after {count} stones");
    }
    let mut passed = board(|at| at, 5);
    let cell = Point::new(7, 9);
    let before = net.promise(&passed, cell);
    passed.pass();
    assert_ne!(before, net.promise(&passed, cell));
}

#[test]
fn every_rule_has_a_network_of_its_own_in_the_program() {
    let rules = [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro];
    let nets = rules.map(|rule| Net::of(rule).unwrap_or_else(|| panic!("{rule:?}")));
    for (at, net) in nets.iter().enumerate() {
        assert!(!nets[..at].contains(net), "{:?}", rules[at]);
    }
}

#[test]
fn a_network_says_how_likely_a_win_is_and_the_linear_tables_do_not() {
    use crate::gomoku::engine::{GomokuEngine, Judge};
    use alinea_core::{Cell, Game, Position};
    use alinea_search::{Engine, Ignore, Limits, Stop};
    let mut pos = rules::Board::<rules::FreestyleRule>::start(&rules::Size::default());
    for (col, row) in [(7, 7), (8, 8), (6, 8), (9, 6)] {
        pos.play(Cell::new(col, row)).unwrap();
    }
    let think = |judge: Judge| {
        let mut engine = GomokuEngine::new(1 << 20, 1).judged_by(judge);
        engine.think(&pos, &Limits::nodes(3000), &Stop::new(), &mut Ignore)
    };
    let thought = think(Judge::Best);
    let (win, points) = (thought.win.unwrap(), thought.score.points());
    let logit = rules::FreestyleRule::POINTS_PER_LOGIT / 100.0;
    assert!((win - 1.0 / (1.0 + (-points / logit).exp())).abs() < 1e-9, "{win} {points}");
    assert_eq!(thought.moves[0].win, Some(win));
    assert_eq!(think(Judge::Linear).win, None);
}

/// What a position is worth by the trainer's own numbers, in points.
fn in_floats(nets: &[FloatNet; 2], reader: &Reader<rules::RenjuRule>) -> f64 {
    let input = |player: Player| {
        let net = &nets[player.index()];
        let mut sums = [0f64; WIDTH];
        for (codes, count) in reader.lines_of_cells(player) {
            for (at, sum) in sums.iter_mut().enumerate() {
                let line = |code: u8| f64::from(net.lines[usize::from(code) * WIDTH + at]);
                let cell = codes.into_iter().map(line).sum::<f64>() + f64::from(net.bias[at]);
                *sum += f64::from(count) * cell.clamp(0.0, 1.0);
            }
        }
        sums
    };
    let mover = reader.turn();
    let inputs = [input(mover), input(mover.other())].concat();
    let net = &nets[mover.index()];
    let mut logits = f64::from(net.threats[usize::from(reader.threats())]);
    for unit in 0..HIDDEN {
        let weights = &net.units[unit * 2 * WIDTH..];
        let products = inputs.iter().zip(weights).map(|(x, w)| x * f64::from(*w));
        let sum = products.sum::<f64>() + f64::from(net.unit_bias[unit]);
        logits += sum.max(0.0) * f64::from(net.out[unit]);
    }
    logits * 200.0
}

#[test]
fn whole_numbers_say_what_the_numbers_of_the_trainer_say() {
    let mut nets = float_nets();
    for net in &mut nets {
        // Small enough that nothing is cut off at the largest value.
        net.out.iter_mut().for_each(|weight| *weight /= 4.0);
    }
    let rounded = Net::round(&nets);
    let mut dice = Dice(0xf10a7);
    let (mut furthest, mut widest) = (0f64, 0f64);
    for _ in 0..30 {
        let mut reader = Reader::<rules::RenjuRule>::new(rules::Size::new(11).unwrap());
        for _ in 0..3 + dice.below(40) {
            let cell = alinea_core::Cell::new(dice.below(11) as u8, dice.below(11) as u8);
            if reader.is_empty_at(cell) {
                reader.play(cell);
            }
        }
        let points = in_floats(&nets, &reader);
        let whole = f64::from(reader.judged_by(Some(&rounded)));
        if points.abs() < 3900.0 {
            furthest = furthest.max((whole - points).abs());
            widest = widest.max(points.abs());
        }
    }
    assert!(furthest < 8.0 && widest > 500.0, "{furthest} off, {widest} at most");
}

#[test]
fn weights_are_scaled_as_far_as_their_sums_allow() {
    assert_eq!(shift_for(&[0.0; 4]), LARGEST_SHIFT);
    // Sixty such weights add up to the most, or one alone would be too large.
    assert_eq!(shift_for(&[1.0; 60]), 9);
    assert_eq!(shift_for(&[-1.0; 60]), 9);
    assert_eq!(shift_for(&[31.0]), 10);
    assert_eq!(shift_for(&[100_000.0]), 0);
    let mut net = float_nets()[0].clone();
    net.lines[5] = 99.0;
    net.lines[6] = -99.0;
    net.unit_bias[0] = 1e9;
    net.unit_bias[1] = -1e9;
    net.threats[3] = 77.0;
    net.order[2] = 1e6;
    net.order[3] = -1e6;
    let net = Net::round(&[net]);
    assert_eq!(net.views[0].lines[0][5..7], [LARGEST_LINE, -LARGEST_LINE]);
    assert_eq!(net.heads[0].bias[..2], [LARGEST_BIAS, -LARGEST_BIAS]);
    assert_eq!(net.heads[1].threats[3], 30_000);
    assert_eq!(net.orders[0].0[2..4], [order::LARGEST_ORDER, -order::LARGEST_ORDER]);
    assert_eq!(net.heads[0], net.heads[1], "one network serves both players");
    assert_eq!(net.views[1].lines[0x52], net.views[0].lines[0x25], "each from its own view");
    assert_eq!(Net::read(&net.write(Variant::Caro, "made by: a test"), Variant::Caro), Ok(net));
}

/// Each kind of number is read up to its limit and refused beyond it.
#[test]
fn every_number_has_a_limit_of_its_own() {
    let reads = |change: &dyn Fn(&mut Net)| {
        let mut net = net();
        change(&mut net);
        let read = Net::read(&net.write(Variant::Caro, "made by: a test"), Variant::Caro);
        assert!(matches!(read, Ok(_) | Err(NetError::Range)));
        read.is_ok()
    };
    let line = |number: i16| reads(&|net| net.views[1].lines[7][3] = number);
    assert!(line(LARGEST_LINE) && line(-LARGEST_LINE));
    assert!(!line(LARGEST_LINE + 1) && !line(-LARGEST_LINE - 1));
    let bias = |number: i16| reads(&|net| net.views[0].bias[31] = number);
    assert!(bias(LARGEST_LINE) && !bias(-LARGEST_LINE - 1));
    let mut weights = [0i16; 2 * WIDTH];
    weights[..2].copy_from_slice(&[-30_000, 30_000]);
    let unit = |last: i16| {
        let mut weights = weights;
        weights[63] = last;
        reads(&|net| net.heads[1].units[31] = weights)
    };
    assert!(unit(0) && !unit(1) && !unit(-1));
    let out = |last: i16| {
        reads(&|net| {
            net.heads[0].out = [0; HIDDEN];
            net.heads[0].out[..3].copy_from_slice(&[30_000, -30_000, last]);
        })
    };
    assert!(out(0) && !out(1));
    let unit_bias = |number: i32| reads(&|net| net.heads[0].bias[5] = number);
    assert!(unit_bias(LARGEST_BIAS) && unit_bias(-LARGEST_BIAS));
    assert!(!unit_bias(LARGEST_BIAS + 1) && !unit_bias(-LARGEST_BIAS - 1));
    let unit_shift = |shift: u32| reads(&|net| net.heads[1].unit_shift = shift);
    let out_shift = |shift: u32| reads(&|net| net.heads[1].out_shift = shift);
    assert!(unit_shift(LARGEST_SHIFT) && !unit_shift(LARGEST_SHIFT + 1));
    assert!(out_shift(LARGEST_SHIFT) && !out_shift(LARGEST_SHIFT + 1));
    let order = |number: i16| reads(&|net| net.orders[0].0[9] = number);
    assert!(order(order::LARGEST_ORDER) && !order(order::LARGEST_ORDER + 1));
}

#[test]
fn bytes_that_are_missing_or_too_many_are_counted() {
    let bytes = net().write(Variant::Standard, "made by: a test");
    let start = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    let part = (bytes.len() - start) / 2;
    let length = |count: usize| match Net::read(&bytes[..start + count], Variant::Standard) {
        Err(NetError::Length { expected, found }) => Some((expected, found)),
        _ => None,
    };
    assert_eq!(length(part - 1), Some((part, part - 1)));
    assert_eq!(length(part + 1), Some((2 * part, part + 1)));
    assert_eq!(length(part), None, "its checksum is wrong, not its length");
    assert_eq!(length(0), Some((part, 0)));
    // A text without an end within its limit is not searched further.
    let endless = [b"alinea gomoku net 2\n".to_vec(), vec![b'x'; 5000], bytes].concat();
    assert_eq!(Net::read(&endless, Variant::Standard), Err(NetError::NotANet));
}

#[test]
fn a_promise_is_the_sum_of_five_numbers_of_the_order() {
    let nets = float_nets();
    let net = net();
    let mut reader = Reader::<rules::FreestyleRule>::new(rules::Size::default());
    let mut board = PatternBoard::<rules::FreestyleRule>::new(rules::Size::default());
    for text in ["h8", "i9", "g9", "i7", "f10"] {
        let cell: alinea_core::Cell = text.parse().unwrap();
        for other in ["e11", "g7", "a1", "j8"] {
            let other: alinea_core::Cell = other.parse().unwrap();
            let parts = reader.orders(other)[0];
            let order = &nets[reader.turn().index()].order;
            let exact: f32 = parts.into_iter().map(|at| order[usize::from(at)]).sum();
            let promise = net.promise(&board, Point::of(other, 15)) as f32;
            assert!((promise - 32.0 * exact).abs() <= 2.5, "{promise} {exact}");
        }
        reader.play(cell);
        board.play(Point::of(cell, 15));
    }
}

//! Files of networks: a text that says where they come from, an empty line, little-endian numbers. What is not whole, of another rule or of another version is refused.

use super::order::LARGEST_ORDER;
use super::{
    Embedding, HIDDEN, Head, LARGEST_BIAS, LARGEST_LINE, LARGEST_SHIFT, LINE_CODES, Net,
    ORDER_NUMBERS, Order, WEIGHT_SUM, WIDTH,
};
use crate::gomoku::engine::eval::THREATS;
use alinea_games::gomoku::Variant;
use std::sync::OnceLock;

/// Why bytes are refused as a network for a rule.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// The bytes are no network.
    #[error("expected a network that begins with '{MAGIC} {VERSION}', found something else")]
    NotANet,
    /// A network of another version.
    #[error("expected a network of version {VERSION}, found version {0}")]
    Version(String),
    /// A network for another rule.
    #[error("expected a network for {expected}, found one for {found}")]
    Rule {
        /// The rule to be played.
        expected: &'static str,
        /// What the file says.
        found: String,
    },
    /// Cut off, or with something behind it.
    #[error("expected {expected} bytes of numbers, found {found}")]
    Length {
        /// Bytes of one network or of two.
        expected: usize,
        /// Bytes behind the text.
        found: usize,
    },
    /// Some bytes are not those that were written.
    #[error("the checksum of the numbers is {found}, expected {expected}")]
    Checksum {
        /// What the text says.
        expected: String,
        /// What the numbers give.
        found: String,
    },
    /// Numbers that no trainer writes: sums with them could overflow.
    #[error("a number of the network is out of range")]
    Range,
}

const MAGIC: &str = "alinea gomoku net";
const VERSION: &str = "2";
const RULE: &str = "rule: ";
const CHECKSUM: &str = "checksum: ";
/// The text ends within so many bytes.
const LONGEST_TEXT: usize = 4096;

/// Bytes of one player's numbers.
const PART: usize = 2 * (LINE_CODES + 1) * WIDTH
    + 2 * HIDDEN * 2 * WIDTH
    + 4 * HIDDEN
    + 2 * HIDDEN
    + 2 * 4
    + 2 * THREATS
    + 2 * ORDER_NUMBERS;

/// The networks in use, each read once.
static NETS: [OnceLock<Option<Net>>; 4] = [const { OnceLock::new() }; 4];

/// The file of a rule in the program; a test sees that it is whole.
#[cfg(not(feature = "nets-given"))]
fn built_in(rule: Variant) -> &'static [u8] {
    match rule {
        Variant::Freestyle => include_bytes!("weights/freestyle.bin"),
        Variant::Standard => include_bytes!("weights/standard.bin"),
        Variant::Renju => include_bytes!("weights/renju.bin"),
        Variant::Caro => include_bytes!("weights/caro.bin"),
    }
}

/// The name of a rule in files.
fn rule_name(rule: Variant) -> &'static str {
    match rule {
        Variant::Freestyle => "freestyle",
        Variant::Standard => "standard",
        Variant::Renju => "renju",
        Variant::Caro => "caro",
    }
}

impl Net {
    /// The network of a rule, in the program or given to it; without one the linear tables judge.
    pub fn of(rule: Variant) -> Option<&'static Net> {
        let net = &NETS[rule as usize];
        #[cfg(not(feature = "nets-given"))]
        net.get_or_init(|| Net::read(built_in(rule), rule).ok());
        net.get()?.as_ref()
    }

    /// Gives a program without networks the one of some rule; what was given before stays.
    #[cfg(feature = "nets-given")]
    pub fn give(bytes: &[u8]) -> Result<(), NetError> {
        let rules = [Variant::Freestyle, Variant::Standard, Variant::Renju, Variant::Caro];
        let mut read = Err(NetError::NotANet);
        for rule in rules {
            read = Net::read(bytes, rule).map(|net| (net, rule));
            if !matches!(read, Err(NetError::Rule { .. })) {
                break;
            }
        }
        let (net, rule) = read?;
        NETS[rule as usize].get_or_init(|| Some(net));
        Ok(())
    }

    /// Reads a network for a rule.
    pub fn read(bytes: &[u8], rule: Variant) -> Result<Net, NetError> {
        let head = &bytes[..bytes.len().min(LONGEST_TEXT)];
        let end = head.windows(2).position(|pair| pair == b"\n\n").ok_or(NetError::NotANet)?;
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| NetError::NotANet)?;
        let version = text.lines().next().and_then(|line| line.strip_prefix(MAGIC));
        let version = version.ok_or(NetError::NotANet)?.trim();
        if version != VERSION {
            return Err(NetError::Version(version.to_owned()));
        }
        let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("");
        if value(RULE) != rule_name(rule) {
            let (expected, found) = (rule_name(rule), value(RULE).to_owned());
            return Err(NetError::Rule { expected, found });
        }
        let body = &bytes[end + 2..];
        if body.len() != PART && body.len() != 2 * PART {
            let expected = if body.len() > PART { 2 * PART } else { PART };
            return Err(NetError::Length { expected, found: body.len() });
        }
        let (expected, found) = (value(CHECKSUM).to_owned(), checksum(body));
        if expected != found {
            return Err(NetError::Checksum { expected, found });
        }
        let first = read_part(body, 0)?;
        let second = read_part(&body[body.len() - PART..], 1)?;
        Ok(Net {
            views: [first.0, second.0],
            heads: [first.1, second.1],
            orders: [first.2, second.2],
        })
    }

    /// Writes a network; `made` says how, in lines without an empty one.
    pub fn write(&self, rule: Variant, made: &str) -> Vec<u8> {
        let mut body = self.part(0);
        let second = self.part(1);
        if second != body {
            body.extend(second);
        }
        let (name, sum) = (rule_name(rule), checksum(&body));
        let text = format!("{MAGIC} {VERSION}\n{RULE}{name}\n{}\n{CHECKSUM}{sum}\n\n", made.trim());
        let mut bytes = text.into_bytes();
        bytes.extend(body);
        bytes
    }

    /// The numbers of one player.
    fn part(&self, player: usize) -> Vec<u8> {
        let (view, head, order) = (&self.views[player], &self.heads[player], &self.orders[player]);
        let mut bytes = Vec::with_capacity(PART);
        let lines = (0..LINE_CODES).flat_map(|code| view.lines[seen_by(player, code)]);
        lines.chain(view.bias).for_each(|number| bytes.extend(number.to_le_bytes()));
        head.units.iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
        head.bias.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        head.out.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes.extend(head.unit_shift.to_le_bytes());
        bytes.extend(head.out_shift.to_le_bytes());
        head.threats
            .iter()
            .chain(order.0.iter())
            .for_each(|number| bytes.extend(number.to_le_bytes()));
        bytes
    }
}

/// FNV-1a of 64 bits, in hexadecimal: finds damage, not malice.
fn checksum(bytes: &[u8]) -> String {
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// Where a player's view of a code is in a file: files have the own pattern in the low bits.
fn seen_by(player: usize, code: usize) -> usize {
    if player == 0 { code } else { code >> 4 | (code & 15) << 4 }
}

/// Numbers one after the other; the length was checked before.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        let (head, rest) = self.0.split_at(N.min(self.0.len()));
        bytes[..head.len()].copy_from_slice(head);
        self.0 = rest;
        bytes
    }

    fn short(&mut self) -> i16 {
        i16::from_le_bytes(self.take())
    }

    fn word(&mut self) -> i32 {
        i32::from_le_bytes(self.take())
    }
}

fn read_part(bytes: &[u8], player: usize) -> Result<(Embedding, Head, Order), NetError> {
    let mut numbers = Numbers(bytes);
    let mut lines = Box::new([[0; WIDTH]; LINE_CODES]);
    for code in 0..LINE_CODES {
        lines[seen_by(player, code)] = std::array::from_fn(|_| numbers.short());
    }
    let bias: [i16; WIDTH] = std::array::from_fn(|_| numbers.short());
    let mut units = Box::new([[0; 2 * WIDTH]; HIDDEN]);
    for unit in units.iter_mut() {
        *unit = std::array::from_fn(|_| numbers.short());
    }
    let unit_bias: [i32; HIDDEN] = std::array::from_fn(|_| numbers.word());
    let out: [i16; HIDDEN] = std::array::from_fn(|_| numbers.short());
    let [unit_shift, out_shift] = [0; 2].map(|_| numbers.word() as u32);
    let mut threats = Box::new([0; THREATS]);
    threats.iter_mut().for_each(|number| *number = numbers.short());
    let mut order = Order::blank();
    order.0.iter_mut().for_each(|number| *number = numbers.short());
    let small = |number: &i16| number.unsigned_abs() <= LARGEST_LINE.unsigned_abs();
    let total = |weights: &[i16]| weights.iter().map(|w| i32::from(w.unsigned_abs())).sum::<i32>();
    let fits = lines.iter().flatten().chain(&bias).all(small)
        && units.iter().all(|unit| total(unit) <= WEIGHT_SUM)
        && total(&out) <= WEIGHT_SUM
        && order.0.iter().all(|number| number.unsigned_abs() <= LARGEST_ORDER.unsigned_abs())
        && unit_bias.iter().all(|bias| bias.unsigned_abs() <= LARGEST_BIAS.unsigned_abs())
        && unit_shift <= LARGEST_SHIFT
        && out_shift <= LARGEST_SHIFT;
    if !fits {
        return Err(NetError::Range);
    }
    let head = Head { units, bias: unit_bias, unit_shift, out, out_shift, threats };
    Ok((Embedding { lines, bias }, head, order))
}

//! The numbers of the Gomoku engine: games of the engine against itself, and the fit on them.

pub(crate) mod binpack;
pub(crate) mod data;
pub(crate) mod fit;
pub(crate) mod gate;
pub(crate) mod net;
mod other_work;
mod plot;
mod policy;
mod softmax;
mod value;

use alinea_games::gomoku::{Size, Variant};

/// `--key value` options of a command.
struct Options<'a>(&'a [String]);

impl<'a> Options<'a> {
    fn text(&self, key: &str) -> Option<&'a str> {
        let at = self.0.iter().position(|arg| arg == key)?;
        self.0.get(at + 1).map(String::as_str)
    }

    fn number(&self, key: &str, default: u64) -> Result<u64, String> {
        self.text(key).map_or(Ok(default), |text| {
            text.parse().map_err(|_| format!("{key}: expected a number, found '{text}'"))
        })
    }

    fn size(&self) -> Result<Size, String> {
        let side = u8::try_from(self.number("--size", 15)?).ok().and_then(Size::new);
        side.ok_or_else(|| format!("--size: expected {} to {}", Size::MIN, Size::MAX))
    }

    fn variant(&self) -> Result<Variant, String> {
        match self.text("--rule").unwrap_or("freestyle") {
            "freestyle" => Ok(Variant::Freestyle),
            "standard" => Ok(Variant::Standard),
            "renju" => Ok(Variant::Renju),
            "caro" => Ok(Variant::Caro),
            other => {
                Err(format!("--rule: expected freestyle, standard, renju or caro, found '{other}'"))
            }
        }
    }
}

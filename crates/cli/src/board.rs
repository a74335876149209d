//! A position drawn with characters.

use crate::style::{Paint, Style};
use alinea_catalogue::View;
use alinea_core::{Cell, Effect};
use std::fmt::Write;

/// Draws the board of a view. `last` are the squares the last move touched.
pub(crate) fn draw(view: &View, last: &[Cell], style: Style) -> String {
    let falls = view.gravity;
    let mut text = String::new();
    let cols = view.cols;
    let rows = view.rows.len() as u8;
    if !falls {
        text.push_str(&style.paint(Paint::Faint, &header(cols, |c| c.to_string())));
        text.push('\n');
    }
    for from_top in 0..rows {
        let row = rows - 1 - from_top;
        let left = if falls { String::new() } else { from_top.to_string() };
        let _ = write!(text, "{} ", style.paint(Paint::Faint, &format!("{left:>3}")));
        for col in 0..cols {
            text.push_str(&square(view, Cell::new(col, row), last, style));
        }
        let _ = writeln!(text, "  {}", style.paint(Paint::Faint, &(row + 1).to_string()));
    }
    let names = header(cols, |c| {
        if falls && cols <= 9 { (c + 1).to_string() } else { char::from(b'a' + c).to_string() }
    });
    text.push_str(&style.paint(Paint::Faint, &names));
    text.push('\n');
    text
}

/// The squares that a move's effects leave a mark on.
pub(crate) fn touched(effects: &[Effect]) -> Vec<Cell> {
    let cell = |effect: &Effect| match effect {
        Effect::Placed { cell, .. } | Effect::Removed { cell } => Some(*cell),
        Effect::Fell { .. } => None,
    };
    effects.iter().filter_map(cell).collect()
}

fn header(cols: u8, name: impl Fn(u8) -> String) -> String {
    let names: String = (0..cols).map(|c| format!("{:^3}", name(c))).collect();
    format!("    {}", names.trim_end())
}

fn square(view: &View, cell: Cell, last: &[Cell], style: Style) -> String {
    let letter = view.letter(cell);
    let drawn = view.gravity;
    let (glyph, paint) = match letter {
        'x' => (if drawn { '●' } else { 'x' }, Some(Paint::First)),
        'o' => (if drawn { '○' } else { 'o' }, Some(Paint::Second)),
        'X' => ('◆', Some(Paint::First)),
        'O' => ('◇', Some(Paint::Second)),
        _ if view.forbidden.contains(&cell) => ('×', Some(Paint::Warning)),
        _ if last.contains(&cell) => ('*', Some(Paint::Warning)),
        _ => (if drawn { '·' } else { '.' }, Some(Paint::Faint)),
    };
    let (open, close) = if view.line.contains(&cell) {
        ('<', '>')
    } else if last.contains(&cell) {
        ('[', ']')
    } else {
        (' ', ' ')
    };
    let text = format!("{open}{glyph}{close}");
    paint.map_or(text.clone(), |paint| style.paint(paint, &text))
}

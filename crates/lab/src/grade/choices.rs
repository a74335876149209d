//! A search described by its choices: every place where students' programs differ, right or wrong.

use super::Mistake;

/// How a search is written; all of them are right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// The window is all a node keeps: alpha, or beta at MIN, is what it returns.
    Hard,
    /// The best value is kept beside the window.
    Soft,
    /// Every node maximises, from its mover's view; fail-hard.
    NegaHard,
    /// Every node maximises, from its mover's view; fail-soft.
    NegaSoft,
    /// Fail-hard where a cut returns the other bound: values of inner nodes never leave the window.
    Clamped,
    /// The same as negamax.
    NegaClamped,
    /// Fail-soft where a node is cut by its value, before the bound is moved.
    ByValue,
    /// The same as negamax.
    NegaByValue,
}

impl Style {
    pub(super) const ALL: [Style; 8] = [
        Style::Hard,
        Style::Soft,
        Style::NegaHard,
        Style::NegaSoft,
        Style::Clamped,
        Style::NegaClamped,
        Style::ByValue,
        Style::NegaByValue,
    ];

    pub(super) const fn is_nega(self) -> bool {
        matches!(self, Style::NegaHard | Style::NegaSoft | Style::NegaClamped | Style::NegaByValue)
    }

    pub(super) const fn is_hard(self) -> bool {
        matches!(self, Style::Hard | Style::NegaHard) || self.is_clamped()
    }

    pub(super) const fn is_clamped(self) -> bool {
        matches!(self, Style::Clamped | Style::NegaClamped)
    }

    /// Whether the best value is kept beside the window and decides about cuts.
    pub(super) const fn is_by_value(self) -> bool {
        matches!(self, Style::ByValue | Style::NegaByValue)
    }
}

/// Everything a search decides. The default is right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choices {
    pub(super) style: Style,
    /// Whether ties go to the last of equal moves, at MAX and at MIN.
    pub(super) ties: [bool; 2],
    /// Plies more or less than asked for.
    pub(super) depth: i32,
    pub(super) view: View,
    /// Whether it looks if the game is over.
    pub(super) terminal: bool,
    pub(super) cut: Cut,
    pub(super) window: Window,
    pub(super) sides: Sides,
    pub(super) start: Start,
    pub(super) returned: Returned,
    pub(super) order: Order,
    /// Whether the first and the last move are left out.
    pub(super) skip: [bool; 2],
    pub(super) aligning_wins: bool,
    pub(super) evaluation: Evaluation,
    pub(super) board: BoardChoices,
    /// Who has won where both players have a line, because the game was played on.
    pub(super) both: Both,
}

/// What concerns the board alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardChoices {
    pub(super) undo: Undo,
    pub(super) rules: Board,
}

impl BoardChoices {
    pub(super) const RIGHT: BoardChoices = BoardChoices { undo: Undo::All, rules: Board::Right };
}

impl Choices {
    pub(super) const fn right(style: Style) -> Choices {
        Choices {
            style,
            ties: [false; 2],
            depth: 0,
            view: View::Right,
            terminal: true,
            cut: Cut::Right,
            window: Window::Right,
            sides: Sides::Right,
            start: Start::Infinite,
            returned: Returned::Right,
            order: Order::Right,
            skip: [false; 2],
            aligning_wins: false,
            evaluation: Evaluation::Right,
            board: BoardChoices::RIGHT,
            both: Both::FirstMade,
        }
    }

    /// The search with these mistakes; `None` where one makes no sense in this style.
    pub(super) fn with(style: Style, mistakes: &[Mistake]) -> Option<Choices> {
        let mut choices = Choices::right(style);
        for &mistake in mistakes {
            if !mistake.fits(style) {
                return None;
            }
            mistake.apply(&mut choices);
        }
        Some(choices)
    }

    /// The searches that these mistakes can mean: boards that are played on after the end differ
    /// in who has won where both players have a line.
    pub(super) fn variants(style: Style, mistakes: &[Mistake]) -> Vec<Choices> {
        let Some(choices) = Choices::with(style, mistakes) else { return Vec::new() };
        let plays_on = !choices.terminal || choices.board.undo != Undo::All;
        let all: &[Both] = if plays_on { &Both::ALL } else { &[Both::FirstMade] };
        all.iter().map(|&both| Choices { both, ..choices }).collect()
    }

    /// Whether moves can be played and taken back by the game's own rules, unless it is over.
    pub(super) fn is_tidy(&self) -> bool {
        self.board == BoardChoices::RIGHT
    }
}

impl Mistake {
    /// Whether it can be made in a search of this style.
    fn fits(self, style: Style) -> bool {
        use Mistake as M;
        match self {
            M::NegationMissing | M::WindowNotNegated | M::WindowOnlySwapped | M::ViewRoot => {
                style.is_nega()
            }
            M::MaxEverywhere | M::MinEverywhere | M::SidesSwapped => !style.is_nega(),
            // Alpha is what a node of negamax returns.
            M::ReturnWrongBound | M::ReturnAlpha | M::ReturnBeta => {
                matches!(style, Style::Hard | Style::Soft)
            }
            M::CutBeforeUpdate => matches!(style, Style::Soft | Style::NegaSoft),
            M::CutMaxOnly | M::CutMinOnly | M::AlphaNotUpdated | M::BetaNotUpdated => {
                !style.is_nega()
                    && (!style.is_hard() || matches!(self, M::CutMaxOnly | M::CutMinOnly))
            }
            // A best value beside the window is what fail-soft means.
            M::BestZero | M::WindowNeverUpdated => !style.is_hard(),
            M::BestZeroMax | M::BestZeroMin => !style.is_hard() && !style.is_nega(),
            _ => true,
        }
    }
}

/// For whom leaves are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Right,
    Mover,
    LastMover,
    First,
    Opponent,
    Root,
    SignByColour,
    Negated,
}

/// When the remaining children are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cut {
    Right,
    Other,
    Sign,
    None,
    MaxOnly,
    MinOnly,
    BeforeUpdate,
    Prunes,
}

/// Which window children get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Window {
    Right,
    Full,
    NeverUpdated,
    AlphaNotUpdated,
    BetaNotUpdated,
    AlphaOnly,
    BetaOnly,
    Swapped,
    NotNegated,
    OnlySwapped,
}

/// Which nodes maximise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sides {
    Right,
    Max,
    Min,
    Swapped,
    NotNegated,
}

/// Where the best value, or the first window, begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Infinite,
    /// At 0, at MAX and at MIN.
    Zero([bool; 2]),
    /// At the numbers that the trace shows at the root.
    Given,
}

/// What a node returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Returned {
    Right,
    WrongBound,
    Alpha,
    Beta,
    Last,
}

/// In which order moves are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Right,
    Natural,
    Reversed,
    Named(u8),
    Columns,
}

/// What the evaluation forgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Evaluation {
    Right,
    NoUtility,
    LevelZero,
    Without(u8),
    BombsCounted,
}

/// What taking a move back restores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Undo {
    All,
    Nothing,
    AllButTurn,
    AllButCounters,
    NoExplosion,
}

/// The rules that the board follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Board {
    Right,
    NoGravity,
    BoomMissing,
    WholeRow,
    BombsNever,
    NoDiagonals,
    NoRows,
    NoColumns,
}

/// Who has won where both players have a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Both {
    /// Who made the first one.
    FirstMade,
    /// Who made the last one.
    LastMade,
    /// The player for whom the board is judged.
    Judged,
    /// The opponent of that player.
    Opponent,
    /// The first player.
    First,
    /// The owner of the line found first, row by row from the bottom.
    FromBottom,
    /// The owner of the line found first, row by row from the top.
    FromTop,
}

impl Both {
    pub(super) const ALL: [Both; 7] = [
        Both::FirstMade,
        Both::LastMade,
        Both::Judged,
        Both::Opponent,
        Both::First,
        Both::FromBottom,
        Both::FromTop,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_told_apart_by_what_they_keep() {
        let told = Style::ALL.map(|style| {
            [style.is_nega(), style.is_hard(), style.is_clamped(), style.is_by_value()]
        });
        let [yes, no] = [true, false];
        assert_eq!(
            told,
            [
                [no, yes, no, no],
                [no, no, no, no],
                [yes, yes, no, no],
                [yes, no, no, no],
                [no, yes, yes, no],
                [yes, yes, yes, no],
                [no, no, no, yes],
                [yes, no, no, yes],
            ]
        );
    }

    #[test]
    fn some_mistakes_can_be_made_in_some_styles_only() {
        use Mistake as M;
        use Style as S;
        let made = |mistake: Mistake| -> Vec<Style> {
            let is_made = |style: &Style| Choices::with(*style, &[mistake]).is_some();
            Style::ALL.into_iter().filter(is_made).collect()
        };
        let nega = [S::NegaHard, S::NegaSoft, S::NegaClamped, S::NegaByValue];
        let minimax = [S::Hard, S::Soft, S::Clamped, S::ByValue];
        for mistake in [M::NegationMissing, M::WindowNotNegated, M::WindowOnlySwapped, M::ViewRoot]
        {
            assert_eq!(made(mistake), nega, "{mistake:?}");
        }
        for mistake in
            [M::MaxEverywhere, M::MinEverywhere, M::SidesSwapped, M::CutMaxOnly, M::CutMinOnly]
        {
            assert_eq!(made(mistake), minimax, "{mistake:?}");
        }
        for mistake in [M::ReturnWrongBound, M::ReturnAlpha, M::ReturnBeta] {
            assert_eq!(made(mistake), [S::Hard, S::Soft], "{mistake:?}");
        }
        assert_eq!(made(M::CutBeforeUpdate), [S::Soft, S::NegaSoft]);
        for mistake in [M::AlphaNotUpdated, M::BetaNotUpdated, M::BestZeroMax, M::BestZeroMin] {
            assert_eq!(made(mistake), [S::Soft, S::ByValue], "{mistake:?}");
        }
        for mistake in [M::BestZero, M::WindowNeverUpdated] {
            let soft = [S::Soft, S::NegaSoft, S::ByValue, S::NegaByValue];
            assert_eq!(made(mistake), soft, "{mistake:?}");
        }
        for mistake in [M::TiesLast, M::ReturnLast, M::CutSign, M::ViewMover] {
            assert_eq!(made(mistake), S::ALL, "{mistake:?}");
        }
        assert_eq!(Choices::with(S::Hard, &[M::TiesLast, M::ViewRoot]), None);
        let both = Choices::with(S::Hard, &[M::TiesLastMin, M::DepthMore]).unwrap();
        assert_eq!((both.ties, both.depth), ([false, true], 1));
    }

    #[test]
    fn boards_that_are_played_on_are_judged_in_every_way() {
        use Mistake as M;
        let ways = |mistakes: &[M]| -> Vec<Both> {
            Choices::variants(Style::Hard, mistakes).iter().map(|one| one.both).collect()
        };
        assert_eq!(ways(&[]), [Both::FirstMade]);
        assert_eq!(ways(&[M::NoRows]), [Both::FirstMade]);
        assert_eq!(ways(&[M::ViewRoot]), []);
        for mistake in [M::TerminalMissing, M::UndoMissing, M::UndoTurn] {
            assert_eq!(ways(&[mistake]), Both::ALL, "{mistake:?}");
        }
        let tidy = |mistake| Choices::with(Style::Hard, &[mistake]).unwrap().is_tidy();
        assert!(tidy(M::TerminalMissing) && !tidy(M::UndoMissing) && !tidy(M::NoRows));
    }
}

//! The mistakes of a first minimax or alpha-beta, each a change of one of the search's choices.

use super::choices::{
    Board, Choices, Cut, Evaluation, Order, Returned, Sides, Start, Undo, View, Window,
};

/// One thing that a search does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mistake {
    /// Ties go to the last of equal moves at MAX and at MIN.
    TiesLast,
    /// Ties go to the last of equal moves at MAX.
    TiesLastMax,
    /// Ties go to the last of equal moves at MIN.
    TiesLastMin,
    /// Searches one ply too little.
    DepthLess,
    /// Searches one ply too deep.
    DepthMore,
    /// Leaves are judged for the player to move.
    ViewMover,
    /// Leaves are judged for the player who moved last.
    ViewLastMover,
    /// Leaves are judged for the first player, whoever is at the root.
    ViewFirst,
    /// Leaves are judged for the opponent of the player at the root.
    ViewOpponent,
    /// Negamax whose leaves are judged for the player at the root, without the sign of the mover.
    ViewRoot,
    /// The first player's value, negated when the second player is to move.
    SignByColour,
    /// Leaves have the wrong sign.
    ValueNegated,
    /// Does not look whether the game is over.
    TerminalMissing,
    /// Moves are not taken back.
    UndoMissing,
    /// Stones are taken back, the turn is not.
    UndoTurn,
    /// Stones and turn are taken back, the number of the jugada is not.
    UndoCounters,
    /// An explosion is not taken back.
    UndoBoom,
    /// The comparison of the cut is the wrong way round.
    CutSign,
    /// Cuts at the other of `alpha >= beta` and `alpha > beta`.
    CutOther,
    /// Never cuts.
    CutNone,
    /// Cuts at MAX nodes only.
    CutMaxOnly,
    /// Cuts at MIN nodes only.
    CutMinOnly,
    /// Leaves the loop before the value that cuts is kept.
    CutBeforeUpdate,
    /// Prunes where plain minimax is asked for.
    Prunes,
    /// Every node begins with the full window; so it does if the window is handed on as it came.
    WindowNotPassed,
    /// Alpha and beta are never updated.
    WindowNeverUpdated,
    /// Alpha is not updated at MAX.
    AlphaNotUpdated,
    /// Beta is not updated at MIN.
    BetaNotUpdated,
    /// Alpha is not passed down.
    AlphaNotPassed,
    /// Beta is not passed down.
    BetaNotPassed,
    /// Alpha and beta are exchanged on the way down; in negamax negated but not exchanged.
    WindowSwapped,
    /// Negamax that passes the window down as it is.
    WindowNotNegated,
    /// Negamax that exchanges the window but does not negate it.
    WindowOnlySwapped,
    /// Maximises at MIN nodes too.
    MaxEverywhere,
    /// Minimises at MAX nodes too.
    MinEverywhere,
    /// Minimises at the root.
    SidesSwapped,
    /// Negamax that does not negate what a child returns.
    NegationMissing,
    /// The best value begins at 0.
    BestZero,
    /// The best value begins at 0 at MAX nodes.
    BestZeroMax,
    /// The best value begins at 0 at MIN nodes.
    BestZeroMin,
    /// The first window is too narrow: values lie outside it.
    InfinitySmall,
    /// Returns beta at MAX and alpha at MIN.
    ReturnWrongBound,
    /// Returns alpha, at MIN too.
    ReturnAlpha,
    /// Returns beta, at MAX too.
    ReturnBeta,
    /// Returns the value of the last child.
    ReturnLast,
    /// Moves are tried from the last to the first.
    OrderReversed,
    /// Moves are tried as the rules list them.
    OrderNatural,
    /// Moves are tried in another named order of the game.
    OrderNamed(u8),
    /// Squares are tried column by column.
    OrderColumns,
    /// The first move is left out.
    SkipFirst,
    /// The last move is left out.
    SkipLast,
    /// Aligning wins where it loses, or the other way round.
    AligningWins,
    /// The evaluation does not know that the game is over.
    NoUtility,
    /// The evaluation always gets level 0.
    LevelForgotten,
    /// One part of the evaluation is left out.
    PartForgotten(u8),
    /// Bombs are counted as stones.
    BombsCounted,
    /// After BOOM nothing falls.
    NoGravity,
    /// BOOM is not among the moves.
    BoomMissing,
    /// BOOM removes the whole row, the opponent's stones too.
    WholeRow,
    /// A stone never becomes a bomb.
    BombsNever,
    /// Lines on diagonals are not seen.
    NoDiagonals,
    /// Lines on rows are not seen.
    NoRows,
    /// Lines on columns are not seen.
    NoColumns,
}

/// What a mistake is about: two mistakes about the same thing exclude each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum About {
    Ties,
    Depth,
    View,
    Terminal,
    Undo,
    Cut,
    Window,
    Sides,
    Start,
    Returned,
    Order,
    Skip,
    Outcome,
    Evaluation,
    Board,
}

impl Mistake {
    /// The mistakes that every game can have, the most frequent first. Orders and parts of the
    /// evaluation are added by name.
    pub(super) const GENERAL: [Mistake; 61] = [
        Mistake::TiesLast,
        Mistake::DepthLess,
        Mistake::DepthMore,
        Mistake::ViewMover,
        Mistake::ViewLastMover,
        Mistake::ViewFirst,
        Mistake::ViewRoot,
        Mistake::SignByColour,
        Mistake::TerminalMissing,
        Mistake::UndoMissing,
        Mistake::CutSign,
        Mistake::CutOther,
        Mistake::WindowNotPassed,
        Mistake::WindowSwapped,
        Mistake::CutNone,
        Mistake::Prunes,
        Mistake::MaxEverywhere,
        Mistake::MinEverywhere,
        Mistake::SidesSwapped,
        Mistake::NegationMissing,
        Mistake::WindowNotNegated,
        Mistake::WindowOnlySwapped,
        Mistake::BestZero,
        Mistake::OrderReversed,
        Mistake::OrderNatural,
        Mistake::SkipFirst,
        Mistake::SkipLast,
        Mistake::AligningWins,
        Mistake::BombsCounted,
        Mistake::NoGravity,
        Mistake::BoomMissing,
        Mistake::TiesLastMax,
        Mistake::TiesLastMin,
        Mistake::ViewOpponent,
        Mistake::ValueNegated,
        Mistake::UndoTurn,
        Mistake::UndoCounters,
        Mistake::CutMaxOnly,
        Mistake::CutMinOnly,
        Mistake::ReturnWrongBound,
        Mistake::ReturnAlpha,
        Mistake::ReturnBeta,
        Mistake::BestZeroMax,
        Mistake::BestZeroMin,
        Mistake::WindowNeverUpdated,
        Mistake::AlphaNotUpdated,
        Mistake::BetaNotUpdated,
        Mistake::AlphaNotPassed,
        Mistake::BetaNotPassed,
        Mistake::InfinitySmall,
        Mistake::ReturnLast,
        Mistake::CutBeforeUpdate,
        Mistake::NoUtility,
        Mistake::LevelForgotten,
        Mistake::UndoBoom,
        Mistake::WholeRow,
        Mistake::BombsNever,
        Mistake::NoDiagonals,
        Mistake::NoRows,
        Mistake::NoColumns,
        Mistake::OrderColumns,
    ];

    /// The name in JSON and in the keys of its sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The key of its sentence: "a search that ...".
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.names().1
    }

    /// The key of what to look for in the code.
    #[must_use]
    pub const fn look(self) -> &'static str {
        self.names().2
    }

    /// Applies it; what it needs besides is set too.
    pub(super) fn apply(self, to: &mut Choices) {
        match self {
            Mistake::TiesLast => to.ties = [true; 2],
            Mistake::TiesLastMax => to.ties[0] = true,
            Mistake::TiesLastMin => to.ties[1] = true,
            Mistake::DepthLess => to.depth = -1,
            Mistake::DepthMore => to.depth = 1,
            Mistake::ViewMover => to.view = View::Mover,
            Mistake::ViewLastMover => to.view = View::LastMover,
            Mistake::ViewFirst => to.view = View::First,
            Mistake::ViewOpponent => to.view = View::Opponent,
            Mistake::ViewRoot => to.view = View::Root,
            Mistake::SignByColour => to.view = View::SignByColour,
            Mistake::ValueNegated => to.view = View::Negated,
            Mistake::TerminalMissing => to.terminal = false,
            Mistake::UndoMissing => to.board.undo = Undo::Nothing,
            Mistake::UndoTurn => to.board.undo = Undo::AllButTurn,
            Mistake::UndoCounters => to.board.undo = Undo::AllButCounters,
            Mistake::UndoBoom => to.board.undo = Undo::NoExplosion,
            Mistake::CutSign => to.cut = Cut::Sign,
            Mistake::CutOther => to.cut = Cut::Other,
            Mistake::CutNone => to.cut = Cut::None,
            Mistake::CutMaxOnly => to.cut = Cut::MaxOnly,
            Mistake::CutMinOnly => to.cut = Cut::MinOnly,
            Mistake::CutBeforeUpdate => to.cut = Cut::BeforeUpdate,
            Mistake::Prunes => to.cut = Cut::Prunes,
            Mistake::WindowNotPassed => to.window = Window::Full,
            Mistake::WindowNeverUpdated => to.window = Window::NeverUpdated,
            Mistake::AlphaNotUpdated => to.window = Window::AlphaNotUpdated,
            Mistake::BetaNotUpdated => to.window = Window::BetaNotUpdated,
            Mistake::AlphaNotPassed => to.window = Window::BetaOnly,
            Mistake::BetaNotPassed => to.window = Window::AlphaOnly,
            Mistake::WindowSwapped => to.window = Window::Swapped,
            Mistake::WindowNotNegated => to.window = Window::NotNegated,
            Mistake::WindowOnlySwapped => to.window = Window::OnlySwapped,
            Mistake::MaxEverywhere => to.sides = Sides::Max,
            Mistake::MinEverywhere => to.sides = Sides::Min,
            Mistake::SidesSwapped => to.sides = Sides::Swapped,
            Mistake::NegationMissing => to.sides = Sides::NotNegated,
            Mistake::BestZero => to.start = Start::Zero([true; 2]),
            Mistake::BestZeroMax => to.start = Start::Zero([true, false]),
            Mistake::BestZeroMin => to.start = Start::Zero([false, true]),
            Mistake::InfinitySmall => to.start = Start::Given,
            Mistake::ReturnWrongBound => to.returned = Returned::WrongBound,
            Mistake::ReturnAlpha => to.returned = Returned::Alpha,
            Mistake::ReturnBeta => to.returned = Returned::Beta,
            Mistake::ReturnLast => to.returned = Returned::Last,
            Mistake::OrderReversed => to.order = Order::Reversed,
            Mistake::OrderNatural => to.order = Order::Natural,
            Mistake::OrderNamed(row) => to.order = Order::Named(row),
            Mistake::OrderColumns => to.order = Order::Columns,
            Mistake::SkipFirst => to.skip = [true, false],
            Mistake::SkipLast => to.skip = [false, true],
            Mistake::AligningWins => to.aligning_wins = true,
            Mistake::NoUtility => to.evaluation = Evaluation::NoUtility,
            Mistake::LevelForgotten => to.evaluation = Evaluation::LevelZero,
            Mistake::PartForgotten(part) => to.evaluation = Evaluation::Without(part),
            Mistake::BombsCounted => to.evaluation = Evaluation::BombsCounted,
            Mistake::NoGravity => to.board.rules = Board::NoGravity,
            Mistake::BoomMissing => to.board.rules = Board::BoomMissing,
            Mistake::WholeRow => to.board.rules = Board::WholeRow,
            Mistake::BombsNever => to.board.rules = Board::BombsNever,
            Mistake::NoDiagonals => to.board.rules = Board::NoDiagonals,
            Mistake::NoRows => to.board.rules = Board::NoRows,
            Mistake::NoColumns => to.board.rules = Board::NoColumns,
        }
    }

    pub(super) const fn about(self) -> About {
        use Mistake as M;
        match self {
            M::TiesLast | M::TiesLastMax | M::TiesLastMin => About::Ties,
            M::DepthLess | M::DepthMore => About::Depth,
            M::ViewMover | M::ViewLastMover | M::ViewFirst | M::ViewOpponent | M::ViewRoot => {
                About::View
            }
            M::SignByColour | M::ValueNegated => About::View,
            M::TerminalMissing => About::Terminal,
            M::UndoMissing | M::UndoTurn | M::UndoCounters | M::UndoBoom => About::Undo,
            M::CutSign | M::CutOther | M::CutNone | M::CutMaxOnly | M::CutMinOnly => About::Cut,
            M::CutBeforeUpdate | M::Prunes => About::Cut,
            M::WindowNotPassed | M::WindowNeverUpdated => About::Window,
            M::AlphaNotUpdated | M::BetaNotUpdated | M::WindowSwapped => About::Window,
            M::AlphaNotPassed | M::BetaNotPassed => About::Window,
            M::WindowNotNegated | M::WindowOnlySwapped => About::Window,
            M::MaxEverywhere | M::MinEverywhere | M::SidesSwapped | M::NegationMissing => {
                About::Sides
            }
            M::BestZero | M::BestZeroMax | M::BestZeroMin | M::InfinitySmall => About::Start,
            M::ReturnWrongBound | M::ReturnAlpha | M::ReturnBeta | M::ReturnLast => About::Returned,
            M::OrderReversed | M::OrderNatural | M::OrderNamed(_) | M::OrderColumns => About::Order,
            M::SkipFirst | M::SkipLast => About::Skip,
            M::AligningWins => About::Outcome,
            M::NoUtility | M::LevelForgotten | M::PartForgotten(_) | M::BombsCounted => {
                About::Evaluation
            }
            M::NoGravity | M::BoomMissing | M::WholeRow | M::BombsNever => About::Board,
            M::NoDiagonals | M::NoRows | M::NoColumns => About::Board,
        }
    }

    /// Name, key of the sentence, key of what to look for.
    const fn names(self) -> (&'static str, &'static str, &'static str) {
        macro_rules! names {
            ($name:literal) => {
                ($name, concat!("lab.mistake.", $name), concat!("lab.look.", $name))
            };
        }
        match self {
            Mistake::TiesLast => names!("ties-last"),
            Mistake::TiesLastMax => names!("ties-last-max"),
            Mistake::TiesLastMin => names!("ties-last-min"),
            Mistake::DepthLess => names!("depth-less"),
            Mistake::DepthMore => names!("depth-more"),
            Mistake::ViewMover => names!("view-mover"),
            Mistake::ViewLastMover => names!("view-last-mover"),
            Mistake::ViewFirst => names!("view-first"),
            Mistake::ViewOpponent => names!("view-opponent"),
            Mistake::ViewRoot => names!("view-root"),
            Mistake::SignByColour => names!("sign-by-colour"),
            Mistake::ValueNegated => names!("value-negated"),
            Mistake::TerminalMissing => names!("terminal-missing"),
            Mistake::UndoMissing => names!("undo-missing"),
            Mistake::UndoTurn => names!("undo-turn"),
            Mistake::UndoCounters => names!("undo-counters"),
            Mistake::UndoBoom => names!("undo-boom"),
            Mistake::CutSign => names!("cut-sign"),
            Mistake::CutOther => names!("cut-other"),
            Mistake::CutNone => names!("cut-none"),
            Mistake::CutMaxOnly => names!("cut-max-only"),
            Mistake::CutMinOnly => names!("cut-min-only"),
            Mistake::CutBeforeUpdate => names!("cut-before-update"),
            Mistake::Prunes => names!("prunes"),
            Mistake::WindowNotPassed => names!("window-not-passed"),
            Mistake::WindowNeverUpdated => names!("window-never-updated"),
            Mistake::AlphaNotUpdated => names!("alpha-not-updated"),
            Mistake::BetaNotUpdated => names!("beta-not-updated"),
            Mistake::AlphaNotPassed => names!("alpha-not-passed"),
            Mistake::BetaNotPassed => names!("beta-not-passed"),
            Mistake::WindowSwapped => names!("window-swapped"),
            Mistake::WindowNotNegated => names!("window-not-negated"),
            Mistake::WindowOnlySwapped => names!("window-only-swapped"),
            Mistake::MaxEverywhere => names!("max-everywhere"),
            Mistake::MinEverywhere => names!("min-everywhere"),
            Mistake::SidesSwapped => names!("sides-swapped"),
            Mistake::NegationMissing => names!("negation-missing"),
            Mistake::BestZero => names!("best-zero"),
            Mistake::BestZeroMax => names!("best-zero-max"),
            Mistake::BestZeroMin => names!("best-zero-min"),
            Mistake::InfinitySmall => names!("infinity-small"),
            Mistake::ReturnWrongBound => names!("return-wrong-bound"),
            Mistake::ReturnAlpha => names!("return-alpha"),
            Mistake::ReturnBeta => names!("return-beta"),
            Mistake::ReturnLast => names!("return-last"),
            Mistake::OrderReversed => names!("order-reversed"),
            Mistake::OrderNatural => names!("order-natural"),
            Mistake::OrderNamed(_) => names!("order-named"),
            Mistake::OrderColumns => names!("order-columns"),
            Mistake::SkipFirst => names!("skip-first"),
            Mistake::SkipLast => names!("skip-last"),
            Mistake::AligningWins => names!("aligning-wins"),
            Mistake::NoUtility => names!("no-utility"),
            Mistake::LevelForgotten => names!("level-forgotten"),
            Mistake::PartForgotten(_) => names!("part-forgotten"),
            Mistake::BombsCounted => names!("bombs-counted"),
            Mistake::NoGravity => names!("no-gravity"),
            Mistake::BoomMissing => names!("boom-missing"),
            Mistake::WholeRow => names!("whole-row"),
            Mistake::BombsNever => names!("bombs-never"),
            Mistake::NoDiagonals => names!("no-diagonals"),
            Mistake::NoRows => names!("no-rows"),
            Mistake::NoColumns => names!("no-columns"),
        }
    }
}

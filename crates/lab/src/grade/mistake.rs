//! The classic mistakes of a first alpha-beta, each a small change of the lecture's search.

/// One thing that a search does wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// Ties go to the last of equal moves: `>=` where the lecture has `>`.
    LastOfEquals,
    /// Cuts where it should go on: the comparison of the cut is the wrong way round.
    CutSign,
    /// Moves are not taken back.
    NoUndo,
    /// Leaves are judged for the player to move, not for the player at the root.
    MoversView,
    /// Moves are tried from the last to the first.
    ReversedOrder,
    /// Moves are tried as the rules list them, where the exercise asks for another order.
    NaturalOrder,
    /// Searches one ply too deep.
    OnePlyMore,
    /// Searches one ply too little.
    OnePlyLess,
    /// Does not look whether the game is over.
    NoTerminalTest,
    /// Cuts at the other of `alpha >= beta` and `alpha > beta`: right values, other nodes.
    OtherCut,
}

impl Mistake {
    /// Every mistake, the most frequent first.
    pub const ALL: [Mistake; 10] = [
        Mistake::LastOfEquals,
        Mistake::ReversedOrder,
        Mistake::NaturalOrder,
        Mistake::OnePlyLess,
        Mistake::OnePlyMore,
        Mistake::MoversView,
        Mistake::NoTerminalTest,
        Mistake::CutSign,
        Mistake::NoUndo,
        Mistake::OtherCut,
    ];

    /// The key of its sentence, after "your trace equals".
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Mistake::LastOfEquals => "lab.mistake.last-of-equals",
            Mistake::CutSign => "lab.mistake.cut-sign",
            Mistake::NoUndo => "lab.mistake.no-undo",
            Mistake::MoversView => "lab.mistake.movers-view",
            Mistake::ReversedOrder => "lab.mistake.reversed-order",
            Mistake::NaturalOrder => "lab.mistake.natural-order",
            Mistake::OnePlyMore => "lab.mistake.one-ply-more",
            Mistake::OnePlyLess => "lab.mistake.one-ply-less",
            Mistake::NoTerminalTest => "lab.mistake.no-terminal-test",
            Mistake::OtherCut => "lab.mistake.other-cut",
        }
    }
}

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
    pub const ALL: [Mistake; 9] = [
        Mistake::LastOfEquals,
        Mistake::ReversedOrder,
        Mistake::OnePlyLess,
        Mistake::OnePlyMore,
        Mistake::MoversView,
        Mistake::NoTerminalTest,
        Mistake::CutSign,
        Mistake::NoUndo,
        Mistake::OtherCut,
    ];

    /// What a search with this mistake is, after "your trace equals".
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Mistake::LastOfEquals => "a search that keeps the last of equal moves (>= for >)",
            Mistake::CutSign => "a search that cuts when alpha <= beta (the sign is turned round)",
            Mistake::NoUndo => "a search that does not take its moves back",
            Mistake::MoversView => {
                "a search that judges leaves for the player to move, not for the player at the root"
            }
            Mistake::ReversedOrder => "a search that tries the moves from the last to the first",
            Mistake::OnePlyMore => "a search that goes one ply too deep (> for >= at the limit)",
            Mistake::OnePlyLess => "a search that stops one ply too early",
            Mistake::NoTerminalTest => "a search that does not look whether the game is over",
            Mistake::OtherCut => {
                "a search that cuts at the other of alpha >= beta and alpha > beta: its values are right"
            }
        }
    }
}

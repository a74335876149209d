//! A puzzle as JSON, with the stable keys of the command line.

use super::{Puzzle, PuzzleError, PuzzleProof, Theme};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One line of `alinea puzzles`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleJson {
    /// The game.
    pub game: String,
    /// The position, as moves from the start.
    pub position: String,
    /// The move to be found, and how the game goes on with best play.
    pub solution: Vec<String>,
    /// What it is about.
    pub theme: ThemeJson,
    /// From 1, easy, to 5.
    pub difficulty: u8,
    /// How it is proven.
    pub proof: ProofJson,
}

/// What a puzzle is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Theme)]
pub enum ThemeJson {
    /// Two threats at once.
    DoubleThreat,
    /// The first player's threat in an odd row.
    OddThreat,
    /// The other side runs out of moves that do not lose.
    Zugzwang,
    /// Every attacking move makes a four.
    Fours,
    /// The answer to a four is a forbidden point.
    ForbiddenPoint,
    /// A bomb decides.
    Explosion,
    /// The only move that holds.
    Defence,
}

/// How a puzzle is proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
#[schema(as = PuzzleProof)]
pub enum ProofJson {
    /// The exact solver: every move's result is known.
    Solver,
    /// Every line was searched to the end of the game.
    Search,
    /// The result is proven by threats with `nodes` nodes; no other move wins by threats, or the
    /// one that holds is not refuted, with `others` nodes.
    Threats {
        /// Nodes of the proof.
        nodes: u64,
        /// Nodes for each other move.
        others: u64,
    },
}

impl From<Theme> for ThemeJson {
    fn from(theme: Theme) -> ThemeJson {
        match theme {
            Theme::DoubleThreat => ThemeJson::DoubleThreat,
            Theme::OddThreat => ThemeJson::OddThreat,
            Theme::Zugzwang => ThemeJson::Zugzwang,
            Theme::Fours => ThemeJson::Fours,
            Theme::ForbiddenPoint => ThemeJson::ForbiddenPoint,
            Theme::Explosion => ThemeJson::Explosion,
            Theme::Defence => ThemeJson::Defence,
        }
    }
}

impl From<ThemeJson> for Theme {
    fn from(theme: ThemeJson) -> Theme {
        match theme {
            ThemeJson::DoubleThreat => Theme::DoubleThreat,
            ThemeJson::OddThreat => Theme::OddThreat,
            ThemeJson::Zugzwang => Theme::Zugzwang,
            ThemeJson::Fours => Theme::Fours,
            ThemeJson::ForbiddenPoint => Theme::ForbiddenPoint,
            ThemeJson::Explosion => Theme::Explosion,
            ThemeJson::Defence => Theme::Defence,
        }
    }
}

impl From<PuzzleProof> for ProofJson {
    fn from(proof: PuzzleProof) -> ProofJson {
        match proof {
            PuzzleProof::Solver => ProofJson::Solver,
            PuzzleProof::Search => ProofJson::Search,
            PuzzleProof::Threats { nodes, others } => ProofJson::Threats { nodes, others },
        }
    }
}

impl From<ProofJson> for PuzzleProof {
    fn from(proof: ProofJson) -> PuzzleProof {
        match proof {
            ProofJson::Solver => PuzzleProof::Solver,
            ProofJson::Search => PuzzleProof::Search,
            ProofJson::Threats { nodes, others } => PuzzleProof::Threats { nodes, others },
        }
    }
}

impl From<&Puzzle> for PuzzleJson {
    fn from(puzzle: &Puzzle) -> PuzzleJson {
        PuzzleJson {
            game: puzzle.game.clone(),
            position: puzzle.position.clone(),
            solution: puzzle.solution.clone(),
            theme: puzzle.theme.into(),
            difficulty: puzzle.difficulty,
            proof: puzzle.proof.into(),
        }
    }
}

impl TryFrom<PuzzleJson> for Puzzle {
    type Error = PuzzleError;

    fn try_from(json: PuzzleJson) -> Result<Puzzle, PuzzleError> {
        let puzzle = Puzzle {
            game: json.game,
            position: json.position,
            solution: json.solution,
            theme: json.theme.into(),
            difficulty: json.difficulty,
            proof: json.proof.into(),
        };
        puzzle.check()?;
        Ok(puzzle)
    }
}

//! From printed depths to plies from the root: depths that count down, begin at 1, or stand in
//! lines printed when a node is left.

use super::tree::Loose;
use super::{GradeError, RawMove, RawNode, Shape};

/// When the lines of a tree are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::grade) enum Printed {
    /// A node before its children.
    BeforeChildren,
    /// A node after its children.
    AfterChildren,
}

/// Nodes of a tree that is tried with more plies above it.
const MAX_CUT: usize = 20_000;

/// A depth as it was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RawLevel {
    /// Printed as a number.
    pub(super) printed: Option<i64>,
    /// The nesting of JSON, or the indentation of a line.
    pub(super) nested: u32,
}

/// A depth as it was printed; none for numbers that no tree reaches.
pub(super) fn depth(printed: f64) -> Option<i64> {
    (printed.abs() < 1e6).then_some(printed as i64)
}

/// The plies of all nodes, and when they were printed; the likeliest shape first.
pub(super) fn settle(nodes: Vec<Loose>, cut: bool) -> Result<Vec<Shape>, GradeError> {
    let nested: Vec<i64> = nodes.iter().map(|(_, level)| i64::from(level.nested)).collect();
    let printed: Vec<Option<i64>> = nodes.iter().map(|(_, level)| level.printed).collect();
    let nodes: Vec<RawNode> = nodes.into_iter().map(|(node, _)| node).collect();
    if nested.iter().any(|depth| *depth > 0) && printed.contains(&None) || nodes.len() == 1 {
        let root = root_level(&nested, Printed::BeforeChildren, &nodes);
        return Ok(vec![(with_levels(nodes, &nested, root), Printed::BeforeChildren)]);
    }
    if let Some(unnumbered) = printed.iter().position(Option::is_none) {
        let line = nodes[unnumbered].line;
        return Err(GradeError::at(line, "expected a node with its depth, found none"));
    }
    let depths: Vec<i64> = printed.into_iter().flatten().collect();
    let shapes = [
        (Printed::BeforeChildren, 1),
        (Printed::BeforeChildren, -1),
        (Printed::AfterChildren, 1),
        (Printed::AfterChildren, -1),
    ];
    // Of the shapes that fit the one is meant whose root stands where it must.
    let fits = shapes.into_iter().filter_map(|(printed, sign)| {
        let levels: Vec<i64> = depths.iter().map(|depth| sign * depth).collect();
        let (broken, penalty) = misfit(&levels, printed, &nodes, cut);
        (broken.is_none()).then_some((penalty, printed, levels))
    });
    let mut fits: Vec<(u32, Printed, Vec<i64>)> = fits.collect();
    fits.sort_by_key(|(penalty, _, _)| *penalty);
    if fits.is_empty() {
        let broken = misfit(&depths, Printed::BeforeChildren, &nodes, cut).0.unwrap_or_default();
        let line = nodes.get(broken).map_or(1, |node| node.line);
        let message = format!(
            "expected depths of a tree, one more or less at a time, found {} after {}",
            depths[broken],
            depths[broken.saturating_sub(1)]
        );
        return Err(GradeError::at(line, &message));
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for (_, printed, levels) in fits {
        let root = root_level(&levels, printed, &nodes);
        // Of a tree that is printed from its leaves on, the first plies may be missing.
        let may_miss = printed == Printed::AfterChildren && nodes.len() <= MAX_CUT;
        for missing in 0..=if may_miss { 2 } else { 0 } {
            shapes.push((with_levels(nodes.clone(), &levels, root - missing), printed));
        }
    }
    Ok(shapes)
}

/// The first node that cannot stand there, and how unlikely the shape is.
fn misfit(levels: &[i64], printed: Printed, nodes: &[RawNode], cut: bool) -> (Option<usize>, u32) {
    let lowest = levels.iter().min().copied().unwrap_or_default();
    let broken = (1..levels.len()).find(|&i| match printed {
        Printed::BeforeChildren => levels[i] > levels[i - 1] + 1,
        Printed::AfterChildren => levels[i] < levels[i - 1] - 1,
    });
    let root_at = match printed {
        Printed::BeforeChildren => 0,
        Printed::AfterChildren => levels.len().saturating_sub(1),
    };
    let mut penalty = 0;
    if levels.get(root_at) != Some(&lowest) {
        // The end of a trace may be missing, its beginning is not.
        let may_miss = printed == Printed::AfterChildren && cut;
        penalty += if may_miss { 2 } else { 4 };
        if printed == Printed::BeforeChildren {
            return (broken.or(Some(0)), penalty);
        }
    }
    let at_root = levels.iter().filter(|level| **level == lowest).count();
    let is_root = nodes.get(root_at).is_some_and(|node| node.mv == RawMove::Absent);
    penalty += u32::from(at_root != 1) + u32::from(!is_root);
    // The deepest nodes of a tree are leaves: many of them.
    (broken, penalty)
}

/// The printed level that is the root's; one above the lowest if the root is not printed.
fn root_level(levels: &[i64], printed: Printed, nodes: &[RawNode]) -> i64 {
    let lowest = levels.iter().min().copied().unwrap_or_default();
    let mut at_lowest = (0..levels.len()).filter(|&i| levels[i] == lowest);
    let (first, more) = (at_lowest.next(), at_lowest.next().is_some());
    let has_move = |i: usize| nodes[i].mv != RawMove::Absent;
    let has_root = match printed {
        Printed::BeforeChildren => first == Some(0),
        Printed::AfterChildren => first == Some(levels.len() - 1),
    };
    // A root has no move, unless the program prints the best one there.
    let repeated = |i: usize| {
        let below = |n: usize| levels[n] == lowest + 1 && nodes[n].mv == nodes[i].mv;
        (0..levels.len()).any(below)
    };
    let is_root = has_root && !more && first.is_some_and(|i| !has_move(i) || repeated(i));
    if is_root { lowest } else { lowest - 1 }
}

fn with_levels(mut nodes: Vec<RawNode>, levels: &[i64], root: i64) -> Vec<RawNode> {
    for (node, level) in nodes.iter_mut().zip(levels) {
        node.level = u32::try_from(level - root).unwrap_or_default();
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::super::tree::empty;
    use super::*;

    /// Nodes of these printed depths; where the depth is negative, a root without a move.
    fn settled(depths: &[i64], moves: &str, cut: bool) -> Result<Vec<Shape>, GradeError> {
        let node = |(i, (depth, mv)): (usize, (&i64, char))| {
            let mut node = empty(i + 10);
            node.mv = if mv == '-' { RawMove::Absent } else { RawMove::Text(mv.to_string()) };
            (node, RawLevel { printed: Some(*depth), nested: 0 })
        };
        settle(depths.iter().zip(moves.chars()).enumerate().map(node).collect(), cut)
    }

    /// The first shape, and how many there are.
    fn shape(depths: &[i64], moves: &str, cut: bool) -> (Printed, Vec<u32>, usize) {
        let shapes = settled(depths, moves, cut).unwrap();
        let (nodes, printed) = &shapes[0];
        (*printed, nodes.iter().map(|node| node.level).collect(), shapes.len())
    }

    const BEFORE: Printed = Printed::BeforeChildren;
    const AFTER: Printed = Printed::AfterChildren;

    #[test]
    fn the_root_tells_how_depths_are_meant() {
        // Down from 0, down from 1, down to 0.
        assert_eq!(
            shape(&[0, 1, 2, 2, 1, 2], "-abcde", false),
            (BEFORE, vec![0, 1, 2, 2, 1, 2], 7)
        );
        let (printed, levels, _) = shape(&[1, 2, 3, 3, 2, 3], "-abcde", false);
        assert_eq!((printed, levels), (BEFORE, vec![0, 1, 2, 2, 1, 2]));
        let (printed, levels, _) = shape(&[2, 1, 0, 0, 1, 0], "-abcde", false);
        assert_eq!((printed, levels), (BEFORE, vec![0, 1, 2, 2, 1, 2]));
        // After the children, counted both ways.
        let (printed, levels, _) = shape(&[2, 2, 1, 2, 1, 0], "abcde-", false);
        assert_eq!((printed, levels), (AFTER, vec![2, 2, 1, 2, 1, 0]));
        let (printed, levels, _) = shape(&[0, 0, 1, 0, 1, 2], "abcde-", false);
        assert_eq!((printed, levels), (AFTER, vec![2, 2, 1, 2, 1, 0]));
    }

    #[test]
    fn a_root_may_be_missing_or_name_its_best_move() {
        let levels = |depths: &[i64], moves: &str| shape(depths, moves, false).1;
        // Several nodes of the first ply.
        assert_eq!(levels(&[0, 1, 0, 1], "abcd"), [1, 2, 1, 2]);
        assert_eq!(levels(&[1, 2, 1, 2], "abcd"), [1, 2, 1, 2]);
        // One node whose move stands below it again is the root.
        assert_eq!(levels(&[0, 1, 1], "aba"), [0, 1, 1]);
        assert_eq!(levels(&[0, 1, 1], "abc"), [1, 2, 2]);
        assert_eq!(levels(&[0, 1, 2], "aba"), [1, 2, 3], "two plies below it is another move");
        assert_eq!(levels(&[0, 1, 1], "-bc"), [0, 1, 1]);
    }

    #[test]
    fn of_a_tree_told_from_its_leaves_the_first_plies_may_be_missing() {
        let shapes = settled(&[3, 3, 2, 3], "abcd", true).unwrap();
        let told: Vec<(Printed, Vec<u32>)> = shapes
            .iter()
            .map(|(nodes, printed)| (*printed, nodes.iter().map(|node| node.level).collect()))
            .collect();
        for missing in 0..=2 {
            let levels = vec![2 + missing, 2 + missing, 1 + missing, 2 + missing];
            assert!(told.contains(&(AFTER, levels.clone())), "{levels:?} {told:?}");
        }
        assert!(!told.contains(&(AFTER, vec![5, 5, 4, 5])), "{told:?}");
        // A tree that is told before its children has no such shapes.
        assert!(told.iter().filter(|(printed, _)| *printed == BEFORE).count() <= 1, "{told:?}");
    }

    #[test]
    fn the_likeliest_shape_comes_first() {
        let penalty = |levels: &[i64], moves: &str, printed, cut| {
            let node = |(i, mv): (usize, char)| {
                let mut node = empty(i);
                node.mv = if mv == '-' { RawMove::Absent } else { RawMove::Text(mv.into()) };
                node
            };
            let nodes: Vec<RawNode> = moves.chars().enumerate().map(node).collect();
            misfit(levels, printed, &nodes, cut)
        };
        assert_eq!(penalty(&[0, 1, 1], "-ab", BEFORE, false), (None, 0));
        assert_eq!(penalty(&[0, 1, 1], "cab", BEFORE, false), (None, 1));
        assert_eq!(penalty(&[0, 1, 0], "-ab", BEFORE, false), (None, 1));
        assert_eq!(penalty(&[0, 1, 0], "cab", BEFORE, false), (None, 2));
        assert_eq!(penalty(&[1, 1, 0], "ab-", AFTER, false), (None, 0));
        assert_eq!(penalty(&[1, 0, 1], "ab-", AFTER, false), (None, 4));
        assert_eq!(penalty(&[1, 0, 1], "ab-", AFTER, true), (None, 2));
        assert_eq!(penalty(&[1, 0, 1], "abc", AFTER, true), (None, 3));
        // The root of a tree that is told before its children is its beginning.
        assert_eq!(penalty(&[1, 0, 1], "-ab", BEFORE, true), (Some(0), 4));
        // A ply may not be left out.
        assert_eq!(penalty(&[0, 1, 3], "-ab", BEFORE, false), (Some(2), 0));
        assert_eq!(penalty(&[0, 1, 2, 0], "-abc", BEFORE, false), (None, 1));
        assert_eq!(penalty(&[3, 1, 0], "ab-", AFTER, false), (Some(1), 0));
        assert_eq!(penalty(&[1, 3, 2, 1, 0], "abcd-", AFTER, false), (None, 0));
    }

    #[test]
    fn depths_of_no_tree_are_told_with_their_line() {
        let error = settled(&[0, 2, 0, 2], "-abc", false).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 11: expected depths of a tree, one more or less at a time, found 2 after 0"
        );
        let mut nodes = vec![(empty(5), RawLevel { printed: Some(0), nested: 0 })];
        nodes.push((empty(6), RawLevel { printed: None, nested: 0 }));
        let error = settle(nodes, false).unwrap_err().to_string();
        assert_eq!(error, "line 6: expected a node with its depth, found none");
    }

    #[test]
    fn nesting_tells_the_plies_where_no_number_does() {
        let nested = |levels: &[u32], printed: Option<i64>| {
            let node = |&nested: &u32| (empty(1), RawLevel { printed, nested });
            let shapes = settle(levels.iter().map(node).collect(), false).unwrap();
            assert_eq!(shapes.len(), 1);
            (shapes[0].1, shapes[0].0.iter().map(|node| node.level).collect::<Vec<_>>())
        };
        assert_eq!(nested(&[0, 1, 2, 1], None), (BEFORE, vec![0, 1, 2, 1]));
        assert_eq!(nested(&[0], None), (BEFORE, vec![0]));
        assert_eq!(nested(&[0], Some(7)), (BEFORE, vec![0]));
    }
}

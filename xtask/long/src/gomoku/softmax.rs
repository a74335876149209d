//! Choices among candidates, the chosen one first: how likely each was, and how well that was guessed.

/// The probabilities of candidates with these logits.
pub(super) fn shares(logits: &[f32]) -> Vec<f32> {
    let top = logits.iter().copied().fold(f32::MIN, f32::max);
    let powers: Vec<f32> = logits.iter().map(|x| (x - top).exp()).collect();
    let total: f32 = powers.iter().sum();
    powers.iter().map(|x| x / total).collect()
}

/// Mean cross-entropy of choices, and how often none was more likely than the chosen one.
pub(super) fn loss(choices: impl Iterator<Item = Vec<f32>>) -> (f32, f32) {
    let (mut total, mut right, mut count) = (0.0f64, 0u32, 0u32);
    for shares in choices {
        total -= f64::from(shares[0].max(1e-9).ln());
        right += u32::from(shares.iter().all(|share| *share <= shares[0]));
        count += 1;
    }
    let count = f64::from(count.max(1));
    ((total / count) as f32, (f64::from(right) / count) as f32)
}

//! Numbers to be learnt with the moments of Adam.

/// Parameters, their gradient and its moments.
pub(super) struct Adam {
    pub(super) values: Vec<f32>,
    pub(super) slopes: Vec<f32>,
    moments: Vec<[f32; 2]>,
    /// Share of a value that a step of the full rate takes away.
    decay: f32,
}

impl Adam {
    pub(super) fn new(values: Vec<f32>, decay: f32) -> Adam {
        let count = values.len();
        Adam { values, slopes: vec![0.0; count], moments: vec![[0.0; 2]; count], decay }
    }

    /// One step against the gradient, which is cleared. `time` counts steps from 1.
    pub(super) fn step(&mut self, time: i32, rate: f32) {
        let (fade1, fade2) = (1.0 - 0.9f32.powi(time), 1.0 - 0.999f32.powi(time));
        for ((value, slope), moment) in
            self.values.iter_mut().zip(&mut self.slopes).zip(&mut self.moments)
        {
            moment[0] = 0.9 * moment[0] + 0.1 * *slope;
            moment[1] = 0.999 * moment[1] + 0.001 * *slope * *slope;
            let change = (moment[0] / fade1) / ((moment[1] / fade2).sqrt() + 1e-8);
            *value -= rate * (change + self.decay * *value);
            *slope = 0.0;
        }
    }
}

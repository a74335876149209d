//! A line plot as SVG text.

/// Draws named series over their index.
pub(super) fn lines(title: &str, series: &[(&str, Vec<f32>)]) -> String {
    const COLOURS: [&str; 3] = ["#1f77b4", "#d62728", "#2ca02c"];
    let all = || series.iter().flat_map(|(_, values)| values.iter().copied());
    let (low, high) = (all().fold(f32::MAX, f32::min), all().fold(f32::MIN, f32::max));
    let span = (high - low).max(1e-6);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 360\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"640\" height=\"360\" fill=\"white\"/>\n<text x=\"40\" y=\"20\">{title}</text>\n\
         <text x=\"4\" y=\"44\">{high:.4}</text>\n<text x=\"4\" y=\"330\">{low:.4}</text>\n"
    );
    for (index, (name, values)) in series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let last = (values.len().max(2) - 1) as f32;
        let point = |(i, value): (usize, &f32)| {
            format!(
                "{:.1},{:.1}",
                60.0 + 560.0 * i as f32 / last,
                330.0 - 290.0 * (value - low) / span
            )
        };
        let points: Vec<String> = values.iter().enumerate().map(point).collect();
        svg.push_str(&format!(
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" points=\"{}\"/>\n\
             <text x=\"{}\" y=\"20\" fill=\"{colour}\">{name}</text>\n",
            points.join(" "),
            360 + 90 * index
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

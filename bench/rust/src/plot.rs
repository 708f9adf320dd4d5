//! The bars: CPU time per operation, one group of them for each scenario, readable on light and dark ground.

use std::fmt::Write;

/// One scenario.
pub struct Group {
    pub title: String,
    /// Name and nanoseconds, the first one ours.
    pub bars: Vec<(String, f64)>,
}

const STYLE: &str = "svg{--ground:#fff;--line:#d5d9df;--text:#1c2430;--faint:#5b6675;--ours:#0b7a75;--other:#b9c1cc}
@media(prefers-color-scheme:dark){svg{--ground:#161b22;--line:#30363d;--text:#e6e9ee;--faint:#9aa5b4;--ours:#3fc1b8;--other:#4a5462}}
text{font:13px system-ui,sans-serif;fill:var(--text)} .faint{fill:var(--faint)} .title{font-weight:600;font-size:15px}
.ours{fill:var(--ours)} .other{fill:var(--other)}";
const TITLE: &str = "CPU nanoseconds per operation, less is better";
const COLUMN: usize = 480;
const BAR: usize = 20;

/// Columns of groups, side by side.
pub fn plot(columns: &[Vec<Group>]) -> String {
    let height_of = |group: &Group| 34 + BAR * group.bars.len();
    let height = |column: &Vec<Group>| column.iter().map(height_of).sum::<usize>();
    let height = 56 + columns.iter().map(height).max().unwrap_or(0);
    let width = 20 + COLUMN * columns.len();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{TITLE}\">\
         <style>{STYLE}</style><rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"var(--ground)\" \
         stroke=\"var(--line)\"/><text class=\"title\" x=\"20\" y=\"30\">{TITLE}</text>\n"
    );
    for (number, column) in columns.iter().enumerate() {
        let left = 20 + COLUMN * number;
        let mut top = 44;
        for group in column {
            draw(&mut svg, group, left, top);
            top += height_of(group);
        }
    }
    svg + "</svg>\n"
}

fn draw(svg: &mut String, group: &Group, left: usize, top: usize) {
    let longest = group.bars.iter().map(|bar| bar.1).fold(1.0, f64::max);
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\">{}</text>", top + 20, group.title);
    for (number, (name, value)) in group.bars.iter().enumerate() {
        let y = top + 28 + BAR * number;
        let class = if number == 0 { "ours" } else { "other" };
        let (name_end, start, line) = (left + 84, left + 92, y + 13);
        let length = 300.0 * value / longest;
        let end = start as f64 + length + 6.0;
        let _ = writeln!(
            svg,
            "<text class=\"faint\" x=\"{name_end}\" y=\"{line}\" text-anchor=\"end\">{name}</text>\
             <rect class=\"{class}\" x=\"{start}\" y=\"{y}\" width=\"{length:.1}\" height=\"16\" rx=\"2\"/>\
             <text class=\"faint\" x=\"{end:.1}\" y=\"{line}\">{value:.0}</text>"
        );
    }
}

//! Which policies a picture names: this one, one to measure it by, and the best of the rest. The others stand behind
//! them in thin lines.

use crate::lanes::label;
use crate::lanes::marks::Mark;
use crate::results::courses::Courses;

/// How a policy is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// This policy: blue and bold.
    Own,
    /// FIFO, or A-SRPT beside FIFO itself.
    Dashed,
    /// The smallest mean JCT of the rest.
    Dotted,
    /// All others.
    Thin,
}

impl Hand {
    /// The class of its line.
    pub fn line(self) -> &'static str {
        match self {
            Self::Own => "chart-line own",
            Self::Dashed => "chart-line dashed",
            Self::Dotted => "chart-line dotted",
            Self::Thin => "chart-line thin",
        }
    }
}

/// The hand of each course, in their order.
pub fn hands(courses: &Courses) -> Vec<Hand> {
    let own = courses.own;
    let kind = |at: usize| courses.all[at].policy.kind();
    let reference = if kind(own) == "fifo" { "a-srpt" } else { "fifo" };
    let rest = (0..courses.all.len()).filter(|&at| at != own && kind(at) != reference);
    let best = rest.min_by(|&a, &b| courses.mean_jct_us(a).total_cmp(&courses.mean_jct_us(b)));
    let hand = |at: usize| match at {
        _ if at == own => Hand::Own,
        _ if kind(at) == reference => Hand::Dashed,
        _ if Some(at) == best => Hand::Dotted,
        _ => Hand::Thin,
    };
    (0..courses.all.len()).map(hand).collect()
}

/// The order in which lines are drawn: what is named lies above what isn't.
pub fn back_to_front(hands: &[Hand]) -> Vec<usize> {
    let depth = |at: &usize| match hands[*at] {
        Hand::Thin => 0,
        Hand::Dotted => 1,
        Hand::Dashed => 2,
        Hand::Own => 3,
    };
    let mut order: Vec<usize> = (0..hands.len()).collect();
    order.sort_by_key(depth);
    order
}

/// Samples with names, one below the other, on a ground that lets them be read above lines.
pub fn draw(courses: &Courses, hands: &[Hand], x: f64, y: f64) -> Vec<Mark> {
    let mut named: Vec<(Hand, &str)> = Vec::new();
    for wanted in [Hand::Own, Hand::Dotted, Hand::Dashed] {
        let at = hands.iter().position(|&hand| hand == wanted);
        named.extend(at.map(|at| (wanted, courses.all[at].policy.label())));
    }
    if hands.contains(&Hand::Thin) {
        named.push((Hand::Thin, "others"));
    }
    let width = named.iter().map(|(_, name)| label::width(name)).fold(0.0, f64::max) + 34.0;
    let mut marks = vec![Mark::rect("chart-key", x - 4.0, y - 11.0, width, named.len() as f64 * 15.0 + 4.0)];
    for (at, (hand, name)) in named.into_iter().enumerate() {
        let baseline = y + at as f64 * 15.0;
        marks.push(Mark::line(hand.line(), x, baseline - 3.5, x + 17.0, baseline - 3.5));
        let class = if hand == Hand::Own { "key-name own" } else { "key-name" };
        marks.push(Mark::text(class, x + 22.0, baseline, name));
    }
    marks
}

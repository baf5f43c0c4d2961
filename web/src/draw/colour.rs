//! Colour is the job: job i has colour i mod 12 and pattern i mod 7, 84 pairs before one repeats.

use asrpt_core::ids::JobIndex;
use yew::prelude::*;

/// How many colours there are.
pub const COLOURS: usize = 12;
const PATTERNS: usize = 7;

/// The class that gives an element `--c`, the job's colour, and `--ink`, what is written on it.
pub fn class(job: JobIndex) -> String {
    format!("c{}", job.at() % COLOURS + 1)
}

/// The job's pattern in its own ink, as a `fill`; `None` where it is plain.
pub fn pattern(job: JobIndex) -> Option<String> {
    let pattern = job.at() % PATTERNS;
    (pattern > 0).then(|| format!("url(#pat-{pattern}-{})", job.at() % COLOURS + 1))
}

/// The job's pattern over a tint; `None` where it is plain.
pub fn tint_pattern(job: JobIndex) -> Option<String> {
    let pattern = job.at() % PATTERNS;
    (pattern > 0).then(|| format!("url(#pat-{pattern}-tint)"))
}

/// What pattern `n` draws, within 6 by 6 px.
fn pattern_path(n: usize) -> &'static str {
    match n {
        1 => "M-1 7L7 -1M-1 1L1 -1M5 7L7 5",
        2 => "M-1 -1L7 7M5 -1L7 1M-1 5L1 7",
        3 => "M0 1.5H6M0 4.5H6",
        4 => "M1.5 0V6M4.5 0V6",
        5 => "M1.5 .5V2.5M4.5 3.5V5.5",
        _ => "M0 3H6M3 0V6",
    }
}

fn pattern_def(n: usize, name: &str, ink: String) -> Html {
    html! {
        <pattern id={format!("pat-{n}-{name}")} width="6" height="6" patternUnits="userSpaceOnUse">
            <path d={pattern_path(n)} style={format!("stroke:{ink}")} class="pattern-line" />
        </pattern>
    }
}

/// The patterns of a run with so many jobs, and the hatchings of the cost bars; once per page.
#[component]
pub fn PatternDefs() -> Html {
    let own = (1..PATTERNS).flat_map(|n| {
        (1..=COLOURS).map(move |c| pattern_def(n, &c.to_string(), format!("var(--job-ink-{c})")))
    });
    let tints = (1..PATTERNS).map(|n| pattern_def(n, "tint", "var(--text)".to_owned()));
    html! {
        <svg width="0" height="0" class="defs" aria-hidden="true">
            <defs>
                { for own }
                { for tints }
                <pattern id="pat-pipeline" width="5" height="5" patternUnits="userSpaceOnUse">
                    <path d="M-1 6L6 -1" class="hatch" />
                </pattern>
                <pattern id="pat-collective" width="4" height="4" patternUnits="userSpaceOnUse">
                    <circle cx="2" cy="2" r=".9" class="hatch-dot" />
                </pattern>
            </defs>
        </svg>
    }
}

#[derive(Properties, PartialEq)]
pub struct SwatchProps {
    pub job: JobIndex,
    #[prop_or(12)]
    pub size: u32,
}

/// A small square in the job's colour and pattern.
#[component]
pub fn Swatch(props: &SwatchProps) -> Html {
    let side = props.size.to_string();
    html! {
        <svg width={side.clone()} height={side.clone()} class={classes!("swatch", class(props.job))} aria-hidden="true">
            <rect width={side.clone()} height={side.clone()} rx="2.5" class="solid" />
            if let Some(fill) = pattern(props.job) {
                <rect width={side.clone()} height={side} rx="2.5" {fill} class="pat" />
            }
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eighty_four_pairs_before_one_repeats() {
        let pair = |i| (class(JobIndex(i)), pattern(JobIndex(i)));
        for i in 0..84 {
            assert!((0..i).all(|k| pair(k) != pair(i)));
        }
        assert_eq!(pair(84), pair(0));
        assert_eq!(class(JobIndex(11)), "c12");
        assert_eq!(pattern(JobIndex(7)), None);
        assert_eq!(pattern(JobIndex(13)).as_deref(), Some("url(#pat-6-2)"));
    }
}

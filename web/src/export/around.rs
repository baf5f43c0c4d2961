//! What stands around a picture in its file: above it whose it is, below it what its colours and marks mean, the moment
//! and the link.

use asrpt_core::ids::JobIndex;

use crate::draw::colour;
use crate::draw::number::counted;
use crate::lanes::label;
use crate::lanes::legend;
use crate::lanes::marks::{Group, Mark};

use super::caption::{Caption, wrapped};

/// A group that is moved to a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    pub x: f64,
    pub y: f64,
    pub group: Group,
}

/// Rows of text and marks, from the top down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    pub placed: Vec<Placed>,
    pub height: f64,
}

/// Beside the text.
const MARGIN: f64 = 16.0;
const LINE: f64 = 16.0;
/// Names of jobs take so many rows at most, and each so many pixels.
const MOST_ROWS: usize = 4;
const LONGEST_NAME: f64 = 150.0;
/// A sample with its name, and what follows.
const SWATCH: f64 = 11.0;
const BETWEEN: f64 = 14.0;

/// The links' lane says so in its gutter, where there is room.
const LOADS: [(&str, legend::Sample); 2] = [
    ("NIC load", || vec![Mark::rect("link-nic-key", 0.5, -8.0, 20.0, 9.0)]),
    ("NVLink load", || vec![Mark::line("link-nvlink-key", 0.5, -3.5, 20.5, -3.5)]),
];

impl Block {
    fn line(&mut self, class: &'static str, text: String) {
        self.height += LINE;
        self.put(MARGIN, vec![Mark::text(class, 0.0, 0.0, text)]);
    }

    /// Marks whose baseline is that of the present row.
    fn put(&mut self, x: f64, marks: Vec<Mark>) {
        self.placed.push(Placed { x, y: self.height, group: Group::plain(marks) });
    }
}

/// Above the picture: the scenario's name, the policy, how much there is.
pub fn head(caption: &Caption, width: f64) -> Block {
    let room = room(width);
    let mut block = Block { height: 4.0, ..Block::default() };
    let title = label::cut(&caption.title, room / 1.3).unwrap_or_else(|| caption.title.clone());
    block.line("file-title", title);
    for line in wrapped(&caption.facts, room) {
        block.line("file-text", line);
    }
    block.height += 8.0;
    block
}

/// Which marks a picture has that want explaining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    None,
    Lanes { links: bool },
}

/// Below it. `jobs` are those that the picture shows.
pub fn foot(caption: &Caption, jobs: &[JobIndex], marks: Marks, width: f64) -> Block {
    let mut block = Block { height: 6.0, ..Block::default() };
    if let Marks::Lanes { links } = marks {
        entries(&mut block, caption, links, width);
    }
    names(&mut block, caption, jobs, width);
    block.height += 4.0;
    for line in wrapped(&caption.moment, room(width)) {
        block.line("file-text", line);
    }
    for line in caption.link_lines(room(width)) {
        block.line("file-link", line);
    }
    block.height += 10.0;
    block
}

fn room(width: f64) -> f64 {
    (width - 2.0 * MARGIN).max(40.0)
}

/// What the lanes' marks mean.
fn entries(block: &mut Block, caption: &Caption, links: bool, width: f64) {
    block.height += LINE;
    let mut x = MARGIN;
    let loads: &[_] = if links { &LOADS } else { &[] };
    let marks = legend::entries(caption.virtual_machine, caption.learns);
    for (name, sample) in marks.chain(loads.iter().copied()) {
        let wide = 26.0 + label::width(name);
        if x > MARGIN && x + wide > width - MARGIN {
            block.height += LINE;
            x = MARGIN;
        }
        let mut marks = sample();
        marks.push(Mark::text("key-name", 26.0, 0.0, name));
        block.put(x, marks);
        x += wide + BETWEEN;
    }
}

/// Whose colour is whose; of very many the first, and how many more there are.
fn names(block: &mut Block, caption: &Caption, jobs: &[JobIndex], width: f64) {
    let mut x = MARGIN;
    let mut rows = 0;
    for (nth, &job) in jobs.iter().enumerate() {
        let id = caption.jobs.get(job.at()).map_or("", String::as_str);
        let name = label::cut(id, LONGEST_NAME).unwrap_or_else(|| id.to_owned());
        let wide = SWATCH + 5.0 + label::width(&name);
        let more = format!("and {} more", counted((jobs.len() - nth) as u64, "job"));
        let is_last = nth + 1 == jobs.len();
        // In the last row there must be room to say how many are left out.
        let kept = if rows == MOST_ROWS && !is_last { label::width(&more) + BETWEEN } else { 0.0 };
        if rows == 0 || x + wide + kept > width - MARGIN {
            if rows == MOST_ROWS {
                block.put(x, vec![Mark::text("key-name", 0.0, 0.0, more)]);
                return;
            }
            rows += 1;
            block.height += LINE;
            x = MARGIN;
        }
        let square = |class| Mark::rect(class, 0.0, -9.0, SWATCH, SWATCH).rounded(2.0);
        let mut marks = vec![square("solid")];
        marks.extend(colour::pattern(job).map(|fill| square("pat").filled(fill)));
        marks.push(Mark::text("key-name", SWATCH + 5.0, 0.0, name));
        block.placed.push(Placed { x, y: block.height, group: Group::of_job(job, marks) });
        x += wide + BETWEEN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::marks::Shape;

    fn caption(jobs: usize) -> Caption {
        Caption {
            title: "A scenario".to_owned(),
            facts: "A-SRPT, 3 jobs".to_owned(),
            moment: "At 1.000\u{a0}s, step 1 of 9".to_owned(),
            jobs: (0..jobs).map(|at| format!("job-number-{at}")).collect(),
            link: Ok("https://lab.example/#1abc".to_owned()),
            virtual_machine: true,
            learns: false,
        }
    }

    fn texts(block: &Block) -> Vec<(f64, f64, String)> {
        let text = |placed: &Placed, mark: &Mark| match &mark.shape {
            Shape::Text { x, text, .. } => Some((placed.x + x, placed.y, text.clone())),
            _ => None,
        };
        block.placed.iter().flat_map(|p| p.group.marks.iter().filter_map(move |m| text(p, m))).collect()
    }

    #[test]
    fn all_that_is_said_stands_within_the_picture() {
        let all: Vec<JobIndex> = (0..200).map(JobIndex).collect();
        for width in [300.0, 458.0, 1_200.0] {
            for shown in [0, 1, 3, 40, 200] {
                let block = foot(&caption(200), &all[..shown], Marks::Lanes { links: true }, width);
                for (x, y, text) in texts(&block) {
                    assert!(x + label::width(&text) <= width, "{text} at {x} of {width}");
                    assert!(y < block.height, "{text}");
                }
            }
        }
    }

    #[test]
    fn each_job_has_its_colour_and_its_name_or_is_counted() {
        let all: Vec<JobIndex> = (0..200).map(JobIndex).collect();
        for width in [300.0, 700.0] {
            for shown in [0, 1, 3, 17, 200] {
                let block = foot(&caption(200), &all[..shown], Marks::None, width);
                let named = block.placed.iter().filter(|placed| placed.group.job.is_some()).count();
                let more = texts(&block).into_iter().find_map(|(.., text)| {
                    text.strip_prefix("and ")?.split('\u{a0}').next()?.parse::<usize>().ok()
                });
                assert_eq!(named + more.unwrap_or(0), shown, "{width}");
                assert_eq!(more.is_some(), named < shown);
            }
        }
    }

    #[test]
    fn the_virtual_machine_s_marks_are_named_only_where_there_is_one() {
        let without = Caption { virtual_machine: false, ..caption(1) };
        let learns = Caption { learns: true, ..caption(1) };
        let said = |caption: &Caption, words: &str| {
            texts(&foot(caption, &[], Marks::Lanes { links: false }, 900.0)).iter().any(|t| t.2 == words)
        };
        assert!(said(&caption(1), "Preempted") && !said(&without, "Preempted"));
        assert!(said(&learns, "Predictor refitted") && !said(&caption(1), "Predictor refitted"));
    }
}

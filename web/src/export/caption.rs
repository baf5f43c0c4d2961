//! What a picture's file says besides its picture: whose it is, which moment it shows, and the link that opens it.
//! It is asked for when a picture is saved, so that no chart has to follow every step for it.

use std::cell::RefCell;

use asrpt_core::share;

use crate::draw::number::{counted, grouped, seconds};
use crate::lanes::label;
use crate::share::address::{Look, Mark};
use crate::share::browser;
use crate::share::length::{MARKS, MOST_JOBS};
use crate::store::State;

thread_local! {
    static LATEST: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// Longer links are shortened in a picture.
const MOST_LINES: usize = 4;
/// So much of a shortened link is left.
const KEPT_CHARS: usize = 40;

/// What is looked at now; the page says so each time it is drawn.
pub fn look_at(state: &State) {
    LATEST.set(Some(state.clone()));
}

/// The words around a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    pub title: String,
    /// The policy and how much there is.
    pub facts: String,
    pub moment: String,
    /// The names of all jobs, by index.
    pub jobs: Vec<String>,
    /// The link to exactly this, or why there is none.
    pub link: Result<String, String>,
    pub virtual_machine: bool,
    /// Whether the predictor is fitted again during the run.
    pub learns: bool,
}

impl Caption {
    /// Of what is shown now.
    pub fn now() -> Option<Self> {
        LATEST.with_borrow(|state| Self::of(state.as_ref()?, &browser::home()))
    }

    /// The link is that of the run that is seen, which may be the one before an edit that can't be run.
    fn of(state: &State, home: &str) -> Option<Self> {
        let (simulation, moment) = state.shown()?;
        let run = &simulation.run;
        let scenario = &run.instance.scenario;
        let selected = state.view.selected.map(|job| run.instance.job_id(job).to_owned());
        let at = Some(Mark::of(run, moment));
        let look = Look { embed: false, at, selected, window: state.view.window };
        let code = if scenario.jobs.len() > MOST_JOBS {
            Err("The scenario is too large for a link: its file carries it.".to_owned())
        } else {
            share::encode(scenario).map_err(|error| error.to_string())
        };
        Some(Self {
            title: scenario.name.clone().unwrap_or_else(|| "Untitled".to_owned()),
            facts: format!(
                "{}, {}, {} on {}",
                run.policy.label(),
                counted(run.instance.jobs.len() as u64, "job"),
                counted(run.instance.cluster.total_gpus.into(), "GPU"),
                counted(run.instance.cluster.servers.len() as u64, "server")
            ),
            moment: format!(
                "At {}, step {} of {}",
                seconds(moment.time_us, 3),
                grouped(moment.step() as u64),
                grouped(simulation.steps() as u64)
            ),
            jobs: (0..run.instance.jobs.len())
                .map(|at| run.instance.job_id(asrpt_core::ids::JobIndex::from_at(at)).to_owned())
                .collect(),
            link: code.map(|code| format!("{home}#{code}{}", look.written())),
            virtual_machine: run.policy.uses_virtual_machine(),
            learns: run.instance.learns(),
        })
    }

    /// The link as lines of at most so many pixels: whole, shortened, or why it isn't there.
    pub fn link_lines(&self, room: f64) -> Vec<String> {
        let link = match &self.link {
            Ok(link) => link,
            Err(why) => return wrapped(why, room),
        };
        let chars = link.chars().count();
        let length = grouped(chars as u64);
        if chars > MARKS[1] {
            let said = format!(
                "The link is left out: it has {length} characters, too many for most tools. Send the scenario's file."
            );
            return wrapped(&said, room);
        }
        let lines = broken(link, room);
        if lines.len() <= MOST_LINES {
            return lines;
        }
        let (home, rest) = link.split_once('#').unwrap_or(("", link));
        let kept: String = rest.chars().take(KEPT_CHARS).collect();
        let mut lines = broken(&format!("{home}#{kept}…"), room);
        let said = format!("Shortened: the whole link has {length} characters. Share in the page gives it.");
        lines.extend(wrapped(&said, room));
        lines
    }
}

/// Cut wherever a line is full: a link has no words.
fn broken(text: &str, room: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0.0;
    for c in text.chars() {
        let width = label::width(c.encode_utf8(&mut [0; 4]));
        if used + width > room && used > 0.0 {
            lines.push(String::new());
            used = 0.0;
        }
        used += width;
        if let Some(line) = lines.last_mut() {
            line.push(c);
        }
    }
    lines
}

/// Lines of whole words; a word longer than a line is cut.
pub fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if label::width(line) + label::width(word) + 4.0 <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(broken(word, room)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::EXAMPLES;
    use crate::shared::Shared;
    use crate::store::Action;
    use crate::testing::simulation_of;
    use yew::Reducible;

    fn shown(example: &str) -> State {
        let scenario = EXAMPLES.iter().find(|e| e.slug == example).unwrap().scenario();
        let state = std::rc::Rc::new(State::new(scenario));
        let result = Ok(Shared::new(simulation_of(example, "a-srpt")));
        let ended = Action::RunEnded { asked: state.asked, result };
        (*state.reduce(ended).reduce(Action::GoToStep(9))).clone()
    }

    #[test]
    fn the_link_opens_the_run_and_the_moment_that_are_seen() {
        let state = shown("delay-runs-out");
        let caption = Caption::of(&state, "https://lab.example/").unwrap();
        assert!(caption.facts.starts_with("A-SRPT, "), "{}", caption.facts);
        assert!(caption.moment.contains("step 9 of "), "{}", caption.moment);
        let link = caption.link.clone().unwrap();
        let (home, fragment) = link.split_once('#').unwrap();
        assert_eq!(home, "https://lab.example/");
        let code = fragment.split('&').next().unwrap();
        let (simulation, moment) = state.shown().unwrap();
        // Predictions are frozen into the link.
        let there = share::decode(code).unwrap();
        assert_eq!((&there.name, &there.policy), {
            let here = &simulation.run.instance.scenario;
            (&here.name, &here.policy)
        });
        assert_eq!(share::encode(&there).unwrap(), code);
        assert_eq!(Look::read(fragment).at, Some(Mark::of(&simulation.run, moment)));
        assert_eq!(caption.link_lines(1_000.0).concat(), link, "whole where there is room");
    }

    #[test]
    fn long_links_are_shortened_and_very_long_ones_left_out_with_a_word() {
        let with = |chars: usize| {
            let link = Ok(format!("https://lab.example/#{}", "1".repeat(chars - 21)));
            Caption { link, ..Caption::of(&shown("preemption"), "").unwrap() }.link_lines(600.0)
        };
        assert_eq!(with(300).concat().len(), 300);
        let long = with(2_345);
        assert!(long[0].starts_with("https://lab.example/#111") && long[0].ends_with('…'), "{long:?}");
        assert!(long.concat().contains("2,345 characters"), "{long:?}");
        let longer = with(9_000).concat();
        assert!(
            longer.contains("left out") && longer.contains("9,000") && !longer.contains("111"),
            "{longer}"
        );
        assert!(with(7_000).len() <= 3 && with(9_000).len() <= 3);
    }

    #[test]
    fn no_line_is_wider_than_its_room() {
        let text = "one two three four five sixsixsixsixsixsixsixsixsixsixsix seven";
        for room in [40.0, 80.0, 333.0] {
            let lines = wrapped(text, room);
            assert!(lines.iter().all(|line| label::width(line) <= room), "{room}: {lines:?}");
            let letters = |s: &str| s.chars().filter(|c| *c != ' ').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }
}

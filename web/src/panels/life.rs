//! A job's life on its own scale: on the virtual machine, waiting and for what, running; and where it is now.

use asrpt_core::explain;
use asrpt_core::ids::JobIndex;
use asrpt_core::replay::Phase;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;
use yew::prelude::*;

use crate::draw::colour;
use crate::draw::number::seconds_short;
use crate::draw::path::px;
use crate::lanes::order::{Why, waits};
use crate::lanes::selection::life_now;
use crate::moment::Moment;

use super::spans::sentence;

const WIDTH: f64 = 284.0;
const LEFT: f64 = 5.0;
const RIGHT: f64 = WIDTH - 5.0;

/// What a job does for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    Imagined,
    Waits,
    WaitsByChoice,
    Runs,
}

impl Doing {
    fn words(self) -> &'static str {
        match self {
            Self::Imagined => "in the virtual machine",
            Self::Waits => "waiting for GPUs or its turn",
            Self::WaitsByChoice => "waiting by choice",
            Self::Runs => "running",
        }
    }
}

/// The parts of a life, from arrival to end; none of them is empty.
pub fn parts(run: &Run, job: JobIndex) -> Vec<(TimeUs, TimeUs, Doing)> {
    let outcome = run.outcome(job);
    let mut parts = vec![(run.instance.job(job).arrival_us, outcome.eligible_us, Doing::Imagined)];
    parts.extend(waits(outcome).into_iter().map(|(from, to, why)| match why {
        Why::Turn => (from, to, Doing::Waits),
        Why::Choice => (from, to, Doing::WaitsByChoice),
    }));
    parts.push((outcome.start_us, outcome.completion_us, Doing::Runs));
    parts.retain(|(from, to, _)| from < to);
    parts
}

/// The line of its life, how long each part takes, and why it isn't running, if it should.
pub fn draw(run: &Run, moment: &Moment, job: JobIndex) -> Html {
    let parts = parts(run, job);
    let from_us = run.instance.job(job).arrival_us;
    let span = (run.outcome(job).completion_us - from_us).max(1) as f64;
    let x = |t: TimeUs| LEFT + (t.saturating_sub(from_us) as f64 / span).min(1.0) * (RIGHT - LEFT);
    let now = (moment.time_us >= from_us && moment.time_us <= run.outcome(job).completion_us)
        .then(|| px(x(moment.time_us)));
    html! {
        <>
        <p class="life-now" data-testid="life-now">{ life_now(run, moment, job) }</p>
        { why(run, moment, job) }
        <svg class={classes!("life", colour::class(job))} viewBox={format!("0 0 {WIDTH} 22")} width="100%" aria-hidden="true">
            { for parts.iter().map(|&(from, to, doing)| part(x(from), x(to), doing)) }
            if let Some(now) = now { <line class="cursor-line" x1={now.clone()} x2={now} y1="0" y2="22" /> }
        </svg>
        <ul class="life-parts caption" data-testid="life-parts">
            { for parts.iter().map(|&(from, to, doing)| html! { <li><b>{ seconds_short(to - from) }</b>{ " " }{ doing.words() }</li> }) }
        </ul>
        </>
    }
}

fn part(x0: f64, x1: f64, doing: Doing) -> Html {
    let (x, width, x1) = (px(x0), px((x1 - x0).max(1.0)), px(x1));
    let line =
        |class: &'static str| html! { <line {class} x1={x.clone()} x2={x1.clone()} y1="11" y2="11" /> };
    match doing {
        Doing::Imagined => html! { <rect class="life-imagined" x={x} y="4.5" {width} height="13" /> },
        Doing::Waits => line("wait"),
        Doing::WaitsByChoice => html! { <>{ line("choice-band") }{ line("choice") }</> },
        Doing::Runs => html! { <rect class="solid" x={x} y="4" {width} height="14" rx="2" /> },
    }
}

/// For a job that isn't running: why, under this policy, with numbers.
fn why(run: &Run, moment: &Moment, job: JobIndex) -> Html {
    if matches!(moment.state.jobs[job.at()].phase, Phase::Running | Phase::Done) {
        return Html::default();
    }
    // Between two steps work goes on.
    let mut state = moment.state.clone();
    state.time_us = moment.time_us;
    html! {
        <div class="why" data-testid="why">
            <h3>{ "Why isn't it running now?" }</h3>
            <p>{ sentence(run, &explain::not_running(run, &state, job)) }</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn a_life_has_no_gaps() {
        for kind in ["a-srpt", "a-srpt-eager", "fifo"] {
            let run = run_of("fifty-jobs", kind);
            for at in 0..run.instance.jobs.len() {
                let job = JobIndex::from_at(at);
                let parts = parts(&run, job);
                assert!(parts.windows(2).all(|pair| pair[0].1 == pair[1].0), "{kind}, {at}");
                assert_eq!(parts[0].0, run.instance.job(job).arrival_us);
                assert_eq!(parts.last().unwrap().1, run.outcome(job).completion_us);
            }
        }
        let run = run_of("delay-runs-out", "a-srpt");
        let heavy: Vec<Doing> =
            parts(&run, run.instance.find_job("heavy").unwrap()).into_iter().map(|part| part.2).collect();
        assert_eq!(heavy, [Doing::Imagined, Doing::WaitsByChoice, Doing::Runs]);
    }
}

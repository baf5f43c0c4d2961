//! Everything that takes longer than a moment: asked by the page, done in the worker, or on the page where it is small or
//! there are no workers.

use asrpt_core::engine::Engine;
use asrpt_core::ids::JobIndex;
use asrpt_core::instance::Instance;
use asrpt_core::log::NoLog;
use asrpt_core::policy::POLICIES;
use asrpt_core::predict::{self, Evaluation, Explainer, Method, PREDICTORS, Predictor, Scores};
use asrpt_core::scenario::{Problem, Scenario};
use asrpt_core::share;
use asrpt_core::time::TimeUs;
use asrpt_core::trace::{self, Options, Report};
use asrpt_core::workload::{Workload, generate};

use super::bytes::{Reader, Wired, Writer, written};
use super::job::Job;
use super::turns::Turns;
use super::{carried, wire};
use crate::predict::worse::{Curves, SIGMAS, noisy, swapped};
use crate::workload::Trace;

/// Work in slices.
pub trait Task {
    /// Goes on for a while; the share that is done, 1 when all is.
    fn advance(&mut self, budget: usize) -> f64;
    /// What came out.
    fn finish(self: Box<Self>) -> Vec<u8>;
}

/// What is asked.
#[derive(Clone, PartialEq)]
pub enum Request {
    /// The run of a scenario, and every policy's figures.
    Run(Scenario),
    /// The run of a scenario, without the figures of other policies.
    RunAlone(Scenario),
    /// What a file holds, by its name; the file goes beside.
    Open(String),
    /// How good predictors are on the held-out history.
    Evaluate(Scenario),
    /// Why a job's prediction is what it is, with so many of the nearest records.
    Why(Scenario, JobIndex, usize),
    /// What worse predictions cost.
    Worsen(Scenario),
    /// A scenario drawn by chance.
    Generate(Workload),
    /// A scenario from the trace that goes beside: format, options, the scenario's name.
    Import(String, Options, String),
    /// A link's code.
    Share(Scenario),
    /// The scenario's file.
    Write(Scenario),
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Opened {
    Scenario(Scenario),
    /// A trace: its format by the header, and its columns.
    Trace {
        format: &'static str,
        columns: Vec<String>,
    },
    /// What is wrong, and what could be read all the same.
    Refused(Vec<Problem>, Option<Scenario>),
}

/// Of the scenario's predictor, where there is a history, and of the other learners.
pub type Evaluated = (Option<Evaluation>, Vec<(&'static str, Option<Scores>)>);
/// A scenario, or what is wrong with what was asked for.
pub type Generated = Result<Scenario, Vec<Problem>>;
/// A scenario and what became of every row.
pub type Imported = Result<(Scenario, Report), String>;

impl Request {
    /// As bytes; long lists in slices. `None` once nobody wants it any more.
    pub async fn written(&self, turns: &mut Turns) -> Option<Vec<u8>> {
        let mut out = Writer::default();
        match self {
            Self::Run(scenario) => scenario_out(0, scenario, &mut out, turns).await?,
            Self::Open(name) => {
                out.whole(1);
                name.put(&mut out);
            }
            Self::Evaluate(scenario) => scenario_out(2, scenario, &mut out, turns).await?,
            Self::Why(scenario, job, nearest) => {
                scenario_out(3, scenario, &mut out, turns).await?;
                job.put(&mut out);
                nearest.put(&mut out);
            }
            Self::Worsen(scenario) => scenario_out(4, scenario, &mut out, turns).await?,
            Self::Generate(workload) => {
                out.whole(5);
                workload.put(&mut out);
            }
            Self::Import(format, options, name) => {
                out.whole(6);
                format.put(&mut out);
                options.put(&mut out);
                name.put(&mut out);
            }
            Self::Share(scenario) => scenario_out(7, scenario, &mut out, turns).await?,
            Self::Write(scenario) => scenario_out(8, scenario, &mut out, turns).await?,
            Self::RunAlone(scenario) => scenario_out(9, scenario, &mut out, turns).await?,
        }
        Some(out.0)
    }
}

async fn scenario_out(kind: u64, scenario: &Scenario, out: &mut Writer, turns: &mut Turns) -> Option<()> {
    out.whole(kind);
    carried::frame_out(scenario, out);
    scenario.jobs.len().put(out);
    for job in &scenario.jobs {
        job.put(out);
        turns.small().await?;
    }
    scenario.history.len().put(out);
    for record in &scenario.history {
        record.put(out);
        turns.small().await?;
    }
    Some(())
}

/// Begins with a request and the file that goes beside it. `None` where the bytes are broken.
pub fn begin(request: &[u8], file: Vec<u8>) -> Option<Box<dyn Task>> {
    let from = &mut Reader(request);
    Some(match from.whole()? {
        kind @ (0 | 9) => match Job::new(Scenario::get(from)?, kind == 9) {
            Ok(job) => Box::new(job),
            Err(problems) => once(move || wire::written(&Err(problems))),
        },
        1 => {
            let name = String::get(from)?;
            once(move || opened(&name, file))
        }
        2 => Box::new(Evaluating::new(Scenario::get(from)?)),
        3 => {
            let (scenario, job, nearest) = <(Scenario, JobIndex, usize)>::get(from)?;
            once(move || written(&Explainer::new(&scenario).why(job, nearest)))
        }
        4 => Box::new(Worsening::new(Scenario::get(from)?)),
        5 => {
            let workload = Workload::get(from)?;
            once(move || written(&generate(&workload)))
        }
        6 => {
            let (format, options, name) = <(String, Options, String)>::get(from)?;
            once(move || written(&imported(&format, &options, name, &file)))
        }
        7 => {
            let scenario = Scenario::get(from)?;
            once(move || written(&share::encode(&scenario).map_err(|error| error.to_string())))
        }
        8 => {
            let scenario = Scenario::get(from)?;
            once(move || scenario.to_json().into_bytes())
        }
        _ => return None,
    })
}

/// Work that can't be interrupted.
struct Once(Option<Box<dyn FnOnce() -> Vec<u8>>>, Vec<u8>);

fn once(work: impl FnOnce() -> Vec<u8> + 'static) -> Box<dyn Task> {
    Box::new(Once(Some(Box::new(work)), Vec::new()))
}

impl Task for Once {
    fn advance(&mut self, _: usize) -> f64 {
        if let Some(work) = self.0.take() {
            self.1 = work();
        }
        1.0
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        self.1
    }
}

fn opened(name: &str, file: Vec<u8>) -> Vec<u8> {
    let mut out = Writer::default();
    match open(name, file) {
        Opened::Scenario(scenario) => {
            out.whole(0);
            scenario.put(&mut out);
        }
        Opened::Trace { format, columns } => {
            out.whole(1);
            format.put(&mut out);
            columns.put(&mut out);
        }
        Opened::Refused(problems, scenario) => {
            out.whole(2);
            problems.put(&mut out);
            scenario.put(&mut out);
        }
    }
    out.0
}

/// What a file holds. A scenario without a name gets that of its file.
fn open(name: &str, file: Vec<u8>) -> Opened {
    let text = match String::from_utf8(file) {
        Ok(text) => text,
        Err(error) => return Opened::Refused(vec![super::kinds::no_text(error.as_bytes())], None),
    };
    if Trace::is_in(name, &text) {
        return Opened::Trace { format: Trace::format_of(&text), columns: trace::columns_of(&text) };
    }
    let (scenario, mut problems) = Scenario::read(&text);
    let scenario = scenario.map(|mut scenario| {
        if scenario.name.is_none() {
            scenario.name = Some(name.trim_end_matches(".json").to_owned());
        }
        scenario
    });
    match scenario {
        Some(scenario) if problems.is_empty() => match Instance::prepare(scenario.clone()) {
            Ok(_) => Opened::Scenario(scenario),
            Err(problems) => Opened::Refused(problems, Some(scenario)),
        },
        scenario => {
            if let (None, Some(problem), Some(hint)) =
                (&scenario, problems.first_mut(), super::kinds::other(&text))
            {
                problem.hint = hint;
            }
            Opened::Refused(problems, scenario)
        }
    }
}

fn imported(format: &str, options: &Options, name: String, file: &[u8]) -> Imported {
    let text = std::str::from_utf8(file).map_err(|_| "it is no text".to_owned())?;
    let (mut scenario, report) = trace::import(text, format, options)?;
    scenario.name = Some(name);
    Ok((scenario, report))
}

/// One learner after the other.
struct Evaluating {
    scenario: Scenario,
    own: Option<Evaluation>,
    others: Vec<&'static dyn Predictor>,
    evaluated: Vec<(&'static str, Option<Scores>)>,
    begun: bool,
}

impl Evaluating {
    fn new(scenario: Scenario) -> Self {
        Self { scenario, own: None, others: Vec::new(), evaluated: Vec::new(), begun: false }
    }
}

impl Task for Evaluating {
    fn advance(&mut self, _: usize) -> f64 {
        if !self.begun {
            self.begun = true;
            self.own = predict::evaluate(&self.scenario, None);
            let own = self.own.as_ref().map_or("", |evaluation| evaluation.predictor);
            let is_other = |predictor: &&'static dyn Predictor| {
                matches!(predictor.method(), Method::Learner(_)) && predictor.kind() != own
            };
            self.others = PREDICTORS.iter().copied().filter(is_other).collect();
        } else if let Some(&predictor) = self.others.get(self.evaluated.len()) {
            let evaluation = predict::evaluate(&self.scenario, Some(predictor));
            self.evaluated.push((predictor.kind(), evaluation.and_then(|it| it.held_out.scores)));
        }
        (1 + self.evaluated.len()) as f64 / (1 + self.others.len()) as f64
    }

    fn finish(mut self: Box<Self>) -> Vec<u8> {
        if self.own.is_none() {
            self.evaluated.clear();
        }
        written(&(self.own, self.evaluated))
    }
}

/// Every policy under growing errors.
struct Worsening {
    scenario: Scenario,
    instance: Option<Instance>,
    curves: Curves,
    /// Starts with perfect predictions, by policy.
    first: Vec<Vec<TimeUs>>,
}

impl Worsening {
    fn new(scenario: Scenario) -> Self {
        let none = || vec![Vec::new(); POLICIES.len()];
        Self {
            scenario,
            instance: None,
            curves: Curves { totals: none(), swapped: none() },
            first: vec![Vec::new(); POLICIES.len()],
        }
    }

    /// Total JCT, and the share of pairs in another order.
    fn figures(&mut self, at: usize) -> Option<(f64, f64)> {
        let instance = self.instance.as_ref()?;
        let outcomes = Engine::new(instance, POLICIES[at], NoLog).run().ok()?.outcomes;
        let starts: Vec<TimeUs> = outcomes.iter().map(|outcome| outcome.start_us).collect();
        if self.first[at].is_empty() {
            self.first[at].clone_from(&starts);
        }
        let jct =
            outcomes.iter().zip(&instance.jobs).map(|(o, job)| (o.completion_us - job.arrival_us) as f64);
        Some((jct.sum(), swapped(&self.first[at], &starts)))
    }
}

impl Task for Worsening {
    fn advance(&mut self, _: usize) -> f64 {
        let done: usize = self.curves.totals.iter().map(Vec::len).sum();
        let (sigma, at) = (done / POLICIES.len(), done % POLICIES.len());
        let Some(&sigma) = SIGMAS.get(sigma) else { return 1.0 };
        if at == 0 {
            self.instance = Instance::prepare(noisy(&self.scenario, sigma)).ok();
        }
        let (total, swapped) = self.figures(at).unwrap_or((f64::NAN, f64::NAN));
        self.curves.totals[at].push(total);
        self.curves.swapped[at].push(swapped);
        (done + 1) as f64 / (SIGMAS.len() * POLICIES.len()) as f64
    }

    fn finish(self: Box<Self>) -> Vec<u8> {
        written(&self.curves)
    }
}

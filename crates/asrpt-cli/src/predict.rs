//! `asrpt predict`: how good the predictions are, what they rest on, and why one job's is what it is.

use asrpt_core::format::{count, decimal};
use asrpt_core::ids::JobIndex;
use asrpt_core::predict::{
    self, Basis, Evaluation, Explainer, Held, Method, PREDICTORS, Report, Scores, Why,
};
use asrpt_core::run::Run;
use asrpt_core::scenario::Scenario;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;

use crate::{input, output};

/// Records shown beside one job's prediction.
const NEAREST: usize = 5;

#[derive(Args)]
pub struct PredictArgs {
    /// Scenario file, or - for standard input
    file: String,
    /// Predictor to use instead of the scenario's own (its parameters still hold)
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    predictor: Option<String>,
    /// Why this job's prediction is what it is
    #[arg(long, value_name = "ID")]
    job: Option<String>,
    /// Print everything as JSON
    #[arg(long)]
    json: bool,
}

pub fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(PREDICTORS.iter().map(|predictor| predictor.kind()))
}

/// The text to print.
pub fn run(args: &PredictArgs) -> Result<String, String> {
    let mut scenario = input::scenario(&args.file)?;
    if let Some(kind) = &args.predictor {
        scenario.predictor.kind.clone_from(kind);
    }
    let learned = learned(&args.file, &scenario)?;
    if let Some(id) = &args.job {
        let found = scenario.jobs.iter().position(|job| job.id == *id);
        let at = found.ok_or_else(|| format!("error: {}: there is no job {id:?}", args.file))?;
        let job = JobIndex::from_at(at);
        let seen = learned.as_ref().map_or(scenario, |run| predict::seen_by(run, job));
        let why = Explainer::new(&seen).why(job, NEAREST);
        return Ok(if args.json { json(&why) } else { explained(&seen, at, &why, learned.as_ref()) });
    }
    let report = learned.as_ref().map_or_else(|| predict::report(&scenario), predict::report_of);
    let all = All::of(&scenario, report);
    Ok(if args.json { json(&all) } else { all.text(&scenario) })
}

/// With online learning predictions are made during a run of the scenario's policy.
fn learned(file: &str, scenario: &Scenario) -> Result<Option<Run>, String> {
    if predict::refit_every(scenario).is_none() {
        return Ok(None);
    }
    input::run(file, scenario.clone(), None).map(Some)
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("figures are finite")
}

/// Everything there is to say of a scenario's predictions.
#[derive(Serialize)]
struct All {
    /// What was predicted for every job.
    report: Report,
    /// Beside the true n.
    jobs: Held,
    /// On the held-out part of the history, in detail.
    evaluation: Option<Evaluation>,
    /// Every learner on the held-out part.
    learners: Vec<Learner>,
}

#[derive(Serialize)]
struct Learner {
    predictor: &'static str,
    scores: Option<Scores>,
}

impl All {
    fn of(scenario: &Scenario, report: Report) -> Self {
        let jobs = Held::of_report(&report, scenario);
        let evaluation = predict::evaluate(scenario, None);
        let learners = PREDICTORS.iter().filter(|predictor| matches!(predictor.method(), Method::Learner(_)));
        let scores = |kind: &str| match &evaluation {
            Some(own) if own.predictor == kind => own.held_out.scores,
            _ => predict::evaluate(scenario, predict::find(kind)).and_then(|other| other.held_out.scores),
        };
        let learners =
            learners.map(|learner| Learner { predictor: learner.kind(), scores: scores(learner.kind()) });
        let learners = learners.collect();
        Self { report, jobs, evaluation, learners }
    }

    fn text(&self, scenario: &Scenario) -> String {
        let mut parts = vec![format!(
            "{} for {}, {} of history",
            self.report.predictor,
            count(self.report.predictions.len() as u64, "job"),
            count(scenario.history.len() as u64, "record"),
        )];
        parts.extend((!self.report.notes.is_empty()).then(|| self.report.notes.join("\n")));
        let mut rows = vec![scores_row("The scenario's jobs", self.jobs.scores)];
        if let Some(evaluation) = &self.evaluation {
            let held = format!("{} on held-out history", evaluation.predictor);
            rows.push(scores_row(&held, evaluation.held_out.scores));
            let others = self.learners.iter().filter(|learner| learner.predictor != evaluation.predictor);
            rows.extend(others.map(|learner| scores_row(learner.predictor, learner.scores)));
        }
        parts.push(output::table(
            &["Predictions", "Compared", "MAPE", "Median |ln(n̂/n)|", "R² of ln n"],
            rows,
        ));
        parts.extend(self.evaluation.as_ref().and_then(importances));
        parts.push(self.jobs_table(scenario));
        parts.join("\n\n")
    }

    fn jobs_table(&self, scenario: &Scenario) -> String {
        let rows = self.report.predictions.iter().zip(&scenario.jobs).map(|(prediction, job)| {
            let ratio = prediction.iterations / job.iterations as f64;
            vec![
                job.id.clone(),
                decimal(prediction.iterations, 1),
                decimal(job.iterations as f64, 0),
                decimal(ratio, 2),
                basis(prediction.basis),
            ]
        });
        output::table(&["Job", "Predicted n̂", "True n", "n̂ / n", "Rests on"], rows)
    }
}

fn scores_row(what: &str, scores: Option<Scores>) -> Vec<String> {
    let Some(scores) = scores else {
        return vec![what.to_owned(), "0".to_owned(), "-".to_owned(), "-".to_owned(), "-".to_owned()];
    };
    vec![
        what.to_owned(),
        decimal(scores.jobs as f64, 0),
        format!("{} %", decimal(scores.mape * 100.0, 1)),
        decimal(scores.median_abs_log_error, 3),
        scores.r2_log.map_or("-".to_owned(), |r2| decimal(r2, 3)),
    ]
}

fn importances(evaluation: &Evaluation) -> Option<String> {
    let rows = evaluation.importance.iter();
    let rows = rows.map(|importance| vec![importance.fact.to_owned(), decimal(importance.increase, 3)]);
    let table = || output::table(&["Fact", "Mean |ln(n̂/n)| rises, shuffled, by"], rows);
    (!evaluation.importance.is_empty()).then(table)
}

fn basis(basis: Basis) -> String {
    let records = |number: usize| count(number as u64, "record");
    match basis {
        Basis::Given => "the file".to_owned(),
        Basis::Truth => "the true n".to_owned(),
        Basis::Group(number) => format!("{} of its group", records(number)),
        Basis::User(number) => format!("{} of its user", records(number)),
        Basis::All(number) => format!("all {}", records(number)),
        Basis::Prior => "no history".to_owned(),
    }
}

/// A record of the history by its place, or the job that completed.
fn record_name(learned: Option<&Run>, record: usize) -> String {
    let completed = learned.and_then(|run| Some(run.instance.job_id(predict::job_of_record(run, record)?)));
    completed.map_or_else(|| format!("history[{record}]"), |id| format!("job {id}"))
}

fn explained(scenario: &Scenario, at: usize, why: &Why, learned: Option<&Run>) -> String {
    let job = &scenario.jobs[at];
    let mut parts = vec![format!(
        "job {}: predicted n̂ = {}, true n = {}, rests on {}",
        job.id.escape_debug(),
        decimal(why.prediction.iterations, 1),
        job.iterations,
        basis(why.prediction.basis),
    )];
    parts.extend(why.made.map(|made| format!("the predictor itself would say {}", decimal(made, 1))));
    if let Some(spread) = &why.spread {
        parts.push(format!(
            "{} trees: {} to {}, four of five from {} to {}",
            spread.trees.len(),
            decimal(spread.trees[0], 1),
            decimal(spread.trees[spread.trees.len() - 1], 1),
            decimal(spread.p10, 1),
            decimal(spread.p90, 1),
        ));
    }
    if !why.features.is_empty() {
        let rows = why.features.iter().map(|(name, value)| vec![(*name).to_owned(), decimal(*value, 3)]);
        parts.push(output::table(&["Feature (iterations as ln)", "Value"], rows));
    }
    if !why.nearest.is_empty() {
        let rows = why.nearest.iter().map(|near| {
            let yes = |same: bool| if same { "same" } else { "-" }.to_owned();
            vec![
                record_name(learned, near.record),
                yes(near.same_group),
                yes(near.same_user),
                yes(near.same_model),
                near.gpus.to_string(),
                decimal(near.iterations as f64, 0),
            ]
        });
        parts.push(output::table(&["Nearest records", "Group", "User", "Model", "GPUs", "Iterations"], rows));
    }
    parts.join("\n\n")
}

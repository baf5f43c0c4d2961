//! How good a scenario's predictions are: on its own jobs, and on history that the predictor hasn't seen.

use asrpt_core::predict::{Evaluation, Pair, Scores};
use asrpt_core::run::Run;

use super::parameter::label;
use crate::results::table::{Cell, Column, Table};
use crate::worker::Evaluated;

/// Predictions beside the truth, with their figures.
pub struct Scored {
    /// Of the jobs, in file order.
    pub jobs: Vec<Pair>,
    /// Of the scenario's predictor, where there is a history.
    pub evaluation: Option<Evaluation>,
    /// Of the other learners.
    pub others: Vec<(&'static str, Option<Scores>)>,
}

impl Scored {
    /// Of a run, with what the worker says of the history.
    pub fn of(run: &Run, (evaluation, others): &Evaluated) -> Self {
        Self { jobs: pairs(run), others: others.clone(), evaluation: evaluation.clone() }
    }

    /// The held-out predictions; none without a history.
    pub fn held(&self) -> &[Pair] {
        self.evaluation.as_ref().map_or(&[], |evaluation| &evaluation.held_out.pairs)
    }

    /// A row for the jobs, one for each predictor on the held-out part.
    pub fn table(&self) -> Table {
        let columns = vec![
            Column::words("predictions", "Predictions"),
            Column::number("compared", "Compared"),
            Column::number("mape", "MAPE"),
            Column::number("median_abs_log_error", "Median |ln(n̂/n)|"),
            Column::number("r2_log", "R²"),
        ];
        let mut rows = vec![row("These jobs".to_owned(), Scores::of(&self.jobs))];
        if let Some(evaluation) = &self.evaluation {
            let held = |kind: &str| format!("{}, held out", label(kind));
            rows.push(row(held(evaluation.predictor), evaluation.held_out.scores));
            rows.extend(self.others.iter().map(|(kind, scores)| row(held(kind), *scores)));
        }
        Table { columns, rows }
    }
}

fn row(what: String, scores: Option<Scores>) -> Vec<Cell> {
    let Some(scores) = scores else {
        return vec![Cell::Text(what), Cell::Count(0), Cell::Nothing, Cell::Nothing, Cell::Nothing];
    };
    vec![
        Cell::Text(what),
        Cell::Count(scores.jobs as u64),
        Cell::Percent(scores.mape),
        Cell::Real(scores.median_abs_log_error, 3),
        scores.r2_log.map_or(Cell::Nothing, |r2| Cell::Real(r2, 3)),
    ]
}

fn pairs(run: &Run) -> Vec<Pair> {
    let jobs = run.instance.jobs.iter();
    jobs.map(|job| Pair { predicted: job.predicted_iterations, iterations: job.iterations }).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use asrpt_core::instance::Instance;
    use asrpt_core::policy;
    use asrpt_core::workload::{Workload, generate};

    use super::*;
    use crate::worker::evaluated;

    #[test]
    fn the_held_out_part_is_a_fifth_and_every_learner_has_a_row() {
        let scenario = generate(&Workload::recurring(400, 40, 1)).unwrap();
        let instance = Arc::new(Instance::prepare(scenario).unwrap());
        let run = Run::simulate(instance, policy::find("a-srpt").unwrap()).unwrap();
        let scored = Scored::of(&run, &evaluated(run.instance.scenario.clone()));
        assert_eq!(scored.held().len(), 80);
        let table = scored.table();
        let names: Vec<String> = table.rows.iter().map(|row| row[0].shown()).collect();
        assert_eq!(
            names,
            ["These jobs", "Random forest, held out", "Group mean, held out", "Group median, held out"]
        );
        assert_eq!(table.rows[0][1], Cell::Count(40));
        assert_eq!(scored.evaluation.unwrap().importance.len(), 4);
    }
}

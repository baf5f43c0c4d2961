//! Every job of the run in a row.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;

use super::table::{Cell, Column, Table};
use super::terms::Term;
use crate::worker::Turns;

/// The table, in the order of the file.
pub fn table(run: &Run) -> Table {
    let rows = (0..run.instance.jobs.len()).map(|at| row(run, JobIndex::from_at(at))).collect();
    Table { columns: columns(), rows }
}

/// The same in slices; `None` once nobody wants it any more.
pub async fn table_in_turns(run: &Run, turns: &mut Turns) -> Option<Table> {
    let mut rows = Vec::with_capacity(run.instance.jobs.len());
    for at in 0..run.instance.jobs.len() {
        rows.push(row(run, JobIndex::from_at(at)));
        turns.small().await?;
    }
    Some(Table { columns: columns(), rows })
}

fn columns() -> Vec<Column> {
    vec![
        Column::words("job", "Job"),
        Column::words("model", "Model"),
        Column::number("gpus", "GPUs").means(Term::Gang),
        Column::number("arrival_us", "Arrives"),
        Column::number("start_us", "Starts"),
        Column::number("completion_us", "Ends"),
        Column::number("jct_us", "JCT").means(Term::Jct),
        Column::number("wait_us", "Wait").means(Term::Wait),
        Column::number("slowdown", "Slowdown").means(Term::Slowdown),
        Column::number("alpha_s", "α").means(Term::Alpha),
        Column::number("alpha_over_alpha_min", "α / α_min").means(Term::AlphaMin),
        Column::number("iterations", "n").means(Term::Iterations),
        Column::number("predicted_iterations", "n̂").means(Term::Predicted),
        Column::number("servers", "Servers"),
    ]
}

fn row(run: &Run, job: JobIndex) -> Vec<Cell> {
    let (facts, outcome, model) = (run.instance.job(job), run.outcome(job), run.instance.model_of(job));
    let jct_us = outcome.completion_us - facts.arrival_us;
    let best_us = (facts.iterations as f64 * model.constants.alpha_min_s * 1e6).max(1.0);
    let best_s = model.constants.alpha_min_s;
    let mut servers: Vec<_> =
        run.start_of(job).placement.iter().flatten().map(|&(server, _)| server).collect();
    servers.sort_unstable();
    servers.dedup();
    vec![
        Cell::Job(job, run.instance.job_id(job).to_owned()),
        Cell::Text(model.name.clone()),
        Cell::Count(facts.gpus.into()),
        Cell::Time(facts.arrival_us),
        Cell::Time(outcome.start_us),
        Cell::Time(outcome.completion_us),
        Cell::Time(jct_us),
        Cell::Time(outcome.start_us - facts.arrival_us),
        Cell::Real(jct_us as f64 / best_us, 2),
        Cell::Alpha(outcome.alpha_s),
        if best_s > 0.0 { Cell::Real(outcome.alpha_s / best_s, 2) } else { Cell::Nothing },
        Cell::Count(facts.iterations),
        Cell::Real(facts.predicted_iterations, 1),
        Cell::Count(servers.len() as u64),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn jct_sums_up_to_the_total() {
        let run = run_of("fifty-jobs", "a-srpt");
        let table = table(&run);
        let at = table.columns.iter().position(|column| column.id == "jct_us").unwrap();
        let total: u128 = table
            .rows
            .iter()
            .map(|row| match row[at] {
                Cell::Time(us) => u128::from(us),
                _ => panic!("a time"),
            })
            .sum();
        assert_eq!(total, run.metrics.total_jct_us);
        assert_eq!(table.rows.len(), 50);
    }
}

//! Every policy's figures as a table: the same numbers that `asrpt compare` prints.

use asrpt_core::metrics::Metrics;

use crate::simulation::Compared;

use super::table::{Cell, Column, Table};
use super::terms::Term;

/// Places of columns.
pub const TOTAL: usize = 1;
pub const MEAN: usize = 2;
pub const P50: usize = 3;
pub const P95: usize = 4;
pub const P99: usize = 5;
pub const MAKESPAN: usize = 6;
pub const BUSY: usize = 7;
pub const AGAINST: usize = 8;
pub const RATIO: usize = 9;

/// The table, in the order of the policies. One under which some time passes the limit has only its name.
pub fn table(comparison: &[Compared]) -> Table {
    let columns = vec![
        Column::words("policy", "Policy"),
        Column::number("total_jct_us", "Total JCT").means(Term::Jct),
        Column::number("mean_jct_us", "Mean JCT").means(Term::Jct),
        Column::number("p50_jct_us", "Median").means(Term::Percentile),
        Column::number("p95_jct_us", "p95").means(Term::Percentile),
        Column::number("p99_jct_us", "p99").means(Term::Percentile),
        Column::number("makespan_us", "Makespan").means(Term::Makespan),
        Column::number("gpu_utilization", "GPUs busy").means(Term::Utilisation),
        Column::number("total_jct_change_against_a_srpt", "vs A-SRPT").means(Term::AgainstASrpt),
        Column::number("ratio_to_lower_bound", "Total JCT / lower bound").means(Term::LowerBound),
    ];
    let a_srpt = comparison.iter().find(|compared| compared.policy.kind() == "a-srpt");
    let a_srpt = a_srpt.and_then(|compared| compared.metrics.as_ref()).map(|metrics| metrics.total_jct_us);
    Table { columns, rows: comparison.iter().map(|compared| row(compared, a_srpt)).collect() }
}

fn row(compared: &Compared, a_srpt_us: Option<u128>) -> Vec<Cell> {
    let name = Cell::Text(compared.policy.label().to_owned());
    let Some(metrics) = &compared.metrics else {
        return std::iter::once(name).chain((TOTAL..=RATIO).map(|_| Cell::Nothing)).collect();
    };
    vec![
        name,
        Cell::Total(metrics.total_jct_us),
        Cell::MeanTime(metrics.mean_jct_us),
        Cell::Time(metrics.p50_jct_us),
        Cell::Time(metrics.p95_jct_us),
        Cell::Time(metrics.p99_jct_us),
        Cell::Time(metrics.makespan_us),
        Cell::Percent(metrics.gpu_utilization),
        against(metrics, a_srpt_us),
        metrics.ratio_to_lower_bound.map_or(Cell::Nothing, |ratio| Cell::Real(ratio, 2)),
    ]
}

/// The change of the total JCT against A-SRPT's.
fn against(metrics: &Metrics, a_srpt_us: Option<u128>) -> Cell {
    match a_srpt_us {
        Some(us) if us > 0 => Cell::Change(metrics.total_jct_us as f64 / us as f64 - 1.0),
        _ => Cell::Nothing,
    }
}

/// The best value of a column: the largest share of busy GPUs, the least of all else.
pub fn best(table: &Table, column: usize) -> Option<f64> {
    let values = table.rows.iter().map(|row| row[column].value()).filter(|value| !value.is_nan());
    values.reduce(if column == BUSY { f64::max } else { f64::min })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::table::Sort;
    use crate::testing::simulation_of;

    #[test]
    fn figures_of_a_case_and_their_order() {
        let simulation = simulation_of("guide-wins", "fifo");
        let table = table(simulation.comparison());
        assert_eq!(table.rows.len(), 8);
        assert_eq!(table.rows[0][AGAINST], Cell::Change(0.0));
        let Cell::Change(fifo) = table.rows[2][AGAINST] else { panic!("a change") };
        let total = |at: usize| simulation.comparison()[at].metrics.as_ref().unwrap().total_jct_us as f64;
        assert_eq!(fifo, total(2) / total(0) - 1.0);
        assert!(fifo > 0.0, "A-SRPT wins here");
        let order = table.order(Some(Sort { column: RATIO, descending: true }));
        let ratio = |at: usize| table.rows[at][RATIO].value();
        assert!(order.windows(2).all(|pair| ratio(pair[0]) >= ratio(pair[1])));
        assert_eq!(
            best(&table, TOTAL),
            Some(table.rows.iter().map(|row| row[TOTAL].value()).fold(f64::INFINITY, f64::min))
        );
    }
}

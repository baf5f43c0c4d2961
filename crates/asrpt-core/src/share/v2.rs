//! The wire form of version 2: that of version 1, then the history. Frozen: links made with it are read for ever.
//!
//! Only scenarios that learn while they run need it: their predictions can't be frozen, since they depend on the policy,
//! so the link carries what they are made from.

use super::columns::{Columns, MOST_ROWS, Reader, Writer};
use super::{read_length, v1, write_length};
use crate::scenario::{HistoryRecord, Scenario};

#[derive(Default)]
struct History {
    rows: usize,
    iterations: Vec<u64>,
    gpus: Vec<u64>,
    models: Vec<Option<String>>,
    users: Vec<Option<String>>,
    groups: Vec<Option<String>>,
}

/// The history, for both directions.
fn pass(columns: &mut impl Columns, history: &mut History) -> Option<()> {
    columns.rows(&mut history.rows)?;
    let rows = history.rows;
    columns.integers(rows, 1, &mut history.iterations)?;
    columns.integers(rows, 1, &mut history.gpus)?;
    columns.texts(rows, &mut history.models)?;
    columns.texts(rows, &mut history.users)?;
    columns.texts(rows, &mut history.groups)
}

/// `None` for more rows than are ever read back.
pub(super) fn write(scenario: &Scenario) -> Option<Vec<u8>> {
    let first = v1::write(scenario)?;
    let records = &scenario.history;
    let mut history = History {
        rows: records.len(),
        iterations: records.iter().map(|record| record.iterations).collect(),
        gpus: records.iter().map(|record| record.gpus.into()).collect(),
        models: records.iter().map(|record| Some(record.model.clone())).collect(),
        users: records.iter().map(|record| record.user.clone()).collect(),
        groups: records.iter().map(|record| record.group.clone()).collect(),
    };
    let mut writer = Writer::default();
    pass(&mut writer, &mut history)?;
    let mut wire = Vec::with_capacity(first.len());
    write_length(first.len(), &mut wire);
    wire.extend(first);
    wire.extend(writer.finish());
    (history.rows <= MOST_ROWS).then_some(wire)
}

/// `None` for bytes that no version of this program wrote.
pub(super) fn read(bytes: &[u8]) -> Option<Scenario> {
    let (length, rest) = read_length(bytes)?;
    let (first, rest) = rest.split_at_checked(length)?;
    let mut reader = Reader::new(rest)?;
    let mut history = History::default();
    pass(&mut reader, &mut history)?;
    if !reader.is_over() {
        return None;
    }
    let History { rows, iterations, gpus, models, users, groups } = history;
    let mut labels = models.into_iter().zip(users).zip(groups);
    let records = (0..rows).map(|at| {
        let ((model, user), group) = labels.next()?;
        let gpus = u32::try_from(gpus[at]).ok()?;
        Some(HistoryRecord { user, group, model: model?, gpus, iterations: iterations[at] })
    });
    Some(Scenario { history: records.collect::<Option<_>>()?, ..v1::read(first)? })
}

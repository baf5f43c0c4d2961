//! Shortest predicted job first, by run time or by work; nobody overtakes.

use super::plain::Plain;
use super::{Misfit, Order};

pub(super) const SPJF: Plain = Plain {
    kind: "spjf",
    label: "SPJF",
    summary: "Shortest predicted run time d first; nobody overtakes a job that doesn't fit.",
    order: Order::PredictedRun,
    misfit: Misfit::StopsThePass,
};

pub(super) const SPWF: Plain = Plain {
    kind: "spwf",
    label: "SPWF",
    summary: "Smallest predicted work d · g first; nobody overtakes a job that doesn't fit.",
    order: Order::PredictedWork,
    misfit: Misfit::StopsThePass,
};

//! Shortest predicted job first, by run time or by work; nobody overtakes.

use super::{Misfit, Order, Policy};

/// Sorted by a prediction, not work-conserving.
pub(super) struct ShortestFirst {
    kind: &'static str,
    label: &'static str,
    summary: &'static str,
    order: Order,
}

pub(super) const SPJF: ShortestFirst = ShortestFirst {
    kind: "spjf",
    label: "SPJF",
    summary: "Shortest predicted run time d first; nobody overtakes a job that doesn't fit.",
    order: Order::PredictedRun,
};

pub(super) const SPWF: ShortestFirst = ShortestFirst {
    kind: "spwf",
    label: "SPWF",
    summary: "Smallest predicted work d · g first; nobody overtakes a job that doesn't fit.",
    order: Order::PredictedWork,
};

impl Policy for ShortestFirst {
    fn kind(&self) -> &'static str {
        self.kind
    }

    fn label(&self) -> &'static str {
        self.label
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn order(&self) -> Order {
        self.order
    }

    fn misfit(&self) -> Misfit {
        Misfit::StopsThePass
    }
}

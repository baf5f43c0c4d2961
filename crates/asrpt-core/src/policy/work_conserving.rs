//! Work-conserving scheduling: whatever fits starts.

use super::{Misfit, Order, Policy};

/// In some order, passing over what doesn't fit.
pub(super) struct WorkConserving {
    kind: &'static str,
    label: &'static str,
    summary: &'static str,
    order: Order,
}

pub(super) const SUBTIME: WorkConserving = WorkConserving {
    kind: "wcs-subtime",
    label: "WCS arrival",
    summary: "Jobs are tried in the order of their arrival; one that doesn't fit is passed over.",
    order: Order::Arrival,
};

pub(super) const DURATION: WorkConserving = WorkConserving {
    kind: "wcs-duration",
    label: "WCS duration",
    summary: "Jobs are tried by predicted run time d, shortest first; one that doesn't fit is passed over.",
    order: Order::PredictedRun,
};

pub(super) const WORKLOAD: WorkConserving = WorkConserving {
    kind: "wcs-workload",
    label: "WCS workload",
    summary: "Jobs are tried by predicted work d · g, smallest first; one that doesn't fit is passed over.",
    order: Order::PredictedWork,
};

impl Policy for WorkConserving {
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
        Misfit::IsPassedOver
    }
}

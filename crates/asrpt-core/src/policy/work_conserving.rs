//! Work-conserving scheduling: whatever fits starts.

use super::plain::Plain;
use super::{Misfit, Order};

pub(super) const SUBTIME: Plain = Plain {
    kind: "wcs-subtime",
    label: "WCS arrival",
    summary: "Jobs are tried in the order of their arrival; one that doesn't fit is passed over.",
    order: Order::Arrival,
    misfit: Misfit::IsPassedOver,
};

pub(super) const DURATION: Plain = Plain {
    kind: "wcs-duration",
    label: "WCS duration",
    summary: "Jobs are tried by predicted run time d, shortest first; one that doesn't fit is passed over.",
    order: Order::PredictedRun,
    misfit: Misfit::IsPassedOver,
};

pub(super) const WORKLOAD: Plain = Plain {
    kind: "wcs-workload",
    label: "WCS workload",
    summary: "Jobs are tried by predicted work d · g, smallest first; one that doesn't fit is passed over.",
    order: Order::PredictedWork,
    misfit: Misfit::IsPassedOver,
};

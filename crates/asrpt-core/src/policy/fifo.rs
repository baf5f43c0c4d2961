//! First in, first out.

use super::plain::Plain;
use super::{Misfit, Order};

/// By arrival; nobody overtakes.
pub(super) const FIFO: Plain = Plain {
    kind: "fifo",
    label: "FIFO",
    summary: "Jobs start in the order of their arrival; nobody overtakes a job that doesn't fit.",
    order: Order::Arrival,
    misfit: Misfit::StopsThePass,
};

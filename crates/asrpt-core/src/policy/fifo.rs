//! First in, first out.

use super::{Misfit, Order, Policy};

/// By arrival; nobody overtakes.
pub(super) struct Fifo;

impl Policy for Fifo {
    fn kind(&self) -> &'static str {
        "fifo"
    }

    fn label(&self) -> &'static str {
        "FIFO"
    }

    fn summary(&self) -> &'static str {
        "Jobs start in the order of their arrival; nobody overtakes a job that doesn't fit."
    }

    fn order(&self) -> Order {
        Order::Arrival
    }

    fn misfit(&self) -> Misfit {
        Misfit::StopsThePass
    }
}

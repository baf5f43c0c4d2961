//! Policies that differ in their words, the order of their queue and what happens to a job that doesn't fit.

use super::{Misfit, Order, Policy};

/// Eligible on arrival, servers consolidated.
pub(super) struct Plain {
    pub(super) kind: &'static str,
    pub(super) label: &'static str,
    pub(super) summary: &'static str,
    pub(super) order: Order,
    pub(super) misfit: Misfit,
}

impl Policy for Plain {
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
        self.misfit
    }
}

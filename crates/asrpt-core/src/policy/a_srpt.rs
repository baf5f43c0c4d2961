//! A-SRPT, and our eager variant of it.

use super::{Eligible, Misfit, Order, Policy, Treatment};
use crate::instance::Job;

/// The paper's policy: the virtual machine decides the order, the real cluster follows.
pub(super) struct ASrpt;

impl Policy for ASrpt {
    fn kind(&self) -> &'static str {
        "a-srpt"
    }

    fn label(&self) -> &'static str {
        "A-SRPT"
    }

    fn summary(&self) -> &'static str {
        "A job may start once its virtual job is through the virtual machine, in that order; nobody overtakes a job \
         that doesn't fit. Communication-heavy jobs wait a limited time for a better place."
    }

    fn order(&self) -> Order {
        Order::VirtualCompletion
    }

    fn misfit(&self) -> Misfit {
        Misfit::StopsThePass
    }

    fn eligible(&self) -> Eligible {
        Eligible::OnVirtualCompletion
    }

    fn uses_virtual_machine(&self) -> bool {
        true
    }

    fn treatment(&self, job: &Job) -> Treatment {
        by_weight(job)
    }
}

/// Ours, beyond the paper: no waiting for the virtual machine, and a job that doesn't fit is passed over.
pub(super) struct ASrptEager;

impl Policy for ASrptEager {
    fn kind(&self) -> &'static str {
        "a-srpt-eager"
    }

    fn label(&self) -> &'static str {
        "A-SRPT eager"
    }

    fn summary(&self) -> &'static str {
        "Ours, beyond the paper: a job may start on arrival, smallest virtual size first, and a job that doesn't fit \
         is passed over. Communication-heavy jobs wait a limited time for a better place."
    }

    fn order(&self) -> Order {
        Order::VirtualSize
    }

    fn misfit(&self) -> Misfit {
        Misfit::IsPassedOver
    }

    fn uses_virtual_machine(&self) -> bool {
        true
    }

    fn treatment(&self, job: &Job) -> Treatment {
        by_weight(job)
    }
}

fn by_weight(job: &Job) -> Treatment {
    if job.comm_heavy { Treatment::WaitForPlace } else { Treatment::Fragments }
}

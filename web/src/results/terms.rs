//! The glossary: every word and symbol that needs saying, in a sentence.

/// A word or symbol of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    Alpha,
    AlphaMin,
    AlphaMax,
    AlphaLb,
    Kappa,
    Iterations,
    Predicted,
    VirtualSize,
    PredictedRun,
    Jct,
    Makespan,
    Gang,
    Percentile,
    Utilisation,
    LowerBound,
    AgainstASrpt,
    Slowdown,
    Wait,
    VirtualMachine,
    CommHeavy,
    ByChoice,
    TooBig,
    HeldBack,
    Stage,
    MicroBatches,
}

impl Term {
    /// All of them, in the order of the glossary.
    pub const ALL: &[Self] = &[
        Self::Jct,
        Self::Makespan,
        Self::Slowdown,
        Self::LowerBound,
        Self::AgainstASrpt,
        Self::Percentile,
        Self::Utilisation,
        Self::Wait,
        Self::Gang,
        Self::Stage,
        Self::MicroBatches,
        Self::Alpha,
        Self::AlphaMin,
        Self::AlphaMax,
        Self::AlphaLb,
        Self::Kappa,
        Self::Iterations,
        Self::Predicted,
        Self::VirtualSize,
        Self::PredictedRun,
        Self::VirtualMachine,
        Self::CommHeavy,
        Self::ByChoice,
        Self::TooBig,
        Self::HeldBack,
    ];

    /// How it is written: the letter, its index, and the name.
    pub fn name(self) -> Name {
        let symbol = |letter, index| Name { letter: Some(letter), index, words: "" };
        let words = |words| Name { letter: None, index: None, words };
        match self {
            Self::Alpha => symbol("α", None),
            Self::AlphaMin => symbol("α", Some("min")),
            Self::AlphaMax => symbol("α", Some("max")),
            Self::AlphaLb => symbol("α", Some("lb")),
            Self::Kappa => symbol("κ", None),
            Self::Iterations => symbol("n", None),
            Self::Predicted => symbol("n̂", None),
            Self::VirtualSize => symbol("w", None),
            Self::PredictedRun => symbol("d", None),
            Self::Jct => words("JCT"),
            Self::Makespan => words("Makespan"),
            Self::Gang => words("Gang"),
            Self::Percentile => words("p50, p95, p99"),
            Self::Utilisation => words("GPUs busy"),
            Self::LowerBound => words("Lower bound"),
            Self::AgainstASrpt => words("Against A-SRPT"),
            Self::Slowdown => words("Slowdown"),
            Self::Wait => words("Wait"),
            Self::VirtualMachine => words("Virtual machine"),
            Self::CommHeavy => words("Communication-heavy"),
            Self::ByChoice => words("Idle by choice"),
            Self::TooBig => words("Idle, next job too big"),
            Self::HeldBack => words("Idle, held back"),
            Self::Stage => words("Stage, replica"),
            Self::MicroBatches => words("Micro-batches"),
        }
    }

    /// What it means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Alpha => "The time of one training iteration with the job's real placement.",
            Self::AlphaMin => {
                "The time of one iteration on a good placement: Heavy-Edge on the empty cluster, on as few servers as will do. It is not a proven minimum."
            }
            Self::AlphaMax => {
                "The time of one iteration with every replica alone on its own server, so that all traffic passes the NICs."
            }
            Self::AlphaLb => {
                "The time of one iteration on one imaginary server with the cluster's fastest GPU and link. No placement is faster; the lower bound is made with it."
            }
            Self::Kappa => {
                "The number of servers of the α_min placement. A communication-heavy job starts at once where no more are needed."
            }
            Self::Iterations => {
                "The true number of iterations. The scheduler learns it only when the job ends."
            }
            Self::Predicted => "The predicted number of iterations, known when the job arrives.",
            Self::VirtualSize => {
                "The job's size on the virtual machine: its predicted run at α_min, times its share of the cluster's GPUs."
            }
            Self::PredictedRun => {
                "The predicted run time at α_min. The baselines sort by it, or by it times the GPUs."
            }
            Self::Jct => "Job completion time: from the job's arrival to its end.",
            Self::Makespan => "From the first arrival to the last completion.",
            Self::Gang => {
                "All GPUs of a job, taken at once and kept until it ends. The real cluster never preempts."
            }
            Self::Percentile => "Half of the jobs, 95 % and 99 % of them have no longer JCT (nearest rank).",
            Self::Utilisation => {
                "The share of the GPU time between the first arrival and the last completion in which GPUs had a job."
            }
            Self::LowerBound => {
                "No schedule without preemption can have a smaller total JCT on this cluster with these jobs. It need not be reachable."
            }
            Self::AgainstASrpt => {
                "The change of the total JCT against A-SRPT on the same jobs. Below zero is better than A-SRPT."
            }
            Self::Slowdown => {
                "JCT divided by the best possible run n · α_min: 1 is a job that started at once on its good placement."
            }
            Self::Wait => "From the job's arrival to its start.",
            Self::VirtualMachine => {
                "One imagined machine as fast as the whole cluster. It always runs the job with the least work left (SRPT), and may preempt. A-SRPT starts jobs in the order in which they leave it."
            }
            Self::CommHeavy => {
                "A job whose α_max is at least comm_heavy_ratio times its α_min: for it the place matters, so it may wait for a better one."
            }
            Self::ByChoice => {
                "GPUs are free and a job that would fit waits for a better place, until its delay runs out."
            }
            Self::TooBig => {
                "GPUs are free, but the next job needs more of them, and nobody may overtake it (or nobody who waits would fit)."
            }
            Self::HeldBack => {
                "GPUs are free and a job would fit, but it isn't through the virtual machine yet. This is A-SRPT's price at light load."
            }
            Self::Stage => "A stage is a part of the model; each of its replicas takes one GPU.",
            Self::MicroBatches => {
                "With them the pipeline is filled and emptied once per iteration; without, it is steady."
            }
        }
    }
}

/// How a term is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// A letter of the model, in italics.
    pub letter: Option<&'static str>,
    /// What stands below it.
    pub index: Option<&'static str>,
    pub words: &'static str,
}

impl Name {
    /// As plain text.
    #[cfg(test)]
    pub fn plain(self) -> String {
        match (self.letter, self.index) {
            (Some(letter), Some(index)) => format!("{letter}_{index}"),
            (Some(letter), None) => letter.to_owned(),
            (None, _) => self.words.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_has_a_name_of_its_own_and_a_sentence() {
        let names: Vec<String> = Term::ALL.iter().map(|term| term.name().plain()).collect();
        for (at, name) in names.iter().enumerate() {
            assert!(!name.is_empty() && !names[..at].contains(name), "{name}");
            assert!(Term::ALL[at].meaning().ends_with('.'), "{name}");
        }
        assert_eq!(Term::AlphaMin.name().plain(), "α_min");
    }
}

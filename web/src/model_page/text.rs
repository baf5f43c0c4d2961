//! What the page of the model says: every rule that the simulator computes by, and whose it is.

/// Whose a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Stated by the paper.
    Paper,
    /// This model's choice, where the paper's abstract says nothing.
    Ours,
}

/// One rule: what it says, and its formulas.
pub struct Rule {
    pub origin: Origin,
    pub says: &'static str,
    pub formulas: &'static [&'static str],
}

/// Rules that belong together.
pub struct Section {
    pub title: &'static str,
    pub rules: &'static [Rule],
}

const fn paper(says: &'static str, formulas: &'static [&'static str]) -> Rule {
    Rule { origin: Origin::Paper, says, formulas }
}

const fn ours(says: &'static str, formulas: &'static [&'static str]) -> Rule {
    Rule { origin: Origin::Ours, says, formulas }
}

/// The page, from top to bottom.
pub const SECTIONS: &[Section] = &[
    Section {
        title: "Jobs and cluster",
        rules: &[
            paper(
                "A job is a graph: the stages of its model, and how their training is spread over replicas.",
                &[],
            ),
            ours("All GPUs of a job are taken at once and kept until it ends.", &[]),
            ours(
                "Server m has g_m GPUs of one speed, a bandwidth ν_m within the server per GPU, and a NIC of B_m that its GPUs share equally. A job takes one GPU per replica; G is the number of all GPUs.",
                &["β_m = B_m / g_m", "g = Σ_s k_s"],
            ),
            ours(
                "Time is a whole number of microseconds; a real number becomes one by rounding, once.",
                &["⌊x⌉ = floor(x + 0.5)"],
            ),
        ],
    },
    Section {
        title: "The time of one iteration, α",
        rules: &[
            ours(
                "Compute: the stage's forward and backward time on the slowest of its GPUs.",
                &["c_s = (forward + backward) / min{speed_m : x_{s,m} > 0}"],
            ),
            ours(
                "Pipeline traffic: each edge carries a MB forward and as much backward, spread over all pairs of replicas; ℓ is the share of the other stage's replicas on the same server. A stage takes as long as its worst server.",
                &["t = (2 · a / k_s) · (ℓ / ν_m + (1 − ℓ) / β_m)", "comm_s = max_m Σ t"],
            ),
            ours(
                "All-reduce of h MB, as a ring; over several servers the slowest link decides.",
                &[
                    "V = 2 · (k_s − 1) / k_s · h",
                    "one server: V / ν_m",
                    "several: V / min{x_{s,m} · β_m, and ν_m where x_{s,m} ≥ 2}",
                ],
            ),
            ours(
                "All-to-all of h MB per replica.",
                &["max_m h / k_s · ((x_{s,m} − 1) / ν_m + (k_s − x_{s,m}) / β_m)"],
            ),
            ours(
                "A steady pipeline is as fast as its slowest stage. Collectives count per micro-batch (m_s) or per iteration (C_s).",
                &["U_s = c_s + comm_s + m_s", "α = max_s (U_s + C_s)"],
            ),
            ours(
                "With M micro-batches the pipeline is filled and emptied once per iteration; L is the longest path through the graph.",
                &["α = ((M − 1) · max_s U_s + L) / M + max_s C_s"],
            ),
            ours(
                "Three constants per job and cluster: on its good placement, with every replica alone, and on one imaginary server with the cluster's fastest GPU and link.",
                &[
                    "α_{lb} ≤ α",
                    "α_{min}: Heavy-Edge on the empty cluster, on κ servers",
                    "α_{max}: every replica alone on its own server",
                ],
            ),
        ],
    },
    Section {
        title: "Placement",
        rules: &[
            paper("Jobs are assigned to GPUs so that little traffic crosses between servers.", &[]),
            ours(
                "Heavy-Edge fills servers from the one with the most free GPUs: first the pair of replicas with the heaviest edge, then whoever has the heaviest traffic to those already there. What has no traffic to them comes last, the least connected first.",
                &[
                    "between stages u and v: ⌊2 · a · 10^6 / (k_u · k_v)⌉ bytes",
                    "within a stage: ⌊4 · h · 10^6 / k_s⌉ (all-reduce), ⌊2 · h · 10^6 / k_s⌉ (all-to-all)",
                ],
            ),
            ours(
                "Consolidated: one server that holds the job (the fastest, then the fullest), else the emptiest servers until they do. Fragments: the fullest servers first.",
                &[],
            ),
        ],
    },
    Section {
        title: "Prediction",
        rules: &[
            paper(
                "Most jobs recur, so the number of training iterations is predicted, by a random forest.",
                &[],
            ),
            ours(
                "Which features it has, its size, and the other predictors to compare it with. Where a job gives its own n̂, that is taken.",
                &[],
            ),
            ours(
                "Learning while jobs complete, if it is switched on: jobs that complete join the history, and after so many of them the predictor is fitted again, before the arrivals of that instant. A job keeps the n̂ that it got when it arrived.",
                &[],
            ),
        ],
    },
    Section {
        title: "The virtual machine",
        rules: &[
            paper(
                "The cluster is imagined as one machine, on which preemptive shortest-remaining-processing-time-first is optimal. Its solution guides the real schedule.",
                &[],
            ),
            ours(
                "The job's size there. Ties: earlier arrival, then the order of the file; at one instant completions come before arrivals.",
                &["w = max(1 µs, ⌊n̂ · α_{min} · g / G · 10^6⌉)"],
            ),
        ],
    },
    Section {
        title: "A-SRPT on the real cluster",
        rules: &[
            ours(
                "Jobs start in the order in which the virtual machine completes them, without preemption.",
                &[],
            ),
            ours("The next job that needs more GPUs than are free stops everybody behind it.", &[]),
            ours(
                "A job is communication-heavy where its placement matters. Others start at once, on fragments.",
                &["g > 1 and α_{max} ≥ ratio · α_{min}, ratio = 1.2 unless changed"],
            ),
            ours(
                "A heavy job that would need more than κ servers waits for a better place, in its place in the queue, while those behind it may start. When its delay runs out it takes what there is.",
                &["delay = ⌊factor · n̂ · α_{min} · 10^6⌉ µs, factor = 2 unless changed"],
            ),
            ours("A started job runs with the α of its real placement.", &["max(1 µs, ⌊n · α · 10^6⌉)"]),
        ],
    },
    Section {
        title: "The other policies",
        rules: &[
            ours(
                "A-SRPT eager: jobs may start on arrival, the smallest w first, and a job that doesn't fit is passed over. Heavy jobs wait as above.",
                &[],
            ),
            ours(
                "FIFO, SPJF (by d) and SPWF (by d · g) stop at the first job that doesn't fit; the WCS policies, by arrival, d and d · g, pass it over. All take consolidated places.",
                &["d = max(1 µs, ⌊n̂ · α_{min} · 10^6⌉)"],
            ),
        ],
    },
    Section {
        title: "Results",
        rules: &[
            ours(
                "JCT is completion minus arrival; percentiles are by nearest rank. GPUs are busy from start to completion.",
                &["busy = Σ g · (completion − start) / (G · makespan)"],
            ),
            ours(
                "The lower bound on the total JCT of any schedule without preemption: the larger of SRPT's total on one machine with sizes that no schedule can beat, and the sum of the best runs.",
                &["size = floor(n · α_{lb} · g / G · 10^6)", "Σ floor(n · α_{lb} · 10^6)"],
            ),
        ],
    },
];

/// What the reader should know beforehand.
pub const LEAD: &str = "A-SRPT is the subject of “Prediction-Assisted Online Distributed Deep Learning Workload Scheduling in GPU Clusters” (arXiv:2501.05563). This simulator is our own statement of it: what the paper's abstract says is marked “paper”, and every formula and rule where it is silent is marked “our choice”.";

/// Traits that are shown rather than hidden.
pub const TRAITS: &[&str] = &[
    "A-SRPT idles GPUs at light load: a job waits for the virtual machine though its GPUs are free.",
    "Once the real cluster lags behind the virtual machine, its queue is served in the order of virtual completion.",
    "Policies that order by size and pass over what doesn't fit, A-SRPT eager among them, can starve a big job.",
    "With fast NICs and light load the baselines win; with slow NICs and load A-SRPT does.",
    "Jobs don't contend for links here: every GPU owns its share of the NIC.",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_section_has_rules_and_every_formula_closes_its_braces() {
        let origins = |origin| {
            SECTIONS.iter().flat_map(|section| section.rules).filter(|rule| rule.origin == origin).count()
        };
        assert!(origins(Origin::Paper) >= 4 && origins(Origin::Ours) >= 15);
        for rule in SECTIONS.iter().flat_map(|section| section.rules) {
            assert!(rule.says.ends_with('.'), "{}", rule.says);
            for formula in rule.formulas {
                assert_eq!(formula.matches('{').count(), formula.matches('}').count(), "{formula}");
            }
        }
    }
}

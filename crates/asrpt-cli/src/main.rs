//! `asrpt`: the simulator on the command line. Exit code 0, or 2 for bad input or usage.

mod compare;
mod explain;
mod generate;
mod import;
mod input;
mod link;
mod models;
mod output;
mod predict;
mod run;

use std::io::Write;
use std::process::ExitCode;

use asrpt_core::policy::POLICIES;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

/// Simulates how A-SRPT and seven other policies schedule deep-learning jobs on a GPU cluster.
#[derive(Parser)]
#[command(name = "asrpt", version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
FILE is a scenario (JSON, format \"asrpt-scenario\", version 1); - reads standard input.
Times are simulated and exact to the microsecond: the same file gives the same numbers on every machine and in the page.

Examples:
  asrpt run scenario.json                      one policy: every job and the figures
  asrpt run scenario.json --policy fifo --json the result as JSON
  asrpt compare scenario.json                  all policies side by side
  asrpt explain scenario.json --job bert-3     why things happened to one job
  asrpt import philly.csv > scenario.json      a published trace, by its header
  asrpt generate --users 20 --history 1000     a workload by seed
  asrpt predict scenario.json                  how good the predictions are
  asrpt models gpt-13b-64gpu                   a model of the library as JSON

Exit codes: 0, or 2 for bad input or usage, with the place on standard error.";

#[derive(Subcommand)]
enum Command {
    /// Run one policy and print every job and the figures
    Run {
        #[command(flatten)]
        scenario: ScenarioArgs,
        /// Print the result as JSON (one line, the format of the project's scenario page)
        #[arg(long)]
        json: bool,
    },
    /// Run all policies and print their figures side by side
    Compare {
        /// Scenario file, or - for standard input
        file: String,
        /// Print the figures as JSON
        #[arg(long)]
        json: bool,
    },
    /// Print every decision as a sentence with its numbers
    Explain {
        #[command(flatten)]
        scenario: ScenarioArgs,
        /// Only the decisions about this job
        #[arg(long, value_name = "ID")]
        job: Option<String>,
    },
    /// Print how good a scenario's predictions are, what they rest on, and why
    Predict(predict::PredictArgs),
    /// Make a scenario of a published trace; what became of its rows goes to standard error
    Import(import::ImportArgs),
    /// Make a scenario by drawing jobs: the same seed gives the same scenario everywhere
    Generate(generate::GenerateArgs),
    /// Print the link that holds a scenario
    Share {
        /// Scenario file, or - for standard input
        file: String,
        /// Address of the page; without it only the part from # on is printed
        #[arg(long, value_name = "URL")]
        base: Option<String>,
    },
    /// Print the scenario that a link holds
    Open {
        /// A link, its part after #, or - to read it from standard input
        link: String,
    },
    /// List the models of the library, or print one as JSON
    Models {
        /// A model of the list, as gpt-13b-64gpu
        id: Option<String>,
    },
}

#[derive(Args)]
struct ScenarioArgs {
    /// Scenario file, or - for standard input
    file: String,
    /// Policy to run instead of the scenario's own (its parameters still hold)
    #[arg(long, value_name = "KIND", value_parser = policy_kinds())]
    policy: Option<String>,
}

fn policy_kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(POLICIES.iter().map(|policy| policy.kind()))
}

fn main() -> ExitCode {
    let done = match Cli::try_parse() {
        Ok(cli) => run_command(cli.command),
        // Help and version are results like others: a disk that is full is an error for them, too.
        Err(shown) if !shown.use_stderr() => Ok(shown.to_string().trim_end().to_owned()),
        Err(error) => error.exit(),
    };
    match done.and_then(|text| output::print(&text)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            // Where standard error can't be written either, the exit code says it.
            let _ = writeln!(std::io::stderr(), "{message}");
            ExitCode::from(2)
        }
    }
}

/// The text to print, or what went wrong.
fn run_command(command: Command) -> Result<String, String> {
    match command {
        Command::Run { scenario, json } => run::run(&scenario, json),
        Command::Predict(args) => predict::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Compare { file, json } => compare::run(&file, json),
        Command::Explain { scenario, job } => explain::run(&scenario, job.as_deref()),
        Command::Share { file, base } => link::share(&file, base.as_deref()),
        Command::Open { link } => link::open(&link),
        Command::Models { id } => models::run(id.as_deref()),
    }
}

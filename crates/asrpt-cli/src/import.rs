//! `asrpt import`: the scenario goes to standard output or a file, the account of every row to standard error.

use std::io::Write;

use asrpt_core::scenario::ServerSpec;
use asrpt_core::trace::{self, Columns, FORMATS, Moment, Options};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::{input, output};

#[derive(Args)]
pub struct ImportArgs {
    /// Trace file, or - for standard input
    file: String,
    /// Its format; auto goes by the header
    #[arg(long, default_value = "auto", value_parser = kinds())]
    format: String,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// Only rows submitted from this moment on: seconds after the first row, or a date (2017-10-03 12:00:00)
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    from: Option<Moment>,
    /// Only rows submitted before this moment
    #[arg(long, value_name = "WHEN", value_parser = moment)]
    until: Option<Moment>,
    /// Share of the rows to keep, drawn with the seed
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    sample: f64,
    /// Seed of the sample and of the predictor
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(..1 << 53))]
    seed: u64,
    /// Share of the rows that becomes history, the first by time; 0 makes every row a job
    #[arg(long, value_name = "SHARE", default_value_t = 0.8)]
    history: f64,
    /// At most so many jobs, the first after the history
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Model of rows that name none (otherwise resnet50 up to 4 GPUs, bert-large above)
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Leave out rows that are exact copies of an earlier one
    #[arg(long)]
    drop_copies: bool,
    /// Predictor of the scenario where there is a history
    #[arg(long, value_name = "KIND", default_value = "random-forest", value_parser = crate::predict::kinds())]
    predictor: String,
    /// Columns of any other CSV: submit=NAME,duration=NAME,gpus=NAME and id, user, group, model
    #[arg(long, value_name = "KEY=NAME,…")]
    columns: Option<String>,
    /// Unit of the times under --columns
    #[arg(long, default_value = "s", value_parser = ["ms", "s", "min", "h"])]
    unit: String,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

/// The cluster of imported and generated scenarios: servers alike.
#[derive(Args)]
pub struct ClusterArgs {
    /// Servers
    #[arg(long, value_name = "N", default_value_t = 64)]
    servers: u32,
    /// GPUs of one server
    #[arg(long, value_name = "N", default_value_t = 8)]
    gpus: u32,
    /// NVLink bandwidth per GPU in GB/s
    #[arg(long, value_name = "GB/s", default_value_t = 150.0)]
    nvlink: f64,
    /// NIC bandwidth of a server in GB/s
    #[arg(long, value_name = "GB/s", default_value_t = 12.5)]
    nic: f64,
}

impl ClusterArgs {
    pub fn servers(&self) -> Vec<ServerSpec> {
        vec![ServerSpec {
            name: None,
            count: self.servers,
            gpus: self.gpus,
            nvlink_gb_per_s: self.nvlink,
            nic_gb_per_s: self.nic,
            gpu_speed: 1.0,
        }]
    }
}

fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(std::iter::once("auto").chain(FORMATS.iter().map(|format| format.kind())))
}

fn moment(text: &str) -> Result<Moment, String> {
    Moment::parse(text)
        .ok_or_else(|| "neither a number of seconds nor a date like 2017-10-03 12:00:00".to_owned())
}

/// The text to print.
pub fn run(args: &ImportArgs) -> Result<String, String> {
    let options = options(args)?;
    let text = input::text(&args.file)?;
    let imported = trace::import(&text, &args.format, &options);
    let (scenario, report) = imported.map_err(|message| format!("error: {}: {message}", args.file))?;
    let printed = output::to_file(scenario.to_json(), args.output.as_deref())?;
    // A reader of standard error that has had enough is no error.
    let _ = writeln!(std::io::stderr(), "{}", report.lines().join("\n"));
    Ok(printed)
}

fn options(args: &ImportArgs) -> Result<Options, String> {
    let unit_s = match args.unit.as_str() {
        "ms" => 0.001,
        "min" => 60.0,
        "h" => 3_600.0,
        _ => 1.0,
    };
    let columns = args.columns.as_deref().map(|text| Columns::parse(text, unit_s)).transpose();
    Ok(Options {
        servers: args.cluster.servers(),
        from: args.from,
        until: args.until,
        sample: args.sample,
        seed: args.seed,
        history: args.history,
        jobs: args.jobs,
        model: args.model.clone(),
        drop_copies: args.drop_copies,
        predictor: args.predictor.clone(),
        columns: columns.map_err(|message| format!("error: --columns: {message}"))?,
    })
}

//! `asrpt explain`.

use asrpt_core::explain;
use asrpt_core::format::time;
use asrpt_core::run::Run;

use crate::{ScenarioArgs, input};

/// The text to print: a line a decision.
pub fn run(args: &ScenarioArgs, job: Option<&str>) -> Result<String, String> {
    let run = input::simulate(args)?;
    let only = match job {
        None => None,
        Some(id) => {
            let found = run.instance.find_job(id);
            Some(found.ok_or_else(|| format!("error: {}: there is no job {id:?}", args.file))?)
        }
    };
    let steps = 0..run.log.len();
    let chosen = steps.filter(|&step| only.is_none_or(|job| run.log[step].event.of_job() == Some(job)));
    Ok(chosen.map(|step| line(&run, step)).collect::<Vec<_>>().join("\n"))
}

/// Step number, time, kind, sentence.
fn line(run: &Run, step: usize) -> String {
    let entry = &run.log[step];
    let sentence = explain::plain(run, &explain::entry(run, step));
    let clean: String = sentence.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    format!("{:>4}  {:>12}  {:<16}  {clean}", step + 1, time(entry.time_us), explain::title(&entry.event))
}

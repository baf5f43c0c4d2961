//! The part of an address after `#`: the scenario's code, then how to look at it, as `#1…&at=155450000~wait~heavy`.
//! What isn't understood in the second part is passed over: it never changes a result.

use asrpt_core::ids::JobIndex;
use asrpt_core::run::Run;
use asrpt_core::time::TimeUs;

use crate::draw::scale::Window;
use crate::moment::Moment;

/// A step by what it is, not by its number, which another version may give to another step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub time_us: TimeUs,
    /// The step's kind and job; without them the mark is a time between steps.
    pub step: Option<(String, String)>,
}

impl Mark {
    /// The moment that is shown.
    pub fn of(run: &Run, moment: &Moment) -> Self {
        let entry = moment.entry(run).filter(|entry| entry.time_us == moment.time_us);
        let step = entry
            .map(|entry| (entry.event.kind().to_owned(), run.instance.job_id(entry.event.job()).to_owned()));
        Self { time_us: moment.time_us, step }
    }

    /// Goes there: to the step, or where this run has none like it, to the time.
    pub fn go(&self, run: &Run, moment: &mut Moment) {
        let is_it = |entry: &asrpt_core::log::Entry| {
            let (kind, job) = self.step.as_ref()?;
            (entry.time_us == self.time_us
                && entry.event.kind() == kind
                && run.instance.job_id(entry.event.job()) == job)
                .then_some(())
        };
        match run.log.iter().position(|entry| is_it(entry).is_some()) {
            Some(at) => moment.go_to_step(run, at + 1),
            None => moment.go_to_time(run, self.time_us),
        }
    }
}

/// How to look at a linked scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Lanes and transport only.
    pub embed: bool,
    pub at: Option<Mark>,
    /// A job's id.
    pub selected: Option<String>,
    pub window: Option<Window>,
}

impl Look {
    /// As it stands behind the code; empty where nothing is asked for.
    pub fn written(&self) -> String {
        let mut text = String::new();
        if let Some(Mark { time_us, step }) = &self.at {
            text += &format!("&at={time_us}");
            if let Some((kind, job)) = step {
                text += &format!("~{kind}~{}", escaped(job));
            }
        }
        if let Some(job) = &self.selected {
            text += &format!("&job={}", escaped(job));
        }
        if let Some(Window { from_us, to_us }) = self.window {
            text += &format!("&window={from_us}-{to_us}");
        }
        if self.embed {
            text += "&view=embed";
        }
        text
    }

    /// From a fragment.
    pub fn read(fragment: &str) -> Self {
        let mut look = Self::default();
        for option in fragment.split('&').skip(1) {
            match option.split_once('=') {
                Some(("view", "embed")) => look.embed = true,
                Some(("at", text)) => look.at = mark(text),
                Some(("job", text)) => look.selected = unescaped(text),
                Some(("window", text)) => look.window = window(text),
                _ => {}
            }
        }
        look
    }

    /// The job in a run.
    pub fn job_in(&self, run: &Run) -> Option<JobIndex> {
        run.instance.find_job(self.selected.as_deref()?)
    }
}

fn mark(text: &str) -> Option<Mark> {
    let mut parts = text.splitn(3, '~');
    let time_us = parts.next()?.parse().ok()?;
    let step = parts.next().map(str::to_owned).zip(parts.next().and_then(unescaped));
    Some(Mark { time_us, step })
}

fn window(text: &str) -> Option<Window> {
    let (from, to) = text.split_once('-')?;
    let (from_us, to_us) = (from.parse().ok()?, to.parse().ok()?);
    // 2^53: no run is longer.
    (from_us < to_us && to_us < 1 << 53).then_some(Window { from_us, to_us })
}

/// Letters and digits stay, everything else as `%XX`: nothing that a mail program would cut a link at.
fn escaped(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

fn unescaped(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        let is_escape = byte == b'%' && after.len() >= 2;
        match std::str::from_utf8(after.get(..2).unwrap_or_default()).ok().filter(|_| is_escape) {
            Some(digits) => {
                bytes.push(u8::from_str_radix(digits, 16).ok()?);
                rest = &after[2..];
            }
            None => {
                bytes.push(byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::run_of;

    #[test]
    fn what_is_written_is_read() {
        let step = Some(("wait".to_owned(), "wide & slow ~ 100 % ü#".to_owned()));
        let look = Look {
            embed: true,
            at: Some(Mark { time_us: 155_450_000, step }),
            selected: Some("a~b".to_owned()),
            window: Some(Window { from_us: 5, to_us: 70 }),
        };
        let text = look.written();
        assert!(!text.contains([' ', '#', 'ü']), "{text}");
        assert_eq!(Look::read(&format!("1abc{text}")), look);
        assert_eq!(Look::default().written(), "");
    }

    #[test]
    fn foreign_options_are_passed_over() {
        for text in [
            "1abc",
            "1abc&at=soon&window=9-1&job=%FF&view=bed",
            "1abc&&=&x",
            "",
            "1&window=0-99999999999999999999",
        ] {
            assert_eq!(Look::read(text), Look::default(), "{text}");
        }
        assert_eq!(Look::read("1&job=%4").selected.as_deref(), Some("%4"));
    }

    #[test]
    fn a_mark_finds_its_step_or_its_time() {
        let run = run_of("delay-runs-out", "a-srpt");
        let mut moment = Moment::first(&run);
        for step in 1..=run.log.len() {
            moment.go_to_step(&run, step);
            let mark = Mark::of(&run, &moment);
            let mut found = Moment::first(&run);
            mark.go(&run, &mut found);
            assert_eq!(found, moment, "step {step}");
        }
        moment.go_to_time(&run, 210_000_000);
        let mark = Mark::of(&run, &moment);
        assert_eq!(mark.step, None);
        let other = run_of("delay-runs-out", "fifo");
        let mut found = Moment::first(&other);
        mark.go(&other, &mut found);
        assert_eq!(found.time_us, 210_000_000);
    }
}

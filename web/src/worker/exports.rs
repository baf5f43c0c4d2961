//! What the worker calls: plain functions of numbers, since nothing of the page's glue is there. The scenario's text goes
//! in and the result's bytes come out through buffers whose addresses are handed over.
#![allow(unsafe_code, reason = "exporting a function by its name counts as unsafe; there is no unsafe block")]

use std::cell::RefCell;

use super::job::Job;
use super::wire;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RESULT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static JOB: RefCell<Option<Job>> = const { RefCell::new(None) };
}

/// Room for a scenario's text of that many bytes; where it is.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_room(bytes: usize) -> usize {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; bytes];
        text.as_ptr() as usize
    })
}

/// Begins with the text. False if it can't be run: then the result says why.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_begin() -> bool {
    let text = String::from_utf8(TEXT.take()).unwrap_or_default();
    match Job::new(&text) {
        Ok(job) => {
            JOB.set(Some(job));
            true
        }
        Err(problems) => {
            RESULT.set(wire::written(&Err(problems)));
            false
        }
    }
}

/// Goes on by so many instants; the share that is done.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_advance(budget: usize) -> f64 {
    let share = JOB.with_borrow_mut(|job| job.as_mut().map_or(1.0, |job| job.advance(budget)));
    if share >= 1.0
        && let Some(job) = JOB.take()
    {
        RESULT.set(job.finish());
    }
    share
}

/// Where the result is.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_result() -> usize {
    RESULT.with_borrow(|result| result.as_ptr() as usize)
}

/// How many bytes it has.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_result_bytes() -> usize {
    RESULT.with_borrow(Vec::len)
}

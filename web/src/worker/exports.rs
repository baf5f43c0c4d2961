//! What the worker calls: plain functions of numbers, since nothing of the page's glue is there. The request and the file
//! that goes beside it go in and the result's bytes come out through buffers whose addresses are handed over.
#![allow(unsafe_code, reason = "exporting a function by its name counts as unsafe; there is no unsafe block")]

use std::cell::RefCell;

use super::task::{Task, begin};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RESULT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static TASK: RefCell<Option<Box<dyn Task>>> = const { RefCell::new(None) };
}

/// Room for so many bytes of request and file; where it is.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_room(bytes: usize) -> usize {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; bytes];
        input.as_ptr() as usize
    })
}

/// Begins with the request that the first so many bytes hold. False if they are broken.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_begin(request_bytes: usize) -> bool {
    let mut request = INPUT.take();
    let file = request.split_off(request_bytes.min(request.len()));
    let task = begin(&request, file);
    let is_begun = task.is_some();
    TASK.set(task);
    is_begun
}

/// Goes on by so many instants; the share that is done.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_advance(budget: usize) -> f64 {
    let share = TASK.with_borrow_mut(|task| task.as_mut().map_or(1.0, |task| task.advance(budget)));
    if share >= 1.0
        && let Some(task) = TASK.take()
    {
        RESULT.set(task.finish());
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

/// The result has been taken.
#[unsafe(no_mangle)]
pub extern "C" fn asrpt_worker_forget() {
    RESULT.take();
}

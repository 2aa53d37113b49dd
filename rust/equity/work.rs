//! Work that is shared out among threads, watched and stopped from outside.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far some work is, and whether it is to stop.
#[derive(Debug, Default)]
pub struct Watch {
    done: AtomicU64,
    stopped: AtomicBool,
}

/// The work was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped before the work was done")
    }
}

impl std::error::Error for Stopped {}

impl Watch {
    /// How many pieces or samples are done.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Asks the work to stop; it does within some milliseconds.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// The portions that one thread takes, one after the other, until none is left or the work is stopped.
pub(crate) struct Portions<'a> {
    next: &'a AtomicU64,
    end: u64,
    size: u64,
    watch: &'a Watch,
    taken: u64,
}

impl Iterator for Portions<'_> {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        self.watch.done.fetch_add(self.taken, Ordering::Relaxed);
        self.taken = 0;
        let take = |next: u64| (next < self.end).then(|| next + self.size.min(self.end - next));
        if self.watch.is_stopped() {
            return None;
        }
        let first = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
            .ok()?;
        let last = take(first)?;
        self.taken = last - first;
        Some(first..last)
    }
}

/// More threads than any machine has use for are not started.
const MOST_THREADS: usize = 1024;

/// What each of so many threads (0: as many as there are cores) makes of its portions of a range.
pub(crate) fn share_out<T: Send>(
    range: Range<u64>,
    size: u64,
    threads: usize,
    watch: &Watch,
    work: impl Fn(Portions) -> T + Sync,
) -> Result<Vec<T>, Stopped> {
    let next = AtomicU64::new(range.start);
    let portions = || Portions {
        next: &next,
        end: range.end,
        size,
        watch,
        taken: 0,
    };
    // A thread without a portion has nothing to do.
    let portions_in_all = range.end.saturating_sub(range.start).div_ceil(size).max(1);
    let threads = threads
        .min(MOST_THREADS)
        .min(usize::try_from(portions_in_all).unwrap_or(MOST_THREADS));
    let pool = (threads != 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build())
        .and_then(Result::ok);
    // A machine that gives no more threads does the work on this one.
    let made = match pool {
        Some(pool) => pool.broadcast(|_| work(portions())),
        None => vec![work(portions())],
    };
    if watch.is_stopped() {
        Err(Stopped)
    } else {
        Ok(made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_a_range_is_done_once_on_any_number_of_threads() {
        for (threads, size) in [(1, 1), (1, 7), (3, 1), (4, 10), (0, 1000)] {
            let watch = Watch::default();
            let made = share_out(5..105, size, threads, &watch, |portions| {
                portions.flatten().collect::<Vec<u64>>()
            });
            let mut all = made.unwrap().concat();
            all.sort_unstable();
            assert_eq!(all, (5..105).collect::<Vec<u64>>());
            assert_eq!(watch.done(), 100);
        }
    }

    #[test]
    fn stopped_work_is_no_result() {
        let watch = Watch::default();
        let made = share_out(0..u64::MAX, 1, 2, &watch, |portions| {
            for portion in portions {
                if portion.start == 10 {
                    watch.stop();
                }
            }
        });
        assert_eq!(made, Err(Stopped));
    }
}

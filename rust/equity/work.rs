//! Work that is shared out among threads, watched and stopped from outside.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// How far some work is, and whether it is to stop.
#[derive(Debug, Default)]
pub struct Watch {
    done: AtomicU64,
    stopped: AtomicBool,
    given_up: AtomicBool,
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

    /// Stops the work, as it would never come to an end.
    pub(crate) fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// Whether the work stopped because it would never come to an end: hands that are drawn go together
    /// too rarely.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
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
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let wanted = if threads == 0 { cores() } else { threads };
    // A thread without a portion has nothing to do.
    let portions_in_all = range.end.saturating_sub(range.start).div_ceil(size).max(1);
    let portions_in_all = usize::try_from(portions_in_all).unwrap_or(MOST_THREADS);
    let others = wanted.min(MOST_THREADS).min(portions_in_all) - 1;
    let made = thread::scope(|scope| {
        // Where a machine gives no more threads, those that there are do the work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, || work(portions()));
        let spawned: Vec<_> = (0..others).map_while(|other| spawn(other).ok()).collect();
        let mut made = vec![work(portions())];
        for thread in spawned {
            made.push(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        made
    });
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

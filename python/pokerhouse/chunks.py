"""Long work cut into chunks for an executor: a process pool, threads, or a cluster.

Work is a range of numbers, of samples, of units or of hands, and what is wanted of it adds up or
is put in its place, so that how the range is cut never shows. That leaves the sizes free: chunks
start small and grow until one takes about a quarter of a second, far more than it costs to ship.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from operator import index
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future
    from typing import SupportsIndex

Result = TypeVar("Result")

# Seconds that a chunk should take: seventy times what Dask needs to hand one out and take it back
# (3.5 ms; a process pool 0.15 ms), and not so long that a lost worker or stopping would cost much.
CHUNK_SECONDS = 0.25
# Near the end chunks get smaller, so that the last worker does not work on alone; not below this.
LAST_SECONDS = 0.02
# A chunk may be this many times the one before: how long it takes may hang on which part it is.
GROWTH = 4
# Chunks handed out and not yet back: few at first, as nothing is known of how long they take, and
# one more whenever one comes back. In the end more than the workers of any pool that this is for;
# those that wait are some hundred bytes each.
FEW_AHEAD = 8
MOST_AHEAD = 256
# Seconds between two calls of a progress callback.
TICK = 0.1
# Seeds have 64 bits.
MOST_SEED = 2**64 - 1


class ExecutorError(RuntimeError):
    """An executor that died, was shut down or closed, or cannot be sent what it has to work on."""


@dataclass(frozen=True, slots=True)
class Timed(Generic[Result]):
    """What the work on a chunk returned, and the seconds it took."""

    result: Result
    seconds: float

    def __iter__(self) -> NoReturn:
        """Refuse: when a worker dies just after its result came, Dask unpacks that as an error."""
        raise MisreadError(self)


class MisreadError(Exception):
    """What came back from an executor, and was taken for an error there."""

    def __init__(self, chunk: Timed[Any]) -> None:
        """Keep the chunk."""
        self.chunk = chunk


def whole(what: str, value: SupportsIndex, least: int = 0, most: int | None = None) -> int:
    """Return a whole number, Python's or NumPy's; ValueError if it is none or out of bounds."""
    # As a number of samples `True` would be one.
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{what} is {value!r}: it must be a whole number")
    number = int(index(value))
    if number < least or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what} is {number}: it must be {bounds}")
    return number


class Pace:
    """Calls a progress callback ten times a second at most, from the caller's own thread."""

    def __init__(self, progress: Callable[[int], object] | None) -> None:
        """Start the clock."""
        self._progress = progress
        self._told = monotonic()

    def move(self, done: int) -> None:
        """Say that this much is done, if it is time to."""
        if self._progress is None:
            return
        now = monotonic()
        if now - self._told >= TICK:
            self._told = now
            self._progress(done)


def run_chunks(
    work: Callable[[int, int], Result],
    last: int,
    executor: Executor,
    collect: Callable[[int, int, Result], object],
    *,
    size: int,
    first: int = 0,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Have `work(begin, end)` done for every part of first..last, and `collect` what comes back.

    Parts come back in any order, each once: `collect(begin, end, result)`. `size` is that of the
    first chunks. What `work` raises, on whatever machine, what `progress` raises, and Ctrl-C stop
    it: chunks that have not begun are cancelled, those that have run on for a moment. An executor
    that breaks, was shut down, or whose Dask client closes, raises ExecutorError.
    """
    pending: dict[Future[Timed[Result]], tuple[int, int]] = {}
    # Whoever finishes a chunk puts it here, so that waiting costs the same for one or for many.
    finished: SimpleQueue[Future[Timed[Result]]] = SimpleQueue()
    pace = Pace(progress)
    start, done, ahead = first, 0, FEW_AHEAD
    try:
        while start < last or pending:
            while start < last and len(pending) < ahead:
                end = min(last, start + size)
                future = _handed_out(executor, work, start, end)
                pending[future] = (start, end)
                future.add_done_callback(finished.put)
                start = end
            try:
                # Not longer, so that the caller is asked again and again whether to go on.
                future = finished.get(timeout=TICK)
            except Empty:
                if lost := _lost(executor):
                    raise ExecutorError(f"the executor did not finish its work: {lost}") from None
                pace.move(done)
                continue
            begin, end = pending.pop(future)
            chunk = _taken_back(future)
            collect(begin, end, chunk.result)
            done += end - begin
            pace.move(done)
            ahead = min(ahead + 1, MOST_AHEAD)
            size = _next_size(end - begin, chunk.seconds, (last - start) // ahead)
    finally:
        # Whoever is lost has cancelled it all, and would only complain.
        if not _lost(executor):
            for future in pending:
                future.cancel()


def _next_size(size: int, seconds: float, fair: int) -> int:
    """How big the next chunk should be, after one of a size took this long."""
    growth = min(GROWTH, CHUNK_SECONDS / max(seconds, 1e-9))
    most = int(size * growth)
    least = int(most * LAST_SECONDS / CHUNK_SECONDS)
    return max(1, least, min(most, fair))


def _timed(work: Callable[[int, int], Result], begin: int, end: int) -> Timed[Result]:
    """What the work returns, and the seconds it took; this is what runs at the other end."""
    started = perf_counter()
    result = work(begin, end)
    return Timed(result, perf_counter() - started)


def _handed_out(
    executor: Executor, work: Callable[[int, int], Result], begin: int, end: int
) -> Future[Timed[Result]]:
    if lost := _lost(executor):
        raise ExecutorError(f"the executor takes no work: {lost}")
    try:
        return executor.submit(_timed, work, begin, end)
    except Exception as error:
        raise ExecutorError(f"the executor takes no work: {_words(error)}") from error


def _taken_back(future: Future[Timed[Result]]) -> Timed[Result]:
    try:
        return future.result()
    except MisreadError as error:
        return error.chunk
    except _executor_failures() as error:
        raise ExecutorError(f"the executor did not finish its work: {_words(error)}") from error


def _lost(executor: Executor) -> str:
    """Why nothing more will come back from an executor, in words; nothing if it does not say so.

    A Dask client takes work while it closes, forgets it, and lets whoever waits for it wait.
    """
    if "distributed" in sys.modules:
        from distributed.cfexecutor import ClientExecutor

        if isinstance(executor, ClientExecutor):
            status = executor._client.status
            if status in ("closing", "closed"):
                return f"its Dask client is {status}"
    return ""


def _executor_failures() -> tuple[type[BaseException], ...]:
    """What a future raises that is the executor's failure, and not that of the work."""
    from concurrent.futures import BrokenExecutor, CancelledError

    failures: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    # Only where Dask is in use already.
    if "distributed" in sys.modules:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        failures += (KilledWorker, CommClosedError)
    return failures


def _words(error: BaseException) -> str:
    """An error in words, by its name where it has none."""
    name = type(error).__name__
    return f"{name}: {error}" if str(error) else name

"""Work on executors of every kind: none is lost or done twice, and no executor's death a hang."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pokerhouse as ph
import pytest
from pokerhouse import chunks, odds
from pokerhouse._core import Spot
from pokerhouse.chunks import run_chunks
from pokerhouse.games import Call, Cowpie, Fold, Outhouse, Stackhouse, bots

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from distributed import Client
    from pokerhouse.games import Action, Game, View

# Tests end long before; whatever hung would otherwise do so for ever.
SECONDS = 60

killing = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")


def listed(begin: int, end: int) -> list[int]:
    return list(range(begin, end))


def slowly(begin: int, end: int) -> list[int]:
    time.sleep(0.001 * (end - begin))
    return list(range(begin, end))


def refusing(begin: int, end: int) -> list[int]:
    if begin <= 300 < end:
        raise ZeroDivisionError("at 300")
    return slowly(begin, end)


def dying(begin: int, end: int) -> list[int]:
    if begin <= 300 < end:
        os.kill(os.getpid(), signal.SIGKILL)
    return slowly(begin, end)


class Desk(Executor):
    """An executor that does its work when it is told to, the last first."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, partial(fn, *args, **kwargs)))
        return future

    def finish(self, _done: int) -> None:
        while self.waiting:
            future, work = self.waiting.pop()
            future.set_result(work())


def gathered(
    work: Callable[[int, int], list[int]],
    last: int,
    executor: Executor,
    **options: Any,
) -> list[int]:
    """Everything that came back, in the order in which it did."""
    seen: list[int] = []

    def collect(begin: int, end: int, numbers: list[int]) -> None:
        assert numbers == list(range(begin, end))
        seen.extend(numbers)

    run_chunks(work, last, executor, collect, **{"size": 3, **options})
    return seen


# Cutting and collecting -------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 7, 1000, 10**9])
@pytest.mark.parametrize("last", [1, 2, 999])
def test_every_number_is_worked_on_once(last: int, size: int) -> None:
    with ThreadPoolExecutor(3) as threads:
        assert sorted(gathered(listed, last, threads, size=size)) == list(range(last))
        assert sorted(gathered(listed, last, threads, size=size, first=1)) == list(range(1, last))


def test_what_comes_back_in_another_order_is_put_where_it_belongs() -> None:
    desk = Desk()
    seen = gathered(listed, 5000, desk, progress=desk.finish)
    assert sorted(seen) == list(range(5000))
    assert seen != sorted(seen)


def test_a_chunk_of_equity_is_small() -> None:
    def shipped(hands: list[str]) -> int:
        sampling = partial(odds._sample, Spot("holdem", hands), 2**64 - 1)
        return len(pickle.dumps((chunks._timed, sampling, 2**39, 2**40)))

    def returned(game: str, hands: list[str]) -> int:
        sampling = partial(odds._sample, Spot(game, hands), 2**64 - 1)
        return len(pickle.dumps(chunks._timed(sampling, 2**39, 2**39 + 100)))

    assert returned("holdem", ["AhKh", "QsQd"]) < 150
    assert returned("outhouse", ["AsAdKh7c2d", "", ""]) < 550
    assert shipped(["AhKh", "QsQd"]) < 350
    assert shipped(["AhKh", "QQ+, AKs:0.5"]) < 350
    combos = ph.Range("random").combos
    weighted = [f"{a}{b}:0.{100_001 + 2 * n}" for n, (a, b) in enumerate(combos)]
    # A weight of its own has six decimals at most.
    assert shipped(["AhKh", ", ".join(weighted)]) < 350 + 1326 * len("AsAh:0.123456, ")


def test_few_chunks_are_handed_out_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    # Chunks of one, as any takes longer than it should.
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 1e-12)
    handed, collected, most = 0, 0, 0

    class Counting(ThreadPoolExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            nonlocal handed, most
            handed += 1
            most = max(most, handed - collected)
            return super().submit(fn, *args, **kwargs)

    def collect(_begin: int, _end: int, _numbers: list[int]) -> None:
        nonlocal collected
        collected += 1

    with Counting(2) as threads:
        run_chunks(listed, 1000, threads, collect, size=1)
    assert handed == collected == 1000
    assert chunks.FEW_AHEAD < most <= chunks.MOST_AHEAD


def test_chunks_grow_to_a_quarter_of_a_second_and_shrink_towards_the_end() -> None:
    far = 10**9
    assert chunks._next_size(100, 0.001, far) == 400
    assert chunks._next_size(100, 0.125, far) == 200
    assert chunks._next_size(100, 1.0, far) == 25
    assert chunks._next_size(100, 0.0, far) == 400
    assert chunks._next_size(1, 100.0, far) == 1
    # A fair part of what is left, but not so little that shipping it would cost as much.
    assert chunks._next_size(100, 0.25, 60) == 60
    assert chunks._next_size(100, 0.25, 1) == 8


# Errors, and executors that die -----------------------------------------------------------------


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_what_the_work_raises_comes_out_and_the_rest_is_cancelled(
    kind: type[ThreadPoolExecutor] | type[ProcessPoolExecutor],
) -> None:
    with kind(2) as pool:
        with pytest.raises(ZeroDivisionError, match="at 300"):
            gathered(refusing, 10**6, pool)
        # Ten to the sixth milliseconds were not waited for, and the pool is free again.
        assert gathered(listed, 5, pool) == [0, 1, 2, 3, 4]


@killing
def test_a_process_pool_that_loses_a_worker_is_a_named_error() -> None:
    with ProcessPoolExecutor(2) as pool:
        with pytest.raises(ph.ExecutorError, match=r"executor .*: BrokenProcessPool"):
            gathered(dying, 10**6, pool)
        with pytest.raises(ph.ExecutorError, match="takes no work: BrokenProcessPool"):
            gathered(listed, 10, pool)


def test_an_executor_that_was_shut_down_is_a_named_error() -> None:
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(ph.ExecutorError, match=r"takes no work: RuntimeError: .* after shutdown"):
        gathered(listed, 10, pool)


@pytest.mark.parametrize("cancel", [True, False])
def test_an_executor_that_is_shut_down_half_way_is_a_named_error(cancel: bool) -> None:
    pool = ThreadPoolExecutor(1)

    def shut(done: int) -> None:
        if done > 100:
            pool.shutdown(wait=False, cancel_futures=cancel)

    with pytest.raises(ph.ExecutorError):
        gathered(slowly, 10**6, pool, progress=shut)


@pytest.mark.parametrize("thing", [7, "threads", ThreadPoolExecutor])
def test_what_is_no_executor_is_a_named_error(thing: Any) -> None:
    with pytest.raises(ph.ExecutorError, match="takes no work"):
        gathered(listed, 10, thing)


def test_what_progress_raises_stops_the_run_although_nothing_comes_back() -> None:
    desk = Desk()

    def stop(done: int) -> None:
        raise InterruptedError(done)

    with pytest.raises(InterruptedError):
        gathered(listed, 10**6, desk, progress=stop)
    assert all(future.cancelled() for future, _ in desk.waiting)


def test_an_executor_error_is_a_runtime_error() -> None:
    assert issubclass(ph.ExecutorError, RuntimeError)


# The whole path, before Dask's threads run beside a pool that forks ------------------------------

GAMES: dict[str, Callable[..., Game]] = {
    "cowpie": partial(Cowpie, [60] * 3),
    "outhouse": partial(Outhouse, [60] * 3),
    "stackhouse": partial(Stackhouse, (60, 60), minimum=60, deals=1),
}


@killing
def test_an_equity_of_a_pool_that_loses_a_worker_half_way_is_a_named_error() -> None:
    with ProcessPoolExecutor(2) as pool:
        victims = [pool.submit(os.getpid).result(SECONDS)]

        def kill(_done: int, _total: int | None) -> None:
            if victims:
                os.kill(victims.pop(), signal.SIGKILL)

        with pytest.raises(ph.ExecutorError, match="BrokenProcessPool"):
            ph.equity("holdem", ["AhKh", ""], samples=1 << 39, executor=pool, progress=kill)


@killing
def test_hands_of_a_pool_that_loses_a_worker_half_way_are_a_named_error() -> None:
    with ProcessPoolExecutor(2) as pool:
        victims = [pool.submit(os.getpid).result(SECONDS)]

        def kill(_done: int, _total: int) -> None:
            if victims:
                os.kill(victims.pop(), signal.SIGKILL)

        with pytest.raises(ph.ExecutorError):
            ph.simulate(GAMES["cowpie"], [bots.random] * 3, 10**6, executor=pool, progress=kill)


# Dask -------------------------------------------------------------------------------------------


@contextmanager
def cluster_of_two() -> Iterator[Client]:
    """A cluster of two worker processes on this machine, which nothing from outside reaches."""
    import dask
    from distributed import Client, LocalCluster

    with (
        # Work that kills whoever does it is given up after the second worker, not the fourth; and
        # what a killed worker held is asked for again for two seconds, not thirty.
        dask.config.set(
            {
                "distributed.comm.timeouts.connect": "2s",
                "distributed.scheduler.allowed-failures": 1,
            }
        ),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
            silence_logs=50,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with cluster_of_two() as client:
        yield client


@pytest.fixture
def doomed() -> Iterator[Client]:
    """A cluster of its own for a test that leaves none."""
    with cluster_of_two() as client:
        yield client


def test_a_cluster_does_every_part_once(client: Client) -> None:
    assert len(client.run(os.getpid)) == 2
    assert sorted(gathered(slowly, 2000, client.get_executor())) == list(range(2000))


@pytest.mark.parametrize("name", GAMES)
def test_a_cluster_plays_the_same_hands(client: Client, name: str) -> None:
    seats = len(GAMES[name](seed=0).stacks)
    players = [bots.random] * seats
    alone = ph.simulate(GAMES[name], players, 60, seed=5)
    assert ph.simulate(GAMES[name], players, 60, seed=5, executor=client.get_executor()) == alone


@pytest.mark.parametrize(
    ("game", "hands", "options"),
    [
        ("holdem", ["AhKh", "QQ+, 98s:0.5"], {}),
        ("holdem", ["AhKh", "", ""], {"stderr": 0.001}),
        ("cowpie", ["As 9d/Kh", "/7s"], {"samples": 100_000, "policy": "share"}),
        ("outhouse", ["AsAdKh7c2d", ""], {"samples": 20_000, "policy": "share"}),
        ("stackhouse", ["", ""], {"samples": 1000}),
    ],
)
def test_a_cluster_finds_the_same_equity(
    client: Client,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    hands: list[str],
    options: dict[str, Any],
) -> None:
    alone = ph.equity(game, hands, **options)
    monkeypatch.setattr(odds, "FIRST_WORK", 1 << 14)
    monkeypatch.setattr(odds, "FIRST_SAMPLES", 300)
    assert ph.equity(game, hands, executor=client.get_executor(), **options) == alone


@killing
def test_an_equity_loses_nothing_with_a_worker_that_is_killed_half_way(client: Client) -> None:
    # A slow game, so that there is a half-way.
    hands = ["As9d7h", ""]
    alone = ph.equity("tri-show", hands, samples=40_000)
    victims = list(client.run(os.getpid).values())[:1]

    def kill(done: int, _total: int | None) -> None:
        if 0 < done < 40_000 and victims:
            os.kill(victims.pop(), signal.SIGKILL)

    executor = client.get_executor()
    found = ph.equity("tri-show", hands, samples=40_000, executor=executor, progress=kill)
    assert found == alone
    assert not victims


def test_a_cluster_can_be_sent_functions_that_a_process_pool_cannot(client: Client) -> None:
    played = ph.simulate(
        lambda seed: Cowpie([60] * 2, seed=seed),
        [bots.random, lambda view: view.legal_actions[0]],
        10,
        executor=client.get_executor(),
    )
    assert not played.payoffs.sum(axis=1).any()


def test_a_player_that_errs_on_a_cluster_says_in_which_hand(client: Client) -> None:
    def cheat(view: View) -> Action:
        return Call() if view.to_call == 0 else Fold()

    with pytest.raises(ph.IllegalActionError) as refused:
        ph.simulate(
            GAMES["cowpie"],
            [cheat] * 3,
            10,
            executor=client.get_executor(),
        )
    assert " of the simulation with seed 0" in refused.value.__notes__[0]


@killing
def test_a_worker_killed_half_way_costs_time_and_no_part_of_the_answer(client: Client) -> None:
    victims = list(client.run(os.getpid).values())[:1]

    def kill(done: int) -> None:
        if done > 300 and victims:
            os.kill(victims.pop(), signal.SIGKILL)

    assert sorted(gathered(slowly, 3000, client.get_executor(), progress=kill)) == list(range(3000))
    assert not victims


def test_a_worker_that_dies_when_its_result_is_here_already_costs_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import Future as Promise

    executor = client.get_executor()
    # As Dask says of a result whose worker is gone, were it received or not.
    monkeypatch.setattr(Promise, "status", property(lambda _: "lost"))
    assert sorted(gathered(listed, 100, executor)) == list(range(100))


@killing
def test_work_that_kills_every_worker_is_a_named_error(doomed: Client) -> None:
    with pytest.raises(ph.ExecutorError, match="KilledWorker"):
        gathered(dying, 10**6, doomed.get_executor(), size=301)


def test_a_cluster_that_closes_half_way_is_a_named_error(doomed: Client) -> None:
    leaving = [threading.Thread(target=doomed.close)]

    def leave(done: int) -> None:
        if done > 300 and leaving:
            leaving.pop().start()

    with pytest.raises(ph.ExecutorError):
        gathered(slowly, 10**6, doomed.get_executor(), progress=leave)
    # Closing or closed by now; a client that closes takes work and never says what became of it.
    with pytest.raises(ph.ExecutorError, match="takes no work: its Dask client is clos"):
        gathered(listed, 10, doomed.get_executor())


@pytest.mark.parametrize("status", ["closing", "closed"])
def test_a_client_that_closes_is_waited_for_by_nobody(doomed: Client, status: str) -> None:
    asked = 0

    def leave(done: int) -> None:
        nonlocal asked
        assert done == 0
        asked += 1
        # All of the work is with the cluster, and none of it comes back.
        doomed.status = status

    def away(begin: int, end: int) -> list[int]:
        time.sleep(3)
        return listed(begin, end)

    try:
        with pytest.raises(ph.ExecutorError, match=f"not finish .*: its Dask client is {status}"):
            gathered(away, 1, doomed.get_executor(), progress=leave)
        with pytest.raises(ph.ExecutorError, match=f"takes no work: its Dask client is {status}"):
            gathered(listed, 10, doomed.get_executor())
    finally:
        doomed.status = "running"
    assert asked == 1

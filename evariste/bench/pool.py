# SPDX-License-Identifier: Apache-2.0
"""Many jobs on the cores of this computer or on a Dask cluster, and their progress with the time left.

`each` yields exactly one result for each job. If a worker dies, a Dask cluster gives its jobs to another worker. In the
pool of processes, the run ends with a sentence.
"""

import contextlib
import itertools
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from evariste import console
from evariste.errors import UserError

Job = TypeVar("Job")
LOCAL = "local"  # the address of a cluster of this computer's cores


def each(
    function: Callable[[Job], Any], jobs: Sequence[Job], processes: int | None = None, dask: str | None = None
) -> Iterator[tuple[Job, Any]]:
    """Every job with its result, in the order in which they are ready. A UserError takes the place of a result that
    could not be made.

    `function` and the jobs must be picklable. `processes` is their number (the cores'; 1 works in this process);
    `dask` is a scheduler's address, or `local`.
    """
    if dask:
        yield from _dask(function, jobs, dask, processes)
        return
    processes = min(processes or os.cpu_count() or 1, len(jobs))
    if processes <= 1:
        yield from ((job, guarded(function, job)) for job in jobs)
        return
    # Not forked: the thread that draws the progress may hold a lock at that moment.
    with ProcessPoolExecutor(processes, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = {pool.submit(guarded, function, job): job for job in jobs}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BrokenProcessPool:
            raise UserError(
                "a worker process died (out of memory?); what was finished before is kept, start again to go on."
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)


def guarded(function: Callable[[Job], Any], job: Job) -> Any:
    """The function's result, or the UserError it ended in."""
    try:
        return function(job)
    except UserError as refused:
        return refused


def _dask(
    function: Callable[[Job], Any], jobs: Sequence[Job], address: str, processes: int | None
) -> Iterator[tuple[Job, Any]]:
    from distributed import KilledWorker
    from distributed import as_completed as ready

    with client(address, processes) as connected:
        futures = {connected.submit(guarded, function, job, pure=False): job for job in jobs}
        for future in ready(futures):
            try:
                yield futures[future], future.result()
            except KilledWorker:
                yield futures[future], UserError(f"{futures[future]} killed every worker that tried it.")


@contextlib.contextmanager
def client(address: str, processes: int | None = None) -> Iterator[Any]:
    """A client of the scheduler at `address`, or of a cluster of processes on this computer that ends with it."""
    from distributed import Client, LocalCluster

    if address == LOCAL:
        with (
            LocalCluster(n_workers=processes or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=None,
                         silence_logs="CRITICAL") as cluster,
            Client(cluster) as connected,
        ):  # fmt: skip
            yield connected
        return
    try:
        connected = Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise UserError(f"no Dask scheduler answers at {address}: {error}.") from None
    with connected:
        yield connected


@contextlib.contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[str], object]]:
    """A bar on the error stream: done, of how many, time gone, time left. Call it once for each job done.

    Off a terminal it is a line every ten seconds.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("left"), TimeRemainingColumn())  # fmt: skip
    screen = Console(stderr=True)
    if not screen.is_terminal:
        tell, done = console.lines(what, "portions"), itertools.count(1)
        yield lambda now: tell(next(done), total)
        return
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda now: bar.update(task, advance=1, description=f"{what}: {now}")

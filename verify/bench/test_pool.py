# SPDX-License-Identifier: Apache-2.0
"""Does every job end in exactly one result, over processes and over a Dask cluster whose worker is killed?"""

import os
import signal
import time
from pathlib import Path

import pytest

from evariste.bench.pool import LOCAL, each, progress
from evariste.errors import UserError


def square(n: int) -> int:
    if n == 3:
        raise UserError("three is not squared here.")
    return n * n


def square_or_die_once(job: tuple[int, str]) -> int:
    """The square; the first worker that gets number 5 is killed in the middle of it."""
    n, marker = job
    if n == 5:
        try:
            Path(marker).touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return n * n


@pytest.mark.parametrize("processes", [1, 2])
def test_each_job_has_one_result_and_a_refusal_stops_no_other(processes: int) -> None:
    results = list(each(square, range(6), processes))
    assert sorted(job for job, _ in results) == list(range(6))
    for job, result in results:
        assert isinstance(result, UserError) if job == 3 else result == job * job


def test_a_killed_process_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="died"):
        list(each(square_or_die_once, [(n, str(tmp_path / "killed")) for n in range(8)], 2))


def test_a_killed_dask_worker_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    marker = tmp_path / "killed"
    jobs = [(n, str(marker)) for n in range(12)]
    results = list(each(square_or_die_once, jobs, 2, dask=LOCAL))
    assert marker.exists(), "no worker was killed, so that nothing was tried"
    assert sorted(job for job, _ in results) == jobs
    assert all(result == job[0] ** 2 for job, result in results)


def test_the_address_of_a_running_scheduler_will_do() -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        results = list(each(square, range(5), dask=cluster.scheduler_address))
        assert cluster.scheduler.status.name == "running", "a cluster that was there before must stay"
    assert sorted(job for job, _ in results) == list(range(5))
    assert isinstance(dict(results)[3], UserError) and dict(results)[4] == 16


def test_a_cluster_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(UserError, match="no Dask scheduler"):
        list(each(square, [1], dask="nonsense://nowhere"))


def test_progress_off_a_terminal_is_lines(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 1000, 6))
    monkeypatch.setattr(time, "monotonic", lambda: next(seconds))
    with progress("counting", 5) as tick:
        for i in range(5):
            tick(str(i))
    said = capfd.readouterr().err.splitlines()
    assert said and all(line.startswith("ev: counting: ") and " of 5 portions" in line for line in said)

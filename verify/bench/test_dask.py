# SPDX-License-Identifier: Apache-2.0
"""Does `ev bench` on a Dask cluster give the records that it gives alone, though a worker is killed in the middle?"""

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evariste.commands.bench import command
from evariste.machines import PORTABLE
from evariste.record import load

WORKLOADS = ("k163.mul.ct", "b163.mul.ct", "k233.mul.ct", "b233.mul.ct", "sha256.call", "aes128.encrypt",
             "rs255_239.decode.e8", "crc32.kib")  # fmt: skip


def kill_a_busy_worker(cluster: Any, killed: list[int]) -> None:
    """As soon as both workers compute and a result is there."""
    from distributed import Client

    with Client(cluster) as client:
        pids = client.run(os.getpid)
        for _ in range(6000):
            states = [t.state for t in cluster.scheduler.tasks.values()]
            busy = {t.processing_on.address for t in cluster.scheduler.tasks.values() if t.processing_on}
            if states.count("memory") and len(busy) == 2:
                killed.append(pids[min(busy)])
                os.kill(killed[0], signal.SIGKILL)
                return
            time.sleep(0.01)


def alone_and_with_a_killed_worker(run: Any, words: list[str], shares: list[str], folder: Path) -> list[list[Any]]:
    """The records of a command alone, and on a cluster of two workers of which one is killed. `shares`: options that
    are needed on the cluster only."""
    from distributed import LocalCluster

    ways = {"alone": ["-j", "1"]}
    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL") as cluster:
        ways["dask"] = [*shares, "--scheduler", cluster.scheduler_address]
        for name, how in ways.items():
            if name == "dask":
                killer = threading.Thread(target=kill_a_busy_worker, args=(cluster, killed), daemon=True)
                killer.start()
            done = CliRunner().invoke(run, [*words, *how, "--json", str(folder / f"{name}.json")])
            assert done.exit_code == 0, done.output
        killer.join(60)
    assert killed, "no worker was killed, so that nothing was tried"
    return [load(folder / f"{name}.json") for name in ways]


@pytest.mark.full
def test_a_bench_with_a_killed_worker_has_every_record_once_and_the_same_cycles(tmp_path: Path) -> None:
    words = [*WORKLOADS, "--backend", PORTABLE, "--fresh"]
    made = alone_and_with_a_killed_worker(command, words, [], tmp_path)
    alone, dask = (sorted((r["workload"], r["cycles"]) for r in records) for records in made)
    assert [name for name, _ in alone] == sorted(WORKLOADS)
    assert dask == alone

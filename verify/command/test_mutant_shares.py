# SPDX-License-Identifier: Apache-2.0
"""A campaign of mutation in shares finds what it finds in one piece, on a Dask cluster, too, that loses a worker."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evariste import machines
from evariste.commands.mutate import command
from evariste.errors import UserError
from evariste.machines import MachineDef
from evariste.verification import mutant_shares
from evariste.verification.mutant_shares import Campaign, divided, merged
from evariste.verification.mutation import Result, Sample
from verify.bench.test_dask import alone_and_with_a_killed_worker


def mutated(machine: MachineDef, target: str) -> bool:
    with suppress(UserError):  # one that has nothing to mutate
        return target in machine.module("mutants").TARGETS
    return False


MACHINE = next(m.name for m in machines.all() if mutated(m, "queue"))
WHOLE = Campaign(MACHINE, "queue", Sample(24), (1, 1))  # after one round, some errors are left


def quiet(_: str) -> None:
    """No progress on the test's output."""


def found(result: Result) -> dict[str, Any]:
    lists = (result.equivalent, result.unreachable, result.survivors)
    others = [[(m.number, str(m)) for m in one] for one in lists]
    return {"total": result.total, "killed": {*result.killed}, "others": others}


@pytest.mark.parametrize("processes", [2, 5])
def test_shares_have_every_mutant_once_and_the_same_verdicts(processes: int) -> None:
    whole = found(WHOLE.run(quiet))
    shares = [share.run(quiet) for share in divided(WHOLE, processes)]
    assert len(shares) == processes and sum(r.total for r in shares) == WHOLE.sample.count
    assert found(merged(shares)) == whole
    assert found(merged(shares[1:])) != whole


def test_there_are_no_empty_shares_and_none_is_too_large() -> None:
    assert len(divided(Campaign(MACHINE, "queue", Sample(3), None), 8)) == 3
    shares = divided(Campaign(MACHINE, "queue", Sample(1000), None), 1)
    assert len({*shares}) == len(shares) == 1000 // mutant_shares.EACH


def test_processes_and_a_cluster_give_the_record_of_one_process(tmp_path: Path) -> None:
    made = {}
    for name, how in {"alone": [], "processes": ["-j", "2"], "dask": ["-j", "2", "--scheduler", "local"]}.items():
        to = tmp_path / f"{name}.json"
        words = ["queue", "--machine", MACHINE, "--count", "24", *how, "--json", str(to)]
        done = CliRunner().invoke(command, words)
        assert done.exit_code == 0, done.output
        (made[name],) = json.loads(to.read_text())
        assert made[name].pop("work") > 0  # lanes of originals are counted, too, and each share has them
    assert made["processes"] == made["dask"] == made["alone"]


@pytest.mark.full
def test_mutants_with_a_killed_worker_are_each_judged_once_and_alike(tmp_path: Path) -> None:
    words = ["queue", "--machine", MACHINE, "--count", "60"]
    (alone,), (dask,) = alone_and_with_a_killed_worker(command, words, ["-j", "6"], tmp_path)
    assert alone["params"]["mutants"] == alone["killed"] + alone["equivalent"] == 60
    assert {**dask, "work": 0} == {**alone, "work": 0}

# SPDX-License-Identifier: Apache-2.0
"""The outputs of a task for other inputs than those that are measured, on every machine that runs it."""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from evariste import machines
from evariste.bench import Workload
from evariste.bench.runner import execute
from evariste.build import cc
from evariste.family import work
from evariste.paths import ROOT
from evariste.workloads import other_inputs


@dataclass(frozen=True)
class Answer:
    """What a machine answered: the files that the program wrote, and whether the oracle agrees."""

    where: str
    files: dict[str, bytes]
    right: bool


def answers(task: str, inputs: str) -> Iterator[Answer]:
    """The answers of all machines and backends to the same inputs."""
    for workload, machine, backend in work.jobs([task]):
        yield answer(workload, machine.name, backend, inputs)


def answer(workload: Workload, machine: str, backend: str, inputs: str) -> Answer:
    with other_inputs(inputs):
        case = workload.build(backend, "iss")
    configuration = case.configuration or machines.named(machine).runs(backend)
    elf = compiled(tuple(case.sources), backend, tuple(case.defines.items()), case.opt, tuple(case.extra), machine)
    output, _ = execute(elf, case, "iss", machine, configuration)
    written = {name: content for name, content in output.files.items() if name not in case.files}
    return Answer(f"{workload.name} on {machine}.{configuration} with {backend}", written, case.check(output)[0])


@functools.cache
def compiled(sources: tuple[str, ...], backend: str, defines: tuple[tuple[str, str | int], ...], opt: str,
             extra: tuple[str, ...], machine: str) -> Path:  # fmt: skip
    """The program, which is the same for all inputs."""
    return cc.compile([ROOT / source for source in sources], backend=backend, defines=dict(defines), opt=opt,
                      extra=list(extra), machine=machine)  # fmt: skip


def differences(found: list[Answer]) -> list[str]:
    """What is wrong: an oracle that disagrees, or a machine that wrote something else than the first."""
    wrong = [f"{a.where}: the oracle disagrees" for a in found if not a.right]
    return wrong + [f"{a.where}: not what {found[0].where} wrote" for a in found[1:] if a.files != found[0].files]

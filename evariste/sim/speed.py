# SPDX-License-Identifier: Apache-2.0
"""How fast the engines simulate: `ev bench --sim`.

Three programs of sw/apps/speed: `records` is Dhrystone-like, `syndromes` is the inner loops of a Reed-Solomon decoder
with logarithm tables, `syndromes_gf` the same work by the Galois-field instructions. Each prints a checksum, which
must be what the C source prints when compiled for this host. unicorn runs the first two from the same ELF in the same
run; it has no Galois-field instructions.

A rate is simulated instructions (iss, unicorn) or clock cycles (rtl, lockstep) per second of this process's CPU time,
which a busy host disturbs less than wall-clock time. A short run comes first. It warms the caches, translates unicorn's
blocks, and determines the length of the measured runs. The rate is the mean of RUNS runs. `again` is how far from it
one more run may be: where it is with a probability of 95 % (Student's t, for a single further value).
"""

import functools
import os
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import mean, stdev
from time import process_time
from typing import Any

from evariste import machines
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.paths import ROOT
from evariste.record import record
from evariste.sim import Machine

SOURCES = ROOT / "sw" / "apps" / "speed"
PROGRAMS = {"records": "records", "syndromes": "syndromes", "syndromes_gf": "syndromes"}  # and what checks the output
ENGINES = {"iss": "instructions", "rtl": "cycles", "lockstep": "cycles"}
WARM_UP, SECONDS = 0.1, 0.5  # of CPU time
RUNS = 7


def measure(machine: str, seconds: float = SECONDS) -> list[dict[str, Any]]:
    """A record for every program, configuration and engine, with the keys program, engine, unit, rate (per second) and
    passed."""
    rows = []
    known = machines.named(machine)
    usual = known.default
    for program, reference in PROGRAMS.items():
        if not usual and program != reference:
            continue
        backend = known.native if usual else PORTABLE
        elf = cc.compile([SOURCES / f"{program}.c"], machine=machine, backend=backend)
        for configuration in known.speeds or (known.configuration,):
            for engine, unit in ENGINES.items():
                on_engine = functools.partial(_on_machine, elf, (machine, configuration, engine))
                rows.append(_row(program, reference, (machine, configuration, engine), unit, on_engine, seconds))
        if usual and program == reference:
            on_unicorn = functools.partial(_on_unicorn, elf)
            where = machine, known.configuration, "unicorn"
            rows.append(_row(program, reference, where, "instructions", on_unicorn, seconds))
    return rows


Where = tuple[str, str, str]  # machine, configuration, engine
Run = tuple[bytes, float, int, int]  # output, CPU seconds, cycles, instructions


def _row(
    program: str, reference: str, where: Where, unit: str, run: Callable[[int], Run], seconds: float
) -> dict[str, Any]:
    machine, configuration, engine = where
    rounds = 1
    output, used, cycles, instructions = run(rounds)
    for least in (WARM_UP, seconds):
        while used < least:
            rounds = max(rounds + 1, int(rounds * min(100, 1.1 * least / max(used, 1e-6))))
            output, used, cycles, instructions = run(rounds)
    count = cycles if unit == "cycles" else instructions
    seconds_of = [used, *(run(rounds)[1] for _ in range(RUNS - 1))]
    passed = output == _expected(reference, rounds)
    made = record(
        workload=f"sim.{program}", engine=engine, machine=machine, configuration=configuration,
        cycles=None if engine == "unicorn" else cycles, instructions=instructions,
        params={"rounds": rounds, "cpu_seconds": [round(s, 3) for s in seconds_of], "host": host()},
        passed=passed, checked="the checksum that the same C prints on the host",
    )  # fmt: skip
    rates = [count / s for s in seconds_of]
    return made | {"program": program, "unit": unit, "rate": mean(rates), "again": again(rates), "passed": passed}


def again(rates: list[float]) -> float:
    """How far one more run may be from the mean of these, with 95 % probability."""
    from scipy.stats import t

    return float(t.ppf(0.975, len(rates) - 1)) * stdev(rates) * (1 + 1 / len(rates)) ** 0.5


def shown(r: dict[str, Any]) -> str:
    """Millions a second as tables write them: the mean, and how far one more run may be from it."""
    digits = 2 if r["rate"] < 1e7 else 0
    return f"{r['rate'] / 1e6:,.{digits}f} ± {r['again'] / 1e6:,.{digits}f}"


def _on_machine(elf: Path, where: Where, rounds: int) -> Run:
    machine = Machine(*where)
    machine.load(elf)
    output: list[bytes] = []
    machine.host(args=[str(rounds)], stdout=output.append)
    began = process_time()
    stop = machine.run()
    used = process_time() - began
    if stop.reason != "exit":
        raise UserError(f"{elf.name} on {where[-1]}: {stop.sentence}")
    return b"".join(output), used, stop.cycles, stop.instructions


def _on_unicorn(elf: Path, rounds: int) -> Run:
    from evariste.sim import unicorn_baseline

    output, used = unicorn_baseline.run(elf, str(rounds))
    usual = machines.default()
    _, _, cycles, instructions = _on_machine(elf, (usual.name, usual.configuration, "iss"), rounds)
    return output, used, cycles, instructions


def _expected(reference: str, rounds: int) -> bytes:
    """What the C source prints as a program of this host."""
    return subprocess.run([_native(reference), str(rounds)], capture_output=True, check=True).stdout


@functools.cache
def _native(reference: str) -> str:
    folder = tempfile.TemporaryDirectory(prefix="evariste-speed-")
    _kept.append(folder)  # until the process ends
    program = Path(folder.name) / reference
    built = subprocess.run(["cc", "-O1", "-o", program, SOURCES / f"{reference}.c"], capture_output=True, text=True)
    if built.returncode:
        raise UserError(f"{reference}.c does not compile for this host:\n{built.stderr}")
    return str(program)


_kept: list[tempfile.TemporaryDirectory[str]] = []


@functools.cache
def host() -> str:
    """The processor that simulates, in words."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        name = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        name = os.uname().machine
    return f"{name}, {os.cpu_count()} processors"

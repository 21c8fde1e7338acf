# SPDX-License-Identifier: Apache-2.0
"""The checks of the synthesised netlist."""

from collections.abc import Iterator
from pathlib import Path

from evariste.silicon import designs
from evariste.silicon.liberty import Library
from evariste.verification import netlists
from evariste.verification.gates import mapped, unit

record = netlists.record


def checks(folder: Path, library: Library, programs: int, unit_only: bool) -> Iterator[tuple[str, int, str]]:
    """Each check when it has passed: its kind, how much was compared, and what was found."""
    gates = unit.Unit(mapped.the_unit(folder, library))
    results = sum(netlists.exhaustive(gates, m) for m in unit.DEGREES)
    yield "exhaustive", results, "results equal those of the reference arithmetic"
    proved = netlists.equivalence(mapped.UNIT, folder, library)
    yield "equivalence", proved, "outputs of the unit proved equal to its RTL's"
    if unit_only:
        return
    for kind, job, what in (
        ("equivalence.core", mapped.CORE, "the core"),
        ("equivalence.measured", designs.configuration("full"), "the measured core"),
    ):
        proved = netlists.equivalence(job, folder, library)
        yield kind, proved, f"outputs and next states of {what} proved equal to its RTL's"
    system = netlists.system(folder, library)
    yield "firmware", netlists.firmware(system), "retirements of firmware equal the interpreter's"
    compared = netlists.programs(system, programs)
    yield "programs", compared, "instructions of random programs, with equal cycles and memory"
    yield "products", netlists.products(system), "products of muls are right"

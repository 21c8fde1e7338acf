# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core alone, with the accumulator, and with the instruction cache.

A library of cells has no memory. So the arrays of the cache are left out but for the registers at their outputs
(cache_array.sv beside this file). What is counted of the cache is its control, with a flip-flop for each line. Energy
is measured without a cache.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from evariste import machines
from evariste.silicon import designs
from evariste.silicon.areas import Areas, runs
from evariste.silicon.replay import Place, core_accesses
from evariste.silicon.synth import Job

NAME = "pete"
TOPICS = ("area", "workloads")
FIELDS = ("fp256.mul", "gf2_233.mul")
CURVES = ("p256.mul.ct", "p256.ecdsa.sign", "b233.mul.ct")
# Whose energy is measured. The configuration is the end of the name.
WORKLOADS = (*(f"{task}.{name}" for task in (*FIELDS, *CURVES) for name in ("baseline", "bise", "fast")),
             "p192.ecdsa.sign.nonce.baseline", "p192.ecdsa.baseline", "p192.ecdsa.ise", "b163.ecdsa.bise",
             "p256.ecdsa.ise")  # fmt: skip
BACKENDS: dict[str, str] = {}
PLACE = Place("pete_sim.u_soc.u_core", accesses=core_accesses())
CONFIGURATIONS = ("baseline", "ise", "bise", "fast", "bise_icache")
PROVED = ("baseline", "fast")  # whose netlists are proved to be their RTL
ARRAY = Path(__file__).parent / "cache_array.sv"


def job(name: str) -> Job:
    """The core in a configuration. The unit, the registers and the cache stay apart."""
    return designs.instead(designs.core(machines.named(NAME).has(name).parameters, NAME), ARRAY.name, ARRAY)


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Each configuration."""
        for name in CONFIGURATIONS:
            yield self.of(NAME, name, job(name), machines.named(NAME).rtl.instances, "control")

    def replays(self, workloads: Iterable[str]) -> Iterator[dict[str, Any]]:
        """The energy of each."""
        kept = machines.named(NAME).rtl.instances
        for name, backend, on in runs(NAME, workloads):
            yield self.workload(NAME, name, backend, job(on), kept, "control", PLACE)


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None."""
    yield from ()

# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core mips, and the accelerator of some instances.

A library of cells has no memory. So the accelerator's registers are flip-flops there, which are most of its area. They
are reported apart. An access to a row counts as one for each of its words of 32 bits.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from evariste import machines
from evariste.filelist import files
from evariste.machines.vword.instance import row_of
from evariste.silicon.areas import Areas, runs
from evariste.silicon.replay import Place, core_accesses
from evariste.silicon.synth import Job
from evariste.yosys import signed

NAME = "vword"
TOPICS = ("area", "workloads")
WORKLOADS = ("gf2_233.mul.d32", "k233.mul.ct.d32", "b233.mul.ct.d32")  # whose energy is measured
BACKENDS: dict[str, str] = {}
CORES = ("none", "interrupts")
INSTANCES = ("f233_d32", "f571_d32", "f283_d32", "f163_w169", "f283_w294", "f283_d16", "f163_d32", "f409_d32")
PROVED = ("none", "f233_d32")  # whose netlists are proved to be their RTL
TOP, ACCELERATOR = "vword_core", "accelerator"
CORE = "u_core"  # the core mips in TOP
KEPT = {"mips_core": "core", "vword_regfile": "registers", "gf_digit_mul": "multiplier"}
CUT = ("retire_o", "debug_i", "debug_o", "retire_vd_o", "retire_word_o", "cond_o", "product_busy_o")


def job(name: str) -> Job:
    """The core in a configuration, with its accelerator if it has one. Parts that are measured stay apart."""
    parameters = tuple(f"{key}={signed(value)}" for key, value in machines.named(NAME).has(name).parameters.items())
    rtl = machines.named(NAME).rtl
    if name in CORES:
        return Job(rtl.core, parameters, tuple(files(rtl)), tuple(rtl.kept), rtl.cut)
    return Job(TOP, parameters, tuple(files(rtl)), tuple(KEPT), CUT)


def parts(name: str) -> tuple[Mapping[str, str], str]:
    """What instances are called in the record, and the rest."""
    if name in CORES:
        return machines.named(NAME).rtl.instances, "control"
    return {CORE: "core", "u_regfile": "registers", "u_multiplier": "multiplier"}, ACCELERATOR


def place(name: str) -> Place:
    """Where the circuit is in the simulation of a configuration."""
    row = row_of(machines.named(NAME).has(name).parameters.get("W", 32)) // 32
    words = {" of a word": (("~data_row_o",), 1), " of a row": (("data_row_o",), row)}
    return Place("vword_sim.u_soc.u_core", accesses=core_accesses(words))


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Each core alone, and with the accelerator of each instance."""
        for name in (*CORES, *INSTANCES):
            yield self.of(NAME, name, job(name), *parts(name))

    def replays(self, workloads: Iterable[str]) -> Iterator[dict[str, Any]]:
        """The energy of each, on the instance that it names."""
        for name, backend, on in runs(NAME, workloads):
            yield self.workload(NAME, name, backend, job(on), *parts(on), place(on))


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None."""
    yield from ()

# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core mips, and the accelerator of some instances.

A library of cells has no memory. So the accelerator's registers are flip-flops there, which are most of its area. They
are reported apart. An access to a row counts as one for each of its words of 32 bits.
"""

from evariste import machines
from evariste.filelist import files
from evariste.machines.vword.instance import row_of
from evariste.silicon.areas import Areas, Design
from evariste.silicon.replay import Place, core_accesses
from evariste.silicon.synth import Job
from evariste.yosys import signed

NAME = "vword"
TOPICS = ("area", "workloads")
WORKLOADS = ("gf2_233.mul.d32", "k233.mul.ct.d32", "b233.mul.ct.d32", "b571.mul.ct.d32")  # whose energy is measured
CORES = ("none", "interrupts")
INSTANCES = ("f233_d32", "f571_d32", "f283_d32", "f163_w169", "f283_w294", "f283_d16", "f163_d32", "f409_d32")
PROVED = ("none", "f233_d32")  # whose netlists are proved to be their RTL
TOP, ACCELERATOR = "vword_core", "accelerator"
CORE = "u_core"  # the core mips in TOP
KEPT = {"mips_core": "core", "vword_regfile": "registers", "gf_digit_mul": "multiplier"}
INSIDE = {CORE: "core", "u_regfile": "registers", "u_multiplier": "multiplier"}  # what instances are called
CUT = ("retire_o", "debug_i", "debug_o", "retire_vd_o", "retire_word_o", "cond_o", "product_busy_o")


def job(name: str) -> Job:
    """The core in a configuration, with its accelerator if it has one. Parts that are measured stay apart."""
    parameters = tuple(f"{key}={signed(value)}" for key, value in machines.named(NAME).has(name).parameters.items())
    rtl = machines.named(NAME).rtl
    if name in CORES:
        return Job(rtl.core, parameters, tuple(files(rtl)), tuple(rtl.kept), rtl.cut)
    return Job(TOP, parameters, tuple(files(rtl)), tuple(KEPT), CUT)


class Evaluation(Areas):
    """The measurements of the machine."""

    machine, configurations, workloads = NAME, (*CORES, *INSTANCES), WORKLOADS

    def design(self, configuration: str) -> Design:
        row = row_of(machines.named(NAME).has(configuration).parameters.get("W", 32)) // 32
        words = {" of a word": (("~data_row_o",), 1), " of a row": (("data_row_o",), row)}
        place = Place("vword_sim.u_soc.u_core", accesses=core_accesses(words))
        if configuration in CORES:
            return Design(job(configuration), machines.named(NAME).rtl.instances, place)
        return Design(job(configuration), INSIDE, place, ACCELERATOR)

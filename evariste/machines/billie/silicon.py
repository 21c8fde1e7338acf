# SPDX-License-Identifier: Apache-2.0
"""Area, clock and energy in a cell library: the core with the accelerator.

All registers of the accelerator, and those of its stations, are flip-flops of cells.
"""

from evariste.parts.mips.silicon import ACCELERATED
from evariste.silicon.areas import Areas, Design, with_core
from evariste.silicon.synth import Job

NAME = "billie"
TOPICS = ("area", "workloads")
# Whose energy is measured. The configuration is the end of the name.
FIELDS = ("f163_d8", "f233_d8", "f283_d8", "f409_d8", "f571_d8")
GATED = "f163_gated"
DIGITS = tuple(f"f{m}_d{d}" for m in (233, 283, 409, 571) for d in (1, 4, 16))
SIGNED = (*FIELDS, "f163_d1", "f163_d4", "f163_d16", "f163_d32", *DIGITS, GATED)
WORKLOADS = tuple(f"b{name.partition('_')[0][1:]}.ecdsa.{task}.{name}" for task, names in (
    ("sign.nonce", SIGNED), ("verify", FIELDS)) for name in names)  # fmt: skip
PROVED = ("f163_d8",)  # whose netlist is proved to be its RTL
FIRMWARE = {"f163_d8": "b163.ecdsa.sign.nonce.f163_d8"}  # what is replayed on it in every cycle
# The default first, then over the digit and over the degree.
CONFIGURATIONS = ("f163_d8", "f163_d1", "f163_d4", "f163_d16", "f163_d32", "f163_short",
                  *(f"f{m}_d{d}" for m in (233, 283, 409, 571) for d in (1, 4, 8, 16)), GATED)
# Modules that stay apart, and what their instances are called.
KEPT = ("mips_core", "billie_file", "billie_stations", "billie_multiplier", "billie_squarer", "billie_mover",
        "command_queue")  # fmt: skip
INSTANCES = {"u_core": "core", "u_file": "registers", "u_stations": "stations", "u_multiplier": "multiplier",
             "u_squarer": "squarer", "u_mover": "mover", "u_queue": "queue"}  # fmt: skip


def job(name: str) -> Job:
    """The core with the accelerator of a configuration."""
    return with_core(NAME, name, KEPT)


class Evaluation(Areas):
    """The measurements of the machine."""

    machine, configurations, workloads = NAME, CONFIGURATIONS, WORKLOADS

    def design(self, configuration: str) -> Design:
        return Design(job(configuration), INSTANCES, ACCELERATED)

# SPDX-License-Identifier: Apache-2.0
"""Area and clock in a cell library: the core with the accelerator.

A library of cells has no memory. So the buffers are flip-flops there, and so are the modulus and the factors of a
product, which are in the datapath.
"""

from collections.abc import Iterator
from typing import Any

from evariste.silicon.areas import Areas, with_core

NAME = "monte"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
CONFIGURATIONS = ("full", "paper", "digits", "squares", "dual")
# Modules that stay apart, and what their instances are called.
KEPT = ("mips_core", "monte_buffers", "monte_datapath", "command_queue", "monte_load")
INSTANCES = {"u_core": "core", "u_buffers": "buffers", "u_datapath": "datapath", "u_queue": "queue",
             "u_load": "load stage"}


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """What each parameter costs by itself, and all together."""
        for name in CONFIGURATIONS:
            yield self.of(NAME, name, with_core(NAME, name, KEPT), INSTANCES, "control")


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()

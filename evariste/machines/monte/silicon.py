# SPDX-License-Identifier: Apache-2.0
"""Area and clock of the accelerator in a cell library, without the core.

A library of cells has no memory. So the buffers are flip-flops there, and so are the modulus and the factors of a
product, which are in the datapath.
"""

from collections.abc import Iterator
from typing import Any

from evariste.silicon.areas import Areas, accelerator

NAME = "monte"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
CONFIGURATIONS = ("paper", "digits", "squares", "dual", "full")
# Modules that stay apart, and what their instances are called.
KEPT = {"monte_buffers": "buffers", "monte_datapath": "datapath", "command_queue": "queue", "monte_load": "load stage"}
INSTANCES = {"u_buffers": "buffers", "u_datapath": "datapath", "u_queue": "queue", "u_load": "load stage"}


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """What each parameter costs by itself, and all together."""
        for name in CONFIGURATIONS:
            yield self.of(NAME, name, accelerator(NAME, name, KEPT), INSTANCES, "control")


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()

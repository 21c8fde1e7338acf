# SPDX-License-Identifier: Apache-2.0
"""Area and clock of the accelerator in a cell library, without the core.

All of its registers, and those of its stations, are flip-flops of cells.
"""

from collections.abc import Iterator
from typing import Any

from evariste.silicon.areas import Areas, accelerator

NAME = "billie"
TOPICS = ("area",)
WORKLOADS: tuple[str, ...] = ()  # whose energy is measured
BACKENDS: dict[str, str] = {}
# Over the digit, then over the degree.
CONFIGURATIONS = ("f163_d8", "f163_d1", "f163_d4", "f163_d16", "f233_d8", "f283_d8", "f409_d8", "f571_d8")
# Modules that stay apart, and what their instances are called.
KEPT = ("billie_file", "billie_stations", "billie_multiplier", "billie_squarer", "billie_mover", "command_queue")
INSTANCES = {"u_file": "registers", "u_stations": "stations", "u_multiplier": "multiplier", "u_squarer": "squarer",
             "u_mover": "mover", "u_queue": "queue"}


class Evaluation(Areas):
    """The measurements with one library; every method yields records."""

    def area(self) -> Iterator[dict[str, Any]]:
        """Over the digit, then over the degree."""
        for name in CONFIGURATIONS:
            yield self.of(NAME, name, accelerator(NAME, name, KEPT), INSTANCES, "control")


def averages(_records: list[dict[str, Any]], _evaluation: Evaluation) -> Iterator[dict[str, Any]]:
    """None: no energy is measured."""
    yield from ()

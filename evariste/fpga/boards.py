# SPDX-License-Identifier: Apache-2.0
"""The boards: device, clock, constraint file in rtl/fpga, and the parameters of the top on each."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evariste import machines
from evariste.errors import UserError
from evariste.machines import MachineDef

BAUD = 115_200


@dataclass(frozen=True)
class Board:
    name: str
    machine: str
    about: str
    family: str  # ecp5 or ice40
    device: tuple[str, ...]  # arguments of nextpnr
    constraints: str
    clock: int  # Hz, of the board's oscillator
    divide: int  # the core's clock is the oscillator's divided by this
    rom: int  # bytes
    ram: int
    program: str  # in sw/apps; "" for a device with only size and clock
    own: str = ""  # the configuration of the core, if it is not the machine's default
    parameters: Mapping[str, int] = field(default_factory=dict)  # of the core, where they differ from that one
    synthesis: tuple[str, ...] = ()  # options of Yosys' synth pass
    routing: tuple[str, ...] = ("--router", "router2")
    seeds: tuple[int, ...] = (1, 2, 3)  # of placement, until one meets the clocks
    variant: str = ""  # the configuration, where it is not the board's own

    @property
    def called(self) -> str:
        """The name, with the configuration where it is not the board's own."""
        return f"{self.name}.{self.variant}" if self.variant else self.name

    @property
    def core_clock(self) -> int:
        """Hz."""
        return self.clock // self.divide

    @property
    def divider(self) -> int:
        """The oscillator's cycles of a bit on the serial line, as the top computes it in the core's."""
        return (self.core_clock + BAUD // 2) // BAUD * self.divide

    @property
    def settings(self) -> dict[str, int]:
        """The top's parameters."""
        own = {"CLOCK": self.clock, "DIVIDE": self.divide, "BAUD": BAUD, "ROM_BYTES": self.rom, "RAM_BYTES": self.ram}
        return own | self.core

    @property
    def core(self) -> dict[str, int]:
        """The core's parameters. Those of a variant go before those that the device asks for."""
        known = machines.named(self.machine)
        if self.variant:
            return {**self.parameters, **known.has(self.variant).parameters}
        return {**known.has(self.own or known.configuration).parameters, **self.parameters}

    @property
    def backend(self) -> str:
        """The backend for the board's program: that of its configuration, if one is made for it."""
        known = machines.named(self.machine)
        return next((backend for backend, core in known.backends.items() if core == self.own), known.native)

    def configured(self, name: str) -> "Board":
        """The board with a named configuration of the core instead of its own."""
        machines.named(self.machine).has(name)
        return replace(self, variant=name)

    @property
    def configuration(self) -> str | None:
        """The configuration of the core, where it has a name."""
        named = machines.named(self.machine).configurations
        return self.variant or next((n for n, c in named.items() if c.parameters == self.core), None)


def boards(machine: MachineDef) -> dict[str, Board]:
    """The boards of a machine, by name."""
    found: dict[str, Board] = machine.module("boards").BOARDS
    return found


def board(name: str, machine: MachineDef | None = None) -> Board:
    known = boards(machine or machines.default())
    if name not in known:
        raise UserError(f"There is no board '{name}'; there are {', '.join(known)}.")
    return known[name]

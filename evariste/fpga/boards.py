# SPDX-License-Identifier: Apache-2.0
"""The boards: device, clock, constraint file in rtl/fpga, and the parameters of rtl/fpga/fpga_top.sv on each."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from evariste.configurations import CONFIGURATIONS
from evariste.errors import UserError

BAUD = 115_200


@dataclass(frozen=True)
class Board:
    name: str
    about: str
    family: str  # ecp5 or ice40
    device: tuple[str, ...]  # arguments of nextpnr
    constraints: str
    clock: int  # Hz, of the board's oscillator
    divide: int  # the core's clock is the oscillator's divided by this
    rom: int  # bytes
    ram: int
    program: str  # in sw/apps; "" for a device of which size and clock alone are of interest
    parameters: Mapping[str, int] = field(default_factory=dict)  # of the core, where they differ from the default
    synthesis: tuple[str, ...] = ()  # options of Yosys' synth pass
    routing: tuple[str, ...] = ("--router", "router2")
    defines: tuple[str, ...] = ()  # for the program
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
        return own | dict(self.parameters)

    def configured(self, name: str) -> "Board":
        """The board with a named configuration of the core, beside its own parameters."""
        if name not in CONFIGURATIONS:
            raise UserError(f"There is no configuration '{name}'; there are {', '.join(CONFIGURATIONS)}.")
        return replace(self, parameters={**self.parameters, **CONFIGURATIONS[name].parameters}, variant=name)


BOARDS = {
    board.name: board
    for board in (
        Board(
            name="ulx3s",
            about="Radiona ULX3S with an ECP5 LFE5U-25F",
            family="ecp5",
            device=("--25k", "--package", "CABGA381", "--speed", "6"),
            constraints="ulx3s.lpf",
            clock=25_000_000,
            divide=3,
            rom=32768,
            ram=16384,
            program="board_demo.c",
        ),
        Board(
            name="hx8k",
            about="Lattice iCE40-HX8K breakout board",
            family="ice40",
            device=("--hx8k", "--package", "ct256"),
            constraints="hx8k.pcf",
            clock=12_000_000,
            divide=1,
            rom=4096,
            ram=8192,
            program="board_hello.c",
            parameters={"GF_LANES": 1, "MUL_CYCLES": 32, "GF_INVERSE": 0},
            routing=("--router", "router1"),
            defines=("WITHOUT_INVERSE",),
        ),
        Board(
            name="up5k",
            about="iCE40-UP5K, as on the iCEBreaker",
            family="ice40",
            device=("--up5k", "--package", "sg48"),
            constraints="up5k.pcf",
            clock=12_000_000,
            divide=4,
            rom=4096,
            ram=4096,
            program="",
            parameters={"GF_LANES": 1},
            synthesis=("-dsp",),
            routing=("--router", "router1"),
        ),
    )
}


def board(name: str) -> Board:
    if name not in BOARDS:
        raise UserError(f"There is no board '{name}'; there are {', '.join(BOARDS)}.")
    return BOARDS[name]

# SPDX-License-Identifier: Apache-2.0
"""The boards: device, clock, constraint file in rtl/fpga, and the parameters of rtl/fpga/fpga_top.sv on each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from evariste.errors import Refusal

BAUD = 115_200


@dataclass(frozen=True)
class Board:
    name: str
    about: str
    family: str  # ecp5 or ice40
    device: tuple[str, ...]  # arguments of nextpnr
    constraints: str
    clock: int  # Hz, of the board's oscillator, which is the core's clock
    rom: int  # bytes
    ram: int
    program: str  # in sw/apps
    parameters: Mapping[str, int] = field(default_factory=dict)  # of the core, where they differ from the default

    @property
    def divider(self) -> int:
        """Clock cycles of a bit on the serial line, as the top computes it."""
        return (self.clock + BAUD // 2) // BAUD

    @property
    def settings(self) -> dict[str, int]:
        """The top's parameters."""
        own = {"CLOCK": self.clock, "BAUD": BAUD, "ROM_BYTES": self.rom, "RAM_BYTES": self.ram}
        return own | dict(self.parameters)


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
            rom=4096,
            ram=8192,
            program="board_hello.c",
            parameters={"GF_LANES": 1, "MUL_CYCLES": 32},
        ),
    )
}


def board(name: str) -> Board:
    if name not in BOARDS:
        raise Refusal(f"There is no board '{name}'; there are {', '.join(BOARDS)}.")
    return BOARDS[name]

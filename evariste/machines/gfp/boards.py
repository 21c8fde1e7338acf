# SPDX-License-Identifier: Apache-2.0
"""The boards that the machine runs on, with rtl/fpga/gfp/gfp_fpga.sv."""

from evariste.fpga.boards import Board
from evariste.machines.gfp import NAME

BOARDS = {
    board.name: board
    for board in (
        Board(
            name="ulx3s",
            machine=NAME,
            about="Radiona ULX3S with an ECP5 LFE5U-25F",
            family="ecp5",
            device=("--25k", "--package", "CABGA381", "--speed", "6"),
            constraints="ulx3s.lpf",
            clock=25_000_000,
            divide=1,
            rom=32768,
            ram=16384,
            program="board_demo.c",
            own="inverse4",
            parameters={"MUL_CYCLES": 32},
        ),
        Board(
            name="hx8k",
            machine=NAME,
            about="Lattice iCE40-HX8K breakout board",
            family="ice40",
            device=("--hx8k", "--package", "ct256"),
            constraints="hx8k.pcf",
            clock=12_000_000,
            divide=1,
            rom=4096,
            ram=8192,
            program="board_hello.c",
            own="lanes2_inverse4",
            parameters={"MUL_CYCLES": 32},
            routing=("--router", "router1"),
        ),
        Board(
            name="up5k",
            machine=NAME,
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

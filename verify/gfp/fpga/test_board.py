# SPDX-License-Identifier: Apache-2.0
"""The core on a board: what its serial line says is what the interpreter says, cycle numbers included."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from evariste import machines
from evariste.errors import UserError
from evariste.fpga import boards, implement, program, simulate
from evariste.paths import ROOT
from evariste.sim import Machine

END = "done\n"
SMALL = boards.board("hx8k")
LARGE = boards.board("ulx3s")
PLAIN = replace(LARGE, own="")  # with the machine's default core


def interpreted(elf: Path, configuration: str | None = None) -> str:
    """What the program prints in the simulator."""
    machine, out = Machine(configuration=configuration), list[bytes]()
    machine.load(elf)
    machine.host(stdout=out.append)
    stop = machine.run(max_cycles=10_000_000)
    assert stop.reason == "exit", stop.sentence
    return b"".join(out).decode()


def session(board: boards.Board, elf: Path) -> str:
    return simulate.run(program.image(elf, board), board.settings, board.divider, END, "gfp").text


def without_cycles(text: str) -> str:
    return re.sub(r"\d+ cycles", "N cycles", text)


def test_the_large_board_sends_what_the_interpreter_prints_to_the_cycle() -> None:
    elf = program.elf(LARGE)
    text = session(LARGE, elf)
    assert text == interpreted(elf, LARGE.own)
    assert "8 symbols corrected, right" in text
    assert "69c4e0d86a7b0430d8cdb78070b4c55a" in text  # FIPS 197, appendix C.1


@pytest.mark.full
def test_fewer_lanes_and_a_serial_multiplier_give_the_same_results() -> None:
    elf = program.elf(SMALL)
    text = session(SMALL, elf)
    assert text == interpreted(elf)
    assert "inverses 255\n" in text and "WRONG" not in text and "product 83810205\n" in text


@pytest.mark.full
@pytest.mark.parametrize("name", ["paper", "smallest", "lanes2", "lanes1", "tiny", "inverse2", "fast", "not_gated",
                                  "not_isolated", "interrupts"])  # fmt: skip
def test_a_configuration_that_has_the_instructions_decodes_and_encrypts(name: str) -> None:
    known = machines.default().configurations[name]
    elf, parameters = program.elf(replace(PLAIN, own=name)), known.parameters
    image = program.image(elf, PLAIN)
    if parameters.get("SUBSET"):
        # No exception can answer a semihosting call there; the calls are replaced by their answer, `movs r0, #1`.
        with pytest.raises(UserError, match="locked up"):
            simulate.run(image, PLAIN.settings | parameters, PLAIN.divider, END, "gfp")
        image = re.sub("beab(?=....\n|\n)", "2001", image)
    text = simulate.run(image, PLAIN.settings | parameters, PLAIN.divider, END, "gfp").text
    expected = interpreted(elf, name if known.cycles else None)
    assert without_cycles(text) == without_cycles(expected)
    assert (text != expected) == ("GF_LANES" in parameters)  # the measured parts multiply no integers


@pytest.mark.full
@pytest.mark.parametrize("name", ["no_inverse", "no_squarers", "baseline"])
def test_an_instruction_that_a_configuration_lacks_is_illegal(name: str) -> None:
    with pytest.raises(UserError, match="did not come to its end"):
        settings = SMALL.settings | dict(machines.default().configurations[name].parameters)
        simulate.run(program.image(program.elf(SMALL), SMALL), settings,
                     SMALL.divider, END, "gfp", cycles=60_000 * SMALL.divide)  # fmt: skip


def test_a_line_of_another_speed_is_noticed() -> None:
    elf = program.elf(LARGE)
    with pytest.raises(UserError, match=r"start or stop bit|did not come to its end"):
        simulate.run(program.image(elf, LARGE), LARGE.settings, LARGE.divider * 3 // 2, END, "gfp", cycles=400_000)


def test_a_program_that_locks_up_is_told() -> None:
    nothing = "20000400\n00000001\n" + "00000000\n" * (LARGE.rom // 4 - 2)
    with pytest.raises(UserError, match="locked up"):
        simulate.run(nothing.replace("00000000\n", "0000de00\n", 1), LARGE.settings, LARGE.divider, END, "gfp")


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(UserError, match=r"needs \d+ bytes of ROM; hx8k has 4096"):
        program.image(program.elf(LARGE), SMALL)
    with pytest.raises(UserError, match="is not an ELF file"):
        program.image(ROOT / "README.md", SMALL)
    with pytest.raises(UserError, match="There is no board 'basys'"):
        boards.board("basys")
    with pytest.raises(UserError, match="up5k has no program here"):
        program.elf(boards.board("up5k"))


@pytest.mark.full
def test_the_bitstream_is_built_and_meets_the_clock() -> None:
    made = implement.implement(SMALL, program.image(program.elf(SMALL), SMALL))
    assert made.fmax * 1e6 > SMALL.clock
    assert made.bitstream.stat().st_size > 100_000
    assert made.used["luts"] < made.available["luts"]

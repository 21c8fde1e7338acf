# SPDX-License-Identifier: Apache-2.0
"""Size and clock: the circuit that is placed and routed runs a program; a sweep names the quickest word."""

import re
from pathlib import Path
from typing import Any

import pytest

from evariste.fpga import simulate
from evariste.isa import machine
from evariste.machines import named
from evariste.machines.vword import figures, size, sweep
from evariste.machines.vword.instance import PAPER, Instance, from_parameters
from evariste.machines.vword.polynomial import parse
from evariste.tables import Records, filled
from verify.vword.test_command import call
from verify.vword.test_reduction import F241, F283

ISA = machine("vword")
RAM, CONSOLE, CU2, BEV = 0x80000000, 0xBF000000, 1 << 30, 1 << 22
VECTOR = 0x380  # of exceptions, in ROM


def image(rows: bool, row: int) -> str:
    """Sends "a", stored to RAM as a byte of a word, then the end of the line. With an accelerator of rows of `row` bits
    it sends "b" before, which a row has moved, and the end is sent by the handler of the bus error which a row stored
    to the console is.
    """
    def load(rt: int, value: int) -> list[tuple[str, dict[str, int]]]:
        return [("lui", {"rt": rt, "imm": value >> 16}), ("ori", {"rt": rt, "rs": rt, "imm": value & 0xFFFF})]

    def said(offset: int) -> list[tuple[str, dict[str, int]]]:
        return [("lbu", {"rt": 3, "rs": 8, "imm": offset}), ("sw", {"rt": 3, "rs": 9, "imm": 0})]

    wait = [("beq", {"rs": 0, "rt": 0, "imm": -4}), ("nop", {})]
    end = [*load(3, ord("\n")), ("sw", {"rt": 3, "rs": 9, "imm": 0}), *wait]
    steps = [*load(8, RAM), *load(9, CONSOLE), *load(10, 0x00006100), ("sw", {"rt": 10, "rs": 8, "imm": 0}),
             ("sb", {"rt": 10, "rs": 8, "imm": 1}), *load(11, 0x61), ("sb", {"rt": 11, "rs": 8, "imm": 2}),
             *said(2)]  # fmt: skip
    if rows:
        steps += [*load(12, CU2 | BEV), ("mtc0", {"rt": 12, "cd": 12}), ("nop", {}), ("nop", {}), *load(11, 0x62),
                  ("sb", {"rt": 11, "rs": 8, "imm": 2}), ("vl", {"vd": 1, "rs": 8, "imm": 0}),
                  ("vxor", {"vd": 2, "vs": 1, "vt": 0}), ("vs", {"vt": 2, "rs": 8, "imm": row // 8}),
                  *said(row // 8 + 2), ("vs", {"vt": 2, "rs": 9, "imm": 0}), *wait]  # fmt: skip
        steps += [("nop", {})] * (VECTOR // 4 - len(steps))
    steps += end
    words = [int.from_bytes(ISA.encode(name, **operands), "little") for name, operands in steps]
    return "".join(f"{word:08x}\n" for word in [*words, *[0] * (size.BOARD.rom // 4 - len(words))])


@pytest.mark.full
@pytest.mark.parametrize("name", [size.ALONE, "f163_w32", "f163_w169", "f283_w294"])
def test_the_circuit_that_is_measured_runs_a_program(name: str) -> None:
    parameters = named("vword").has(name).parameters
    board = size.board(name, parameters)
    rows = from_parameters(parameters).row if "LEVEL" in parameters else 0
    program = image(bool(rows), rows)
    seen = simulate.run(program, board.settings, board.divider, "\n", "vword", 100_000)
    assert seen.text == ("ab\n" if rows else "a\n")


@pytest.mark.parametrize("word", [128, 129])
def test_a_word_without_a_configuration_has_a_board_of_its_own(word: int) -> None:
    made = Instance(parse(F283), word, PAPER)
    board = size.board(size.of(made), made.parameters)
    assert board.core == made.parameters and board.settings["W"] == word


def record(word: int, mhz: float) -> dict[str, Any]:
    row = Instance(parse(F241), word, PAPER).row
    return {"params": {"word": word, "row": row, "fmax_mhz": mhz, "used": {"luts": 9, "ffs": 8, "brams": 7}}}


def test_the_least_time_is_of_cycles_and_clock() -> None:
    points, _ = sweep.sweep(parse(F241), range(240, 242), lambda done, all: None)
    cycles = {point.word: point.paper.program.cycles for point in points}
    assert cycles == {240: 24, 241: 11}
    even = [record(240, 50.0), record(241, 50.0)]
    assert sweep.quickest(points, even) == (241, pytest.approx(220.0))
    assert sweep.quickest(points, [record(240, 50.0), record(241, 20.0)]) == (240, pytest.approx(480.0))
    assert sweep.clock_table(points, even).splitlines()[1:] == ["240,256,9,8,7,50.0,480.0", "241,256,9,8,7,50.0,220.0"]


def test_clock_and_time_are_drawn_and_listed(tmp_path: Path) -> None:
    """One point for each word that was measured; the time follows from cycles and clock."""
    points, _ = sweep.sweep(parse(F241), range(240, 242), lambda done, all: None)
    measured = [record(241, 20.0), record(240, 50.0)]
    charts = sweep.clock_charts(points, measured)
    assert charts["clock"].lines == {"level paper": [(240, 50.0), (241, 20.0)]}
    (line,) = charts["time"].lines.values()
    assert [*line] == [(240, pytest.approx(480.0)), (241, pytest.approx(550.0))] and charts["time"].marked == 240
    written = {path.name for path in sweep.write(tmp_path, points, measured)}
    assert {"clock.svg", "time.svg", "clock.csv"} <= written
    assert "<path" in (tmp_path / "time.svg").read_text() and ">ns<" in (tmp_path / "time.svg").read_text()


def sized(word: int, mhz: float) -> dict[str, Any]:
    """The record of a placement for the first polynomial."""
    row = Instance(parse(F283), word, PAPER).row
    return {"workload": f"vword.size.f283_w{word}", "backend": None, "params": {
        "polynomial": F283, "level": "paper", "word": word, "row": row, "fmax_mhz": mhz,
        "used": {"luts": 9, "ffs": 8, "brams": 7}, "cells": {"LUT4": 100}}}  # fmt: skip


@pytest.mark.parametrize(("counted", "noted"), [(100, False), (101, False), (90, True)])
def test_a_placement_of_another_netlist_is_noted(counted: int, noted: bool) -> None:
    cells = sized(128, 0) | {"workload": "vword.cells.f283_w128"}
    cells["params"] |= {"used": {"luts": counted, "ffs": 8, "brams": 7}}
    text = filled("<!-- table vword.clock -->\n<!-- end table -->\n", Records([sized(128, 30.0), cells]))
    assert (f"`f283_w128` (100 tables in its netlist, and {counted} now)" in text) == noted


def test_the_pictures_of_clock_and_time_show_what_the_records_have() -> None:
    """A placement that is put into the records appears in both, and in the table."""
    some = Records([sized(128, 30.0), sized(294, 20.0)])
    more = Records([*some, sized(129, 24.0)])
    clock, time = (figures.FIGURES[name][0] for name in ("vword-clock", "vword-time"))
    assert clock(some) == ([(128, 30.0), (294, 20.0)], None)
    assert clock(more)[0] == [(128, 30.0), (129, 24.0), (294, 20.0)]
    assert time(some)[0] == [(128, 1700.0), (294, 1100.0)]
    text = filled("<!-- table vword.clock -->\n<!-- end table -->\n", more)
    assert "From 128 to 129 bits, where the memory becomes wider, the clock changes by -20.0 %." in text
    assert "| 129 | 256 |" in text and "of words of 294 bits" in text


def test_a_sweep_without_a_word_to_measure_says_which_there_are() -> None:
    result = call("sweep", F241, "--words", "33:34", "--fmax")
    assert result.exit_code == 2 and re.search("measures the words 32, 48, .* --words has none of them", result.output)


def test_a_configuration_that_does_not_exist_is_refused() -> None:
    result = call("size", "f283")
    assert result.exit_code == 2 and "no configuration 'f283'" in result.output


def test_synthesis_counts_the_core_alone_and_every_instance() -> None:
    assert size.every() == [size.ALONE, *(n for n in named("vword").configurations if n.startswith("f"))]


@pytest.mark.full
def test_an_instance_adds_to_the_core_alone() -> None:
    both = [size.named(name, lambda _: None, placed=False) for name in (size.ALONE, "f163_w32")]
    alone, wide = (r["params"]["used"] for r in both)
    assert alone["luts"] < wide["luts"] and alone["lut_rams"] < wide["lut_rams"]
    assert wide["ffs"] > alone["ffs"] + 3 * 32  # two operands and a result

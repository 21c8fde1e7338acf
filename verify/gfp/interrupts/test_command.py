# SPDX-License-Identifier: Apache-2.0
"""`ev run --configuration interrupts` and `--lines`; traces and bad schedules."""

from pathlib import Path

import pytest

from evariste.build import cc
from evariste.errors import UserError
from evariste.sim import Machine
from verify.gfp.interrupts.board import board
from verify.gfp.sim.tools import ev_run, sentence

PROGRAM = "sw/apps/two_tasks.c"


def test_a_program_runs_with_systick_and_driven_lines(tmp_path: Path) -> None:
    schedule, trace = tmp_path / "lines.txt", tmp_path / "trace.txt"
    schedule.write_text("# a pulse on line 9\n60000 0x200\n60010 0\n\n90000 0x200 # and another\n90001 0\n")
    elf = cc.compile([PROGRAM])
    done = ev_run(elf, "--lines", schedule, "--trace", trace, "--", "30000")
    assert done.returncode == 0, done.stderr
    switches, others = done.stdout.splitlines()[-1].split(", ")
    assert others == "others 2" and int(switches.split()[1]) > 10
    taken = [line for line in trace.read_text().splitlines() if "exception 25" in line]
    assert len(taken) == 2 and "(interrupted)" in taken[0]
    done = ev_run(elf, "--configuration", "interrupts", "--", "30000")
    assert done.returncode == 0 and done.stdout.splitlines()[-1].endswith("others 0")


@pytest.mark.parametrize("row", ["x 1", "100", "1 2 3", "100 0x"])
def test_a_row_that_is_no_change_is_named(row: str, tmp_path: Path) -> None:
    schedule = tmp_path / "lines.txt"
    schedule.write_text(f"10 1\n{row}\n")
    said = sentence(ev_run(cc.compile([PROGRAM]), "--lines", schedule).stderr)
    assert "row 2" in said and row in said


@pytest.mark.parametrize("changes", [[(5, 1), (5, 0)], [(9, 1), (3, 0)], [(-1, 0)], [(0, 1 << 33)], [(0, -1)]])
def test_a_schedule_out_of_order_or_range_is_refused(changes: list[tuple[int, int]]) -> None:
    with pytest.raises(UserError, match=r"lines"):
        board("iss").drive(changes)


@pytest.mark.parametrize(
    ("name", "said"), [("lanes2", "is not simulated"), ("none", "There is no configuration 'none'")]
)
def test_a_configuration_without_a_model_is_refused(name: str, said: str) -> None:
    with pytest.raises(UserError, match=said):
        Machine(configuration=name)


def test_lines_of_a_core_without_interrupts_are_refused(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("10 0x20\n")
    done = ev_run(cc.compile([PROGRAM]), "--configuration", "baseline", "--lines", tmp_path / "lines")
    assert "The configuration 'baseline' has no interrupt lines" in sentence(done.stderr)

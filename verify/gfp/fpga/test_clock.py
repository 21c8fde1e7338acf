# SPDX-License-Identifier: Apache-2.0
"""A board's clocks: the division is one fact, and a circuit that does not keep up is told, not loaded."""

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from evariste import machines, run_with_timeout
from evariste.commands import fpga
from evariste.errors import UserError
from evariste.fpga import boards, implement, program, simulate

LARGE = boards.board("ulx3s")
REPORT = {"fmax": {"clk_i": {"achieved": 400.0, "constraint": 25.0}, "core": {"achieved": 11.5, "constraint": 8.3}}}


def test_a_bit_of_the_serial_line_is_whole_cycles_of_the_core() -> None:
    for board in boards.boards(machines.default()).values():
        assert board.divider % board.divide == 0
        assert abs(board.clock / board.divider / boards.BAUD - 1) < 0.02  # what a receiver takes is about 4 %


@pytest.mark.full
@pytest.mark.parametrize("divide", [1, 2, 4, 5])
def test_every_division_sends_the_same_text_in_as_many_cycles_of_the_core(divide: int) -> None:
    image = program.image(program.elf(LARGE), LARGE)
    first = simulate.run(image, LARGE.settings, LARGE.divider, "done\n", "gfp")
    board = replace(LARGE, clock=LARGE.core_clock * divide, divide=divide)
    other = simulate.run(image, board.settings, board.divider, "done\n", "gfp")
    assert other.text == first.text
    assert abs(other.cycles // divide - first.cycles // LARGE.divide) <= 100 * board.divider // divide


def test_the_slowest_clock_is_told_and_every_one_counts(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    for clock, achieved, expected in (("core", 11.5, (11.5, True)), ("core", 8.2, (8.2, False)),
                                      ("clk_i", 24.0, (11.5, False))):  # fmt: skip
        changed = {"fmax": {**REPORT["fmax"], clock: {**REPORT["fmax"][clock], "achieved": achieved}}}
        report.write_text(json.dumps(changed))
        assert implement._clocks(report) == expected


@pytest.mark.parametrize("meets", [True, False])
def test_a_circuit_that_is_too_slow_is_refused_in_a_sentence(
    meets: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bitstream = tmp_path / "b.bit"
    bitstream.write_bytes(b"bits")
    made = implement.Implementation(LARGE, {"luts": 9000}, {"luts": 24288}, 11.5 if meets else 7.5, meets, 1,
                                    {}, {}, bitstream if meets else None)  # fmt: skip
    monkeypatch.setattr(implement, "implement", lambda *_: made)
    monkeypatch.setattr(simulate, "run", lambda *_, **__: simulate.Session("done\n", 3000))
    file = tmp_path / "r.json"
    arguments = ["ulx3s", "--json", str(file)]
    if meets:
        fpga.command.main(arguments, standalone_mode=False)
    else:
        with pytest.raises(UserError, match="ulx3s cannot keep up with the clock"):
            fpga.command.main(arguments, standalone_mode=False)
    said = capsys.readouterr().out
    assert ("meets its clock" in said) == meets and ("no bitstream" in said) == (not meets)
    record = json.loads(file.read_text())[0]
    assert record["verdict"]["passed"] == meets and record["cycles"] == 3000 // LARGE.divide
    assert record["params"]["bitstream_bytes"] == (4 if meets else None)


def test_what_there_is_not_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="There is no configuration 'nonsense'"):
        LARGE.configured("nonsense")
    for more in (["--simulate"], ["--program", __file__]):
        with pytest.raises(UserError, match="is not simulated"):
            fpga.command.main(["ulx3s", "--configuration", "baseline", *more], standalone_mode=False)
    with pytest.raises(UserError, match="nextpnr-nowhere is not installed"):
        implement._tool("nextpnr-nowhere")
    with pytest.raises(UserError, match="cannot be started"):
        run_with_timeout.run([tmp_path / "nothing"], tmp_path, tmp_path / "log", 1)
    monkeypatch.setattr(implement, "LIMIT", 0.3)
    begun = time.monotonic()
    with pytest.raises(UserError, match="sleep was ended after 0 minutes, its time limit"):
        implement._run(["sleep", "60"], tmp_path)
    assert time.monotonic() - begun < 5


def test_progress_is_the_last_line_that_a_tool_said(tmp_path: Path) -> None:
    said = []
    command = ["sh", "-c", "echo placing; sleep 0.4; echo routing; echo; sleep 0.4; exit 3"]
    assert run_with_timeout.run(command, tmp_path, tmp_path / "log", 10, said.append) == 3
    assert said == ["placing", "routing"]

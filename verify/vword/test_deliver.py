# SPDX-License-Identifier: Apache-2.0
"""What `ev vword generate` writes: Verilog that passes its own test in two simulators, outside the tree."""

import os
import re
import shutil
from pathlib import Path

import pytest

from evariste import verilator
from evariste.errors import UserError
from evariste.machines.vword import deliver
from evariste.machines.vword.assembly import isa
from evariste.machines.vword.check import INPUTS
from evariste.machines.vword.instance import FIELD, FUSED, PAPER, Instance, instance
from evariste.sim import Machine

F163 = "x^163+x^7+x^6+x^3+1"
SMALL = "x^41+x^3+1"
LEVELS = [instance(F163, 169, PAPER), instance(SMALL, 44, FUSED), instance(SMALL, 41, FIELD, 7),
          instance(SMALL, 96, FIELD, 41)]  # fmt: skip

PORTS = """instr_req_o instr_addr_o[31:0] data_req_o data_addr_o[31:0] data_we_o data_be_o[31:0] data_row_o
    data_wdata_o[255:0] clk_i rst_ni instr_gnt_i instr_rvalid_i instr_rdata_i[31:0] instr_err_i data_gnt_i data_rvalid_i
    data_rdata_i[255:0] data_err_i irq_i[5:0]"""


@pytest.fixture
def dead(tmp_path: Path) -> Path:
    """A folder whose processor does nothing."""
    made = instance(F163, 169, 1)
    (tmp_path / "new/test").mkdir(parents=True)
    for name, text in deliver.test(made, made.program, "For a test.").items():
        (tmp_path / "new/test" / name).write_text(text.replace("1000000", "1000"))  # cycles
    ports = [re.match(r"(\w+)(.*)", port) for port in PORTS.split()]
    listed = ", ".join(f"{'input' if p[1].endswith('i') else 'output'} {p[2]} {p[1]}" for p in ports if p)
    zeros = "".join(f"assign {p[1]} = 0;\n" for p in ports if p and p[1].endswith("o"))
    (tmp_path / "new/vword.v").write_text(f"module vword_top ({listed});\n{zeros}endmodule\n")
    return tmp_path / "new"


def test_a_processor_that_does_nothing_fails_its_test(dead: Path) -> None:
    with pytest.raises(UserError, match=r"fails: .*FAIL: \d+ words of .* are wrong after 1000 cycles\.$"):
        deliver.simulate(dead)


def test_without_a_simulator_the_test_says_what_it_needs(
    dead: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tools").mkdir()
    for name in ("sh", "dirname", "mktemp", "rm"):
        (tmp_path / "tools" / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(tmp_path / "tools"))
    with pytest.raises(UserError, match=r"needs iverilog or verilator, and neither is installed\.$"):
        deliver.simulate(dead)


def words(hexes: str) -> bytes:
    return b"".join(int(line, 16).to_bytes(4, "little") for line in hexes.split())


def left(made: Instance, program: str, operands: str, length: int) -> bytes:
    """What the folder's program leaves behind its operands, on the interpreter."""
    core = Machine("vword", parameters=made.parameters)
    core.write(deliver.ROM, words(program))
    core.write(deliver.RAM + INPUTS, words(operands))
    core.reset()
    stop = core.run(max_cycles=1_000_000)
    assert stop.reason == "loop", stop.sentence
    return core.read(deliver.RAM + INPUTS + len(words(operands)), length)


@pytest.mark.parametrize("made", LEVELS, ids=lambda made: made.about)
def test_the_program_of_a_folder_gives_what_it_expects(made: Instance) -> None:
    """At level field it multiplies, squares and selects, too."""
    texts = deliver.test(made, made.reducer if made.level == FIELD else made.program, "For a test.")
    expected = words(texts["expected.hex"])
    assert left(made, texts["program.hex"], texts["operands.hex"], len(expected)) == expected
    field = {"vfmul", "vfmf", "vfsq", "vsel", "vred"}
    assert (field & names(texts["program.hex"])) == (field if made.level == FIELD else set())


def names(program: str) -> set[str]:
    """The instructions of a program."""
    found = (isa().decode(int(line, 16)) for line in program.split())
    return {decoded.insn.name for decoded in found if decoded}


@pytest.mark.parametrize("name", ["vfmul", "vfsq", "vsel", "vfmf"])
def test_an_accelerator_without_an_instruction_fails_the_program(name: str) -> None:
    """The control: the instruction is a nop."""
    made = LEVELS[2]
    texts = deliver.test(made, made.reducer, "For a test.")
    lines = texts["program.hex"].split()
    found = [isa().decode(int(line, 16)) for line in lines]
    changed = ["00000000" if d and d.insn.name == name else line for line, d in zip(lines, found, strict=True)]
    expected = words(texts["expected.hex"])
    assert left(made, " ".join(changed), texts["operands.hex"], len(expected)) != expected


@pytest.mark.full
@pytest.mark.parametrize("made", LEVELS[:3], ids=lambda made: made.about)
def test_a_folder_passes_its_own_test_outside_the_tree(
    made: Instance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "new"
    deliver.deliver(made, folder, lambda _: None)
    assert "module vword_top" in (folder / "vword.v").read_text()
    run = f'VERILATOR_ROOT={verilator.root()} exec {verilator.program()} "$@" -MAKEFLAGS PYTHON3=python3'
    (tmp_path / "verilator").write_text(f"#!/bin/sh\n{run} -MAKEFLAGS CFG_CXXFLAGS_PCH_I=-include\n")
    (tmp_path / "verilator").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    said = deliver.simulate(folder)
    assert "Icarus Verilog: PASS" in said and "Verilator: PASS" in said.replace("Icarus Verilog", "")
    hexes = folder / "test/expected.hex"
    hexes.write_text(re.sub("^.", "f", hexes.read_text(), count=1))
    with pytest.raises(UserError, match="FAIL: 1 words"):
        deliver.simulate(folder)


def test_a_folder_that_is_not_empty_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("")
    with pytest.raises(UserError, match="not an empty folder"):
        deliver.deliver(instance(F163, 169, 1), tmp_path, lambda _: None)
    assert [p.name for p in tmp_path.iterdir()] == ["mine"]

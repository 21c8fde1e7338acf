# SPDX-License-Identifier: Apache-2.0
"""The bus of accelerators is proved. A changed line of its text refutes the proof."""

from pathlib import Path

import pytest

from evariste.paths import ROOT
from evariste.verification import command_bus

FOLDER = str(Path(__file__).parent.relative_to(ROOT))
PACKAGES = ("gen/mips/mips_isa_pkg.sv", "rtl/mips/mips_pkg.sv", "rtl/command/command_pkg.sv")
CONTROLS = {
    "a part of a word counts as the word": ("be_i == '1 & addr_i[1:0] == '0", "addr_i[1:0] == '0"),
    "an address between words counts as a word": ("be_i == '1 & addr_i[1:0] == '0", "be_i == '1"),
    "a write does not wait": ("if (we_q) ready = port_i.idle;", "if (we_q) ready = 1'b1;"),
    "a read of wait does not end with an error": ("port_i.idle | port_i.failed;", "port_i.idle;"),
    "a command into a full queue is no error": ("assign err_o = ~legal | lost;", "assign err_o = ~legal;"),
    "a command that is lost reaches the queue": ("legal & ~lost, kind", "legal, kind"),
    "a command in error needs room": ("& ~port_i.failed & ~overflow_q;", "& ~overflow_q;"),
    "a lost command does not stop those behind it": ("if (overflow_q & ~clears)", "if (1'b0 & ~clears)"),
    "a lost command never shows": ("rdata_o[3:0] = OVERFLOW;", "rdata_o[3:0] = rdata_o[3:0];"),
    "it shows in every register": (
        "overflow_q & (REGISTERS.status[word_q] | REGISTERS.waits[word_q])", "overflow_q & (1'b1)"),
    "any write clears the error": ("(overflow_q & ~(port_o.valid & clears))", "(overflow_q & ~port_o.valid)"),
    "an access is granted while one waits": ("assign gnt_o = ~valid_q | ready;", "assign gnt_o = 1'b1;"),
    "an access is answered twice": ("if (gnt_o) valid_q <= req_i;", "if (gnt_o) valid_q <= req_i | valid_q;"),
    "the data of a later cycle are written": ("data_q <= LATE_DATA ? '0 : wdata_i;", "data_q <= '0;"),
}  # fmt: skip


@pytest.mark.parametrize("late", [False, True])
def test_every_access_is_answered_once_and_reaches_the_accelerator(late: bool) -> None:
    assert command_bus.wrong(FOLDER, PACKAGES, late) is None


@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    old, new = CONTROLS[what]
    text = (ROOT / command_bus.MODULE).read_text()
    assert text.count(old) == 1
    changed = tmp_path / "command_obi.sv"
    changed.write_text(text.replace(old, new))
    assert command_bus.wrong(FOLDER, PACKAGES, False, changed)

# SPDX-License-Identifier: Apache-2.0
"""The parts around the core are proved to do what the manual says. Changed lines are noticed."""

from pathlib import Path

import pytest

from evariste.machines.asip.proofs import parts
from evariste.paths import ROOT

CONTROLS = {
    "a TASK while the coprocessor cleans up is taken": (
        "BUSY",
        "asip_host",
        "if (busy) {fails, code}",
        "if (state_q == RUNNING) {fails, code}",
    ),
    "a TASK while a task runs changes what TASK reads": (
        "BUSY",
        "asip_host",
        "at == Task && !busy) task_q",
        "at == Task) task_q",
    ),
    "a busy host forgets an interrupt": (
        "BUSY",
        "asip_host",
        "if (write && at == Irq) irq_d",
        "if (write && at == Task) irq_d",
    ),
    "a wait is a cycle too short": (
        "HOST",
        "asip_host",
        "waited_q == WaitBits'(WAIT_LIMIT)",
        "waited_q == WaitBits'(WAIT_LIMIT - 1)",
    ),
    "a count may be too large by one": ("HOST", "asip_host", "most = 16'd15;", "most = 16'd16;"),
    "a session outlives an error": (
        "HOST",
        "asip_host",
        "valid_d[VALID_SESSION] = 1'b0;",
        "valid_d[VALID_CURVE] = 1'b0;",
    ),
    "cleaning is a word too short": (
        "HOST",
        "asip_host",
        "cleaned_q == 10'(MEMORY_WORDS)",
        "cleaned_q == 10'(MEMORY_WORDS - 1)",
    ),
    "STATUS shows another level": (
        "HOST",
        "asip_host",
        "8'd0, out_level_i, in_level_i",
        "8'd0, in_level_i, in_level_i",
    ),
    "an access of part of a word is taken": ("HOST", "asip_host", "DataIn && at[1:0] == '0;", "DataIn;"),
    "a jump leaves the instruction behind it": (
        "FETCH",
        "asip_fetch",
        "if (jump_i) r_valid_q <= 1'b0;",
        "if (jump_i && !r_free_i) r_valid_q <= 1'b0;",
    ),
    "the end of the program is a word too late": (
        "FETCH",
        "asip_fetch",
        "32'(place) >= PROGRAM_WORDS",
        "32'(place) > PROGRAM_WORDS",
    ),
    "an instruction that waits is lost": ("FETCH", "asip_fetch", "jump_i || d_free)", "jump_i || d_valid_q)"),
    "a write is not forwarded to the second port": (
        "REGISTERS",
        "asip_registers",
        "to_i == b_i) b_o",
        "to_i == b_i && p == 0) b_o",
    ),
    "a request is granted while an access is under way": (
        "BUS",
        "asip_obi",
        "assign gnt_o = !access_q.valid || answered;",
        "assign gnt_o = 1'b1;",
    ),
    "an error is no answer": (
        "BUS",
        "asip_obi",
        "assign answered = answer.ready || answer.error;",
        "assign answered = answer.ready;",
    ),
    "a part of a word is a word": ("BUS", "asip_obi", "be_i == '1 ? addr_i : 14'd1", "addr_i"),
}
APB = {
    "each access cycle of an APB is an access": (".req_i(psel_i && !penable_i)", ".req_i(psel_i)"),
    "strobes count in reads of an APB": ("pstrb_i | {4{!pwrite_i}}", "pstrb_i"),
}


@pytest.mark.parametrize("bus", range(len(parts.BUSES)), ids=parts.BUSES)
def test_an_adapter_loses_and_doubles_nothing(bus: int) -> None:
    assert parts.wrong("BUS", BUS=bus) is None


@pytest.mark.full
@pytest.mark.parametrize("name", [proof.name for proof in parts.proofs() if not proof.name.startswith("bus")])
def test_the_other_parts(name: str) -> None:
    (found,) = (proof for proof in parts.proofs() if proof.name == name)
    assert found.ask() is None


def changed(name: str, old: str, new: str, folder: Path) -> tuple[Path, ...]:
    text = (ROOT / f"rtl/asip/{name}.sv").read_text()
    assert text.count(old) == 1
    (folder / f"{name}.sv").write_text(text.replace(old, new))
    return (folder / f"{name}.sv",)


@pytest.mark.full
@pytest.mark.parametrize("what", CONTROLS)
def test_a_changed_line_is_noticed(what: str, tmp_path: Path) -> None:
    part, *change = CONTROLS[what]
    files = changed(*change, tmp_path)
    assert parts.busy(files) if part == "BUSY" else parts.wrong(part, files)


@pytest.mark.parametrize("what", APB)
def test_a_changed_line_of_the_apb_is_noticed(what: str, tmp_path: Path) -> None:
    assert parts.wrong("BUS", changed("asip_apb", *APB[what], tmp_path), BUS=parts.BUSES.index("apb"))

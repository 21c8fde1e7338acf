# SPDX-License-Identifier: Apache-2.0
"""The parts around the core are proved to do what the manual says. Changed lines are noticed."""

from pathlib import Path

import pytest

from evariste.machines.asip.proofs import parts
from evariste.paths import ROOT
from evariste.verification import abc
from evariste.verification.unroll import Unrolled

# What is proved (with parameters), the property that breaks (or `kept`: a cycle leads out of the invariant), a file of
# rtl/asip, a line, and what stands there instead.
CONTROLS = {
    "a TASK while the coprocessor cleans up is taken": (
        "BUSY", "output", "asip_host", "if (busy) {fails, code}", "if (state_q == RUNNING) {fails, code}"),
    "a TASK while a task runs changes what TASK reads": (
        "BUSY", "state", "asip_host", "at == Task && !busy) task_q", "at == Task) task_q"),
    "a busy host forgets an interrupt": (
        "BUSY", "state", "asip_host", "if (write && at == Irq) irq_d", "if (write && at == Task) irq_d"),
    "a busy host refuses an access to TASK": (
        "BUSY", "answer", "asip_host", "Task, Control, Irq, IrqEnable: writable = 1'b1;",
        "Task, Control, Irq, IrqEnable: writable = at != Task || idle;"),
    "a wait is a cycle too short": (
        "HOST", "answer", "asip_host", "waited_q == WaitBits'(WAIT_LIMIT)", "waited_q == WaitBits'(WAIT_LIMIT - 1)"),
    "a count may be too large by one": ("HOST", "task", "asip_host", "most = 16'd15;", "most = 16'd16;"),
    "a session outlives an error": (
        "HOST", "kept", "asip_host", "valid_d[VALID_SESSION] = 1'b0;", "valid_d[VALID_CURVE] = 1'b0;"),
    "cleaning is a word too short": (
        "HOST", "kept", "asip_host", "cleaned_q == 10'(MEMORY_WORDS)", "cleaned_q == 10'(MEMORY_WORDS - 1)"),
    "STATUS shows another level": (
        "HOST", "answer", "asip_host", "8'd0, out_level_i, in_level_i", "8'd0, in_level_i, in_level_i"),
    "an access of part of a word is taken": ("HOST", "word", "asip_host", "DataIn && at[1:0] == '0;", "DataIn;"),
    "an error clears everything": ("HOST", "clean", "asip_host", "assign stop_all_o = zeroise;",
                                   "assign stop_all_o = zeroise || abort;"),
    "a level of a FIFO is no interrupt": (
        "HOST", "interrupt", "asip_host", "({levels, irq_q} & enable_q) != '0", "({2'd0, irq_q} & enable_q) != '0"),
    "the program is written while a task runs": (
        "HOST PROGRAM_RAM=1", "program", "asip_host", "assign programs = PROGRAM_RAM && idle;",
        "assign programs = PROGRAM_RAM;"),
    "a word of the program goes to the place behind": (
        "HOST PROGRAM_RAM=1", "program", "asip_host", "assign write_place_o = program_q;",
        "assign write_place_o = program_q + 10'd1;"),
    "longer keys are taken where there are none": (
        "HOST LONG_KEYS=0 WAIT_LIMIT=5", "task", "asip_host", "3'(LONG_KEYS) << USES_LONG_KEYS",
        "3'd1 << USES_LONG_KEYS"),
    "a jump leaves the instruction behind it": (
        "FETCH", "kept", "asip_fetch", "if (jump_i) r_valid_q <= 1'b0;", "if (jump_i && !r_free_i) r_valid_q <= 1'b0;"),
    "the end of the program is a word too late": (
        "FETCH", "kept", "asip_fetch", "32'(place) >= PROGRAM_WORDS", "32'(place) > PROGRAM_WORDS"),
    "an instruction that waits is lost": ("FETCH", "kept", "asip_fetch", "jump_i || d_free)", "jump_i || d_valid_q)"),
    "an instruction is there a cycle too early": (
        "FETCH", "time", "asip_fetch", "assign r_valid_o = r_valid_q;", "assign r_valid_o = r_valid_q || d_valid_q;"),
    "a write is not forwarded to the first port": (
        "REGISTERS", "value", "asip_registers", "to_i == a_i) a_o", "to_i == a_i && p == 0) a_o"),
    "a write is not forwarded to the second port": (
        "REGISTERS", "value", "asip_registers", "to_i == b_i) b_o", "to_i == b_i && p == 0) b_o"),
    "a write goes to two registers": (
        "REGISTERS", "kept", "asip_registers", "to_i == 4'(i)", "to_i[2:0] == 3'(i)"),
    "a request is granted while an access is under way": (
        "BUS", "grant", "asip_obi", "assign gnt_o = !access_q.valid || answered;", "assign gnt_o = 1'b1;"),
    "an error is no answer": ("BUS", "answer", "asip_obi", "assign answered = answer.ready || answer.error;",
                              "assign answered = answer.ready;"),
    "a part of a word is a word": ("BUS", "kept", "asip_obi", "be_i == '1 ? addr_i : 14'd1", "addr_i"),
    "data are taken late from a bus that gives them at once": (
        "BUS", "access", "asip_obi", "if (LATE_DATA) access.data", "if (!LATE_DATA) access.data"),
    "data are taken at once from a bus that gives them late": (
        "BUS BUS=1", "access", "asip_obi", "if (LATE_DATA) access.data", "if (!LATE_DATA) access.data"),
}  # fmt: skip
# Properties that are part of the invariant.
IN_INVARIANT = {("FETCH", "word"), ("FETCH", "past")}
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
    given, property_, *change = CONTROLS[what]
    part, *values = given.split()
    parameters = {name: int(value) for name, _, value in (one.partition("=") for one in values)}
    files = changed(*change, tmp_path)
    if part == "BUSY":
        assert parts.busy(files) == parts.BUSY.wrong[property_]
        return
    assert parts.wrong(part, files, **parameters)
    assert breaks(part, property_, files, parameters)


def breaks(part: str, property_: str, files: tuple[Path, ...], parameters: dict[str, int]) -> bool:
    """Whether a property is wrong in a state of the invariant, or, for `kept`, a cycle leads out of it."""
    made: parts.Part = getattr(parts, part)
    design, kept = parts.harness(part, tuple(parameters.items()), files), property_ == "kept"
    outputs = ["assume_o", "holds_o", *([] if kept else [f"wrong_{property_}_o"])]
    cycles = Unrolled(design, 1 + kept, {})
    now = cycles.step(outputs, {"rst_ni": 1}, last=not kept)
    bad = [now[name] for name in outputs]
    if kept:
        same = {name: cycles.port(name, 0) for name in design.ports if made.held and name.startswith(made.held)}
        bad.append(cycles.step(["holds_o"], {**same, "rst_ni": 1}, last=True)["holds_o"] ^ 1)
    return abc.satisfied(cycles.built.alone({"bad": cycles.every(bad)}), "bad") is not None


def test_each_property_has_a_control() -> None:
    found = {(given.split()[0], property_) for given, property_, *_ in CONTROLS.values()}
    for part in ("HOST", "BUSY", "FETCH", "REGISTERS", "BUS"):
        assert {(part, name) for name in getattr(parts, part).wrong} - IN_INVARIANT <= found
    assert {(part, "kept") for part, _ in IN_INVARIANT} <= found


@pytest.mark.parametrize("what", APB)
def test_a_changed_line_of_the_apb_is_noticed(what: str, tmp_path: Path) -> None:
    assert parts.wrong("BUS", changed("asip_apb", *APB[what], tmp_path), BUS=parts.BUSES.index("apb"))

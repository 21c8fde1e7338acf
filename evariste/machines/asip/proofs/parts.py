# SPDX-License-Identifier: Apache-2.0
"""Proofs of the parts around the core: the host's side, stages F and D, the register file, the bus adapters.

Each has a harness in formal/ of the machine's tests, with the properties and an invariant. Asked for one cycle from any
state of the invariant; reset leads to it, and every cycle keeps it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache as once
from functools import partial
from pathlib import Path

from evariste.machines.asip import MACHINE
from evariste.paths import ROOT
from evariste.verification import induction
from evariste.verification.aig import bits
from evariste.verification.proof import Proof
from evariste.verification.unroll import Design

FORMAL = f"{MACHINE.verify}/formal"


@dataclass(frozen=True)
class Part:
    """A harness: `folder` and `top`, the modules of rtl/asip that it needs, and what can be wrong."""

    folder: str
    top: str
    modules: tuple[str, ...]
    wrong: Mapping[str, str]
    states: str
    cuts: tuple[str, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    held: str = ""

    def files(self, changed: tuple[Path, ...] = ()) -> list[Path]:
        """`changed`: files that take the place of those of the same name."""
        given = [ROOT / path for path in MACHINE.rtl.packages]
        own = ROOT / FORMAL / self.folder
        found = [*given, *(ROOT / f"rtl/asip/{name}.sv" for name in self.modules),
                 *(own / f"cut/{name}.sv" for name in self.cuts), own / f"{self.top}.sv"]  # fmt: skip
        return [*({path.name: path for path in found} | {path.name: path for path in changed}).values()]


HOST = Part(
    "host", "asip_host_harness", ("asip_host",),
    {
        "answer": "an access gets another answer than the manual says, or at another time",
        "word": "a word goes into or out of a FIFO without its access, or not with it",
        "task": "a task starts, runs, ends or is refused against the manual",
        "clean": "cleaning begins, lasts or reaches otherwise than the manual says",
        "program": "the program is written against the manual",
        "interrupt": "the interrupt is not what the manual says",
    },
    "each access, register, start, end and error is what the manual says, in its cycle; a wait ends, and cleaning ends",
)  # fmt: skip
FETCH = Part(
    "fetch", "asip_fetch_harness", ("asip_decode", "asip_fetch"),
    {
        "word": "another word than that of its place is in stage R",
        "past": "an instruction behind the end of the program is legal",
        "time": "an instruction is there too early, too late, or not any more",
    },
    "what is in stage R is the program's word at its place, in order, at the latest in the second cycle behind a jump",
    cuts=("asip_program",), held="held_",
)  # fmt: skip
BUS = Part(
    "bus", "asip_bus_harness", ("asip_obi", "asip_apb"),
    {
        "access": "the core sees another access than the host's, or none, or one too many",
        "answer": "the host gets another answer than the core's, or none, or one too many",
        "grant": "a request waits without a reason, or is taken while an access is under way",
    },
    "no access and no answer is lost, doubled or changed",
    cuts=("asip_core",),
)  # fmt: skip
BUSES = ("obi", "obi-late", "apb")
REGISTERS = Part(
    "registers", "asip_registers_harness", ("asip_registers",),
    {"value": "a register does not read as what was last written to it"},
    "the register file reads as what was last written, at both ports, also in the cycle of the write", held="held_",
)  # fmt: skip


@once
def harness(part: str, parameters: tuple[tuple[str, int], ...] = (), changed: tuple[Path, ...] = ()) -> Design:
    """The part of this name (HOST, ...) with what judges it."""
    made: Part = globals()[part]
    return induction.design(made.top, made.files(changed), dict(parameters))


def wrong(part: str, changed: tuple[Path, ...] = (), **parameters: int) -> str | None:
    """None, or what is wrong in a cycle from the invariant, or behind reset."""
    made: Part = globals()[part]
    design = harness(part, tuple(parameters.items()), changed)
    if part == "REGISTERS":  # one after the other: then an entry is not one of sixteen
        each = (design.with_constants(bits("held_reg_i", number, 4)) for number in range(16))
        return next((said for one in each if (said := induction.wrong(one, made.wrong))), None)
    return induction.wrong(design, made.wrong, made.held) or induction.from_reset(design)


BUSY = Part(
    "host", "asip_busy_harness", ("asip_host",),
    {"output": "a TASK while a task runs changes what goes to the pipeline or the FIFOs",
     "answer": "a TASK while a task runs is not answered at once",
     "state": "a TASK while a task runs changes more than the error"},
    "a TASK while a task runs changes nothing but the error and its interrupt: same pipeline, same FIFOs, same state",
)  # fmt: skip


def busy(changed: tuple[Path, ...] = ()) -> str | None:
    """None, or what a TASK changes while a task runs. Asked from every state in which both copies are the same."""
    from evariste.verification import abc
    from evariste.verification.unroll import Unrolled

    cycles = Unrolled(harness("BUSY", (), changed), 2, {})
    outputs = [f"wrong_{name}_o" for name in ("output", "answer")]
    now = cycles.step(["assume_o", "holds_o", *outputs], {"rst_ni": 1})
    then = cycles.step(["alike_o"], {"rst_ni": 1}, last=True)["alike_o"]
    for name, bad in (("output", now[outputs[0]]), ("answer", now[outputs[1]]), ("state", then ^ 1)):
        question = cycles.built.alone({"bad": cycles.every([now["assume_o"], now["holds_o"], bad])})
        if abc.satisfied(question, "bad") is not None:
            return BUSY.wrong[name]
    return None


def proofs() -> list[Proof]:
    """One for each part and kind."""

    def of(name: str, part: str, note: str = "", **parameters: int) -> Proof:
        made: Part = globals()[part]
        inputs = ("rtl/asip", *MACHINE.rtl.packages, f"{FORMAL}/{made.folder}")
        return Proof(name, "asip", made.states + note, "sat", partial(wrong, part, **parameters), inputs)

    return [
        of("host", "HOST"),
        of("host.loadable", "HOST", ": with a program that the host can write", PROGRAM_RAM=1),
        of("host.short-keys", "HOST", ": with AES-128 only, and waits of 5 cycles", LONG_KEYS=0, WAIT_LIMIT=5),
        Proof("busy", "asip", BUSY.states, "sat", busy, ("rtl/asip", *MACHINE.rtl.packages, f"{FORMAL}/host")),
        of("fetch", "FETCH"),
        of("registers", "REGISTERS"),
        *(of(f"bus.{name}", "BUS", f": {name}", BUS=number) for number, name in enumerate(BUSES)),
    ]

# SPDX-License-Identifier: Apache-2.0
"""Constant time, followed: run a program once and see where its secrets go.

The simulator follows each secret bit through registers, memory, flags and the machine's units (sim/core/taint.hpp). So
it finds a branch on a secret also if no secret that was tried takes it. It says nothing about code that did not run.
"""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evariste.errors import UserError
from evariste.verification import ct_notes
from evariste.verification.ct_notes import Marks

# By the number of the kind of a leak (sim/core/taint.hpp).
KINDS = ("branch", "address", "wait", "device", "stack")
WORDS = {
    "branch": "what follows the instruction",
    "address": "the address of",
    "wait": "the time of",
    "device": "what is stored to a device by",
}
FLAGS = ("-g", "-DEV_MARK_SECRETS")  # of a build whose library says what it makes public


@dataclass(frozen=True)
class Leak:
    """A place at which a secret shows."""

    kind: str
    pc: int
    where: str  # function and source line
    sentence: str


@dataclass(frozen=True)
class Declassified:
    """A place at which secrets become public: the source, how often, and the bytes that depended on secrets."""

    place: str
    function: str
    times: int
    bytes: int

    @property
    def sentence(self) -> str:
        return (
            f"{self.place} ({self.function}) makes {_count(self.bytes, 'byte')} public, in {_count(self.times, 'call')}"
        )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def joined(found: Iterable[Declassified]) -> tuple[Declassified, ...]:
    """Each place once, with what several runs made public there."""
    places: dict[tuple[str, str], tuple[int, int]] = {}
    for one in found:
        times, size = places.get((one.place, one.function), (0, 0))
        places[one.place, one.function] = times + one.times, size + one.bytes
    return tuple(Declassified(*place, *sums) for place, sums in sorted(places.items()))


@dataclass(frozen=True)
class Verdict:
    """The result of a run."""

    leaks: tuple[Leak, ...]
    declassified: tuple[Declassified, ...]
    instructions: int
    secret_bytes: int
    stacks: int

    @property
    def passed(self) -> bool:
        return not self.leaks

    @property
    def sentence(self) -> str:
        if self.leaks:
            return "NOT independent of its secrets: " + "\n  ".join(leak.sentence for leak in self.leaks)
        stack = f" Nor is one left on the stack, in {_count(self.stacks, 'look')}." if self.stacks else ""
        return (
            f"no branch, address or wait in {self.instructions} instructions depends on the {self.secret_bytes} bytes "
            f"declared secret.{stack}"
        )


def check(
    machine: str,
    elf: Path,
    secret: bytes,
    configuration: str | None = None,
    engine: str = "iss",
    args: Sequence[str] = (),
    files: Mapping[str, bytes] | None = None,
    max_cycles: int = 10**9,
    limit: int = 1,
    stack: bool = False,
) -> Verdict:
    """Follow the secrets of one run between the marks. It stops at the `limit`-th leak.

    `stack`: nothing that depends on a secret may be left on the stack either.
    """
    from evariste.sim import Machine

    marks = ct_notes.read(elf)
    if not any(n.kind in (ct_notes.SECRET, ct_notes.KEY) for n in marks.notes):
        raise UserError(f"{elf.name} declares nothing secret with ct_secret() (ct.h), so there is nothing to follow.")
    core = Machine(machine, configuration, engine)
    core.load(elf)
    with tempfile.TemporaryDirectory(prefix="evariste-ct-") as name:
        root = Path(name)
        for file, content in {**(files or {}), "secret.bin": secret}.items():
            (root / file).write_bytes(content)
        core.host(root=root, args=args)
        tracker = core.track_taint(marks.begin, marks.end, marks.rows(core.registers), limit, stack)
        stop = core.run(max_cycles=max_cycles)
    findings = tracker.findings()
    if not findings and (stop.reason != "exit" or stop.status != 0):
        raise UserError(f"{elf.name} did not end well: {stop.sentence}")
    if not findings and not tracker.instructions():
        raise UserError(f"{elf.name} never passed through ct_begin(), so there is nothing to follow.")
    places = ct_notes.sources(elf, [a for f in findings for a in (f[1], f[3])], machine)
    leaks = tuple(_leak(core, marks, places, *f) for f in findings)
    functions = ct_notes.sources(elf, [note for note, _, _ in tracker.declassified()], machine)
    public = joined(
        Declassified(marks.place(note), functions[note].split(" (")[0], times, size)
        for note, times, size in tracker.declassified()
        if size
    )
    return Verdict(leaks, public, tracker.instructions(), tracker.secret_bytes(), tracker.stacks())


def _leak(core, marks: Marks, places: Mapping[int, str], kind: int, pc: int, word: int, address: int, size: int,
          secret: int, offset: int) -> Leak:  # fmt: skip
    name = KINDS[kind]
    where = places[pc] or core.where(pc)
    source = f"byte {offset} of the secret at {marks.place(secret)}"
    if name == "stack":
        sentence = (
            f"{size} bytes that depend on {source} are left on the stack when {places[address] or core.where(address)} "
            f"is reached; {pc:#x} in {where} stored them."
        )
    else:
        from evariste.sim import disassemble

        text = disassemble(word, pc, core.name)
        sentence = f"{WORDS[name]} `{text}` at {pc:#x} in {where} depends on {source}."
    return Leak(name, pc, where, sentence)
